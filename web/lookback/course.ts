// What has happened in a match, as /course tells it: steps, turns, and how the score stood.

import type { Told } from "../wire";

export interface Made {
  /** A seat; -1 is chance. */
  actor: number;
  scores: number[];
  told?: Told[];
  points?: string[];
  text?: string;
}

export interface Course {
  steps: Made[];
  scores: number[];
  ended?: boolean;
  secrets?: boolean;
  known?: boolean;
  alone?: number;
}

/** The table after so many steps, as /steps gives it: one view, or open-handed one for each seat. */
export interface Table {
  step: number;
  steps: number;
  turn: number;
  views: unknown[];
  told?: Told[];
}

/** The places at which a turn begins, and the end. */
export function turnsOf(course: Course): number[] {
  const found: number[] = [];
  const alone = course.scores.length === 1;
  let last = -1;
  course.steps.forEach(({ actor }, n) => {
    if (actor >= 0 && actor !== last) found.push(n);
    if (actor >= 0 || alone) last = actor;
  });
  return [...found, course.steps.length];
}

/** Where somebody first had to decide: before that the table was only laid out. */
export const firstDecision = (course: Course): number =>
  Math.max(
    course.steps.findIndex((made) => made.actor >= 0),
    0,
  );

export const scoresAt = (course: Course, step: number): number[] => course.steps[step - 1]?.scores ?? course.scores;

/** Whether the score tells a story: it moves before the very end. */
export function scoreMoves(course: Course): boolean {
  const seen = new Set(course.steps.slice(0, -1).map((made) => made.scores.join()));
  return seen.size > 2;
}
