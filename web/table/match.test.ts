import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { About, Frame, State } from "../wire";
import { Refusal } from "../server";
import { t as t_ } from "../words";
import { headline } from "./bar";
import { Match, pace } from "./match";

/** The server's end of the line. */
class Server {
  static now: Server;
  static OPEN = 1;
  static CLOSED = 3;
  readyState = 0;
  onopen = () => {};
  onmessage = (_: { data: string }) => {};
  onclose = (_: { code: number }) => {};
  heard: Record<string, unknown>[] = [];
  address: string;
  constructor(address: string) {
    this.address = address;
    Server.now = this;
  }
  send(text: string) {
    this.heard.push(JSON.parse(text));
  }
  close() {
    this.readyState = Server.CLOSED;
  }
  open() {
    this.readyState = Server.OPEN;
    this.onopen();
  }
  tell(...frames: Partial<Frame>[]) {
    this.onmessage({ data: frames.map((frame) => JSON.stringify(frame)).join("\n") });
  }
  lose(code = 1006) {
    this.readyState = Server.CLOSED;
    this.onclose({ code });
  }
}
Object.assign(globalThis, { WebSocket: Server });

const seat = (kind: string, more = {}) => ({ kind, name: null, yours: false, out: null, level: null, ...more });
const ABOUT = {
  t: "match",
  id: "m",
  game: "soluna",
  eye: 0,
  by_hand: false,
  seats: [seat("person", { yours: true, name: "Ada" }), seat("ai", { level: "club" })],
} as unknown as About;
const state = (n: number, turn: number, more: Partial<State> = {}): State =>
  ({ t: "state", n, turn, status: "playing", view: { n }, told: [{ id: "stacked" }], legal: [], ...more }) as State;

/** A match of ours against an opponent, with the clock in our hand. */
function sitting(t: TestContext, about = ABOUT): Match {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  pace.value = "normal";
  const match = new Match("m");
  Server.now.open();
  Server.now.tell(about, state(1, 0, { legal: ["a>b"] }));
  return match;
}

test("the first table is shown at once and can be decided on", (t) => {
  const match = sitting(t);
  assert.equal(match.shown.value?.n, 1);
  assert.deepEqual(match.legal.value, ["a>b"]);
  assert(match.decides.value);
  match.close();
});

test("our own move is shown at once, what others do step by step", (t) => {
  const match = sitting(t);
  Server.now.tell(state(2, 1));
  assert.equal(match.shown.value?.n, 2);
  Server.now.tell(state(3, 1), state(4, 0, { legal: ["c>d"] }));
  assert.equal(match.shown.value?.n, 2);
  assert.equal(match.behind.value, 2);
  assert(!match.decides.value, "nothing is decided before all was seen");
  t.mock.timers.tick(850);
  assert.equal(match.shown.value?.n, 3);
  t.mock.timers.tick(850);
  assert.equal(match.shown.value?.n, 4);
  assert(match.decides.value);
  match.close();
});

test("while what others did is shown, the headline names nobody who is not there", (t) => {
  const match = sitting(t);
  Server.now.tell(state(2, 1));
  assert.match(headline(match), /Club/);
  Server.now.tell(state(3, -2), state(4, 0));
  t.mock.timers.tick(850);
  assert.equal(match.turn.value, -2);
  assert.equal(headline(match), t_("catching_up"));
  match.close();
});

test("who skips sees the end at once, with all of the log", (t) => {
  const match = sitting(t);
  Server.now.tell(state(2, 1), state(3, 1), state(4, 0));
  match.skip();
  assert.equal(match.shown.value?.n, 4);
  assert.deepEqual(
    match.log.value.map((entry) => entry.n),
    [1, 2, 3, 4],
  );
  match.close();
});

