import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf, type Box, type Plan } from "./layout";

const ROOMS = [
  [1100, 720],
  [860, 460],
  [740, 800],
  [600, 520],
  [344, 470],
  [344, 300],
  [680, 260],
].map(([width = 0, height = 0]) => ({ width, height }));

const overlap = (one: Box, other: Box) =>
  Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > 0.5 &&
  Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > 0.5;

/** What lies there at the same time. */
const together = (plan: Plan): Box[] =>
  plan.tabs
    ? [plan.board, plan.storage!, plan.hand, plan.tabs]
    : [plan.board, plan.hand, plan.display, plan.own, plan.others].filter((box) => box.height > 0);

test("nothing lies on something else, and all of it in the room", () => {
  for (const room of ROOMS)
    for (const seats of [1, 2, 3, 4])
      for (const lines of [0, 2]) {
        const plan = planOf(room, seats, lines);
        const boxes = together(plan);
        const name = `${room.width}×${room.height}, ${seats} seats`;
        boxes.forEach((one, n) => {
          assert(one.x >= 0 && one.x + one.width <= room.width + 0.5, name);
          assert(one.y >= 0 && one.y + one.height <= plan.height + 0.5, name);
          for (const other of boxes.slice(0, n)) assert(!overlap(one, other), name);
        });
      }
});

test("a space is at least as large as a finger, or the stage scrolls", () => {
  for (const room of ROOMS) {
    const { cell } = planOf(room, 4, 0);
    assert(Math.min(cell.width, cell.height) >= 44, `${room.width}×${room.height}: ${cell.width}×${cell.height}`);
  }
});
