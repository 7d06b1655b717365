import assert from "node:assert/strict";
import { test } from "node:test";
import { plays } from "@web/tests/tables";
import { AHEAD } from "./lies";
import { middleOf, planOf, type Box, type Plan } from "./layout";
import { COLUMNS, columnOf, lineOf, type View } from "./view";

/** How far ahead the columns lie in the matches that were played, by the name of the reading. */
const LIES = Object.fromEntries(
  plays<View>("solenia").map(({ tables }) => [tables[0]!.view.lie, tables[0]!.view.ahead]),
);
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

/** What lies beside the board at the same time. */
const together = (plan: Plan): Box[] =>
  plan.tabs
    ? [plan.display, plan.storage!, plan.hand, plan.tabs]
    : [plan.hand, plan.display, plan.own, plan.others].filter((box) => box.height > 0);

const NAMES = COLUMNS.flatMap((column) => COLUMNS.map((_, line) => `${column}${line + 1}`));

/** Where a space lies. */
function spaceBox(plan: Plan, name: string): Box {
  const { width, height } = plan.cell;
  const { x, y } = middleOf(plan, columnOf(name), lineOf(name));
  return { x: x - width / 2, y: y - height / 2, width, height };
}

function* plansOf(
  ...counts: number[]
): Generator<{ plan: Plan; room: { width: number; height: number }; name: string }> {
  for (const [lie, ahead] of Object.entries(LIES))
    for (const room of ROOMS)
      for (const seats of counts)
        for (const lines of [0, 2])
          yield {
            plan: planOf(room, seats, lines, ahead),
            room,
            name: `${lie}, ${room.width}×${room.height}, ${seats}`,
          };
}

test("tables were played with each way in which strips can lie, as it is drawn where it is chosen", () => {
  assert.deepEqual(LIES, AHEAD);
});

test("nothing lies on something else, and all of it in the room", () => {
  for (const { plan, room, name } of plansOf(1, 2, 3, 4)) {
    const boxes = [...NAMES.map((space) => spaceBox(plan, space)), ...together(plan)];
    boxes.forEach((one, n) => {
      assert(one.x >= -0.5 && one.x + one.width <= room.width + 0.5, name);
      assert(one.y >= 0 && one.y + one.height <= plan.height + 0.5, name);
      for (const other of boxes.slice(0, n)) assert(!overlap(one, other), name);
    });
  }
});

test("spaces fill the room of the board", () => {
  for (const { plan, name } of plansOf(2)) {
    const boxes = NAMES.map((space) => spaceBox(plan, space));
    const ends = (at: (box: Box) => number) => [Math.min(...boxes.map(at)), Math.max(...boxes.map(at))];
    const { x, y, width, height } = plan.board;
    const found = [...ends((box) => box.x), ...ends((box) => box.y)];
    const wanted = [x, x + width - plan.cell.width, y, y + height - plan.cell.height];
    for (const [n, one] of found.entries()) assert(Math.abs(one - wanted[n]!) < 0.5, name);
  }
});

test("a space is at least as large as a finger, or the stage scrolls", () => {
  for (const { plan, name } of plansOf(4)) {
    const { cell } = plan;
    assert(Math.min(cell.width, cell.height) >= 44, `${name}: ${cell.width}×${cell.height}`);
  }
});

test("a phone that stands shows all of it without scrolling", () => {
  for (const ahead of Object.values(LIES)) assert.equal(planOf({ width: 347, height: 464 }, 2, 0, ahead).height, 464);
});

/** What two boxes share of their edges: more than nothing, a corner, or nothing at all. */
function touching(one: Box, other: Box): "edge" | "corner" | "apart" {
  const x = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const y = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (Math.min(x, y) < -0.5) return "apart";
  return Math.max(x, y) > 0.5 ? "edge" : "corner";
}

test("spaces share an edge as they are drawn when the rules call them adjacent, and others do not", () => {
  const seen = new Map<string, number>();
  for (const { tables, name } of plays<View>("solenia"))
    for (const { view } of tables) {
      const plan = planOf({ width: 1100, height: 720 }, 2, 0, view.ahead);
      const own = view.strips.flatMap(({ spaces }) => spaces.filter((one) => one.card?.owner === view.turn));
      const starts = [view.airship, ...own.map((one) => one.name)].map((one) => spaceBox(plan, one));
      for (const [space, cost] of Object.entries(view.costs)) {
        const ways = starts.map((one) => touching(one, spaceBox(plan, space)));
        if (
          space === view.airship ||
          view.players[view.turn]!.one ||
          (!ways.includes("edge") && ways.includes("corner"))
        )
          continue; // no way, a shorter one, or as the option for corners says
        assert.equal(cost === 0, ways.includes("edge"), `${name}: ${space} from ${view.airship}`);
        seen.set(`${view.lie} ${cost === 0}`, (seen.get(`${view.lie} ${cost === 0}`) ?? 0) + 1);
      }
    }
  for (const lie of Object.keys(LIES))
    for (const adjacent of [true, false]) assert((seen.get(`${lie} ${adjacent}`) ?? 0) > 100, `${lie} ${adjacent}`);
});
