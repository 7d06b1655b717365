// Puzzles: a table in which exactly one move wins. One a day for everybody, and as many more as one likes.

import "../core";
import { useEffect, useState } from "preact/hooks";
import { useArrows } from "../arrows";
import type { BoardModule } from "../board";
import { LanguageButton } from "../language";
import { WhatIsThis, asking } from "../learn/what";
import { attempt, spoken } from "../notice";
import { go } from "../router";
import { api, Refusal } from "../server";
import { Shell } from "../shell";
import { chime } from "../sound";
import { lit, named, useHighlight } from "../table/light";
import { useBoard, useRoom } from "../table/page";
import type { Puzzle as Given, AttemptResult, PuzzleTable } from "../wire";
import { wordsOf } from "../texts";
import { language, speaker, t, type Say } from "../words";
import { isSolved, nextOpen, noteSolved, noteTold, noteTry, solvedCount, streak, triesAt } from "./memory";

const GAME = "soluna";
const PACE = 1500; // milliseconds between two moves of a refutation

interface Course {
  kind: "asked" | "wrong" | "right" | "told";
  line: PuzzleTable[];
  at: number; // how far the line is shown
}

const START: Course = { kind: "asked", line: [], at: 0 };
const pathOf = (which: string | number): string => `/api/games/${GAME}/puzzles/${which}`;

export default function Puzzles({ which }: { which: string }) {
  const [asked, setAsked] = useState<Given | null>(null);
  const [missing, setMissing] = useState("");
  const module = useBoard(GAME);
  const texts = wordsOf(GAME);
  useEffect(() => {
    setAsked(null);
    setMissing("");
    api<Given>("GET", pathOf(which || "today")).then(setAsked, (why: unknown) =>
      setMissing(why instanceof Refusal ? why.message : t("failed")),
    );
  }, [which]);
  if (missing) return <Lonely text={missing} />;
  if (!asked || !module || !texts) return <Lonely text={t("loading")} />;
  const say = speaker(
    texts,
    (seat) => (seat === asked.table.turn ? t("puzzle_you") : t("puzzle_other")),
    language.value,
  );
  return <Puzzle key={asked.number} asked={asked} module={module} say={say} />;
}

function Lonely({ text }: { text: string }) {
  return (
    <Shell game={GAME}>
      <main class="lonely">
        <p>{text}</p>
        <a class="button" href="/">
          {t("to_games")}
        </a>
      </main>
    </Shell>
  );
}

interface PuzzleProps {
  asked: Given;
  module: BoardModule;
  say: Say;
}

function Puzzle({ asked, module, say }: PuzzleProps) {
  const [course, setCourse] = useState<Course>(START);
  const tries = triesAt(asked.number);
  const now = course.line[course.at] ?? asked.table;
  useEffect(() => {
    if (course.at + 1 >= course.line.length) return;
    const next = setTimeout(() => setCourse({ ...course, at: course.at + 1 }), PACE);
    return () => clearTimeout(next);
  }, [course]);
  useEffect(() => {
    document.title = `${titleOf(asked)} – Sunroom`;
  }, [asked, language.value]);

  const answer = async (text: string | null, at?: Element | null) => {
    const judged = await attempt(
      () => api<AttemptResult>("POST", pathOf(asked.number), text === null ? {} : { text }),
      at,
      GAME,
    );
    if (!judged) return;
    const kind = text === null ? "told" : judged.right ? "right" : "wrong";
    if (kind !== "told") noteTry(asked.number);
    if (kind === "right") noteSolved(asked.number, asked.today);
    if (kind === "told") noteTold(asked.number);
    chime(kind === "right" ? "end" : "move");
    setCourse({ kind, line: judged.line, at: 0 });
    spoken.value = feedback({ kind, line: judged.line, at: 0 }, say);
  };
  return (
    <Shell game={GAME} title={say("title")} extra={<Extra />}>
      <main class={`puzzle ${asking.value ? "asking" : ""}`} data-game={GAME}>
        <section class="ask-panel">
          <p class="which">
            {titleOf(asked)} <Counts asked={asked} tries={tries} />
          </p>
          <h1>{t("puzzle_question")}</h1>
          <p class={`feedback ${course.kind}`}>{feedback(course, say)}</p>
        </section>
        <Stage
          asked={asked}
          course={course}
          now={now}
          module={module}
          say={say}
          play={(text, at) => void answer(text, at)}
        />
        <section class="puzzle-bar">
          <Buttons asked={asked} course={course} retry={() => setCourse(START)} tell={() => void answer(null)} />
          <Ways asked={asked} done={course.kind === "right" || course.kind === "told"} />
          <Besides asked={asked} now={now} module={module} say={say} />
        </section>
      </main>
      <WhatIsThis game={GAME} />
    </Shell>
  );
}

