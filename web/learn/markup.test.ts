import assert from "node:assert/strict";
import { test } from "node:test";
import { opening, plain } from "./markup";

test("a rule is known by its first words", () => {
  assert.equal(opening("Nobody *has* to. Others may."), "Nobody has to");
  assert.equal(
    opening("*Open:* each energy may serve another station, or all one (option `charge`). (Likely.)"),
    "each energy may serve another station",
  );
  const long = opening("A card that is laid upon a floating island brings as many goods as it says.");
  assert.equal(long, "A card that is laid upon a floating island …");
});
test("help tells a rule without the names of options", () => {
  assert.equal(
    plain("Diagonals count, or not (option `diagonals`; default off). (Reconstructed.)"),
    "Diagonals count, or not.",
  );
  assert.equal(plain("Eins je Zug (Option `limit`). (Wahrscheinlich.)"), "Eins je Zug.");
  assert.equal(plain("before it is refilled (LEN-5.4). Then"), "before it is refilled. Then");
  assert.equal(plain("Likely: any mix (of both)."), "Likely: any mix (of both).");
});
