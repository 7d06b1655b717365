// Learning by playing: a prepared table, and a coach who says one thing at a time.

import "../core";
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Sorry, Waiting } from "../placeholder";
import { attempt } from "../notice";
import { go } from "../router";
import { Refusal, api } from "../server";
import { Table } from "../table/page";
import { language, t, tOf } from "../words";
import type { GameInfo } from "../wire";
import { LanguageButton } from "../settings";
import { fewest, playNow } from "../home/lobby";
import { noteLearnt } from "./memory";
import { openLesson, type Lesson } from "./lesson";
import { Marked, plain } from "./markup";
import { asking, useRules } from "./what";

export default function TutorialPage({ game }: { game: string }) {
  const [lesson, setLesson] = useState<Lesson | null>(null);
  const [why, setWhy] = useState("");
  const [run, setRun] = useState(0);
  useEffect(() => {
    let opened: Lesson | null = null;
    let gone = false;
    openLesson(game).then(
      (one) => {
        if (gone) return one.close();
        opened = one;
        setLesson(one);
      },
      (refused) => setWhy(refused instanceof Refusal ? refused.message : t("failed")),
    );
    return () => {
      gone = true;
      opened?.close();
    };
  }, [game, run]);
  const again = async () => {
    await lesson?.callOff();
    setLesson(null);
    setRun(run + 1);
  };
  if (lesson) {
    const panel = (choices: ComponentChildren) => (
      <Panel lesson={lesson} choices={choices} again={() => void again()} />
    );
    return <Table match={lesson} coach={{ panel, extra: <Extra lesson={lesson} /> }} />;
  }
  return why ? <Sorry text={why} way={{ href: `/rules/${game}`, label: t("rules") }} /> : <Waiting />;
}

function Extra({ lesson }: { lesson: Lesson }) {
  const leave = async () => {
    await lesson.callOff();
    go("/");
  };
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={t("what_is_this")}
        aria-pressed={asking.value}
        onClick={() => (asking.value = !asking.value)}
      >
        <span class="long">{t("what_is_this")}</span>
        <span class="short">?</span>
      </button>
      <LanguageButton />
      <button type="button" class="quiet" aria-label={t("coach_leave")} onClick={() => void leave()}>
        <span class="long">{t("coach_leave")}</span>
        <span class="short">×</span>
      </button>
    </>
  );
}

interface PanelProps {
  lesson: Lesson;
  choices: ComponentChildren;
  again: () => void;
}

function Panel({ lesson, choices, again }: PanelProps) {
  const box = useRef<HTMLElement>(null);
  const step = lesson.step.value;
  const n = lesson.at.value;
  const all = lesson.tutorial.step.length;
  useLayoutEffect(() => {
    box.current?.querySelector(".words")?.scrollTo(0, 0);
    // What had the focus may be gone: then the coach has it, so that one can go on from here.
    const lost = document.activeElement === document.body || document.activeElement === null;
    const shown = setTimeout(
      () => document.querySelector(".stage [data-lit]")?.scrollIntoView({ block: "nearest", behavior: "smooth" }),
      100,
    );
    if (n > 0 && lost) (box.current?.querySelector<HTMLElement>(".next") ?? box.current)?.focus();
    return () => clearTimeout(shown);
  }, [n]);
  return (
    <section ref={box} class="coach" aria-label={t("coach")} tabIndex={-1} data-testid="coach">
      <header>
        <p class="count">{step ? t("coach_step", { n: n + 1, all }) : t("coach_done")}</p>
        <progress max={all} value={Math.min(n, all)} aria-hidden="true" />
      </header>
      <div class="words" aria-live="polite" aria-atomic="true">
        <p key={n}>
          {lesson.lost.value ? (
            t("coach_lost")
          ) : step ? (
            <Marked text={step[language.value] ?? step.en} ids="text" />
          ) : (
            t("coach_end")
          )}
        </p>
      </div>
      <div class="row">
        {lesson.lost.value ? (
          <button type="button" class="main" onClick={again}>
            {t("coach_again")}
          </button>
        ) : !step ? (
          <AtTheEnd lesson={lesson} again={again} />
        ) : step.choose ? (
          <Choosing lesson={lesson} choices={choices} />
        ) : (
          <button type="button" class="main next" onClick={() => lesson.next()}>
            {n === all - 1 ? t("coach_finish") : t("coach_next")}
          </button>
        )}
        {step?.rule && <Aside key={`rule-${n}`} game={lesson.game} ids={step.rule.split(" ")} />}
      </div>
    </section>
  );
}

function Choosing({ lesson, choices }: { lesson: Lesson; choices: ComponentChildren }) {
  const example = lesson.example;
  return (
    <>
      <p class="yours">{t("coach_your_turn")}</p>
      {choices}
      {example && (
        <button
          type="button"
          class="quiet"
          onClick={(event) => void attempt(() => lesson.play(example), event.currentTarget)}
        >
          {t("coach_show")}
        </button>
      )}
    </>
  );
}

/** The rule of this step; it opens here, so that nobody has to leave the table for it. */
function Aside({ game, ids }: { game: string; ids: string[] }) {
  const [open, setOpen] = useState(false);
  const rules = useRules(open ? game : undefined);
  return (
    <details class="ruled" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t("coach_rule", { n: ids.length })}</summary>
      {ids.map((id) => (
        <p key={id}>{rules ? <Marked text={plain(rules[id] ?? "")} ids="text" /> : "…"}</p>
      ))}
    </details>
  );
}

function AtTheEnd({ lesson, again }: { lesson: Lesson; again: () => void }) {
  const [info, setInfo] = useState<GameInfo | null>(null);
  useEffect(
    () =>
      void attempt(async () =>
        setInfo((await api<GameInfo[]>("GET", "/api/games")).find((one) => one.name === lesson.game) ?? null),
      ),
    [lesson.game],
  );
  useEffect(() => noteLearnt(lesson.game), [lesson]);
  useEffect(() => () => void lesson.callOff(), [lesson]); // when one goes on from here
  const first = info?.levels[0];
  return (
    <>
      {info && (
        <button
          type="button"
          class="main"
          onClick={(event) => void attempt(() => playNow(info, fewest(info), first), event.currentTarget)}
        >
          {t("play")} {first === undefined ? t("alone") : t("against", { who: tOf(first) })}
        </button>
      )}
      <a class="button" href={`/rules/${lesson.game}`}>
        {t("rules")}
      </a>
      <button type="button" class="quiet" onClick={again}>
        {t("coach_again")}
      </button>
    </>
  );
}
