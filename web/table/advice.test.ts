import assert from "node:assert/strict";
import { test } from "node:test";
import { speaker } from "../words";
import type { Advice } from "../wire";
import { type Speech, advisedMove, inFull, inShort } from "./advice";
import viewed from "./viewed";

const said = { en: "All of it.", de: "Alles davon." };
const piece = (id: string, args: Advice["args"] = {}): Advice => ({ id, args, said });
const speech: Speech = {
  module: { ...viewed, phrase: (text) => `put ${text.replace(">", " onto ")}` },
  view: {},
  say: speaker({ outside: "Play {move}" }, (seat) => ["Ada", "Ben"][seat]!, "en"),
  legal: ["a>b", "a>c", "b>c"],
};

test("what is advised is named alone, however many others win", () => {
  const advice = [
    piece("hint_wins", { moves: { moves: ["a>b", "a>c"] } }),
    piece("hint_pick", { move: { moves: ["b>c"] } }),
  ];
  assert.equal(advisedMove(advice, speech.legal), "b>c");
  assert.equal(advisedMove(advice.slice(0, 1), speech.legal), "a>b");
});
test("what cannot be played now is not advised, nor taken out of a text", () => {
  assert.equal(advisedMove([piece("hint_plan", { moves: { moves: ["c>d"] } })], speech.legal), undefined);
  assert.equal(advisedMove([piece("hint_wins", { moves: { moves: ["a>b c"] } })], speech.legal), undefined);
  assert.equal(advisedMove([piece("hint_chance")], speech.legal), undefined);
});
test("it may stand in a message within another", () => {
  const within = { id: "swap", args: { move: { moves: ["a>c"] } } };
  assert.equal(advisedMove([piece("best", { within })], speech.legal), "a>c");
});
test("the first sentence is short, and says where it is a first look", () => {
  assert.equal(inShort("a>b", false, speech), "Try this: “put a onto b”.");
  assert.match(inShort("a>b", true, speech), /^At first look: “put a onto b”\./);
});
test("the rest says each move in plain words that can be played, and any other by its name", () => {
  const advice = [
    piece("hint_wins", { n: 2, all: 3, moves: { moves: ["a>b", "a>c"] } }),
    piece("hint_answer", { rival: { seat: 1 }, answer: { moves: ["c>d"] }, often: 7, worlds: 9 }),
  ];
  assert.deepEqual(inFull(advice, speech), [
    "2 of 3 moves win: “put a onto b”, “put a onto c”.",
    "Ben will probably answer “c>d” (in 7 of 9 trials).",
  ]);
  const named = { ...speech, module: { ...speech.module, named: () => "tower c" } };
  assert.equal(inFull(advice, named)[1], "Ben will probably answer “tower c” (in 7 of 9 trials).");
});
test("words of the game come before what the server said, which stands where nobody has words", () => {
  assert.deepEqual(inFull([piece("outside", { move: { moves: ["b>c"] } })], speech), ["Play “put b onto c”"]);
  assert.deepEqual(inFull([piece("nobody_says_this")], speech), ["All of it."]);
});
