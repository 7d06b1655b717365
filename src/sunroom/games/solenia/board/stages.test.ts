import assert from "node:assert/strict";
import { test } from "node:test";
import { steps } from "@web/tests/tables";
import { stagesBetween, type Stage } from "./stages";
import { COLUMNS, lineOf, type View } from "./view";

const IN_ORDER = COLUMNS.map((_, n) => n);

interface Turn {
  old: View;
  now: View;
  stages: Stage[];
  turned: number; // strips
  name: string;
}

function* turns(): Generator<Turn> {
  for (const { before, after, play, n } of steps<View>("solenia")) {
    const stages = stagesBetween(before.view, after.view, after.told, IN_ORDER, play.eye);
    const turned = after.told.filter((one) => one.id === "strip_turned").length;
    yield { old: before.view, now: after.view, stages, turned, name: `${play.name}, table ${n}` };
  }
}

test("the last stage is the table that the server has told, and stays", () => {
  for (const { now, stages, name } of turns()) {
    assert.equal(stages.at(-1)?.view, now, name);
    assert.equal(stages.at(-1)?.hold, 0, name);
  }
});

test("strips keep their identity: the first one goes to the front, the others move up", () => {
  let most = 0;
  for (const { stages, turned } of turns()) {
    const { strips } = stages.at(-1)!;
    most = Math.max(most, turned);
    if (stages.length > 1) assert.deepEqual(strips, [...IN_ORDER.slice(turned), ...IN_ORDER.slice(0, turned)]);
    assert.deepEqual(strips.toSorted(), IN_ORDER);
  }
  assert(most > 0, "no strip was turned over");
});

test("in the order of the rule: card, goods, airship, cards leave, strip turns", () => {
  const rank = ({ landed, leaving, turned, from }: Stage) => (landed ? 0 : turned ? 4 : leaving ? 3 : from ? 1 : 2);
  for (const { stages, now, name } of turns()) {
    if (now.players.length === 1) continue; // the dummy plays as well
    const ranks = stages.slice(0, -1).map(rank);
    assert.deepEqual(ranks, ranks.toSorted(), name);
  }
});

test("what is shown on the way leads to the end: a card that lands lies there, goods never exceed the storage", () => {
  for (const { stages, name } of turns())
    for (const { view, landed } of stages) {
      if (landed)
        assert(
          view.strips[lineOf(landed)]!.spaces.some((one) => one.name === landed && one.card),
          name,
        );
      assert.equal(new Set(view.strips.flatMap((strip) => strip.spaces).map((one) => one.name)).size, 25, name);
    }
});

test("the strip in front shows the face that it will have", () => {
  for (const { now, stages } of turns())
    for (const stage of stages)
      if (stage.turned && stage === stages.findLast((one) => one.turned))
        assert.equal(stage.view.strips[4]!.light, now.strips[4]!.light);
});

test("the airship steps for a card that is discarded, the dummy's as well", () => {
  const { before, play } = [...steps<View>("solenia")].find(({ before }) => lineOf(before.view.airship) === 2)!;
  for (const id of ["discards", "dummy_discards"]) {
    const stages = stagesBetween(before.view, before.view, [{ id }], IN_ORDER, play.eye);
    assert.deepEqual(
      stages.map((stage) => stage.view.airship),
      ["c4", "c3"],
    );
  }
});
