// A game behind its pane: what it is, and the ways in.

import pictures from "made:pictures";
import { useState } from "preact/hooks";
import { hasLearnt } from "../learn/memory";
import { attempt } from "../notice";
import { language, t, tOf } from "../words";
import type { GameInfo } from "../wire";
import { fewest, lastLevel, playNow } from "./lobby";
import { Pieces } from "./pieces";
import { Scene } from "./scene";

const RAYS = [22, 56, 90, 124, 158]; // degrees

/** A game's window: its picture, and above the transom the light of its hour. */
export function Glass({ game }: { game: string }) {
  const Picture = pictures[game]?.default ?? Scene;
  return (
    <div class="glass" data-game={game} aria-hidden="true">
      <svg class="fan" viewBox="-100 -36 200 36" preserveAspectRatio="xMidYMax slice">
        {RAYS.map((angle) => (
          <path key={angle} d="M17 0H130" transform={`rotate(${-angle})`} />
        ))}
        <circle r="12" />
      </svg>
      <div class="view">
        <Picture />
      </div>
    </div>
  );
}

export function Pane({ game }: { game: GameInfo }) {
  const [busy, setBusy] = useState(false);
  const start = (seats: number) => (event: MouseEvent) => {
    setBusy(true);
    void attempt(() => playNow(game, seats), event.currentTarget as Element).finally(() => setBusy(false));
  };
  const alone = game.levels.length === 0;
  return (
    <li class="pane" data-game={game.name}>
      <Glass game={game.name} />
      <div class="named">
        <h2>{game.title[language.value]}</h2>
        <p>{game.why[language.value]}</p>
      </div>
      <Facts game={game} />
      <button
        type="button"
        class="main"
        disabled={busy}
        data-start={game.name}
        onClick={start(alone ? 1 : fewest(game))}
      >
        <b>{t("play")}</b> <span>{alone ? t("alone") : t("against", { who: against(game) })}</span>
      </button>
      <nav class="ways" aria-label={game.title[language.value]}>
        {!alone && game.seats.includes(1) && (
          <button
            type="button"
            class="text-link"
            disabled={busy}
            data-start={`${game.name}-alone`}
            title={t("play_alone")}
            onClick={start(1)}
          >
            {t("solo")}
          </button>
        )}
        <a href={`/new/${game.name}`}>{t("new_table")}</a>
        {game.tutorial && (
          <a href={`/learn/${game.name}`}>
            {t("learn")}
            {hasLearnt(game.name) && <Done />}
          </a>
        )}
        <a href={`/rules/${game.name}`}>{t("rules")}</a>
        {game.puzzles && (
          <a href={`/puzzles/${game.name}`} title={t("daily_puzzle")}>
            {t("puzzle_short")}
          </a>
        )}
        <Pieces game={game} />
      </nav>
    </li>
  );
}

const Done = () => (
  <>
    <span aria-hidden="true">&nbsp;✓</span>
    <span class="unseen"> ({t("learnt")})</span>
  </>
);

/** The opponents that one plays against at once. */
function against(game: GameInfo): string {
  const level = tOf(lastLevel(game));
  return fewest(game) === 2 ? level : t("several", { n: fewest(game) - 1, who: level });
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
    </div>
  );
}
