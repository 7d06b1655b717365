import assert from "node:assert/strict";
import { test } from "node:test";
import { games as words } from "made:words";
import boards from "made:boards";
import { plays } from "@web/tests/tables";
import { tonesOf, type Cue } from "./sound";

const told = (...ids: string[]) => ids.map((id) => ({ id }));
const MEANING: Record<string, Cue> = { plays: "place", gains: "gain", turned: "move" };

test("what happens is heard in its order, and gains climb", () => {
  const tones = tonesOf(told("plays", "gains", "gains", "unheard", "turned"), MEANING);
  assert.deepEqual(
    tones.map(({ cue, step }) => [cue, step]),
    [
      ["place", 0],
      ["gain", 0],
      ["gain", 1],
      ["move", 0],
    ],
  );
  assert(tones.every((tone, n) => n === 0 || tone.at > tones[n - 1]!.at));
});

test("the same again is heard once, and never much at once", () => {
  assert.equal(tonesOf(told("turned", "turned", "turned"), MEANING).length, 1);
  assert.equal(tonesOf(told(...Array(20).fill("gains")), MEANING).length, 5);
});

test("whatever a board says of sounds is something that its game tells", async () => {
  for (const [game, load] of Object.entries(boards)) {
    const { sounds = {} } = (await load()).default;
    const texts = (await words[game]!.en()).default;
    for (const id of Object.keys(sounds)) assert(id in texts, `${game}: ${id}`);
  }
});

test("in every game that was played something is heard", async () => {
  for (const [game, load] of Object.entries(boards)) {
    const { sounds = {} } = (await load()).default;
    const heard = plays(game).flatMap(({ tables }) => tables.flatMap((table) => tonesOf(table.told, sounds)));
    assert(heard.length > 0, game);
  }
});
