import assert from "node:assert/strict";
import { test } from "node:test";
import { keep, recalled } from "../device";
import { isSolved, nextOpen, noteSolved, noteTold, noteTry, solvedCount, streak, triesAt } from "./memory";

test("what was remembered without a name goes to the first game, once, and the next begins with nothing", () => {
  keep("puzzles", { solved: [1, 2], told: [3], day: 7, streak: 4 });
  assert.equal(nextOpen("first"), 4);
  assert.equal(streak("first", 8), 4);
  assert.equal(solvedCount("second"), 0);
  noteSolved("first", 4, 9);
  assert.deepEqual(recalled<{ solved: number[] }>("puzzles.first")?.solved, [1, 2, 4]);
  assert.equal(recalled("puzzles"), null);
});
test("each game has its own puzzles", () => {
  noteTry("one", 5);
  noteTry("one", 5);
  noteTold("one", 6);
  noteSolved("one", 6, 6);
  assert.equal(triesAt("one", 5), 2);
  assert.equal(triesAt("other", 5), 0);
  assert(!isSolved("one", 6));
});
