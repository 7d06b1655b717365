// One match as this browser knows it: the socket, what the server has said, and how far the screen has got.
//
// What others do arrives at once but is shown step by step: `newest` is what the server says, `shown` what the
// board draws. Only when both are the same can something be decided.

import { batch, computed, effect, signal } from "@preact/signals";
import { Refusal, api, away, me, newcomer, online, patience } from "../server";
import { language, speaker, t, tOf, wordsOf } from "../words";
import type { About, Chat, Command, Frame, State, Thinking, Told } from "../wire";
import { addressOf, lineTo } from "../line";
import { applied } from "./changes";
import { remembered } from "../memory";
import { reduced } from "../motion";

export interface Entry {
  n: number;
  told: Told[];
}
export type Pace = "slow" | "normal" | "fast" | "off";
export const pace = remembered<Pace>("pace", "normal");
const PAUSE: Record<Pace, number> = { slow: 1600, normal: 850, fast: 350, off: 0 };
const MOST_WAITING = 60; // frames; who was away longer sees the end at once
const LONG = 8000; // milliseconds of thinking after which one wants to know why
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
  readonly refused = signal<Refusal | null>(null); // the whole match is not for us
  readonly slow = signal(false); // an opponent has thought for long
  readonly arrived = signal(0); // when the newest state came, for the clock
  readonly behind = signal(0); // frames that wait to be shown

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
  #stop: (() => void)[] = [];

  constructor(id: string, key = "") {
    this.id = id;
    this.key = key;
    const again = () => document.hidden || this.#socket?.readyState !== WebSocket.CLOSED || this.#connect();
    addEventListener("online", again);
    document.addEventListener("visibilitychange", again);
    this.#stop.push(
      () => removeEventListener("online", again),
      () => document.removeEventListener("visibilitychange", again),
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
    this.#socket?.close();
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
  /** Who has taken the device: nobody, where the page was opened anew. */
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
    if (socket.readyState === WebSocket.OPEN) this.#opened();
    for (const text of waiting) this.#hear(text);
  }

  /** A message: frames, one a line. */
  #hear(text: string): void {
    for (const line of text.split("\n")) this.#receive(JSON.parse(line) as Frame);
  }

  #opened(): void {
    online.value = true;
    this.refused.value = null;
    this.#tries = 0;
    this.#fresh = true;
    this.#whole = false;
    this.chat.value = new Map();
    void this.send({ t: "changes" }).catch(() => undefined); // the whole table is sent once
  }

  #reconnect(): void {
    const old = this.#socket;
    this.#connect();
    old?.close();
  }

  #lost(code: number): void {
    for (const answer of this.#answers.values()) answer.reject(away());
    this.#answers.clear();
    if (this.#closed || FINAL.includes(code)) return;
    online.value = false;
    this.#again = setTimeout(() => this.#connect(), patience(this.#tries++));
  }

  /** Send a command; the answer comes when it is stored. */
  send(command: Command): Promise<unknown> {
    if (this.#socket?.readyState !== WebSocket.OPEN) return Promise.reject(away());
    const ref = ++this.#ref;
    this.#socket.send(JSON.stringify({ ...command, ref }));
    return new Promise((resolve, reject) => this.#answers.set(ref, { resolve, reject }));
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

  /** Decide; a second click at the same table does nothing. */
  async play(text: string): Promise<void> {
    const version = this.newest.peek()?.n ?? 0;
    if (this.#busy === version) return;
    this.#busy = version;
    try {
      await this.send({ t: "play", text, version, hold: me.peek().confirm });
    } finally {
      if (this.#busy === version) this.#busy = -1;
    }
  }

  #receive(frame: Frame): void {
    if (frame.t === "match") this.#seat(frame);
    else if (frame.t === "state") this.#take(frame);
    else if (frame.t === "change") this.#take(applied(this.newest.peek()!, frame));
    else if (frame.t === "chat") this.chat.value = new Map(this.chat.peek()).set(frame.n, frame);
    else if (frame.t === "thinking") this.#think(frame);
    else {
      const answer = this.#answers.get(frame.ref);
      this.#answers.delete(frame.ref);
      if (frame.t === "done") answer?.resolve(frame.answer);
      else if (answer) answer.reject(new Refusal(frame));
      else this.refused.value = new Refusal(frame);
    }
  }

  #seat(about: About): void {
    this.about.value = about;
    const [first] = this.mine.peek();
    if ((about.eye ?? -1) < 0 && first !== undefined && !this.over.peek()) this.look(first); // one has just sat down
  }

  #think(frame: Thinking): void {
    this.thinking.value = frame;
    clearTimeout(this.#patience);
    this.#patience = setTimeout(() => (this.slow.value = this.thinking.peek() === frame), LONG);
  }

  // States: shown at once where they are our own doing, one after the other where others play

  #take(state: State): void {
    const before = this.newest.peek();
    this.newest.value = state;
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
