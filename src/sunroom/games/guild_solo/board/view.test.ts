import assert from "node:assert/strict";
import { test } from "node:test";
import { games as words } from "made:words";
import { plays } from "@web/tests/tables";
import { speaker } from "@web/words";
import { stepsOf } from "./steps";
import { letters, queueKeys, type View } from "./view";

const GAME = "guild-solo";
const say = async (language: "en" | "de") =>
  speaker((await words[GAME]![language]()).default, (seat) => `#${seat}`, language);
const views = () => plays<View>(GAME).flatMap(({ tables }) => tables.map((table) => table.view));

test("the letters of a table's guilds differ from each other in both languages", async () => {
  for (const language of ["en", "de"] as const)
    for (const view of views()) {
      const found = Object.values(letters(view, await say(language)));
      assert.equal(new Set(found).size, view.guilds.length, found.join(" "));
    }
});

test("no two tiles of the queue have one key", () => {
  for (const view of views()) {
    const keys = queueKeys(view).filter((key) => key !== null);
    assert.equal(new Set(keys).size, keys.length);
    assert.equal(keys.length, view.queue.filter(Boolean).length);
  }
});

test("of the steps of a turn one is now: what lies before is done, what comes after is not", async () => {
  const english = await say("en");
  for (const view of views()) {
    const status = stepsOf(view, english).map((step) => step.status);
    const now = status.indexOf("now");
    assert(now >= 0 && now === status.lastIndexOf("now"), `${view.phase}: ${status.join(" ")}`);
    assert(status.slice(0, now).every((one) => one === "done" || one === "due"));
    assert(status.slice(now + 1).every((one) => one === "later"));
  }
});
