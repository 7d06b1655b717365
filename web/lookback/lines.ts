// The course of a match as lines over its steps: winning chances where there is a review, before that the score.

import { percent } from "../words";
import type { Timeline, Evaluation } from "../wire";
import { scoreMoves, scoresAt } from "./course";

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
  course: Timeline,
  judged: readonly Evaluation[],
  errors: Evaluation[],
  winners: readonly number[] | undefined,
): Lines | null {
  if (judged.length === 0) return null;
  const seats = course.scores.map<Point[]>(() => []);
  for (const one of judged) {
    seats[one.seat]?.push([one.step + 1, one.value]);
    if (seats.length === 2) seats[1 - one.seat]?.push([one.step + 1, 1 - one.value]); // what one has, the other has not
  }
  if (winners && !course.alone && judged.at(-1)!.step >= lastDecision(course) - seats.length * 4)
    for (const [seat, line] of seats.entries()) {
      line.push([course.steps.length, winners.includes(seat) ? 1 / winners.length : 0]);
    }
  const said = (seat: number, step: number) => {
    const value = heightAt(seats[seat] ?? [], step);
    if (value === undefined) return "";
    return course.alone ? String(Math.round(value * course.alone)) : percent(value);
  };
  return { kind: "chances", seats, range: [0, 1], stairs: course.known ?? false, said, marks: errors };
}

const lastDecision = (course: Timeline): number => course.steps.findLastIndex((made) => made.actor >= 0);

export function score(course: Timeline, marks: Evaluation[]): Lines | null {
  if (!scoreMoves(course)) return null;
  const seats = course.scores.map((start, seat) => changes(course, seat, start));
  const all = seats.flat().map(([, height]) => height);
  const range: [number, number] = [Math.min(...all, 0), Math.max(...all, 1)];
  const said = (seat: number, step: number) =>
    course.steps[step - 1]?.points?.[seat] ?? String(scoresAt(course, step)[seat] ?? "");
  return { kind: "score", seats, range, stairs: true, said, marks };
}

function changes(course: Timeline, seat: number, start: number): Point[] {
  const found: Point[] = [[0, start]];
  for (const [n, made] of course.steps.entries()) {
    if (made.scores[seat] !== found.at(-1)![1]) found.push([n + 1, made.scores[seat] ?? 0]);
  }
  return [...found, [course.steps.length, found.at(-1)![1]]];
}

/** The height of a line at a step: that of the last point before it. */
export const heightAt = (line: readonly Point[], step: number): number | undefined =>
  line.findLast(([at]) => at <= step)?.[1];
