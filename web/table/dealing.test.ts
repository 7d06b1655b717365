import assert from "node:assert/strict";
import { test } from "node:test";
import { sha256 } from "../sha256";
import type { About, SeatInfo, State } from "../wire";
import { contribution, isAsPromised, shareIn, shown } from "./dealing";

const SEED = "00".repeat(16);
const COMMITMENT = sha256(new Uint8Array(16));
const about = (id: string, seats: Partial<SeatInfo>[], commitment = COMMITMENT) =>
  ({ t: "match", id, commitment, seats }) as About;
const gathering = (more: Partial<State> = {}) => ({ t: "state", n: 1, status: "gathering", ...more }) as State;
const ended = { t: "state", n: 9, status: "over", result: { reason: "played", seed: SEED } } as State;
const open = { kind: "open" } as const;
const seated = (promise = "", share = "") => ({ kind: "person", promise, share }) as const;

test("a share is made once for a match, and another one for another", () => {
  assert.deepEqual(shareIn("once"), shareIn("once"));
  assert.notEqual(shareIn("once").share, shareIn("twice").share);
  assert.match(shareIn("once").share, /^[0-9a-f]{32}$/);
});

test("it is promised while a seat is free, and shown when it is waited for", () => {
  const { promise, share } = shareIn("two");
  assert.deepEqual(contribution(about("two", [seated(), open]), gathering(), 0), { t: "promise", promise });
  assert.equal(contribution(about("two", [seated(promise), open]), gathering(), 0), null);
  const all = about("two", [seated(promise), seated()]);
  assert.deepEqual(contribution(all, gathering({ revealing: [0] }), 0), { t: "share", share });
  assert.equal(contribution(all, gathering({ revealing: [1] }), 0), null);
  assert.equal(contribution(all, gathering({ status: "playing" }), 0), null);
});

test("a share that somebody else has promised is not shown", () => {
  const all = about("foreign", [seated("ff"), seated()]);
  assert.equal(contribution(all, gathering({ revealing: [0] }), 0), null);
});

test("the end is compared with the beginning", () => {
  const { promise, share } = shareIn("end");
  contribution(about("end", [seated(), open]), gathering(), 0);
  const all = about("end", [seated(promise, share), seated()]);
  assert.equal(isAsPromised(all, gathering()), null);
  assert.equal(isAsPromised(all, ended), true);
  shown("end");
  assert.equal(isAsPromised(all, ended), true);
  assert.equal(isAsPromised(about("end", [seated(promise), seated()]), ended), false, "ours is not in it");
  assert.equal(isAsPromised(about("end", [seated("ff", "ff"), seated()]), ended), false, "another's is");
});

test("another seed than was committed to is noticed, whatever is said later", () => {
  contribution(about("seed", [seated(), open], "11".repeat(32)), gathering(), 0);
  assert.equal(isAsPromised(about("seed", [seated(), seated()]), ended), false);
});

test("who was not there when it began cannot compare", () =>
  assert.equal(isAsPromised(about("elsewhere", [seated(), seated()]), ended), null));
