import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, moved, written } from "./ordering";

const USUAL = ["machine", "command", "port"];

test("what is moved up is written as a game reads it, and the usual order as nothing", () => {
  const other = moved(listed("", USUAL), 2, 0);
  assert.equal(written(other, USUAL), "port-machine-command");
  assert.deepEqual(listed("port-machine-command", USUAL), other);
  assert.equal(written(moved(other, 0, 2), USUAL), "");
});

test("nothing is moved beyond the ends", () => {
  assert.deepEqual(moved(USUAL, 0, -1), USUAL);
  assert.deepEqual(moved(USUAL, 2, 3), USUAL);
});
