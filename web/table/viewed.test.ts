import assert from "node:assert/strict";
import { test } from "node:test";
import { speaker } from "../words";
import { inFull } from "./advice";
import viewed, { besides, called, linesOf, marks } from "./viewed";

const say = speaker({ view_left: "pebbles left" }, (seat) => `${seat}`, "en");

test("a value is called as the game says, or by its name", () => {
  assert.equal(called("left", say), "Pebbles left");
  assert.equal(called("last_card", say), "Last card");
});
test("a view is read line by line: a grid by its rows, nothing where there is nothing", () => {
  const view = {
    left: 2,
    board: [
      [".", "X"],
      ["O", "."],
    ],
    hand: ["sun", "moon"],
    signs: ["●", "●"],
    open: true,
    none: null,
    players: [{ left: 1, hand: [] }],
  };
  assert.deepEqual(linesOf(view, say), [
    "Pebbles left: 2",
    "Board 1: . X",
    "Board 2: O .",
    "Hand: sun, moon",
    "Signs: ● ●",
    "Open: ✓",
    "Players: Pebbles left: 1; Hand: ",
  ]);
});
test("a value that reads like a move is its button, and no other is needed", () =>
  assert.deepEqual(besides({ board: [["X", "b1"]], hand: ["sun"] }, ["b1", "sun", "pass"]), ["pass"]));
test("a hint lights its button and what is called like a word of it, but no sign and no number", () => {
  assert.deepEqual(marks("take 3"), ["take_3", "take"]);
  assert.deepEqual(marks("b2"), ["b2", "b2"]);
});
test("the moves that a hint names are quoted once, the longer one whole", () => {
  const texts = { plan: "{a}, then {b} (after {a})" };
  const speech = { module: viewed, view: {}, say: speaker(texts, String, "en"), legal: ["c1", "move c1"] };
  const args = { a: { moves: ["c1"] }, b: { moves: ["move c1"] } };
  assert.deepEqual(inFull([{ id: "plan", args, said: { en: "", de: "" } }], speech), [
    "“c1”, then “move c1” (after “c1”)",
  ]);
});
