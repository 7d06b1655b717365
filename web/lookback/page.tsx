// Looking back at a match: its tables one after the other, how it went, its mistakes, and playing on from any of them.

import "../core";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { Sorry, Waiting } from "../placeholder";
import { tell } from "../notice";
import { here } from "../router";
import { Settings } from "../settings";
import { Shell } from "../shell";
import { useHighlight } from "../table/light";
import { Match } from "../table/match";
import { useBoard, useRoom } from "../table/page";
import { t } from "../words";
import type { Timeline } from "../wire";
import { Bar } from "./bar";
import { BranchDialog, playOn } from "./branch";
import { Tempo } from "./controls";
import { scoresAt } from "./turns";
import { type Eye, Past } from "./past";
import { Rail } from "./rail";
import { TimelineSlider, useColours } from "./timeline";

export default function LookBackPage({ id, signKey }: { id: string; signKey: string }) {
  const past = useMemo(() => new Past(new Match(id, signKey), startOf()), [id, signKey]);
  useEffect(() => () => past.close(), [past]);
  return <LookBack past={past} />;
}

/** The step that the address names. */
function startOf(): number | null {
  const step = here.peek().searchParams.get("step");
  return step !== null && /^\d{1,6}$/.test(step) ? Number(step) : null;
}

function LookBack({ past }: { past: Past }) {
  const { match } = past;
  const about = match.about.value;
  const module = useBoard(about?.game);
  const say = match.say.value;
  const refused = match.refused.value ?? past.refused.value;
  useAddress(past);
  useAgain(past);
  useEffect(() => {
    document.title = `${t("look_back")} · ${say?.("title") ?? ""} – Sunroom`;
  }, [say]);
  if (refused && !past.timeline.value) {
    const way = about ? { href: `/match/${match.id}`, label: t("lb_to_table") } : { href: "/", label: t("to_games") };
    return <Sorry title={t("lb_nothing")} text={refused.message} way={way} />;
  }
  if (!about || !say || !module || !past.timeline.value) return <Waiting />;
  return (
    <Shell game={about.game} title={say("title")} extra={<Extra past={past} />}>
      <main class="table looking-back" data-game={about.game}>
        <h1 class="unseen">
          {t("look_back")}: {say("title")}
        </h1>
        <SeatsThen past={past} module={module} />
        <Stage past={past} module={module} />
        <Bar past={past} module={module} />
        <Rail past={past} module={module} />
        <TimelineSlider past={past} module={module} />
      </main>
      <BranchDialog past={past} module={module} />
    </Shell>
  );
}

function Extra({ past }: { past: Past }) {
  return (
    <>
      <details class="lb-menu">
        <summary>{t("menu")}</summary>
        <div class="paper">
          <Tempo />
          <Settings />
        </div>
      </details>
      <a class="button quiet" href={`/match/${past.match.id}${past.match.key ? `?key=${past.match.key}` : ""}`}>
        {t("lb_to_table")}
      </a>
    </>
  );
}

/** Whoever comes to try something again is asked at once where to sit. */
function useAgain(past: Past): void {
  const wanted = useRef(here.peek().searchParams.has("again"));
  const there = past.shown.value?.table.step === past.step.value;
  useEffect(() => {
    if (!wanted.current || !there) return;
    wanted.current = false;
    playOn(past);
  }, [there]);
}

/** The address keeps the step, for reloading and copying. */
function useAddress(past: Past): void {
  const step = past.step.value;
  const ready = past.timeline.value !== null;
  useEffect(() => {
    if (!ready) return;
    const later = setTimeout(() => {
      const url = new URL(location.href);
      url.searchParams.set("step", String(step));
      url.searchParams.delete("again");
      history.replaceState(null, "", url);
    }, 400);
    return () => clearTimeout(later);
  }, [step, ready]);
}

/** Who sat where, how they stood then, and through whose eyes one looks. */
function SeatsThen({ past, module }: { past: Past; module: BoardModule }) {
  const { match } = past;
  const say = match.say.value!;
  const timeline = past.timeline.value!;
  const view = past.view.value;
  const turn = past.shown.value?.table.turn ?? -2;
  const step = past.step.value;
  const colours = useColours(past, module);
  const winners = step === past.last.value && past.ended.value ? (match.newest.value?.result?.winners ?? []) : [];
  return (
    <div class="lb-then">
      <ol class="seats" aria-label={t("seats")}>
        {match.about.value!.seats.map((_, n) => (
          <li
            key={n}
            class={`${turn === n ? "acts" : ""} ${winners.includes(n) ? "won" : ""}`}
            data-name={`seat-${n + 1}`}
            aria-current={turn === n ? "true" : undefined}
          >
            <Emblem seat={n} colour={colours[n]} />
            <span class="who">{match.nameOf(n)}</span>
            <b class="score">{(view !== undefined && module.score?.(view, n, say)) || standing(timeline, step, n)}</b>
          </li>
        ))}
      </ol>
      {timeline.secrets && <Eyes past={past} />}
    </div>
  );
}

/** The score as it stood; below 0 there is none yet. */
function standing(timeline: Timeline, step: number, seat: number): string {
  const score = scoresAt(timeline, step)[seat] ?? -1;
  return timeline.steps[step - 1]?.points?.[seat] ?? (score < 0 ? "" : String(score));
}

function Eyes({ past }: { past: Past }) {
  const { match } = past;
  const ended = past.ended.value;
  const seats = match.about.value!.seats;
  const allowed = seats.map((_, n) => n).filter((n) => ended || match.mine.value.includes(n));
  return (
    <label class="lb-eyes">
      <span>{t("lb_eyes")}</span>
      <select
        value={String(past.eyes.value)}
        onChange={(event) => (past.wish.value = eyeOf(event.currentTarget.value))}
      >
        {ended && <option value="open">{t("lb_eyes_open")}</option>}
        {allowed.map((n) => (
          <option key={n} value={n}>
            {match.nameOf(n)}
          </option>
        ))}
        <option value={-1}>{t("lb_eyes_nobody")}</option>
      </select>
    </label>
  );
}

const eyeOf = (value: string): Eye => (value === "open" ? "open" : Number(value));

function Stage({ past, module }: { past: Past; module: BoardModule }) {
  const { ref, room } = useRoom();
  useHighlight(ref);
  const view = past.view.value;
  const table = past.shown.value?.table;
  const better = past.better.value && table?.step === past.step.value ? past.judged.value?.best : undefined;
  const legal = useMemo(() => (better === undefined ? [] : [better]), [better]);
  const play = (text: string) => (past.ended.value ? playOn(past, text) : tell(t("lb_running")));
  return (
    <section ref={ref} class="stage" aria-label={t("the_table")}>
      {room.width > 0 && view !== undefined && table && (
        <module.Board
          view={view}
          legal={legal}
          play={play}
          eye={past.eye.value}
          turn={table.turn}
          seats={past.timeline.value!.scores.length}
          told={table.told ?? []}
          say={past.match.say.value!}
          room={room}
          past={better === undefined}
        />
      )}
    </section>
  );
}
