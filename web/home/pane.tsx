// A game behind its pane: what it is, and the ways in.

import pictures from "made:pictures";
import { attempt } from "../notice";
import { go } from "../router";
import { api } from "../server";
import { language, t } from "../words";
import type { GameInfo } from "../wire";
import { fewest } from "./house";
import { Pieces } from "./pieces";
import { Scene } from "./scene";

const LEVEL = "club";

async function playNow(game: GameInfo, seats: number): Promise<void> {
  const others = Array(seats - 1).fill({ kind: "ai", level: LEVEL });
  const { id } = await api<{ id: string }>("POST", "/api/matches", { game: game.name, seats: [{ kind: "me" }, ...others] });
  go(`/match/${id}`);
}

/** The view of a game through a window. */
export function Glass({ game }: { game: string }) {
  const Picture = pictures[game];
  return (
    <div class="glass" data-game={game} aria-hidden="true">
      {Picture ? <Picture /> : <Scene game={game} />}
      <svg class="bars" viewBox="0 0 100 100" preserveAspectRatio="none">
        <path d="M50 0V34M0 34H100M50 34L17 7M50 34L83 7" vector-effect="non-scaling-stroke" />
      </svg>
    </div>
  );
}

export function Pane({ game }: { game: GameInfo }) {
  const start = (seats: number) => (event: MouseEvent) => void attempt(() => playNow(game, seats), event.currentTarget as Element);
  const alone = game.levels.length === 0;
  return (
    <li class="pane" data-game={game.name}>
      <Glass game={game.name} />
      <div class="named">
        <h2>{game.title[language.value]}</h2>
        <p>{game.why[language.value]}</p>
      </div>
      <Facts game={game} />
      <button type="button" class="main" data-start={game.name} onClick={start(alone ? 1 : fewest(game))}>
        {alone ? t("play_alone") : t("play_against", { who: t(LEVEL) })}
      </button>
      <nav class="ways" aria-label={game.title[language.value]}>
        {!alone && game.seats.includes(1) && (
          <button type="button" class="plain-link" data-start={`${game.name}-alone`} onClick={start(1)}>
            {t("play_alone")}
          </button>
        )}
        <a href={`/new/${game.name}`}>{t("new_table")}</a>
        <a href={`/learn/${game.name}`}>{t("learn")}</a>
        <a href={`/rules/${game.name}`}>{t("rules")}</a>
        {game.solved && (
          <a href="/puzzles" title={t("daily_puzzle")}>
            {t("puzzle_short")}
          </a>
        )}
      </nav>
    </li>
  );
}

function Facts({ game }: { game: GameInfo }) {
  const { minutes, age, author } = game.facts;
  const [least, most] = [Math.min(...game.seats), Math.max(...game.seats)];
  const players = least === most ? t("players", { n: least }) : t("players_range", { least, most });
  const facts = [players, minutes && t("minutes", { n: minutes }), age && t("age", { n: age })].filter(Boolean);
  return (
    <div class="facts">
      <p>
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {author && <p>{author}</p>}
      <Pieces game={game} />
    </div>
  );
}
