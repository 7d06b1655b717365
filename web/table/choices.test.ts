import assert from "node:assert/strict";
import { test } from "node:test";
import { grouped } from "./choices";

const stackings = (n: number): string[] => Array.from({ length: n }, (_, at) => `${"ab"[at % 2]}>${at}`);
const byFirst = (text: string) => ({ under: { text: text[0]! }, rest: text.slice(2) });

test("many choices stand under what they begin with, and none is lost", () => {
  const groups = grouped([...stackings(8), "pass"], (text) => (text === "pass" ? {} : byFirst(text)));
  assert.deepEqual(
    groups.map(({ under, all }) => [under?.text, all.length]),
    [
      ["a", 4],
      ["b", 4],
      [undefined, 1],
    ],
  );
  assert.deepEqual(
    groups[1]!.all.map(({ text, rest }) => `${text} ${rest}`),
    ["b>1 1", "b>3 3", "b>5 5", "b>7 7"],
  );
});
test("few choices, and those that all begin alike, stand by themselves", () => {
  assert.deepEqual(
    grouped(stackings(6), byFirst).map(({ under, all }) => [under, all.length]),
    [[undefined, 6]],
  );
  assert.equal(grouped(stackings(20), () => ({ under: { text: "same" } })).length, 1);
  assert.equal(grouped(stackings(20), () => ({ under: { text: "same" } }))[0]!.under, undefined);
});
