import assert from "node:assert/strict";
import { test } from "node:test";
import { games, steps } from "../tests/tables";
import { applied, changed } from "./changes";

for (const game of games)
  test(`a change of ${game} that Python sends makes the table that Python has`, () => {
    for (const { before, after, play, n } of steps(game))
      assert.deepEqual(changed(before.view, after.change), after.view, `${play.name}, table ${n}`);
  });

test("lists are put together from parts of the old one", () => {
  const before = ["a", "b", "c", { n: 1 }, "e"];
  assert.deepEqual(changed(before, { "": ["1-2", 0, { "3": { n: 2 } }, ["new"]] }), ["b", "c", "a", { n: 2 }, "new"]);
  assert.deepEqual(changed(before, { "3": { n: [] } }), ["a", "b", "c", {}, "e"]);
  assert.deepEqual(changed(before, [["x"]]), ["x"]);
});

test("a change says only what is different; the rest of a state is as it always is", () => {
  const before = { t: "state", n: 4, status: "playing", view: { a: 1, b: [1, 2] }, told: [] } as const;
  const after = applied(before as never, { t: "change", n: 5, view: { b: { "1": 7 } } } as never);
  assert.deepEqual(after, { t: "state", n: 5, status: "playing", view: { a: 1, b: [1, 7] } });
});
