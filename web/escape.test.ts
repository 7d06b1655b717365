import assert from "node:assert/strict";
import { test } from "node:test";
import { onEscape } from "./escape";

const press = (key: string) => dispatchEvent(Object.assign(new Event("keydown", { cancelable: true }), { key }));

test("escape closes what was opened last, and only that", () => {
  const closed: string[] = [];
  const ends = ["tip", "sheet"].map((name) => onEscape(() => closed.push(name)));
  press("Enter");
  assert.deepEqual(closed, []);
  press("Escape");
  ends[1]!();
  press("Escape");
  ends[0]!();
  press("Escape");
  assert.deepEqual(closed, ["sheet", "tip"]);
});

test("a dialog has the key for itself", () => {
  const closed: string[] = [];
  const end = onEscape(() => closed.push("tip"));
  const find = document.querySelector;
  Object.assign(document, { querySelector: () => ({}) });
  press("Escape");
  Object.assign(document, { querySelector: find });
  end();
  assert.deepEqual(closed, []);
});
