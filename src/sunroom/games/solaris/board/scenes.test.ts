import assert from "node:assert/strict";
import { test } from "node:test";
import { plays } from "@web/tests/tables";
import { scenesBetween } from "./scenes";
import type { View } from "./view";

const lasers = (view: View): number[] => view.players.map((player) => player.laser);

/** A table that was played, and the same after the first seat has fired. */
function fired(): { before: View; after: View } {
  const before = plays<View>("solaris")[0]!.tables.at(-1)!.view;
  const players = before.players.map((one, seat) => (seat === 0 ? { ...one, laser: one.laser + 2 } : one));
  return { before, after: { ...before, pile: before.pile - 1, players } };
}

test("the markers of the laser move when the beam has arrived, and nothing else waits for it", () => {
  const { before, after } = fired();
  const [beam, end] = scenesBetween(before, after, [{ id: "fires" }]);
  assert.deepEqual(lasers(beam!.view), lasers(before));
  assert.equal(beam!.view.pile, after.pile);
  assert(beam!.hold > 0);
  assert.deepEqual(end, { view: after, hold: 0 });
});

test("where nobody fires, and where it is told again, there is no beam to wait for", () => {
  const { before, after } = fired();
  assert.equal(scenesBetween(before, after, [{ id: "card" }]).length, 1);
  assert.equal(scenesBetween(after, { ...after }, [{ id: "fires" }]).length, 1);
});