test("a second click at the same table sends nothing; a refusal reaches who has clicked", async (t) => {
  const match = sitting(t);
  const first = match.play("b>a");
  await match.play("b>a");
  const sent = Server.now.heard.filter((one) => one.t === "play");
  assert.equal(sent.length, 1);
  assert.equal(sent[0]?.version, 1);
  Server.now.tell({ t: "refused", ref: sent[0]?.ref as number, id: "illegal", text: "Not so.", rules: ["LUN-4.2"] });
  await assert.rejects(first, (why) => why instanceof Refusal && why.rules[0] === "LUN-4.2");
  void match.play("a>b").catch(() => undefined);
  assert.equal(Server.now.heard.filter((one) => one.t === "play").length, 2);
  match.close();
});

test("a lost line is taken up again from what was seen last", (t) => {
  const match = sitting(t);
  Server.now.tell(state(2, 1));
  const old = Server.now;
  old.lose();
  t.mock.timers.tick(400);
  assert.notEqual(Server.now, old);
  assert.match(Server.now.address, /since=2/);
  match.close();
});

test("a line that was closed for good stays closed", (t) => {
  const match = sitting(t);
  const old = Server.now;
  old.lose(4404);
  t.mock.timers.tick(60_000);
  assert.equal(Server.now, old);
  match.close();
});

test("what is undone leaves nothing that could be decided twice", (t) => {
  const match = sitting(t);
  Server.now.tell(state(2, 1), state(1, 0, { back: true, told: [{ id: "stacked" }], legal: ["a>b"] }));
  assert.equal(match.shown.value?.n, 1);
  assert.equal(match.log.value.length, 1);
  match.close();
});

test("two people at one device see a curtain where hands are hidden, and none where they are not", (t) => {
  const match = sitting(t, { ...ABOUT, seats: [ABOUT.seats[0], { ...ABOUT.seats[0], name: "Ben" }] } as About);
  match.secret.value = true;
  assert(match.curtain.value);
  match.take();
  assert(!match.curtain.value);
  Server.now.tell(state(2, 1));
  assert(match.curtain.value, "the next one takes it");
  match.secret.value = false;
  assert(!match.curtain.value);
  match.close();
});

test("opponents are called by their level, and numbered where they are alike", (t) => {
  const two = sitting(t);
  assert.equal(two.nameOf(0), "Ada");
  const alone = two.nameOf(1);
  Server.now.tell({ ...ABOUT, seats: [...ABOUT.seats, ABOUT.seats[1]] } as About);
  assert.equal(two.nameOf(1), `${alone} 2`);
  assert.equal(two.nameOf(2), `${alone} 3`);
  two.close();
});

test("thinking that takes long is said so", (t) => {
  const match = sitting(t);
  Server.now.tell(state(2, 1), { t: "thinking", seat: 1 } as never);
  assert(!match.slow.value);
  t.mock.timers.tick(8001);
  assert(match.slow.value);
  Server.now.tell(state(3, 0));
  t.mock.timers.tick(900);
  assert(!match.slow.value);
  match.close();
});

test("who waits for a hint knows the place, and can leave the queue", async (t) => {
  const match = sitting(t);
  const asked = match.send({ t: "hint" });
  const { ref } = Server.now.heard.at(-1) as { ref: number };
  Server.now.tell({ t: "waiting", ref, place: 3 });
  assert.equal(match.waiting.value?.place, 3);
  match.leaveQueue();
  assert.deepEqual({ ...Server.now.heard.at(-1), ref: 0 }, { t: "cancel", of: ref, ref: 0 });
  Server.now.tell({ t: "refused", ref, status: 409, id: "given_up", text: "" });
  await assert.rejects(asked, (why) => why instanceof Refusal && why.id === "given_up");
  assert.equal(match.waiting.value, null);
  match.close();
});

test("whose turn it is in the queue, or whose line is lost, waits no more", (t) => {
  const match = sitting(t);
  for (const end of [() => Server.now.tell({ t: "waiting", ref: 9, place: 0 }), () => Server.now.lose()]) {
    Server.now.tell({ t: "waiting", ref: 9, place: 1 });
    assert.equal(match.waiting.value?.ref, 9);
    end();
    assert.equal(match.waiting.value, null);
  }
  match.close();
});
