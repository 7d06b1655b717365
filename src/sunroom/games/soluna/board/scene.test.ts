import assert from "node:assert/strict";
import { test } from "node:test";
import { steps } from "@web/tests/tables";
import { scenes } from "./scene";
import { PLACES, standing, type View } from "./table";

const GAME = "soluna";
const discsOf = (view: View) =>
  standing(view)
    .flatMap((tower) => tower?.discs ?? [])
    .toSorted();

test("the last scene is the table that the server has told", () => {
  for (const { before, after, play, n } of steps<View>(GAME))
    assert.deepEqual(scenes(before.view, after.view, after.told).at(-1)?.view, after.view, `${play.name}, ${n}`);
});

test("whatever flies lands on a tower that has that many discs, and comes from another place", () => {
  for (const { before, after } of steps<View>(GAME))
    for (const { view, flights } of scenes(before.view, after.view, after.told))
      for (const { to, from, discs } of flights) {
        assert((standing(view)[PLACES.indexOf(to)]?.height ?? 0) >= discs);
        assert.notEqual(from, to);
      }
});

test("a stacking flies as one; nothing is lost on the way to the next round", () => {
  let rounds = 0;
  for (const { before, after } of steps<View>(GAME)) {
    if (before.view.phase !== "stack") continue;
    const found = scenes(before.view, after.view, after.told);
    const first = found[0]!;
    assert.equal(first.flights.length, 1);
    assert.deepEqual(discsOf(first.view), discsOf(before.view));
    if (found.length < 2) continue;
    rounds++;
    assert.deepEqual(first.view.stars, before.view.stars, "the star is taken when the last tower stands");
    assert(found[1]!.won, "who has won is told while the last towers stand");
    assert.deepEqual(found[1]!.view.stars, after.view.stars);
    assert.deepEqual(discsOf(found[1]!.view), discsOf(before.view));
  }
  assert(rounds > 0, "no round has ended");
});

test("the same table told again shows no flight; what is taken back flies back", () => {
  for (const { before, after } of steps<View>(GAME)) {
    assert.deepEqual(scenes(after.view, after.view, []), [{ view: after.view, flights: [], won: undefined, hold: 0 }]);
    if (before.view.phase !== "stack" || after.view.phase !== "stack") continue;
    const back = scenes(after.view, before.view, []);
    if (back[0]!.flights.length === 0) continue; // another round
    const [was] = scenes(before.view, after.view, after.told)[0]!.flights;
    assert.equal(back[0]!.flights.length, 1);
    assert.equal(back[0]!.flights[0]!.to, was!.from);
    assert.equal(back[0]!.flights[0]!.from, was!.to);
  }
});
