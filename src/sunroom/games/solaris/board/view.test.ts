import assert from "node:assert/strict";
import { test } from "node:test";
import { plays } from "@web/tests/tables";
import { energyOf, firesTo, markers, movesTo, type View } from "./view";

test("each marker of each seat is found once at each station, the lowest first", () => {
  for (const { tables } of plays<View>("solaris"))
    for (const { view } of tables)
      for (const station of view.stations) {
        const found = markers(station);
        assert.equal(new Set(found.map((one) => one.seat)).size, found.length);
        if (view.round > 0) assert.equal(found.length, view.players.length);
        for (const { seat, field, track, below } of found) {
          const stack = station[track][field]!;
          assert.equal(stack[stack.length - 1 - below], seat);
          assert.equal(energyOf(station, seat), field);
        }
      }
});

test("what an action would change is told field by field, and lies on the tracks", () => {
  const shown = new Set<string>();
  for (const { tables } of plays<View>("solaris"))
    for (const { view, legal } of tables)
      for (const text of legal) {
        for (const { station, field } of movesTo(text, view)) {
          const there = view.stations.find((one) => one.name === station)!;
          assert(field in there.inner && field !== energyOf(there, view.to_act), `${text}: ${station} ${field}`);
          shown.add(view.phase);
        }
        assert((firesTo(text, view) ?? 0) < view.laser_fields);
      }
  assert(shown.size > 1, [...shown].join(" "));
});
