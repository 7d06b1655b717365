// What can be told of a match that has ended: who was ahead until when, and which decision cost most.

import type { Evaluation, Result, SeatInfo, Timeline } from "../wire";
import { turnsOf } from "../lookback/turns";
import { isError } from "../lookback/review";

/** One sentence of a story, by the id of its words, and what it is about. */
export interface Sentence {
  id: "ahead" | "behind" | "clean" | "closest" | "dearest" | "everything";
  seat: number;
  /** The step at which it was decided, and its turn, counted from 1. */
  step: number;
  turn: number;
  /** Winning chances, between 0 and 1: where one stood, or what was lost. */
  share: number;
  /** What was played and what would have been best, in notation. */
  played: string;
  best: string;
}

const AHEAD = 0.5; // winning chances of one among two; among more, twice an equal share
const BEHIND = 0.3;
const ALL = 0.99; // of what could be lost
const OPENING = 0.2; // of all decisions: who is ahead by then has hardly begun to lead

/** Whose story is told: one's own, also of a seat that one has given up; where several share the device, that of one
 *  who has lost. */
export function tellerOf(seats: readonly SeatInfo[], winners: readonly number[]): number | undefined {
  const own = seats.flatMap((seat, n) => (seat.yours ? [n] : []));
  return own.find((seat) => !winners.includes(seat)) ?? own[0];
}

/** The number of the turn in which a step was made, from 1. */
export function turnAt(timeline: Timeline, step: number): number {
  const turns = turnsOf(timeline).slice(0, -1);
  return Math.max(turns.findLastIndex((begin) => begin <= step) + 1, 1);
}

/** The story of a match for one seat: how it stood, then what cost most. Nothing that the review has not shown. */
export function storyOf(
  timeline: Timeline,
  judged: readonly Evaluation[],
  seat: number,
  winners: readonly number[],
): Sentence[] {
  const own = judged.filter((one) => one.seat === seat);
  const errors = own.filter((one) => isError(one.verdict));
  const at = (id: Sentence["id"], one: Evaluation, share: number): Sentence => ({
    id,
    seat,
    step: one.step,
    turn: turnAt(timeline, one.step),
    share,
    played: one.played,
    best: one.best,
  });
  if (winners.includes(seat) && !timeline.alone) {
    const low = lowestOf(decidedLate(judged, seat));
    if (!low) return [];
    if (low.best_value < BEHIND) return [at("behind", low, low.best_value)];
    // What a mistake has cost is nothing that the winner of a match has lost.
    return [errors.length > 0 ? at("closest", low, low.best_value) : at("clean", own.at(-1)!, 0)];
  }
  const ahead = timeline.alone ? undefined : lastAhead(timeline, decidedLate(judged, seat));
  const story = ahead ? [at("ahead", ahead, ahead.best_value)] : [];
  // Of equals the last: after it there was nothing more to lose.
  const dearest = errors.reduce<Evaluation | undefined>(
    (most, one) => (most && lost(most) > lost(one) ? most : one),
    undefined,
  );
  if (dearest)
    story.push(at(lost(dearest) > ALL && !timeline.alone ? "everything" : "dearest", dearest, lost(dearest)));
  else if (winners.includes(seat) && own.length > 0) story.push(at("clean", own.at(-1)!, 0));
  return story;
}

/** The step from which one would try again: what the story ends with, unless nothing was to be done better. */
export function againFrom(story: readonly Sentence[]): number | undefined {
  const last = story.at(-1);
  return last?.id === "clean" ? undefined : last?.step;
}

const lost = (one: Evaluation): number => one.best_value - one.value;

/** What a seat has decided after the opening. */
function decidedLate(judged: readonly Evaluation[], seat: number): Evaluation[] {
  const begun = judged[Math.floor(judged.length * OPENING)]?.step ?? 0;
  return judged.filter((one) => one.seat === seat && one.step >= begun);
}

const lastAhead = (timeline: Timeline, decided: readonly Evaluation[]): Evaluation | undefined => {
  const ahead = timeline.scores.length === 2 ? AHEAD : 2 / (timeline.scores.length + 1);
  return decided.findLast((one) => one.best_value > ahead);
};

const lowestOf = (decided: readonly Evaluation[]): Evaluation | undefined =>
  decided.reduce<Evaluation | undefined>(
    (least, one) => (least && least.best_value <= one.best_value ? least : one),
    undefined,
  );

/** What a seat has, as a number: of what people are told, where a score contains more than that. */
export function pointsOf(result: Result, seat: number): number | null {
  const said = result.points?.[seat];
  if (said !== undefined) {
    const number = Number.parseInt(said, 10);
    return Number.isNaN(number) ? null : number;
  }
  return result.scores?.[seat] ?? null;
}

/** By how much the one winner is ahead of the next; nothing where points did not decide it. */
export function marginOf(result: Result): number | null {
  const winners = result.winners ?? [];
  if (result.reason !== "played" || winners.length !== 1 || !result.scores) return null;
  const points = result.scores.map((_, seat) => pointsOf(result, seat));
  if (points.length < 2 || points.includes(null)) return null;
  const best = points[winners[0]!]!;
  const next = Math.max(...points.filter((_, seat) => seat !== winners[0]).map((one) => one!));
  return best > next ? best - next : null;
}
