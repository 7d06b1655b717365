// What can be told of a match that has ended: who was ahead until when, and which decision cost most.

import type { Evaluation, Result, Timeline } from "../wire";
import { turnsOf } from "../lookback/turns";
import { isError } from "../lookback/review";

/** One sentence of a story, by the id of its words, and what it is about. */
export interface Sentence {
  id: "ahead" | "behind" | "clean" | "dearest" | "everything";
  seat: number;
  /** The step at which it was decided, and its turn, counted from 1. */
  step: number;
  turn: number;
  /** Winning chances, between 0 and 1: where one stood, or what was lost. */
  share: number;
  /** What was played, in notation. */
  played: string;
}

const AHEAD = 0.5; // winning chances of one among two; among more, twice an equal share
const BEHIND = 0.3;
const ALL = 0.99; // of what could be lost
const OPENING = 0.2; // of all decisions: who is ahead by then has hardly begun to lead

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
  });
  const won = winners.includes(seat);
  const story: Sentence[] = [];
  const standing = timeline.alone ? undefined : standingOf(timeline, judged, seat, won);
  if (standing) story.push(at(standing.id, standing.one, standing.one.best_value));
  if (standing && won) return story; // it went well: what it cost is for those who look back
  // Of equals the last: after it there was nothing more to lose.
  const dearest = errors.reduce<Evaluation | undefined>(
    (most, one) => (most && lost(most) > lost(one) ? most : one),
    undefined,
  );
  if (dearest)
    story.push(at(lost(dearest) > ALL && !timeline.alone ? "everything" : "dearest", dearest, lost(dearest)));
  else if (won && own.length > 0) story.push(at("clean", own.at(-1)!, 0));
  return story;
}

const lost = (one: Evaluation): number => one.best_value - one.value;

/** Where a seat last was ahead and lost all the same, or was far behind and won. */
function standingOf(
  timeline: Timeline,
  judged: readonly Evaluation[],
  seat: number,
  won: boolean,
): { id: "ahead" | "behind"; one: Evaluation } | undefined {
  const ahead = timeline.scores.length === 2 ? AHEAD : 2 / (timeline.scores.length + 1);
  const begun = judged[Math.floor(judged.length * OPENING)]?.step ?? 0;
  const late = judged.filter((one) => one.seat === seat && one.step >= begun);
  if (!won) {
    const one = late.findLast((one) => one.best_value > ahead);
    return one && { id: "ahead", one };
  }
  const lowest = late.reduce<Evaluation | undefined>(
    (least, one) => (least && least.best_value <= one.best_value ? least : one),
    undefined,
  );
  return lowest && lowest.best_value < BEHIND ? { id: "behind", one: lowest } : undefined;
}

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
