// What a film shows: one table for each turn, when it is settled, and no more than one can watch.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Timeline } from "../wire";
import { filmOf, samplesOf } from "./frames";

const made = (...actors: number[]): Timeline => ({
  scores: [0, 0],
  steps: actors.map((actor) => ({ actor, scores: [0, 0] })),
});
const CHANCE = -1;

test("a film begins before the first decision and shows the table after each turn", () => {
  const frames = filmOf(made(CHANCE, 0, 0, CHANCE, 1, 0));
  assert.deepEqual(
    frames.map(({ step, begun }) => [step, begun]),
    [
      [1, null], // laid out
      [4, 1], // two decisions, and what chance made of them
      [5, 4],
      [6, 5],
    ],
  );
});

test("the last table rests longest", () => {
  const times = filmOf(made(0, 1, 0, 1)).map(({ milliseconds }) => milliseconds);
  assert(times.slice(0, -1).every((one) => one < times.at(-1)!));
});

test("of a very long match some turns are left out, never the last", () => {
  const frames = filmOf(made(...Array.from({ length: 999 }, (_, n) => n % 2)));
  assert(frames.length > 60 && frames.length <= 121);
  assert.equal(frames.at(-1)!.step, 999);
  assert.equal(frames.at(-1)!.begun, 998);
});

test("a match that ended before anybody decided is one table", () => {
  assert.equal(filmOf(made()).length, 1);
});

test("colours are found in the first frame, the last, and some between; in each once", () => {
  const frames = filmOf(made(0, 1, 0, 1, 0, 1, 0, 1, 0, 1));
  const samples = samplesOf(frames);
  assert.equal(samples.length, 5);
  assert.equal(samples[0], frames[0]);
  assert.equal(samples.at(-1), frames.at(-1));
  assert.equal(samplesOf(frames.slice(0, 2)).length, 2);
});
