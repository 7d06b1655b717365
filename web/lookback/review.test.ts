// A review as it comes: looks that are replaced by closer ones, in the order of the match.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Evaluation, Progress } from "../wire";
import { Review } from "./review";

const judged = (step: number, verdict: Evaluation["verdict"], first_look: number): Evaluation => ({
  step,
  seat: 0,
  played: "a",
  best: "b",
  value: 0.4,
  best_value: 0.6,
  verdict,
  points: [],
  first_look,
});

const answering = (...lines: (Progress | "")[]) => {
  const text = lines.map((line) => (line === "" ? "\n" : `${JSON.stringify(line)}\n`)).join("");
  globalThis.fetch = async () => new Response(text, { status: 200 });
};

test("a closer look takes the place of the first one, and decisions stand in the order of the match", async () => {
  answering(
    { done: 0, of: 2, looked: 1, judged: judged(9, "blunder", 40) },
    { done: 0, of: 2, looked: 2, judged: judged(3, "mistake", 40) },
    { done: 0, of: 2, looked: 2, compiling: true },
    "",
    { done: 1, of: 2, looked: 2, judged: judged(9, "fine", 0) },
    { done: 2, of: 2, looked: 2, judged: judged(3, "mistake", 0) },
  );
  const review = new Review("match", "");
  const said: number[] = [];
  review.firstLook.subscribe((simulations) => said.push(simulations));
  await review.start();
  assert.deepEqual(
    review.judged.peek().map((one) => [one.step, one.verdict]),
    [
      [3, "mistake"],
      [9, "fine"],
    ],
  );
  assert.deepEqual(
    review.errors.peek().map((one) => one.step),
    [3],
  );
  assert.equal(review.state.peek(), "done");
  assert.equal(review.compiling.peek(), false);
  assert.equal(said.includes(40), true);
  assert.equal(review.firstLook.peek(), 0);
});

test("what is only a first look says so until the end", async () => {
  answering({ done: 1, of: 1, judged: judged(3, "mistake", 40) });
  const review = new Review("match", "");
  await review.start();
  assert.equal(review.firstLook.peek(), 40);
  assert.equal(review.looked.peek(), 1);
});
