import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evaluation, Timeline } from "../wire";
import { againFrom, marginOf, pointsOf, storyOf, tellerOf, turnAt } from "./story";

/** A match of two who decide in turn. */
const timeline = (steps: number): Timeline => ({
  scores: [0, 0],
  steps: Array.from({ length: steps }, (_, n) => ({ actor: n % 2, scores: [0, 0] })),
  ended: true,
  known: true,
});

const judged = (step: number, best_value: number, value: number): Evaluation => ({
  step,
  seat: step % 2,
  played: `move-${step}`,
  best: "other",
  value,
  best_value,
  verdict: best_value - value > 0.1 ? "blunder" : "best",
  points: [],
  first_look: 0,
});

test("who was ahead and lost is told until when, and what cost most", () => {
  const story = storyOf(timeline(20), [judged(8, 0.7, 0.7), judged(10, 0.8, 0.45), judged(12, 0.4, 0.2)], 0, [1]);
  assert.deepEqual(
    story.map(({ id, step, turn }) => [id, step, turn]),
    [
      ["ahead", 10, 11],
      ["dearest", 10, 11],
    ],
  );
  assert.equal(story[1]!.played, "move-10");
  assert.equal(story[1]!.best, "other");
  assert(Math.abs(story[1]!.share - 0.35) < 1e-9);
});

test("what somebody else has lost is no part of one's story", () => {
  const story = storyOf(timeline(20), [judged(8, 0.4, 0.4), judged(9, 0.9, 0.1)], 0, [1]);
  assert.deepEqual(story, []);
});

test("who was far behind and won is told so, and nothing of mistakes", () => {
  const story = storyOf(timeline(20), [judged(8, 0.2, 0.2), judged(14, 0.8, 0.8)], 0, [0]);
  assert.deepEqual(
    story.map((one) => one.id),
    ["behind"],
  );
});

test("who won is told when it was closest, and not what mistakes have cost", () => {
  const story = storyOf(timeline(20), [judged(8, 0.9, 0.6), judged(10, 0.55, 0.55), judged(14, 0.8, 0.8)], 0, [0]);
  assert.deepEqual(
    story.map(({ id, step, share }) => [id, step, share]),
    [["closest", 10, 0.55]],
  );
});

test("who won without a mistake is told so, and has nothing to try again", () => {
  const story = storyOf(timeline(20), [judged(8, 0.6, 0.6), judged(14, 0.8, 0.8)], 0, [0]);
  assert.deepEqual(
    story.map((one) => one.id),
    ["clean"],
  );
  assert.equal(againFrom(story), undefined);
});

test("one tries again from the decision with which the story ends", () => {
  const story = storyOf(timeline(20), [judged(8, 0.7, 0.7), judged(10, 0.8, 0.45), judged(12, 0.4, 0.2)], 0, [1]);
  assert.equal(againFrom(story), 10);
  assert.equal(againFrom([]), undefined);
});

test("of mistakes that cost the same the last is told, and that it was everything", () => {
  const story = storyOf(timeline(20), [judged(8, 1, 0), judged(14, 1, 0)], 0, [1]);
  assert.deepEqual(
    story.map(({ id, step }) => [id, step]),
    [
      ["ahead", 14],
      ["everything", 14],
    ],
  );
});

test("the first decisions lead nowhere yet", () => {
  assert.deepEqual(
    storyOf(timeline(40), [judged(2, 0.7, 0.68), ...[3, 5, 7, 9].map((step) => judged(step, 0.5, 0.5))], 0, [1]),
    [],
  );
});

test("alone there is nobody to be ahead of", () => {
  const alone: Timeline = { ...timeline(10), scores: [0], alone: 100 };
  const one = { ...judged(8, 0.8, 0.3), seat: 0 };
  assert.deepEqual(
    storyOf(alone, [one], 0, [0]).map((part) => part.id),
    ["dearest"],
  );
});

test("turns are counted from 1", () => {
  assert.equal(turnAt(timeline(4), 0), 1);
  assert.equal(turnAt(timeline(4), 3), 4);
});

test("a margin is told where points decided, in the points that people are told", () => {
  const result = { reason: "played" as const, winners: [1], scores: [36, 40] };
  assert.equal(marginOf(result), 4);
  assert.equal(marginOf({ ...result, points: ["5 (0)", "7 (5)"] }), 2);
  assert.equal(marginOf({ ...result, points: ["7 (0)", "7 (5)"] }), null);
  assert.equal(marginOf({ ...result, reason: "resigned" }), null);
  assert.equal(marginOf({ ...result, winners: [0, 1] }), null);
  assert.equal(pointsOf({ ...result, points: ["7 (0)", "–"] }, 1), null);
});

test("the story is one's own, also of who has resigned; at one device that of who has lost", () => {
  const me = { kind: "person" as const, yours: true };
  const gone = { kind: "ai" as const, yours: true, out: "resigned" as const };
  const other = { kind: "ai" as const };
  assert.equal(tellerOf([other, gone], [0]), 1);
  assert.equal(tellerOf([me, me, me], [0]), 1);
  assert.equal(tellerOf([me, me], [0, 1]), 0);
  assert.equal(tellerOf([other, other], [0]), undefined);
});
