import assert from "node:assert/strict";
import { test } from "node:test";
import { steps } from "@web/tests/tables";
import { codeOf } from "@web/words";
import { stagesBetween, type Stage } from "./stages";
import { COLUMNS, ROWS, isCard, isGood, lineOf, listOf, spaceOf, type View } from "./view";

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

test("in the order of the rule: card, goods, airship, what leaves owner by owner, the strip turns", () => {
  const rank = ({ landed, bringing, turned, flights = [] }: Stage) =>
    turned ? 5 : bringing ? 3 : flights.some((one) => one.together) ? 4 : landed ? 0 : flights.length > 0 ? 1 : 2;
  let most = 0;
  for (const { before, after, play, n } of steps<View>("solenia")) {
    const first = after.told.findIndex((one) => one.id === "plays");
    if (before.view.players.length === 1 || first < 0) continue; // the dummy plays as well
    const told = after.told.slice(first);
    const stages = stagesBetween(before.view, after.view, told, IN_ORDER, play.eye);
    const ranks = stages.filter((one) => !isCard(one.flights?.[0]?.what ?? "") || one.flights?.[0]?.together).map(rank);
    assert.deepEqual(ranks.slice(0, -1), ranks.slice(0, -1).toSorted(), `${play.name}, table ${n}`);
    const owners = stages.flatMap((one) =>
      one.bringing ? [one.bringing.map((space) => ownerAt(one.view, space))] : [],
    );
    for (const each of owners) assert.equal(new Set(each).size, 1, "one owner at a time");
    most = Math.max(most, owners.length);
  }
  assert(most > 1, "no strip had cards of several owners");
});

const ownerAt = (view: View, space: string) => spaceOf(view, space).card?.owner;

test("the owner in turn comes first, the others clockwise, and what flies is what is told of each", () => {
  for (const { before, after, play, n } of steps<View>("solenia")) {
    const stages = stagesBetween(before.view, after.view, after.told, IN_ORDER, play.eye);
    const told = after.told.flatMap(({ id, args }) => {
      const who = args?.who as { seat: number };
      if (!id.startsWith("gains_")) return [];
      return Array.from({ length: args?.n as number }, () => `${who.seat} ${codeOf(args?.good) || "star"}`);
    });
    const gains = stages.flatMap(({ flights = [] }) =>
      flights.flatMap((one) => ((isGood(one.what) && one.from[0] !== one.piece) || one.what === "star" ? [one] : [])),
    );
    const flown = gains.map((one) => `${one.owner} ${one.what}`);
    if (stages.length > 1 && !after.told.some((one) => one.id === "takes"))
      assert.deepEqual(flown, told, `${play.name}, table ${n}`);
  }
});

test("the way ends with the goods and stars that everybody has", () => {
  let most = 0;
  for (const { now, stages, name } of turns()) {
    const [end, last] = [stages.at(-2), stages.at(-2)?.flights ?? []];
    if (!end || last.some((one) => !one.together)) continue; // the last ones have not landed
    const held = (view: View) => view.players.map(({ goods, stars }) => ({ goods, stars }));
    assert.deepEqual(held(end.view), held(now), name);
    most++;
  }
  assert(most > 10);
});

test("what is paid flies from its storage to where it is paid for, the tile after it", () => {
  const { before, after, play } = [...steps<View>("solenia")].find(({ after }) => after.told[0]?.id === "delivers")!;
  const [paid, laid] = stagesBetween(before.view, after.view, after.told, IN_ORDER, play.eye);
  const tile = codeOf(after.told[0]!.args!.tile);
  const asks = ROWS.flatMap((row) => before.view.display[row]).find((one) => one?.name === tile)!.asks;
  assert.deepEqual(paid!.flights!.map((one) => one.what).toSorted(), listOf(asks).toSorted());
  for (const one of paid!.flights!) assert.deepEqual(one.to, [`[data-name="${tile}"]`]);
  const { seat } = after.told[0]!.args!.who as { seat: number };
  const covered = ROWS.flatMap((row) => laid!.view.players[seat]!.slots[row]);
  assert([laid!.view.tile, ...covered].some((one) => one?.name === tile)); // in winter the slot is chosen then
  assert(!ROWS.some((row) => laid!.view.display[row].some((one) => one?.name === tile)));
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
