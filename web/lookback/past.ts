// Going through a match: which step, from whose eyes, and the tables that are fetched ahead.

import { batch, computed, effect, signal } from "@preact/signals";
import { named, lit } from "../table/light";
import type { Match, Pace } from "../table/match";
import { remembered } from "../memory";
import { Refusal, api } from "../server";
import type { Timeline, Evaluation, PastTable } from "../wire";
import { firstDecision, turnsOf } from "./turns";
import { Review } from "./review";

export type Eye = number | "open";
export const tempo = remembered<Exclude<Pace, "off">>("tempo", "normal");
const PAUSE = { slow: 1600, normal: 900, fast: 400 };
const HURRY = 140; // milliseconds for a step of which nothing is told, like a card that is laid out
const BLOCK = 16; // tables in one request
const SETTLE = 30; // milliseconds
const CALM = 200; // milliseconds
const LIGHT = 1500; // for which what was spoken of is lit

export class Past {
  readonly match: Match;
  readonly review: Review;
  readonly timeline = signal<Timeline | null>(null);
  readonly refused = signal<Refusal | null>(null);
  readonly step = signal(0);
  readonly wish = signal<Eye | null>(null); // the eyes that were chosen
  readonly better = signal(false); // whether the table before a decision is shown, with what was better
  readonly playing = signal(false);
  readonly tables = signal<ReadonlyMap<string, PastTable>>(new Map());

  #asked = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #light: ReturnType<typeof setTimeout> | undefined;
  #stop: (() => void)[] = [];

