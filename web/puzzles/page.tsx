// Puzzles: a table in which exactly one move wins. One a day for everybody, and as many more as one likes.

import "../core";
import { useEffect, useState } from "preact/hooks";
import { useArrows } from "../arrows";
import type { BoardModule } from "../board";
import { LanguageButton } from "../settings";
import { Sorry, Waiting } from "../placeholder";
import { WhatIsThis, asking } from "../learn/what";
import { attempt, spoken } from "../notice";
import { go } from "../router";
import { api, Refusal } from "../server";
import { Shell } from "../shell";
import { Told } from "../told";
import { chime } from "../sound";
import { lit, named, useHighlight } from "../table/light";
import { useBoard, useRoom } from "../table/page";
import type { AttemptResult, Puzzle, PuzzleTable } from "../wire";
import { wordsOf } from "../texts";
import { language, speaker, t, type Say } from "../words";
import { isSolved, nextOpen, noteSolved, noteTold, noteTry, solvedCount, streak, triesAt } from "./memory";

const PACE = 1500; // milliseconds between two moves of a refutation

/** How a try went, and what would follow. */
interface Trial {
  kind: "open" | "wrong" | "right" | "told";
  line: PuzzleTable[];
  at: number; // how far the line is shown
}

const START: Trial = { kind: "open", line: [], at: 0 };
const pathOf = (game: string, which: string | number): string => `/api/games/${game}/puzzles/${which}`;

export default function PuzzlePage({ game, which }: { game: string; which: string }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [missing, setMissing] = useState("");
  const module = useBoard(game);
  const texts = wordsOf(game);
  useEffect(() => {
    setPuzzle(null);
    setMissing("");
    api<Puzzle>("GET", pathOf(game, which || "today")).then(setPuzzle, (why: unknown) =>
      setMissing(why instanceof Refusal ? why.message : t("failed")),
    );
  }, [game, which]);
  if (missing) return <Sorry text={missing} way={{ href: "/", label: t("to_games") }} />;
  if (!puzzle || !module || !texts) return <Waiting />;
  const say = speaker(
    texts,
    (seat) => (seat === puzzle.table.turn ? t("puzzle_you") : t("puzzle_other")),
    language.value,
  );
  return <Solving key={puzzle.number} game={game} puzzle={puzzle} module={module} say={say} />;
}

interface PuzzleProps {
  game: string;
  puzzle: Puzzle;
  module: BoardModule;
  say: Say;
}

function Solving({ game, puzzle, module, say }: PuzzleProps) {
  const [trial, setTrial] = useState<Trial>(START);
  const tries = triesAt(game, puzzle.number);
  const now = trial.line[trial.at] ?? puzzle.table;
  useEffect(() => {
    if (trial.at + 1 >= trial.line.length) return;
    const next = setTimeout(() => setTrial({ ...trial, at: trial.at + 1 }), PACE);
    return () => clearTimeout(next);
  }, [trial]);
  useEffect(() => {
    document.title = `${titleOf(puzzle)} – Sunroom`;
  }, [puzzle, language.value]);

  const answer = async (text: string | null, at?: Element | null) => {
    const judged = await attempt(
      () => api<AttemptResult>("POST", pathOf(game, puzzle.number), text === null ? {} : { text }),
      at,
      game,
    );
    if (!judged) return;
    const kind = text === null ? "told" : judged.right ? "right" : "wrong";
    if (kind !== "told") noteTry(game, puzzle.number);
    if (kind === "right") noteSolved(game, puzzle.number, puzzle.today);
    if (kind === "told") noteTold(game, puzzle.number);
    chime(kind === "right" ? "won" : kind === "wrong" ? "refused" : "place");
    setTrial({ kind, line: judged.line, at: 0 });
    spoken.value = feedback({ kind, line: judged.line, at: 0 }, say);
  };
  return (
    <Shell game={game} title={say("title")} extra={<Extra game={game} />}>
      <main class={`puzzle ${asking.value ? "asking" : ""}`} data-game={game}>
        <section class="ask-panel">
          <p class="which">
            {titleOf(puzzle)} <Counts game={game} puzzle={puzzle} tries={tries} />
          </p>
          <h1>{t("puzzle_question")}</h1>
          <p class={`feedback ${trial.kind}`}>{feedback(trial, say)}</p>
        </section>
        <Stage
          game={game}
          puzzle={puzzle}
          trial={trial}
          now={now}
          module={module}
          say={say}
          play={(text, at) => void answer(text, at)}
        />
        <section class="puzzle-bar">
          <Buttons
            game={game}
            puzzle={puzzle}
            trial={trial}
            retry={() => setTrial(START)}
            tell={() => void answer(null)}
          />
          <Ways game={game} puzzle={puzzle} done={trial.kind === "right" || trial.kind === "told"} />
          <Besides game={game} puzzle={puzzle} now={now} module={module} say={say} />
        </section>
      </main>
      <WhatIsThis game={game} />
    </Shell>
  );
}

