// What has happened in a match, as /course tells it: steps, turns, and how the score stood.

import type { Timeline } from "../wire";

/** The places at which a turn begins, and the end. */
export function turnsOf(timeline: Timeline): number[] {
  const found: number[] = [];
  const alone = timeline.scores.length === 1;
  let last = -1;
  timeline.steps.forEach(({ actor }, n) => {
    if (actor >= 0 && actor !== last) found.push(n);
    if (actor >= 0 || alone) last = actor;
  });
  return [...found, timeline.steps.length];
}

/** Where somebody first had to decide: before that the table was only laid out. */
export const firstDecision = (timeline: Timeline): number =>
  Math.max(
    timeline.steps.findIndex((made) => made.actor >= 0),
    0,
  );

export const scoresAt = (timeline: Timeline, step: number): number[] =>
  timeline.steps[step - 1]?.scores ?? timeline.scores;

/** Whether the score tells a story: it moves before the very end. */
export function scoreMoves(timeline: Timeline): boolean {
  const seen = new Set(timeline.steps.slice(0, -1).map((made) => made.scores.join()));
  return seen.size > 2;
}
