// What waits for somebody who comes back: tables, the puzzle of the day, and the opponent after the last one.

import { useState } from "preact/hooks";
import { remembered } from "../memory";
import { attempt } from "../notice";
import { solvedToday, streakNow } from "../puzzles/memory";
import { language, t, tOf } from "../words";
import type { GameInfo, MatchLine } from "../wire";
import { findMatches, playNow, useNews } from "./lobby";
import { mine, TableLine, type Waiting } from "./tables";

const SHOWN = 3; // tables
const was = remembered("today", false); // whether there was something to show, for then room is kept for it

interface News {
  tables: Waiting[];
  last: MatchLine | undefined;
}

async function news(): Promise<News> {
  const [tables, over] = await Promise.all([mine(), findMatches({ mine: "true", status: "over" })]);
  return { tables, last: over.find(isAgainstOpponents) };
}

/** Whether a match was played by one person against opponents, from a deal that nobody knew. */
function isAgainstOpponents({ seats, reason, known_deal }: MatchLine): boolean {
  const own = seats.filter((seat) => seat.yours).length;
  const others = seats.filter((seat) => seat.kind === "ai").length;
  return own === 1 && others > 0 && own + others === seats.length && reason === "played" && !known_deal;
}

export function Today({ games }: { games: GameInfo[] }) {
  const found = useNews(news);
  const puzzles = games.filter((game) => game.puzzles);
  const game = games.find((one) => one.name === found?.last?.game);
  const something =
    found !== undefined &&
    (found.tables.length > 0 || Boolean(found.last) || puzzles.some((game) => streakNow(game.name) > 0));
  if (found) was.value = something;
  if (!something) return was.value ? <section class="today" aria-busy="true" /> : null;
  return (
    <section class="today" aria-labelledby="today">
      <h2 id="today" class="unseen">
        {t("today")}
      </h2>
      <ul>
        {found.tables.slice(0, SHOWN).map((table) => (
          <li key={table.line.id}>
            <TableLine table={table} games={games} />
          </li>
        ))}
        {found.last && game && <Rung last={found.last} game={game} />}
        {puzzles.map((game) => (
          <Puzzle key={game.name} game={game} />
        ))}
      </ul>
    </section>
  );
}

/** How the last match ended, and who is next. */
function Rung({ last, game }: { last: MatchLine; game: GameInfo }) {
  const [busy, setBusy] = useState(false);
  const me = last.seats.find((seat) => seat.yours)!;
  const others = last.seats.filter((seat) => !seat.yours);
  const level = others[0]!.name ?? "";
  const next = me.won ? (game.levels[game.levels.indexOf(level) + 1] ?? level) : level;
  const best = Math.max(...others.map((seat) => seat.points ?? 0));
  const by = Math.abs((me.points ?? 0) - best);
  const words = { who: tOf(level), game: game.title[language.value], n: by };
  const said = me.won ? t(by > 0 ? "won_by" : "won_level", words) : t(by > 0 ? "lost_by" : "lost_level", words);
  return (
    <li class="card">
      <span>{said}</span>
      <button
        type="button"
        disabled={busy}
        onClick={(event) => {
          setBusy(true);
          void attempt(() => playNow(game, last.seats.length, next), event.currentTarget).finally(() => setBusy(false));
        }}
      >
        {next === level ? t("rematch") : t("play_next", { who: tOf(next) })}
      </button>
    </li>
  );
}

function Puzzle({ game }: { game: GameInfo }) {
  const days = streakNow(game.name);
  return (
    <li class="card">
      <span>
        {t("daily_puzzle")}: {game.title[language.value]} {days > 0 && <small>{t("puzzle_streak", { n: days })}</small>}
      </span>
      <a class="button" href={`/puzzles/${game.name}`}>
        {t(solvedToday(game.name) ? "puzzle_solved_today" : "puzzle_solve")}
      </a>
    </li>
  );
}
