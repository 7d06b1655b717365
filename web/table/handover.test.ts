// How files are called that leave the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileName } from "./handover";
import type { Match } from "./match";

const among = (...names: string[]): Match =>
  ({ about: { peek: () => ({ game: "pebbles", seats: names }) }, nameOf: (seat: number) => names[seat] }) as never;

test("a file says which game it was and who played", () => {
  assert.equal(fileName(among("Ada", "Novice"), "png"), "sunroom-pebbles-ada-novice.png");
});

test("nobody is named twice, and nothing is in a name that a disk could refuse", () => {
  assert.equal(fileName(among("Jörg/Ü.", "Jörg/Ü."), "gif"), "sunroom-pebbles-jörg-ü.gif");
  assert(fileName(among("a".repeat(300)), "gif").length < 100);
});
