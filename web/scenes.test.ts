import assert from "node:assert/strict";
import { test } from "node:test";
import { SceneQueue, seen } from "./scenes";
import { wish } from "./tests/browser";

const scene = (view: number, hold = 0) => ({ view, hold });
const queue = () => new SceneQueue<number, { view: number; hold: number; still?: number }>(scene(0));

test("a table to which nothing leads is shown at once", () => {
  const q = queue();
  q.add(1, [scene(1)]);
  assert.equal(q.shown.view, 1);
  assert(!q.busy);
});

test("scenes come one after the other, and what arrives meanwhile waits its turn", () => {
  const q = queue();
  q.add(1, [scene(0.3, 400), scene(0.6, 200), scene(1)]);
  q.add(2, [scene(2)]);
  const views = [q.shown.view];
  while (q.busy) {
    q.next();
    views.push(q.shown.view);
  }
  assert.deepEqual(views, [0.3, 0.6, 1, 2]);
});

test("who skips sees the last table, and nothing more is to come", () => {
  const q = queue();
  q.add(1, [scene(0.5, 400), scene(1)]);
  q.add(2, [scene(1.5, 400), scene(2)]);
  q.skip();
  assert.equal(q.shown.view, 2);
  assert(!q.busy);
});

test("another table that looks the same takes the place of the last, and number and hold stay", () => {
  const q = queue();
  q.add(1, [scene(0.5, 400), scene(1)]);
  const { number } = q;
  q.replace(7);
  assert.equal(q.shown.view, 0.5);
  assert.equal(q.last.view, 7);
  q.next();
  q.replace(8);
  assert.equal(q.shown.view, 8);
  assert.equal(q.number, number + 1);
});

test("whoever is far behind waits for less of each", () => {
  const q = queue();
  q.add(
    1,
    Array.from({ length: 12 }, (_, n) => scene(n, 1000)),
  );
  assert.equal(q.hold, 400);
});

test("without motion only what has to be read is left of the way", () => {
  wish.still = true;
  const found = seen([scene(1, 400), { ...scene(2, 1500), still: 900 }, scene(3)]);
  wish.still = false;
  assert.deepEqual(
    found.map(({ view, hold }) => [view, hold]),
    [
      [2, 900],
      [3, 0],
    ],
  );
});
