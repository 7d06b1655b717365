// The course of a match as lines over its steps: winning chances where there is a review, before that the score.

import { percent } from "../words";
import type { Timeline, Evaluation } from "../wire";
import { scoreMoves, scoresAt } from "./turns";

export type Point = readonly [step: number, height: number];
export interface Lines {
  kind: "chances" | "score";
  /** For each seat, from left to right. */
  seats: Point[][];
  /** Heights at the bottom and at the top. */
  range: [number, number];
  /** Whether a height holds until the next point. */
  stairs: boolean;
  /** A height as people say it, for a seat at a step. */
  said: (seat: number, step: number) => string;
  marks: Evaluation[];
}

export function chances(
  timeline: Timeline,
  judged: readonly Evaluation[],
  errors: Evaluation[],
  winners: readonly number[] | undefined,
): Lines | null {
  if (judged.length === 0) return null;
  const seats = timeline.scores.map<Point[]>(() => []);
  for (const one of judged) {
    seats[one.seat]?.push([one.step + 1, one.value]);
    if (seats.length === 2) seats[1 - one.seat]?.push([one.step + 1, 1 - one.value]); // what one has, the other has not
  }
  if (winners && !timeline.alone && judged.at(-1)!.step >= lastDecision(timeline) - seats.length * 4)
    for (const [seat, line] of seats.entries()) {
      line.push([timeline.steps.length, winners.includes(seat) ? 1 / winners.length : 0]);
    }
  const said = (seat: number, step: number) => {
    const value = heightAt(seats[seat] ?? [], step);
    if (value === undefined) return "";
    return timeline.alone ? String(Math.round(value * timeline.alone)) : percent(value);
  };
  return { kind: "chances", seats, range: [0, 1], stairs: timeline.known ?? false, said, marks: errors };
}

const lastDecision = (timeline: Timeline): number => timeline.steps.findLastIndex((made) => made.actor >= 0);

export function score(timeline: Timeline, marks: Evaluation[]): Lines | null {
  if (!scoreMoves(timeline)) return null;
  const seats = timeline.scores.map((start, seat) => changes(timeline, seat, start));
  const all = seats.flat().map(([, height]) => height);
  const range: [number, number] = [Math.min(...all, 0), Math.max(...all, 1)];
  const said = (seat: number, step: number) =>
    timeline.steps[step - 1]?.points?.[seat] ?? String(scoresAt(timeline, step)[seat] ?? "");
  return { kind: "score", seats, range, stairs: true, said, marks };
}

function changes(timeline: Timeline, seat: number, start: number): Point[] {
  const found: Point[] = [[0, start]];
  for (const [n, made] of timeline.steps.entries()) {
    if (made.scores[seat] !== found.at(-1)![1]) found.push([n + 1, made.scores[seat] ?? 0]);
  }
  return [...found, [timeline.steps.length, found.at(-1)![1]]];
}

/** The height of a line at a step: that of the last point before it. */
export const heightAt = (line: readonly Point[], step: number): number | undefined =>
  line.findLast(([at]) => at <= step)?.[1];