const titleOf = ({ number, today }: Puzzle): string =>
  number === today ? t("puzzle_today") : t("puzzle_number", { n: number });

function feedback({ kind, line }: Trial, say: Say): string {
  const [move = "", reply = ""] = line.map(
    (step) =>
      step.told
        ?.slice(0, 1)
        .map((one) => say.told(one))
        .join("") ?? "",
  );
  if (kind === "wrong") return t("puzzle_wrong", { reply });
  if (kind === "right") return t("puzzle_right", { move });
  return kind === "told" ? t("puzzle_told", { move }) : t("puzzle_about");
}

function Stage({
  puzzle,
  trial,
  now,
  module,
  say,
  play,
}: PuzzleProps & { trial: Trial; now: PuzzleTable; play: (text: string, at?: Element | null) => void }) {
  const { ref, room } = useRoom();
  useHighlight(ref);
  useArrows(ref);
  const open = trial.kind === "open";
  return (
    <section ref={ref} class="stage" aria-label={t("the_table")}>
      {room.width > 0 && (
        <module.Board
          view={now.view}
          legal={open ? puzzle.legal : []}
          play={play}
          eye={puzzle.table.turn}
          turn={now.turn}
          seats={2}
          told={now.told ?? []}
          say={say}
          room={room}
          past={!open}
        />
      )}
    </section>
  );
}

function Counts({ game, puzzle, tries }: { game: string; puzzle: Puzzle; tries: number }) {
  const days = streak(game, puzzle.today);
  const said = [
    puzzle.number === puzzle.today && days > 0 ? t("puzzle_streak", { n: days }) : "",
    puzzle.number !== puzzle.today && solvedCount(game) > 0 ? t("puzzle_solved", { n: solvedCount(game) }) : "",
    tries > 0 ? t("puzzle_tries", { n: tries }) : "",
  ].filter(Boolean);
  return said.length > 0 ? <small>{said.join(" · ")}</small> : null;
}

function Buttons({
  game,
  puzzle,
  trial,
  retry,
  tell,
}: {
  game: string;
  puzzle: Puzzle;
  trial: Trial;
  retry: () => void;
  tell: () => void;
}) {
  const done = trial.kind === "right" || trial.kind === "told";
  const playOn = async (event: Event) => {
    const text = trial.line[0]?.text;
    const made = await attempt(
      () => api<{ id: string }>("POST", `${pathOf(game, puzzle.number)}/matches`, { level: "master", text }),
      event.currentTarget as Element,
    );
    if (made) go(`/match/${made.id}`);
  };
  return (
    <div class="row">
      {trial.kind !== "open" && (
        <button type="button" class={done ? "" : "main"} onClick={retry}>
          {t("puzzle_again")}
        </button>
      )}
      {trial.kind === "right" && (
        <button type="button" onClick={(event) => void playOn(event)}>
          {t("puzzle_play_on")}
        </button>
      )}
      {!done && (
        <button type="button" class="quiet" onClick={tell}>
          {t("puzzle_tell")}
        </button>
      )}
    </div>
  );
}

/** To other puzzles. */
function Ways({ game, puzzle, done }: { game: string; puzzle: Puzzle; done: boolean }) {
  const path = `/puzzles/${game}`;
  const daily = puzzle.number === puzzle.today;
  return (
    <nav class="row" aria-label={t("puzzle_more")}>
      {!daily && puzzle.number > 1 && (
        <a class="button quiet" href={`${path}/${puzzle.number - 1}`}>
          {t("puzzle_previous")}
        </a>
      )}
      <a
        class={`button ${done || isSolved(game, puzzle.number) ? "main" : "quiet"}`}
        href={`${path}/${daily ? nextOpen(game) : puzzle.number + 1}`}
      >
        {t(daily ? "puzzle_more" : "puzzle_next")}
      </a>
      {!daily && (
        <a class="button quiet" href={path}>
          {t("puzzle_of_today")}
        </a>
      )}
    </nav>
  );
}

/** For who wants to read: the table in words, and the moves before it. */
function Besides({ puzzle, now, module, say }: PuzzleProps & { now: PuzzleTable }) {
  return (
    <div class="besides">
      <details>
        <summary>{t("tab_words")}</summary>
        <ul>
          {module.describe(now.view, say, puzzle.table.turn).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <details>
        <summary>{t("puzzle_came_about")}</summary>
        <ol>
          {puzzle.log.map((told, n) => (
            <li key={n} onPointerEnter={() => (lit.value = named([told]))} onPointerLeave={() => (lit.value = [])}>
              <Told message={told} module={module} say={say} />
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

function Extra({ game }: { game: string }) {
  return (
    <>
      <a class="button quiet" href={`/rules/${game}`}>
        {t("rules")}
      </a>
      <button type="button" class="quiet" aria-pressed={asking.value} onClick={() => (asking.value = !asking.value)}>
        {t("what_is_this")}
      </button>
      <LanguageButton />
    </>
  );
}
