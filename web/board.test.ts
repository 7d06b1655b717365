// Of every board that there is, what it says of every table of matches that were really played.

import assert from "node:assert/strict";
import { test } from "node:test";
import boards from "made:boards";
import { games as words } from "made:words";
import { plays } from "./tests/tables";
import { speaker } from "./words";

const SAYS = /\S/;
const BROKEN = /undefined|NaN|\[object|\{\w+\}|\b(board|power|item|light)_\w+/;

for (const [game, load] of Object.entries(boards))
  for (const language of ["en", "de"] as const)
    test(`the board of ${game} has words for every table and action (${language})`, async () => {
      const { default: board } = await load();
      const { default: texts } = await words[game]![language]();
      const say = speaker(texts, (seat) => `Somebody ${seat + 1}`, language);
      assert(plays(game).length > 0, "nothing was played");
      for (const { tables, eye, name } of plays<never>(game))
        tables.forEach(({ view, legal }, n) => {
          const said = [
            ...board.describe(view, say, eye),
            ...legal.map((text) => board.phrase(text, view, say)),
            ...legal.flatMap((text) => board.named?.(text, view, say) ?? []),
            board.score?.(view, 0, say) ?? "-",
          ];
          for (const line of said) {
            assert.match(line, SAYS, `${name}, table ${n}`);
            assert.doesNotMatch(line, BROKEN, `${name}, table ${n}`);
          }
          for (const text of legal) assert((board.marks?.(text, view) ?? [text]).length > 0, text);
        });
    });
