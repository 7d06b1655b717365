// One match as this browser knows it: the socket, what the server has said, and how far the screen has got.
//
// What others do arrives at once but is shown step by step: `newest` is what the server says, `shown` what the
// board draws. Only when both are the same can something be decided.

import { batch, computed, effect, signal } from "@preact/signals";
import { Refusal, api, away, comeIn, me, newcomer, online, patience } from "../server";
import { wordsOf } from "../texts";
import { language, speaker, t, tOf } from "../words";
import type { About, Advised, Chat, Command, Frame, Presence, State, Thinking, Message, Waiting } from "../wire";
import { addressOf, lineTo } from "../line";
import { applied } from "./changes";
import { emblems } from "../art/emblem";
import { contribution, isFree, shown } from "./dealing";
import { remembered } from "../memory";
import { reduced } from "../motion";

export interface Entry {
  n: number;
  told: Message[];
}
export type Pace = "slow" | "normal" | "fast" | "off";
export const pace = remembered<Pace>("pace", "normal");
const PAUSE: Record<Pace, number> = { slow: 1600, normal: 850, fast: 350, off: 0 };
const MOST_WAITING = 60; // frames; who was away longer sees the end at once
const LONG = 8000; // milliseconds of thinking after which one wants to know why
const BEAT = 4000; // milliseconds between two signs that the line holds
const DEAF = 6000; // milliseconds without an answer after which it does not
const OPENING = 30_000; // milliseconds until a line that does not open is given up
const NOTICED = 700; // milliseconds that a move may take before one is told that it is on its way
const FINAL = [4401, 4403, 4404]; // closed for good; the refusal before it has said why

export class Match {
  readonly id: string;
  readonly key: string;
  readonly about = signal<About | null>(null);
  readonly newest = signal<State | null>(null);
  readonly shown = signal<State | null>(null);
  readonly log = signal<Entry[]>([]);
  readonly chat = signal<ReadonlyMap<number, Chat>>(new Map());
  readonly thinking = signal<Thinking | null>(null);
  readonly waiting = signal<Waiting | null>(null); // what was asked for and has a place in the queue
  readonly closer = signal<Advised | null>(null); // a closer look, after a hint that was a first one
  readonly refused = signal<Refusal | null>(null); // the whole match is not for us
  readonly slow = signal(false); // an opponent has thought for long
  readonly arrived = signal(0); // when the newest state came, for the clock
  readonly behind = signal(0); // frames that wait to be shown
  readonly presence = signal<Presence | null>(null); // who else is here
  readonly sending = signal(""); // what was played and is not answered yet, where that takes long
  /** What was played while the line was down: it is sent once, when the line is back. */
  readonly kept = signal<{ text: string; version: number } | null>(null);

  #socket: WebSocket | null = null;
  #answers = new Map<number, { resolve: (answer: unknown) => void; reject: (why: Refusal) => void }>();
  #ref = 0;
  #tries = 0;
  #again: ReturnType<typeof setTimeout> | undefined;
  #queue: State[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #whole = true; // ask for everything, not for what is new
  #fresh = true;
  #reading = 0;
  #closed = false;
  #busy = -1; // the version at which something is on its way
  #beat: ReturnType<typeof setInterval>;
  #deaf: ReturnType<typeof setTimeout> | undefined;
  #said = ""; // what was last added to the dealing over this connection
  #stop: (() => void)[] = [];

