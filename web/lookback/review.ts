// The review of a match as it comes: a line for each decision.

import { computed, signal } from "@preact/signals";
import { Refusal, away } from "../server";
import { language } from "../words";
import type { Evaluation, Problem, Progress } from "../wire";

export type Verdict = Evaluation["verdict"];
export const ERRORS = ["inaccuracy", "mistake", "blunder"] as const;
/** Readable without colour, as chess players write it. */
export const SIGNS: Record<Verdict, string> = { best: "", fine: "", inaccuracy: "?!", mistake: "?", blunder: "??" };

const NOTICEABLE = 25; // milliseconds: what comes faster was remembered, and says nothing about the rest
const PREPARING = 4000; // without a word for so long: the thinkers are made ready

export class Review {
  readonly state = signal<"none" | "running" | "done">("none");
  readonly judged = signal<readonly Evaluation[]>([]);
  readonly done = signal(0);
  readonly of = signal(0);
  readonly left = signal<number | null>(null); // seconds
  readonly preparing = signal(false);
  readonly why = signal("");
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
    const found: Evaluation[] = [];
    for await (const line of linesOf(answer.body)) {
      this.preparing.value = this.done.peek() === 0 && clock.waited() > PREPARING;
      if (line === "") continue;
      const progress = JSON.parse(line) as Progress | Problem;
      if ("id" in progress) throw new Refusal(progress);
      if (progress.judged) found.push(progress.judged);
      this.done.value = progress.done;
      this.of.value = progress.of;
      this.left.value = clock.left(progress.of - progress.done);
      if (clock.due() || progress.done === progress.of) this.judged.value = [...found];
    }
    this.preparing.value = false;
  }
}

export const isError = (verdict: Verdict): verdict is (typeof ERRORS)[number] =>
  (ERRORS as readonly string[]).includes(verdict);

/** How long it still takes, from what took time so far. */
class Clock {
  #last = performance.now();
  #shown = 0;
  #took: number[] = [];

  waited(): number {
    return performance.now() - this.#last;
  }

  left(decisions: number): number | null {
    const took = this.waited();
    this.#last = performance.now();
    if (took > NOTICEABLE) this.#took.push(took);
    const recent = this.#took.slice(1).slice(-24); // the first may have waited for something else
    if (recent.length < 3) return null;
    return (recent.reduce((sum, one) => sum + one, 0) / recent.length / 1000) * decisions;
  }

  /** Whether it is time to draw again. */
  due(): boolean {
    if (performance.now() - this.#shown < 200) return false;
    this.#shown = performance.now();
    return true;
  }
}

async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const text = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    const parts = (rest + text.decode(value, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
  if (rest) yield rest;
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
