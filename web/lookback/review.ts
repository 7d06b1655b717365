// The review of a match as it comes: a line for each decision; after a first look another one.

import { batch, computed, signal } from "@preact/signals";
import { linesOf } from "../ndjson";
import { Refusal, away } from "../server";
import { language } from "../words";
import type { Evaluation, Problem, Progress } from "../wire";

export type Verdict = Evaluation["verdict"];
export const ERRORS = ["inaccuracy", "mistake", "blunder"] as const;
/** Readable without colour, as chess players write it. */
export const SIGNS: Record<Verdict, string> = { best: "", fine: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

const ENOUGH = 1500; // milliseconds of closer looks, from which on the time left is known
const PREPARING = 4000; // without a word for so long: the thinkers are made ready

export class Review {
  readonly state = signal<"none" | "running" | "done">("none");
  readonly judged = signal<readonly Evaluation[]>([]);
  readonly done = signal(0);
  readonly of = signal(0);
  readonly looked = signal(0);
  readonly compiling = signal(false); // closer looks wait for it
  readonly left = signal<number | null>(null); // seconds
  readonly preparing = signal(false);
  readonly why = signal("");
  /** Simulations of the first looks that nobody has looked at closer yet; 0 where there are none. */
  readonly firstLook = computed(() => this.judged.value.find((one) => one.first_look)?.first_look ?? 0);
  readonly byStep = computed(() => new Map(this.judged.value.map((one) => [one.step, one])));
  readonly errors = computed(() => this.judged.value.filter((one) => isError(one.verdict)));

  #stop: AbortController | null = null;
  #path: string;

  constructor(id: string, key: string) {
    this.#path = `/api/matches/${id}/review/stream?${new URLSearchParams({ key })}`;
  }

  close(): void {
    this.#stop?.abort();
  }

  async start(): Promise<void> {
    if (this.state.peek() !== "none") return;
    this.state.value = "running";
    this.why.value = "";
    this.#stop = new AbortController();
    try {
      await this.#read(this.#stop.signal);
      this.state.value = "done";
    } catch (why) {
      if (this.#stop.signal.aborted) return;
      this.state.value = "none";
      this.why.value = (why instanceof Refusal ? why : away()).message;
    }
  }

  async #read(aborted: AbortSignal): Promise<void> {
    const headers = { "content-type": "application/json", "accept-language": language.peek() };
    const answer = await fetch(this.#path, { method: "POST", headers, signal: aborted });
    if (!answer.ok || !answer.body) throw new Refusal((await answer.json()) as Problem);
    const clock = new Clock();
    const found = new Map<number, Evaluation>();
    for await (const line of linesOf(answer.body)) {
      this.preparing.value = this.done.peek() === 0 && clock.waited() > PREPARING;
      if (line === "") continue;
      const progress = JSON.parse(line) as Progress | Problem;
      if ("id" in progress) throw new Refusal(progress);
      if (progress.judged) found.set(progress.judged.step, progress.judged);
      batch(() => {
        this.done.value = progress.done;
        this.of.value = progress.of;
        this.looked.value = progress.looked ?? progress.done;
        this.compiling.value = progress.compiling ?? false;
        this.left.value = clock.left(progress);
        if (clock.due() || progress.done === progress.of || this.compiling.value) this.judged.value = inOrder(found);
      });
    }
    this.judged.value = inOrder(found);
    this.preparing.value = false;
  }
}

export const isError = (verdict: Verdict): verdict is (typeof ERRORS)[number] =>
  (ERRORS as readonly string[]).includes(verdict);

const inOrder = (found: ReadonlyMap<number, Evaluation>): Evaluation[] =>
  [...found.values()].sort((one, other) => one.step - other.step);

/** How long it still takes, from what the closer looks took so far. */
class Clock {
  #last = performance.now();
  #shown = 0;
  #began: { at: number; done: number } | null = null;

  waited(): number {
    return performance.now() - this.#last;
  }

  left({ done, of, looked, compiling }: Progress): number | null {
    this.#last = performance.now();
    if ((looked ?? done) < of || compiling) this.#began = null;
    else this.#began ??= { at: this.#last, done };
    const took = this.#began ? this.#last - this.#began.at : 0;
    if (!this.#began || took < ENOUGH || done === this.#began.done) return null;
    return ((took / (done - this.#began.done)) * (of - done)) / 1000;
  }

  /** Whether it is time to draw again. */
  due(): boolean {
    if (performance.now() - this.#shown < 200) return false;
    this.#shown = performance.now();
    return true;
  }
}

// In sum

export interface Summary {
  decisions: number;
  best: number;
  loss: number;
  count: Record<(typeof ERRORS)[number], number>;
}

export function summary(judged: readonly Evaluation[], seat: number): Summary {
  const mine = judged.filter((one) => one.seat === seat);
  const mean = (of: (one: Evaluation) => number) =>
    mine.reduce((sum, one) => sum + of(one), 0) / Math.max(mine.length, 1);
  const many = (verdict: Verdict) => mine.filter((one) => one.verdict === verdict).length;
  return {
    decisions: mine.length,
    best: mean((one) => (one.verdict === "best" ? 1 : 0)),
    loss: mean((one) => one.best_value - one.value),
    count: { inaccuracy: many("inaccuracy"), mistake: many("mistake"), blunder: many("blunder") },
  };
}
