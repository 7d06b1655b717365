// What the review says: while it is made, in sum, and of each decision.

import { signal } from "@preact/signals";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { nameOf } from "../table/advice";
import { language, type PageWord, percent, t } from "../words";
import type { Evaluation } from "../wire";
import type { Past } from "./past";
import { SIGNS, type Summary, isError, summary } from "./review";

export const TABS = ["log", "review", "words", "keep"] as const;
/** What stands beside the table. */
export const tab = signal<(typeof TABS)[number]>("log");
const NAMES = { inaccuracy: "review_inaccuracy", mistake: "review_mistake", blunder: "review_blunder" } as const;

export function StartReview({ past, brief = false }: { past: Past; brief?: boolean }) {
  const review = past.review;
  if (review.state.value === "running") return <Running past={past} />;
  return (
    <div class="lb-start">
      {!brief && <p>{t("lb_review_about")}</p>}
      {review.why.value && <p role="alert">{review.why.value}</p>}
      <button type="button" class="main" onClick={() => void review.start()}>
        {t("lb_review_start")}
      </button>
      {brief && <small>{t("lb_review_brief")}</small>}
    </div>
  );
}

function Running({ past }: { past: Past }) {
  const { done, of, looked, left } = past.review;
  const n = looked.value < of.value ? looked.value : done.value;
  return (
    <div class="lb-running">
      <label>
        <span>{howFar(past)}</span>
        <progress max={of.value || 1} {...(of.value ? { value: n } : {})} />
      </label>
      {left.value !== null && <small>{timeLeft(left.value)}</small>}
    </div>
  );
}

function howFar(past: Past): string {
  const { done, of, looked, compiling, firstLook, preparing } = past.review;
  if (preparing.value) return t("lb_review_preparing");
  if (!of.value) return t("lb_review_begins");
  if (compiling.value) return t("lb_review_compiling", { n: firstLook.value });
  if (looked.value < of.value) return t("lb_review_first", { n: looked.value, of: of.value });
  return firstLook.value
    ? t("lb_review_closer", { n: done.value, of: of.value })
    : t("lb_review_done", { n: done.value, of: of.value });
}

const timeLeft = (seconds: number): string =>
  seconds < 90
    ? t("lb_left_seconds", { n: Math.max(5, Math.ceil(seconds / 5) * 5) })
    : t("lb_left_minutes", { n: Math.round(seconds / 60) });

/** A way to the review, and how far it has come. */
export function Reviewing({ past }: { past: Past }) {
  const { state } = past.review;
  if (!past.ended.value || state.value === "done") return null;
  if (state.value === "running") return <small class="lb-far">{howFar(past)}</small>;
  return (
    <button
      type="button"
      onClick={() => {
        tab.value = "review";
        void past.review.start();
      }}
    >
      {t("lb_review_start")}
    </button>
  );
}

export function ReviewPanel({ past, module }: { past: Past; module: BoardModule }) {
  const review = past.review;
  if (!past.ended.value) return <p>{t("lb_review_later")}</p>;
  return (
    <div class="lb-review">
      {review.state.value !== "done" && <StartReview past={past} />}
      {review.judged.value.length > 0 && <Sums past={past} />}
      {review.state.value === "done" && review.judged.value.length === 0 && <p>{t("lb_nothing_decided")}</p>}
      {review.state.value === "done" && review.judged.value.length > 0 && review.errors.value.length === 0 && (
        <p>{t("lb_no_errors")}</p>
      )}
      <Errors past={past} module={module} />
    </div>
  );
}

function Sums({ past }: { past: Past }) {
  const seats = past.timeline.value!.scores.map((_, seat) => summary(past.review.judged.value, seat));
  const rows: [PageWord, (one: Summary) => string][] = [
    ["review_column_decisions", (one) => String(one.decisions)],
    ["review_column_best", (one) => percent(one.best)],
    ["review_column_loss", (one) => percent(one.loss, 1)],
    ["review_column_inaccuracy", (one) => String(one.count.inaccuracy)],
    ["review_column_mistake", (one) => String(one.count.mistake)],
    ["review_column_blunder", (one) => String(one.count.blunder)],
  ];
  const alone = past.timeline.value?.alone;
  return (
    <>
      <table class="lb-sums">
        <thead>
          <tr>
            <th scope="col">
              <span class="unseen">{t("review_column_player")}</span>
            </th>
            {seats.map((_, seat) => (
              <th key={seat} scope="col">
                <Emblem seat={seat} size={18} />
                <span>{past.match.nameOf(seat)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([id, said]) => (
            <tr key={id}>
              <th scope="row">{t(id)}</th>
              {seats.map((one, seat) => (
                <td key={seat}>{said(one)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="lb-unit">{alone ? t("review_unit_alone", { n: alone }) : t("review_unit")}</p>
    </>
  );
}

function Errors({ past, module }: { past: Past; module: BoardModule }) {
  const errors = past.review.errors.value;
  if (errors.length === 0) return null;
  return (
    <ol class="lb-errors" aria-label={t("lb_errors")}>
      {errors.map((one) => (
        <li key={one.step}>
          <button
            type="button"
            class={`quiet ${one.verdict}`}
            aria-current={past.step.value === one.step + 1 ? "step" : undefined}
            onClick={() => past.jump(one.step + 1)}
          >
            <Emblem seat={one.seat} size={18} />
            <span>
              <b>
                {t("lb_at_step", { n: one.step + 1 })} {past.match.nameOf(one.seat)}:{" "}
                {spokenOf(past, module, one.played, one)}
              </b>
              <span>
                {inWords(past, module, one)}
                {one.first_look > 0 && <small class="lb-look"> · {t("lb_first_look")}</small>}
              </span>
            </span>
            <Sign one={one} />
          </button>
        </li>
      ))}
    </ol>
  );
}

export function Sign({ one }: { one: Evaluation }) {
  return (
    <span class={`lb-sign ${one.verdict}`} aria-hidden="true">
      {SIGNS[one.verdict]}
    </span>
  );
}

/** An action as a person would say it; by its name where the table is not known yet. */
export function spokenOf(past: Past, module: BoardModule, text: string, at: { step: number; seat: number }): string {
  const say = past.match.say.value!;
  const view = past.viewAt(at.step, at.seat);
  return view === undefined ? nameOf(module)(text, view, say) : module.phrase(text, view, say);
}

/** How bad a choice was and what would have been better, in the words of the shell. */
export function inWords(past: Past, module: BoardModule, one: Evaluation): string {
  const best = quoted(spokenOf(past, module, one.best, one));
  const alone = past.timeline.value?.alone;
  const value = alone ? t("lb_points", { n: Math.round(one.best_value * alone) }) : percent(one.best_value);
  if (isError(one.verdict)) return upper(t("review_better", { verdict: t(NAMES[one.verdict]), best, value }));
  return one.verdict === "best" ? t("lb_best") : upper(t("review_slightly", { best, value }));
}

const quoted = (text: string): string =>
  !text.includes(" ") ? text : language.value === "de" ? `„${text}“` : `“${text}”`;
const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
