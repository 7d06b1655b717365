// The course as a plot and a slider in one: the plot lies under the slider.

import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useMemo, useRef } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { useRoom } from "../table/page";
import { t, tOf } from "../words";
import { Controls } from "./controls";
import { heightAt, type Lines, chances, score } from "./lines";
import type { Past } from "./past";
import { Plot, SIDE } from "./plot";
import { StartReview } from "./reviewing";

const HEIGHT = 92; // pixels; the style sheet knows it as --plot
const LOW = 68; // on a phone
const NARROW = 640;
const MAGNET = 7; // pixels around a mistake in which the pointer goes to it
const wanted = signal<Lines["kind"]>("chances");

export function useColours(past: Past, module: BoardModule): (string | undefined)[] {
  const view = past.view.value;
  return (past.timeline.value?.scores ?? []).map((_, seat) =>
    view === undefined ? undefined : module.colour?.(view, seat),
  );
}

export function TimelineSlider({ past, module }: { past: Past; module: BoardModule }) {
  const timeline = past.timeline.value!;
  const judged = past.review.judged.value;
  const winners = past.match.newest.value?.result?.winners;
  const { ref, room } = useRoom();
  const found = useMemo(() => {
    const errors = past.review.errors.peek();
    return { chances: chances(timeline, judged, errors, winners), score: score(timeline, errors) };
  }, [timeline, judged, winners]);
  const lines = found[wanted.value] ?? found.chances ?? found.score;
  const colours = useColours(past, module);
  const steady = useMemo(() => colours, [colours.join()]);
  return (
    <section class="lb-timeline" aria-label={t("lb_course")}>
      <div class="lb-scrub" ref={ref as RefObject<HTMLDivElement>}>
        {lines && room.width > 0 && (
          <Plot
            lines={lines}
            width={room.width}
            height={innerWidth < NARROW ? LOW : HEIGHT}
            last={past.last.value}
            colours={steady}
          />
        )}
        {!lines && <Empty past={past} />}
        <Slider past={past} width={room.width} lines={lines} />
      </div>
      <div class="lb-beneath">
        <Controls past={past} />
        {lines && (
          <Legend past={past} lines={lines} colours={colours} both={found.chances !== null && found.score !== null} />
        )}
      </div>
      {lines && <InFigures past={past} lines={lines} />}
    </section>
  );
}

function Empty({ past }: { past: Past }) {
  return (
    <div class="lb-nothing">
      {past.ended.value && past.review.state.value !== "done" && <StartReview past={past} brief />}
    </div>
  );
}

function Slider({ past, width, lines }: { past: Past; width: number; lines: Lines | null }) {
  const pointer = useRef(false);
  const last = past.last.value;
  const step = past.step.value;
  const slide = (value: number) => {
    past.pause();
    past.go(pointer.current ? drawn(value, last, width, lines) : value, { light: false });
  };
  const left = SIDE + (step / Math.max(last, 1)) * (width - 2 * SIDE);
  return (
    <>
      <div class="lb-here" style={{ left: `${left}px` }} />
      <input
        type="range"
        min={0}
        max={last}
        value={step}
        aria-label={t("lb_step")}
        aria-valuetext={t("lb_step_of", { n: step, of: last })}
        onPointerDown={() => (pointer.current = true)}
        onPointerUp={() => (pointer.current = false)}
        onKeyDown={() => (pointer.current = false)}
        onInput={(event) => slide(Number(event.currentTarget.value))}
      />
    </>
  );
}

/** To a mistake that is close to the pointer. */
function drawn(value: number, last: number, width: number, lines: Lines | null): number {
  const reach = (MAGNET / Math.max(width - 2 * SIDE, 1)) * last;
  const close = (lines?.marks ?? [])
    .map((one) => one.step + 1)
    .sort((a, b) => Math.abs(a - value) - Math.abs(b - value))[0];
  return close !== undefined && Math.abs(close - value) <= reach ? close : value;
}

function Legend({
  past,
  lines,
  colours,
  both,
}: {
  past: Past;
  lines: Lines;
  colours: (string | undefined)[];
  both: boolean;
}) {
  const step = past.step.value;
  // words: lb_kind_chances, lb_kind_points, lb_kind_score
  const kind = (of: Lines["kind"]) =>
    tOf(of === "chances" && past.timeline.value?.alone ? "lb_kind_points" : `lb_kind_${of}`);
  return (
    <div class="lb-legend">
      {both ? (
        <select
          aria-label={t("lb_plotted")}
          value={lines.kind}
          onChange={(event) => (wanted.value = event.currentTarget.value as Lines["kind"])}
        >
          <option value="chances">{kind("chances")}</option>
          <option value="score">{kind("score")}</option>
        </select>
      ) : (
        <b>{kind(lines.kind)}</b>
      )}
      <ul>
        {lines.seats.map((_, seat) => (
          <li key={seat}>
            <Emblem seat={seat} colour={colours[seat]} size={16} />
            <span class="unseen">{past.match.nameOf(seat)}</span>
            <b>{lines.said(seat, step) || "–"}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The same for those who cannot see it: what each seat had at every turn. */
function InFigures({ past, lines }: { past: Past; lines: Lines }) {
  const steps = past.turns.value.filter((step) => lines.seats.some((line) => heightAt(line, step) !== undefined));
  return (
    <div class="unseen">
      <table>
        <caption>{t("lb_course_table")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("lb_step")}</th>
            {lines.seats.map((_, seat) => (
              <th key={seat} scope="col">
                {past.match.nameOf(seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map((step) => (
            <tr key={step}>
              <th scope="row">{step}</th>
              {lines.seats.map((_, seat) => (
                <td key={seat}>{lines.said(seat, step)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
