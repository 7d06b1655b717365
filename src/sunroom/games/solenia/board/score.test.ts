import assert from "node:assert/strict";
import { test } from "node:test";
import { games as words } from "made:words";
import { plays } from "@web/tests/tables";
import { speaker } from "@web/words";
import { linesOf, tally } from "./score";
import type { View } from "./view";

test("the parts of everybody's points add up to their score, on every table", async () => {
  const say = speaker((await words.solenia!.en()).default, (seat) => `#${seat}`, "en");
  for (const { tables, name } of plays<View>("solenia"))
    for (const { view } of tables)
      for (const player of view.players) {
        const parts = tally(player, say);
        const sum = parts.reduce((all, part) => all + part.n, 0);
        assert.equal(sum, player.score, `${name}: ${JSON.stringify(parts)}`);
      }
});

test("no line of a text is longer than it may be, and no word is lost", () => {
  const text = "Rank 1 of 5, and 5 is the best";
  assert.deepEqual(linesOf(text, 40), [text]);
  assert.deepEqual(linesOf(text, 14), ["Rank 1 of 5,", "and 5 is the", "best"]);
  assert.deepEqual(linesOf("Improvement tile", 5), ["Improvement", "tile"]);
});
