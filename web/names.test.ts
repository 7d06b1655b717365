import assert from "node:assert/strict";
import { test } from "node:test";
import { numbered, shortened } from "./names";

test("a name that is cut keeps the number that tells it from others", () => {
  assert.equal(shortened("Vereinsspieler 4", 9), "Verein… 4");
  assert.equal(shortened("Maximiliane", 9), "Maximili…");
  assert.equal(shortened("Novice 12", 9), "Novice 12");
});

test("a number at the end is no part of what somebody is called", () => {
  assert.deepEqual(numbered("Novice 2"), ["Novice", " 2"]);
  assert.deepEqual(numbered("R2"), ["R2", ""]);
  assert.deepEqual(numbered("7"), ["7", ""]);
});
