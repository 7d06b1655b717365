// A new table: who sits there, what is played, and how.

import "../core";
import { useState } from "preact/hooks";
import { go } from "../router";
import { api, me, Refusal, setMe } from "../server";
import { language, t } from "../words";
import type { GameInfo } from "../wire";
import { OwnBox } from "./box";
import { fewest, lastLevel, noteLevel, useGames, useTitle } from "./lobby";
import { asked, Options } from "./options";
import { Glass } from "./pane";
import { TableSettingFields, type TableSettings, USUAL } from "./tablesettings";
import { Pieces } from "./pieces";
import { Room } from "./room";
import { Seating, type Wish, wished } from "./seating";

export default function NewTable({ game: name }: { game: string }) {
  const games = useGames();
  const game = games.find((one) => one.name === name);
  return (
    <Room>
      {game ? (
        <Form key={name} game={game} />
      ) : (
        <main class="placeholder" aria-busy={games.length === 0}>
          <p>{games.length > 0 ? t("no_such_game") : t("loading")}</p>
          <a class="button" href="/">
            {t("to_games")}
          </a>
        </main>
      )}
    </Room>
  );
}

function Form({ game }: { game: GameInfo }) {
  const title = game.title[language.value];
  useTitle(`${t("new_table")}: ${title}`);
  const [seats, setSeats] = useState<Wish[]>(() => firstSeats(game));
  const [options, setOptions] = useState<Record<string, string>>({});
  const [settings, setSettings] = useState<TableSettings>(USUAL);
  const [components, setComponents] = useState("");
  const [trouble, setTrouble] = useState<Refusal | null>(null);
  const [busy, setBusy] = useState(false);
  const own = seats.every(({ kind }) => kind === "me" || kind === "device");
  const field = trouble && game.options.find((option) => troubles(trouble, option, options[option.name]))?.name;
  const create = async (event: SubmitEvent) => {
    event.preventDefault();
    setTrouble(null);
    setBusy(true);
    try {
      const name = seats.find(({ kind }) => kind === "me")?.name.trim();
      if (name && name !== me.value.name) await setMe({ name });
      const chosen = Object.fromEntries(
        game.options.map((option) => [option.name, asked(option, seats.length, options)]).filter(([, text]) => text),
      );
      const { id } = await api<{ id: string }>("POST", "/api/matches", {
        game: game.name,
        seats: seats.map(wished),
        options: chosen,
        ...settings,
        by_hand: own && settings.by_hand,
        components,
      });
      const opponent = seats.find(({ kind }) => kind === "ai");
      if (opponent) noteLevel(game.name, opponent.level);
      go(`/match/${id}`);
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      setTrouble(why);
    }
    setBusy(false);
  };
  return (
    <main class="new-table">
      <header class="titled">
        <Glass game={game.name} />
        <div>
          <h1>{t("new_table_of", { game: title })}</h1>
          <p>{game.why[language.value]}</p>
          <p class="ways">
            {game.tutorial && <a href={`/learn/${game.name}`}>{t("learn")}</a>}
            <a href={`/rules/${game.name}`} target="_blank" rel="noopener">
              {t("rules")}
            </a>
            <Pieces game={game} />
          </p>
        </div>
      </header>
      <form class="columns" onSubmit={(event) => void create(event)}>
        <div class="column">
          <Seating game={game} seats={seats} change={setSeats} />
          <TableSettingFields seats={seats} own={own} settings={settings} change={setSettings} />
        </div>
        <div class="column">
          {game.options.length > 0 && (
            <Options
              game={game}
              seats={seats.length}
              chosen={options}
              change={setOptions}
              trouble={field ? { option: field, why: trouble.message } : null}
            />
          )}
          {game.own_components && <OwnBox game={game} change={setComponents} />}
        </div>
        <div class="create">
          <div role="alert">{trouble && <p class="trouble">{field ? t("see_above") : trouble.message}</p>}</div>
          <button type="submit" class="main big" disabled={busy}>
            {seats.some(({ kind }) => kind === "open") ? t("create_and_invite") : t("create_and_play")}
          </button>
        </div>
      </form>
    </main>
  );
}

/** You, and opponents for as many as it takes. */
function firstSeats(game: GameInfo): Wish[] {
  const count = game.levels.length > 0 ? fewest(game) : 1;
  return Array.from({ length: count }, (_, n) => ({
    kind: n === 0 ? "me" : "ai",
    level: lastLevel(game),
    name: n === 0 ? (me.value.name ?? "") : "",
  }));
}

/** Whether a refusal speaks of an option: it says its name, or what was chosen. */
function troubles(why: Refusal, option: GameInfo["options"][number], chosen = ""): boolean {
  if (!chosen || chosen === option.choices[0]) return false;
  return why.id === `bad_${option.name}` || why.message.split(/[\s'"“”,.:;]+/).includes(chosen.trim());
}
