// What has happened in a match, as /course tells it: steps, turns, and how the score stood.

import type { Timeline } from "../wire";

/** The places at which a turn begins, and the end. */
export function turnsOf(course: Timeline): number[] {
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
export const firstDecision = (course: Timeline): number =>
  Math.max(
    course.steps.findIndex((made) => made.actor >= 0),
    0,
  );

export const scoresAt = (course: Timeline, step: number): number[] => course.steps[step - 1]?.scores ?? course.scores;

/** Whether the score tells a story: it moves before the very end. */
export function scoreMoves(course: Timeline): boolean {
  const seen = new Set(course.steps.slice(0, -1).map((made) => made.scores.join()));
  return seen.size > 2;
}
