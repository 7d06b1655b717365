import { useEffect, useState } from "preact/hooks";
import { attempt } from "../notice";
import { api } from "../server";
import { go } from "../router";
import { Shell } from "../shell";
import { language, t } from "../words";
import type { GameInfo } from "../wire";

export default function Home() {
  const [games, setGames] = useState<GameInfo[]>([]);
  useEffect(() => void attempt(async () => setGames(await api<GameInfo[]>("GET", "/api/games"))), []);
  return (
    <Shell>
      <main class="paper">
        {games.map((game) => (
          <p key={game.name}>
            {game.title[language.value]}{" "}
            <button
              type="button" class="main" data-start={game.name}
              onClick={() => void attempt(async () => {
                const seats = [{ kind: "me" }, ...Array(Math.max(Math.min(...game.seats.filter((n) => n > 1 || game.seats.length === 1)) - 1, 0)).fill({ kind: "ai", level: "club" })];
                go(`/match/${(await api<{ id: string }>("POST", "/api/matches", { game: game.name, seats })).id}`);
              })}
            >
              {t("play_now")}
            </button>
          </p>
        ))}
      </main>
    </Shell>
  );
}
