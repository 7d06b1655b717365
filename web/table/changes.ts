// What changes of a table, as src/sunroom/table/changes.py sends it: another value in the place of one, objects and
// lists by what is different in them. Nothing is there for what stays the same.

import type { Change, State } from "../wire";

type Value = unknown;
type Fields = Record<string, Value>;

/** The state that a change stands for, for viewers who have seen the one before. */
export function applied(before: State, change: Change): State {
  const view = change.view === undefined ? before.view : changed(before.view, change.view);
  return { status: "playing", ...change, t: "state", view };
}

export function changed(before: Value, change: Value): Value {
  if (Array.isArray(change)) return change[0];
  if (typeof change !== "object" || change === null) return change;
  if (Array.isArray(before)) return changedList(before, change as Fields);
  const now: Fields = { ...(before as Fields) };
  for (const [key, inner] of Object.entries(change as Fields)) {
    if (Array.isArray(inner) && inner.length === 0) delete now[key];
    else now[key] = changed(now[key], inner);
  }
  return now;
}

function changedList(before: Value[], change: Fields): Value[] {
  const parts = change[""];
  if (Array.isArray(parts)) return madeOf(before, parts);
  const now = [...before];
  for (const [n, inner] of Object.entries(change)) now[Number(n)] = changed(now[Number(n)], inner);
  return now;
}

const madeOf = (before: Value[], parts: Value[]): Value[] => parts.flatMap((part) => partOf(before, part));

/** Elements of the old list, as they were or changed, or new ones. */
function partOf(before: Value[], part: Value): Value[] {
  if (typeof part === "number") return [before[part]];
  if (Array.isArray(part)) return part;
  if (typeof part === "string") {
    const [first, last] = part.split("-").map(Number);
    return before.slice(first, (last ?? 0) + 1);
  }
  return Object.entries(part as Fields).map(([n, inner]) => changed(before[Number(n)], inner));
}
