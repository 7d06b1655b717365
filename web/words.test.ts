import assert from "node:assert/strict";
import { test } from "node:test";
import { codeOf, percent, speaker, t } from "./words";

const texts = {
  stacked: "{who} puts {mover} onto {base}",
  goods: "{n} goods",
  goods_one: "{n} good",
  quoted: "You typed {text!r}",
  styled: "[bold yellow]sun[/] and moon",
  nested: "Not possible: {reason}.",
  moves: "Legal: {legal}",
  say_wheat: "Weizen",
  plays: "{who} plays the {card}.",
  card: "{good} card",
  wheat: "wheat",
};
const say = speaker(texts, (seat) => ["Ada", "Ben"][seat] ?? "?", "en");

test("a share has a space before its sign", () => assert.equal(percent(0.859, 1), "85.9\u00a0%"));
test("a sentence names those who sit there", () =>
  assert.equal(say("stacked", { who: { seat: 1 }, mover: "a", base: "b" }), "Ben puts a onto b"));
test("what is said of one has words of its own", () => {
  assert.equal(say("goods", { n: 1 }), "1 good");
  assert.equal(say("goods", { n: 2 }), "2 goods");
});
test("what somebody typed stands in quotation marks", () =>
  assert.equal(say("quoted", { text: "x" }), "You typed “x”"));
test("a terminal's styles are left out", () => assert.equal(say("styled"), "sun and moon"));
test("a message may stand in another, and moves are read word by word", () => {
  assert.equal(say("nested", { reason: { id: "goods", args: { n: 1 } } }), "Not possible: 1 good.");
  assert.equal(say("moves", { legal: { moves: ["2-wheat", "pass"] } }), "Legal: 2-Weizen, pass");
});
test("what a game does not say the page says, and what nobody says stays its id", () => {
  assert.equal(say("close"), t("close"));
  assert.equal(say("nobody_says_this"), "nobody_says_this");
  assert(say.has("goods") && !say.has("close"));
});
const card = { piece: "2-wheat", look: "card 2-wheat 1", name: { id: "card", args: { good: { id: "wheat" } } } };
const played = { id: "plays", args: { who: { seat: 1 }, card } };

test("a piece is told by its name, and can be taken out of the sentence to be drawn", () => {
  assert.equal(say.told(played), "Ben plays the wheat card.");
  assert.deepEqual(say.parts(played), ["Ben", " plays the ", card, "."]);
  assert.deepEqual(
    say.parts({ id: "nested", args: { reason: played } }).filter((part) => part === card),
    [card],
  );
});
test("the code of a piece is that of its notation, also where it was told without a name", () => {
  assert.equal(codeOf(card), "2-wheat");
  assert.equal(codeOf({ moves: ["2-wheat"] }), "2-wheat");
  assert.equal(codeOf({ id: "wheat" }), "wheat");
  assert.equal(codeOf("c3"), "c3");
  assert.equal(codeOf(undefined), "");
});
