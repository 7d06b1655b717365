import assert from "node:assert/strict";
import { test } from "node:test";
import { nearest } from "./arrows";

const at = (x: number, y: number, size = 10) => ({ x, y, width: size, height: size });
const GRID = [0, 1, 2].flatMap((row) => [0, 1, 2].map((column) => at(column * 20, row * 20)));

test("on a grid each key leads to the neighbour, and at the edge nowhere", () => {
  const from = GRID[4]!;
  assert.equal(nearest(from, GRID, [1, 0]), 5);
  assert.equal(nearest(from, GRID, [-1, 0]), 3);
  assert.equal(nearest(from, GRID, [0, -1]), 1);
  assert.equal(nearest(from, GRID, [0, 1]), 7);
  assert.equal(nearest(GRID[2]!, GRID, [1, 0]), -1);
});

test("what lies a little off the line is found, what lies beside is not", () => {
  assert.equal(nearest(at(0, 0), [at(40, 12), at(5, 60)], [1, 0]), 0);
  assert.equal(nearest(at(0, 0), [at(5, 60)], [1, 0]), -1);
});

test("where columns are half a step apart a key leads to the next column, not to the one after it", () => {
  const columns = [20, 10, 0, 10, 20].flatMap((y, column) => [0, 1, 2].map((row) => at(column * 20, y + row * 20, 20)));
  const middle = columns[7]!;
  assert.equal(nearest(middle, columns, [1, 0]), 9);
  assert.equal(nearest(middle, columns, [-1, 0]), 3);
  assert.equal(nearest(middle, columns, [0, -1]), 6);
  assert.equal(nearest(middle, [at(60, 30, 20), at(60, 10, 20)], [1, 0]), 0); // the first of two as near
});

test("whatever is there is reached with four keys, on a ring too", () => {
  const ring = Array.from({ length: 6 }, (_, n) =>
    at(100 + 80 * Math.cos((n * Math.PI) / 3), 100 + 80 * Math.sin((n * Math.PI) / 3)),
  );
  const reached = new Set([0]);
  for (const n of reached)
    for (const way of [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ] as const) {
      const others = ring.filter((_, k) => k !== n);
      const found = nearest(ring[n]!, others, [...way]);
      if (found >= 0) reached.add(ring.indexOf(others[found]!));
    }
  assert.equal(reached.size, ring.length);
});
