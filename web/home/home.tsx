// The start page: a window with four lights, and on its sill what waits for you.

import "../core";
import { t } from "../words";
import { Bring } from "./bring";
import { useGames } from "./lobby";
import { Greeting } from "./me";
import { Pane } from "./pane";
import { InsecureNote } from "./install";
import { Room } from "./room";
import { Tables } from "./tables";
import { Today } from "./today";

export default function Home() {
  const games = useGames();
  return (
    <Room>
      <main class="home">
        <Greeting />
        <Today games={games} />
        <ul class="window" aria-label={t("the_games")} aria-busy={games.length === 0}>
          {games.map((game) => (
            <Pane key={game.name} game={game} />
          ))}
        </ul>
        <div class="sill">
          <Tables games={games} />
          <Bring />
        </div>
      </main>
      <InsecureNote />
    </Room>
  );
}