  constructor(match: Match, start: number | null) {
    this.match = match;
    match.follows = false;
    this.review = new Review(match.id, match.key);
    let first = true;
    let seen = -1;
    this.#stop.push(
      effect(() => {
        const state = match.newest.value;
        if (!state || state.n === seen) return;
        seen = state.n;
        void this.#read(state.back && !first, first ? start : null).then(() => (first = false));
      }),
      effect(() => {
        if (this.timeline.value) this.#want(this.step.value, this.#source.value);
      }),
    );
  }

  close(): void {
    for (const stop of this.#stop) stop();
    this.pause();
    clearTimeout(this.#light);
    clearTimeout(this.#soon);
    lit.value = [];
    this.review.close();
    this.match.close();
  }

  // What can be asked

  readonly last = computed(() => this.timeline.value?.steps.length ?? 0);
  readonly turns = computed(() => (this.timeline.value ? turnsOf(this.timeline.value) : [0]));
  readonly ended = computed(() => this.timeline.value?.ended ?? false);
  /** The eyes through which one looks: one's own, or after the end whoever decides. */
  readonly eyes = computed<Eye>(() => {
    const own = this.match.about.value?.eye ?? -1;
    return this.wish.value ?? (own < 0 && this.ended.value && this.timeline.value?.secrets ? "open" : own);
  });
  /** The decision that has led here; or, where what was better is shown, the one that is made here. */
  readonly judged = computed<Evaluation | undefined>(() =>
    this.review.byStep.value.get(this.better.value ? this.step.value : this.step.value - 1),
  );
  readonly #source = computed<Eye>(() =>
    this.better.value && this.timeline.value?.secrets ? (this.judged.value?.seat ?? this.eyes.value) : this.eyes.value,
  );
  readonly #exact = computed(() => this.tables.value.get(keyOf(this.#source.value, this.step.value)));
  #before: { table: PastTable; source: Eye } | null = null;
  /** The table that is drawn: until the right one has come, the one before it. */
  readonly shown = computed(() => {
    const table = this.#exact.value;
    if (table) this.#before = { table, source: this.#source.value };
    return this.#before;
  });
  readonly eye = computed(() => {
    const shown = this.shown.value;
    if (shown?.source !== "open") return shown?.source ?? -1;
    if (shown.table.turn >= 0) return shown.table.turn;
    return Math.max(this.timeline.value?.steps[shown.table.step - 1]?.actor ?? 0, 0);
  });
  readonly view = computed(() => {
    const shown = this.shown.value;
    return shown?.source === "open" ? shown.table.views[this.eye.value] : shown?.table.views[0];
  });

  /** The view before a decision, for words about it; nothing while it is on its way. */
  viewAt(step: number, seat: number): unknown {
    const tables = this.tables.value;
    for (const source of [seat, this.eyes.value]) {
      const views = tables.get(keyOf(source, step))?.views;
      if (views) return views[source === "open" ? seat : 0];
    }
    queueMicrotask(() => void this.#fetch(Math.floor(step / BLOCK) * BLOCK, this.eyes.peek()));
    return undefined;
  }

  // Going

  go(step: number, { light = true, better = false } = {}): void {
    const to = Math.min(Math.max(step, 0), this.last.peek());
    batch(() => {
      this.step.value = to;
      this.better.value = better;
    });
    clearTimeout(this.#light);
    lit.value = [];
    if (light && !better) this.#light = setTimeout(() => this.#shine(to), CALM);
  }

  /** Go somewhere and stay there. */
  jump(step: number, how?: { better?: boolean }): void {
    this.pause();
    this.go(step, how);
  }

  /** Light up what was spoken of, once nobody hurries on. */
  #shine(step: number): void {
    lit.value = named(this.timeline.peek()?.steps[step - 1]?.told ?? []);
    this.#light = setTimeout(() => (lit.value = []), LIGHT);
  }

  by(steps: number): void {
    this.jump(this.step.peek() + steps);
  }

  byTurn(direction: 1 | -1): void {
    this.pause();
    const turns = this.turns.peek();
    const here = this.step.peek();
    this.go(
      direction > 0
        ? (turns.find((one) => one > here) ?? this.last.peek())
        : (turns.findLast((one) => one < here) ?? 0),
    );
  }

  toError(direction: 1 | -1): void {
    this.pause();
    const steps = this.review.errors.peek().map((one) => one.step + 1);
    const here = this.step.peek();
    const to = direction > 0 ? steps.find((one) => one > here) : steps.findLast((one) => one < here);
    if (to !== undefined) this.go(to);
  }

  toggle(): void {
    if (this.playing.peek()) this.pause();
    else this.play();
  }

  play(): void {
    if (this.step.peek() >= this.last.peek()) this.go(0);
    this.playing.value = true;
    this.#later();
  }

  pause(): void {
    this.playing.value = false;
    clearTimeout(this.#timer);
  }

  #later(): void {
    const next = this.timeline.peek()?.steps[this.step.peek()];
    const wait = next?.told?.length ? PAUSE[tempo.peek()] : HURRY;
    this.#timer = setTimeout(() => {
      if (this.#exact.peek()) this.go(this.step.peek() + 1, { light: false });
      if (this.step.peek() >= this.last.peek()) this.pause();
      else this.#later();
    }, wait);
  }

  // Fetching

  async #read(again: boolean | undefined, start: number | null): Promise<void> {
    try {
      const before = this.timeline.peek();
      const timeline = await api<Timeline>("GET", `/api/matches/${this.match.id}/course?${this.#query({})}`);
      batch(() => {
        if (again) this.#forget();
        const atEnd = before !== null && this.step.peek() >= before.steps.length;
        this.timeline.value = timeline;
        if (start !== null) this.go(start, { light: false });
        else if (before === null)
          this.go(timeline.ended ? firstDecision(timeline) : timeline.steps.length, { light: false });
        else if (atEnd || this.step.peek() > timeline.steps.length) this.go(timeline.steps.length);
      });
      if (timeline.ended && timeline.known) void this.review.start();
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.refused.value = why;
    }
  }

  #forget(): void {
    this.#asked.clear();
    this.tables.value = new Map();
  }

  /** Fetch the tables around a step, in whole blocks, each once. */
  #want(step: number, source: Eye): void {
    const near = [step, step + BLOCK / 2, step - BLOCK / 2].map((one) =>
      Math.floor(Math.min(Math.max(one, 0), this.last.peek()) / BLOCK),
    );
    clearTimeout(this.#soon);
    // Who drags the slider far passes many tables that nobody will look at.
    this.#soon = setTimeout(
      () => [...new Set(near)].forEach((block) => void this.#fetch(block * BLOCK, source)),
      this.tables.peek().has(keyOf(source, step)) ? 0 : SETTLE,
    );
  }

  async #fetch(first: number, source: Eye): Promise<void> {
    const count = Math.min(BLOCK, this.last.peek() + 1 - first);
    const mark = `${keyOf(source, first)} ${count}`;
    if (this.#asked.has(mark)) return;
    this.#asked.add(mark);
    const which: Record<string, string> = source === "open" ? { open: "true" } : { eye: String(source) };
    try {
      const found = await api<PastTable[]>(
        "GET",
        `/api/matches/${this.match.id}/steps?${this.#query({ first: String(first), count: String(count), ...which })}`,
      );
      const tables = new Map(this.tables.peek());
      for (const table of found) tables.set(keyOf(source, table.step), table);
      this.tables.value = tables;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      this.#asked.delete(mark); // the next step asks again
      if (why.id !== "offline" && this.tables.peek().size === 0) this.refused.value = why;
    }
  }

  #query(more: Record<string, string>): string {
    return new URLSearchParams({ ...more, ...(this.match.key ? { key: this.match.key } : {}) }).toString();
  }
}

const keyOf = (source: Eye, step: number): string => `${source}:${step}`;