  constructor(id: string, key = "") {
    this.id = id;
    this.key = key;
    const again = () => document.hidden || this.#isOpen() || this.#connect();
    const seen = () => {
      again();
      this.#ping();
    };
    const cut = () => this.#drop();
    addEventListener("online", again);
    addEventListener("offline", cut);
    document.addEventListener("visibilitychange", seen);
    this.#beat = setInterval(() => document.hidden || this.#ping(), BEAT);
    this.#stop.push(
      () => removeEventListener("online", again),
      () => removeEventListener("offline", cut),
      () => document.removeEventListener("visibilitychange", seen),
    );
    let first = true;
    this.#stop.push(
      effect(() => {
        void language.value; // refusals come in the language of the connection
        void newcomer.value; // who was nobody when it was opened is somebody now
        if (!first) this.#reconnect();
        first = false;
      }),
    );
    this.#connect();
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stop) stop();
    clearTimeout(this.#timer);
    clearTimeout(this.#again);
    clearTimeout(this.#patience);
    clearInterval(this.#beat);
    emblems.value = [];
    clearTimeout(this.#deaf);
    this.#socket?.close();
    if (!online.peek()) void comeIn(); // whoever goes on has no line that would notice
  }

  // What can be asked

  readonly mine = computed(() =>
    (this.about.value?.seats ?? []).flatMap((seat, n) => (seat.yours && seat.kind === "person" ? [n] : [])),
  );
  readonly turn = computed(() => this.shown.value?.turn ?? -2);
  readonly over = computed(() => ["over", "aborted"].includes(this.shown.value?.status ?? ""));
  readonly current = computed(() => this.shown.value === this.newest.value);
  /** Whether one sees the table from another seat of one's own than the one to act. */
  readonly elsewhere = computed(
    () => this.mine.value.includes(this.turn.value) && (this.about.value?.eye ?? -1) !== this.turn.value,
  );
  /** Who has taken the device: nobody, where the page was opened again. */
  readonly holder = signal(-1);
  /** Set by the page: whether hands are hidden from each other; null as long as nobody knows. */
  readonly secret = signal<boolean | null>(null);
  /** Whether somebody else has to take the device before anything is shown. */
  readonly curtain = computed(() => {
    const [mine, turn] = [this.mine.value, this.turn.value];
    return (
      this.secret.value !== false &&
      this.shown.value?.status === "playing" &&
      mine.length > 1 &&
      mine.includes(turn) &&
      this.holder.value !== turn
    );
  });
  readonly decides = computed(() => {
    const state = this.shown.value;
    if (state?.status !== "playing" || !this.current.value || this.elsewhere.value || this.curtain.value) return false;
    const byHand = this.turn.value === -1 && this.about.value?.by_hand && this.mine.value.length > 0;
    return this.mine.value.includes(this.turn.value) || Boolean(byHand);
  });
  readonly legal = computed<readonly string[]>(() => (this.decides.value ? (this.shown.value?.legal ?? []) : []));
  readonly say = computed(() => {
    const texts = wordsOf(this.about.value?.game ?? "");
    return texts && speaker(texts, (seat) => this.nameOf(seat), language.value);
  });

  nameOf(seat: number): string {
    if (seat < 0) return t("nobody");
    const seats = this.about.value?.seats ?? [];
    const info = seats[seat];
    if (info && isFree(info)) return info.name ? t("kept_for", { who: info.name }) : t("free");
    // For somebody who is out an opponent plays on; the name stays.
    if (info?.kind !== "ai" || info.name || info.out) return info?.name ?? t("seat", { n: seat + 1 });
    const alike = seats.filter((one) => one.kind === "ai" && one.level === info.level).length;
    const level = tOf(info.level ?? "");
    return alike > 1 ? `${level} ${seat + 1}` : level;
  }

  // The socket

  #connect(): void {
    if (this.#closed) return;
    clearTimeout(this.#again);
    const seen = this.#queue.at(-1) ?? this.newest.peek();
    const { socket, waiting } = lineTo(
      addressOf(this.id, language.peek(), this.key, this.#whole ? undefined : seen?.n),
    );
    this.#socket = socket;
    socket.onopen = () => this.#opened();
    socket.onmessage = (event) => this.#hear(event.data as string);
    socket.onclose = (event) => this.#socket === socket && this.#lost(event.code);
    this.#listen(OPENING);
    if (socket.readyState === WebSocket.OPEN) this.#opened();
    for (const text of waiting) this.#hear(text);
  }

  /** Ask for a sign; without any the line is dead, whatever the browser believes. */
  #ping(): void {
    if (!this.isLive) return;
    void this.send({ t: "ping", resting: document.hidden }).catch(() => undefined);
    if (!document.hidden) this.#listen(DEAF);
  }

  /** Give the line up where nothing at all is heard of it for so long. */
  #listen(milliseconds: number): void {
    this.#deaf ??= setTimeout(() => this.#drop(), milliseconds);
  }

  #isOpen(): boolean {
    return (this.#socket?.readyState ?? WebSocket.CLOSED) <= WebSocket.OPEN;
  }

  /** The line is dead: another one has to be opened. A socket that is cut off can take minutes to close. */
  #drop(): void {
    const dead = this.#socket;
    if (!dead || !this.#isOpen()) return;
    dead.onclose = dead.onmessage = dead.onopen = null;
    dead.close();
    this.#socket = null;
    this.#lost(0);
  }

  /** A message: frames, one a line. */
  #hear(text: string): void {
    this.#quiet();
    for (const line of text.split("\n")) this.#receive(JSON.parse(line) as Frame);
  }

  #opened(): void {
    this.#quiet();
    online.value = true;
    this.refused.value = null;
    this.#tries = 0;
    this.#fresh = true;
    this.#whole = false;
    this.chat.value = new Map();
    this.#said = "";
    void this.send({ t: "changes" }).catch(() => undefined); // the whole table is sent once
    this.#ping();
  }

  #quiet(): void {
    clearTimeout(this.#deaf);
    this.#deaf = undefined;
  }

  #reconnect(): void {
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  #lost(code: number): void {
    this.#quiet();
    for (const answer of this.#answers.values()) answer.reject(away());
    this.#answers.clear();
    this.waiting.value = null;
    if (this.#closed || FINAL.includes(code)) return;
    online.value = false;
    this.presence.value = null;
    this.#again = setTimeout(() => this.#connect(), patience(this.#tries++));
  }

  /** Send a command; the answer comes when it is stored. */
  send(command: Command): Promise<unknown> {
    if (!this.isLive) return Promise.reject(away());
    const ref = ++this.#ref;
    this.#socket!.send(JSON.stringify({ ...command, ref }));
    return new Promise((resolve, reject) => this.#answers.set(ref, { resolve, reject }));
  }

  /** Leave the queue. */
  leaveQueue(): void {
    const of = this.waiting.peek()?.ref;
    if (of !== undefined) void this.send({ t: "cancel", of }).catch(() => undefined);
  }

  /** Fetch the page of the chat before the first line that is here. */
  async readEarlier(): Promise<void> {
    const [first] = this.chat.peek().values();
    const lines = (await this.send({ t: "earlier", before: first?.n ?? 0 })) as Chat[];
    const [now] = this.chat.peek().values();
    if (first === undefined || now === undefined || first.n !== now.n) return; // another connection, another page
    const older: [number, Chat][] = lines.map((line) => [line.n, line]);
    this.chat.value = new Map([...older, ...new Map(this.chat.peek()).set(first.n, { ...now, earlier: false })]);
  }

  /** Decide; a second click at the same table does nothing. Without a line it waits for one. */
  async play(text: string): Promise<void> {
    const version = this.newest.peek()?.n ?? 0;
    if (this.#busy === version) return;
    this.#busy = version;
    if (this.isLive) this.#listen(DEAF);
    const noticed = setTimeout(() => (this.sending.value = text), NOTICED);
    try {
      await this.send({ t: "play", text, version, hold: me.peek().confirm });
    } catch (why) {
      if (!(why instanceof Refusal) || why.id !== "offline") throw why;
      this.kept.value = { text, version };
    } finally {
      clearTimeout(noticed);
      this.sending.value = "";
      if (this.#busy === version) this.#busy = -1;
    }
  }

  /** Play what was kept, unless it got through before the line broke or the table is another by now. */
  #playKept(state: State): void {
    const kept = this.kept.peek();
    if (!kept || !this.isLive) return;
    this.kept.value = null;
    if (kept.version === state.n && state.legal?.includes(kept.text))
      void this.play(kept.text).catch((why: unknown) => {
        if (!(why instanceof Refusal)) throw why; // the table that follows shows how things stand
      });
  }

  get isLive(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #receive(frame: Frame): void {
    if (frame.t === "match") this.#seat(frame);
    else if (frame.t === "state") this.#take(frame);
    else if (frame.t === "change") this.#take(applied(this.newest.peek()!, frame));
    else if (frame.t === "chat") this.chat.value = new Map(this.chat.peek()).set(frame.n, frame);
    else if (frame.t === "thinking") this.#think(frame);
    else if (frame.t === "waiting") this.waiting.value = frame.place > 0 ? frame : null;
    else if (frame.t === "presence") this.presence.value = frame;
    else if (frame.t === "advised") this.closer.value = frame;
    else {
      const answer = this.#answers.get(frame.ref);
      this.#answers.delete(frame.ref);
      if (this.waiting.peek()?.ref === frame.ref) this.waiting.value = null;
      if (frame.t === "done") answer?.resolve(frame.answer);
      else if (answer) answer.reject(new Refusal(frame));
      else this.refused.value = new Refusal(frame);
    }
  }

  #seat(about: About): void {
    this.about.value = about;
    emblems.value = about.seats.map((seat, n) => seat.emblem ?? n);
    this.#contribute();
    const [first] = this.mine.peek();
    if ((about.eye ?? -1) < 0 && first !== undefined && !this.over.peek()) this.look(first); // one has just sat down
  }

  #think(frame: Thinking): void {
    this.thinking.value = frame;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => (this.slow.value = this.thinking.peek() === frame), LONG);
  }

  /** Add to the dealing what is this browser's to add. */
  #contribute(): void {
    const [about, state, seat] = [this.about.peek(), this.newest.peek(), this.mine.peek()[0]];
    const command = about && state && seat !== undefined ? contribution(about, state, seat) : null;
    if (command === null || this.#said === JSON.stringify(command)) return;
    this.#said = JSON.stringify(command);
    this.send(command).then(
      () => command.t === "share" && shown(this.id),
      () => undefined, // too late: then the match begins without, and the page says so
    );
  }

  // States: shown at once where they are our own doing, one after the other where others play

  #take(state: State): void {
    const before = this.newest.peek();
    this.newest.value = state;
    this.#contribute();
    this.arrived.value = Date.now();
    this.#queue.push(state);
    const own =
      before === null ||
      state.back ||
      before.status !== "playing" ||
      this.#isOurs(before.turn ?? -2) ||
      !state.told?.length;
    if (own && this.#queue.length === 1) this.#next();
    else if (this.#queue.length > MOST_WAITING || document.hidden) this.skip();
    else this.#later();
    this.behind.value = this.#queue.length;
    this.#playKept(state);
  }

  /** Whether what happens now is our doing: our turn, or chance that we enter. */
  #isOurs(turn: number): boolean {
    return this.mine.peek().includes(turn) || (turn === -1 && Boolean(this.about.peek()?.by_hand));
  }

  #later(): void {
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#next();
        if (this.#queue.length > 0) this.#later();
      },
      reduced() ? Math.min(PAUSE[pace.peek()], 350) : PAUSE[pace.peek()],
    );
  }

  #next(): void {
    const state = this.#queue.shift();
    if (!state) return;
    batch(() => {
      this.#note(state);
      this.shown.value = state;
      this.thinking.value = null;
      this.slow.value = false;
      this.behind.value = this.#queue.length;
    });
    this.lookAround();
  }

  /** Show everything that has happened at once. */
  skip(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#queue.length > 0) this.#next();
  }

  // The log

  #note(state: State): void {
    const told = state.told ?? [];
    if (state.back && told.length > 0) this.log.value = [];
    // What is held back is told again when it is confirmed, and what was undone leaves the log.
    if (state.back && told.length === 0) void this.#readLog(state.n);
    else if (state.held && !state.back) this.#fresh && void this.#readLog(state.n);
    else if (told.length > 0) this.log.value = [...this.log.peek(), { n: state.n, told }];
    if (state.turn !== undefined) this.#fresh = false;
  }

  async #readLog(after: number): Promise<void> {
    const reading = ++this.#reading;
    try {
      const path = `/api/matches/${this.id}/record?${new URLSearchParams({ key: this.key })}`;
      const { line } = await api<{ line: Entry[] }>("GET", path);
      if (reading !== this.#reading) return;
      const known = new Set(line.map((entry) => entry.n));
      this.log.value = [...line, ...this.log.peek().filter((entry) => entry.n > after && !known.has(entry.n))];
    } catch {
      this.#whole = true; // the next connection brings everything
    }
  }

  // Several people at one device

  /** Whoever is to act has it now. */
  take(): void {
    this.holder.value = this.turn.peek();
    if (this.elsewhere.peek()) this.look(this.turn.peek());
  }

  /** Whether the eye goes with the turn from one seat of one's own to the next. */
  follows = true;

  lookAround(): void {
    if (this.follows && this.elsewhere.peek() && this.secret.peek() === false) this.look(this.turn.peek());
  }

  look(seat: number): void {
    void this.send({ t: "look", seat }).catch(() => undefined);
  }
}