const titleOf = ({ number, today }: Given): string =>
  number === today ? t("puzzle_today") : t("puzzle_number", { n: number });

function feedback({ kind, line }: Course, say: Say): string {
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
  asked,
  course,
  now,
  module,
  say,
  play,
}: PuzzleProps & { course: Course; now: PuzzleTable; play: (text: string, at?: Element | null) => void }) {
  const { ref, room } = useRoom();
  useHighlight(ref);
  useArrows(ref);
  const open = course.kind === "asked";
  return (
    <section ref={ref} class="stage" aria-label={t("the_table")}>
      {room.width > 0 && (
        <module.Board
          view={now.view}
          legal={open ? asked.legal : []}
          play={play}
          eye={asked.table.turn}
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

function Counts({ asked, tries }: { asked: Given; tries: number }) {
  const days = streak(asked.today);
  const said = [
    asked.number === asked.today && days > 0 ? t("puzzle_streak", { n: days }) : "",
    asked.number !== asked.today && solvedCount() > 0 ? t("puzzle_solved", { n: solvedCount() }) : "",
    tries > 0 ? t("puzzle_tries", { n: tries }) : "",
  ].filter(Boolean);
  return said.length > 0 ? <small>{said.join(" · ")}</small> : null;
}

function Buttons({
  asked,
  course,
  retry,
  tell,
}: {
  asked: Given;
  course: Course;
  retry: () => void;
  tell: () => void;
}) {
  const done = course.kind === "right" || course.kind === "told";
  const playOn = async (event: Event) => {
    const text = course.line[0]?.text;
    const made = await attempt(
      () => api<{ id: string }>("POST", `${pathOf(asked.number)}/matches`, { level: "master", text }),
      event.currentTarget as Element,
    );
    if (made) go(`/match/${made.id}`);
  };
  return (
    <div class="row">
      {course.kind !== "asked" && (
        <button type="button" class={done ? "" : "main"} onClick={retry}>
          {t("puzzle_again")}
        </button>
      )}
      {course.kind === "right" && (
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
function Ways({ asked, done }: { asked: Given; done: boolean }) {
  const daily = asked.number === asked.today;
  return (
    <nav class="row" aria-label={t("puzzle_more")}>
      {!daily && asked.number > 1 && (
        <a class="button quiet" href={`/puzzles/${asked.number - 1}`}>
          {t("puzzle_previous")}
        </a>
      )}
      <a
        class={`button ${done || isSolved(asked.number) ? "main" : "quiet"}`}
        href={`/puzzles/${daily ? nextOpen() : asked.number + 1}`}
      >
        {t(daily ? "puzzle_more" : "puzzle_next")}
      </a>
      {!daily && (
        <a class="button quiet" href="/puzzles">
          {t("puzzle_of_today")}
        </a>
      )}
    </nav>
  );
}

/** For who wants to read: the table in words, and the moves before it. */
function Besides({ asked, now, module, say }: PuzzleProps & { now: PuzzleTable }) {
  return (
    <div class="besides">
      <details>
        <summary>{t("tab_words")}</summary>
        <ul>
          {module.describe(now.view, say, asked.table.turn).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </details>
      <details>
        <summary>{t("puzzle_came_about")}</summary>
        <ol>
          {asked.log.map((told, n) => (
            <li key={n} onPointerEnter={() => (lit.value = named([told]))} onPointerLeave={() => (lit.value = [])}>
              {say.told(told)}
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}

function Extra() {
  return (
    <>
      <a class="button quiet" href={`/rules/${GAME}`}>
        {t("rules")}
      </a>
      <button type="button" class="quiet" aria-pressed={asking.value} onClick={() => (asking.value = !asking.value)}>
        {t("what_is_this")}
      </button>
      <LanguageButton />
    </>
  );
}
