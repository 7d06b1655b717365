import assert from "node:assert/strict";
import { test } from "node:test";
import type { Match } from "./match";
import { verdict } from "./verdict";

const seats = [{ kind: "person", yours: true }, { kind: "ai" }];
const match = { about: { value: { seats } }, nameOf: (seat: number) => ["Ada", "Novice"][seat] } as never as Match;
const won = { reason: "played" as const, winners: [0] };

test("at the table the winner is you, in a picture for others it is somebody with a name", () => {
  assert.match(verdict(match, won), /You/);
  assert.match(verdict(match, won, { named: true }), /Ada/);
  assert.match(verdict(match, { ...won, winners: [1] }), /Novice/);
});
