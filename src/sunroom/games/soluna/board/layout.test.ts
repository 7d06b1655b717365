import assert from "node:assert/strict";
import { test } from "node:test";
import { FLAT, layout, thickness, wordsAt } from "./layout";

const ROOMS = [
  [1100, 700],
  [740, 800],
  [344, 430],
  [700, 260],
  [280, 240],
].map(([width = 0, height = 0]) => ({ width, height }));

test("all places lie on the felt, between the strips", () => {
  for (const room of ROOMS)
    for (const choosing of [true, false]) {
      const at = layout(room, choosing);
      for (const { x, y, rx } of at.places) {
        assert(x - rx >= 0 && x + rx <= at.width, `${room.width}: ${x} ± ${rx}`);
        assert(y - rx * FLAT >= at.head && y + rx * FLAT <= at.height - at.foot + 1, `${room.height}: ${y}`);
      }
    }
});

test("no two discs lie on each other", () => {
  for (const room of ROOMS) {
    const { places } = layout(room, false);
    places.forEach((one, n) => {
      for (const other of places.slice(0, n)) {
        const apart = Math.hypot(
          (one.x - other.x) / (one.rx + other.rx),
          (one.y - other.y) / (one.rx + other.rx) / FLAT,
        );
        assert(apart > 1, `${room.width}×${room.height}: ${apart}`);
      }
    });
  }
});

test("the highest tower stays below the row behind it", () => {
  for (const room of ROOMS) {
    const at = layout(room, false);
    for (let height = 1; height <= 12; height++)
      for (const { rx } of at.places)
        assert(height * thickness(rx, height, at.rise) <= Math.max(at.rise, 0.4) * rx + 1e-9);
  }
});

test("the places stay where they are when a strip for choices comes or goes", () => {
  for (const room of ROOMS) {
    const first = layout(room, true);
    assert.deepEqual(layout(room, false, first.grid).grid, first.grid);
  }
});

test("words about the end of a round cover no tower where a row is free", () => {
  const tall = 60;
  for (const room of ROOMS) {
    const at = layout(room, false);
    for (const [n, { y, rx }] of at.places.entries()) {
      const towers = at.places.map((_, other) => (other === n ? {} : null));
      const top = wordsAt(at, towers, tall);
      assert(top >= 0 && top + tall <= at.height, `${room.height}: ${top}`);
      const apart = top + tall <= y - (at.rise + FLAT) * rx + 1 || top >= y + rx * FLAT - 1;
      assert(apart, `${room.width}×${room.height}, place ${n}: ${top}`);
    }
  }
});
