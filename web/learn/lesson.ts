// A lesson: a prepared match at which a coach says what comes next, offers only that, and plays for everybody else.

import { computed, effect, signal } from "@preact/signals";
import { remembered } from "../memory";
import { Refusal, api, rest } from "../server";
import { lit } from "../table/light";
import { Match } from "../table/match";
import { t, type PageWord } from "../words";
import type { About, Tutorial, TutorialStep } from "../wire";

interface Place {
  id: string;
  step: number;
  played: number; // how many actions of this step's coach
}

const places = remembered<Record<string, Place>>("lessons", {});
const FIRST = 1200; // milliseconds until the coach plays: time to look up from the text
const NEXT = 350; // between two, besides the time in which a move is shown
const ALL = 4000; // and that for many together
const ANYTHING = "*";

const friendly = (id: PageWord): Refusal => new Refusal({ id, text: t(id) });

export class Lesson extends Match {
  readonly at = signal(0);
  readonly playing = signal(false);
  readonly lost = signal(false); // the table is not as the lesson wants it
  readonly ready = computed(() => this.about.value?.eye === 0 && this.shown.value !== null);
  readonly step = computed<TutorialStep | undefined>(() => this.tutorial.step[this.at.value]);
  override readonly legal = narrowed(this, (this as Match).legal);
  #gone = false;
  #hurry = false;
  #sending = false;

  constructor(
    readonly game: string,
    readonly tutorial: Tutorial,
    place: Place,
  ) {
    super(place.id);
    this.follows = false;
    const seat = effect(() => this.#sitAlone(this.about.value));
    const start = effect(() => {
      if (!this.ready.value) return;
      queueMicrotask(() => {
        start();
        this.#enter(place.step, place.played);
      });
    });
    const shine = effect(() => {
      if (lit.value.length === 0 && this.step.value?.light?.length) lit.value = this.step.value.light;
    });
    this.#stop = () => {
      seat();
      start();
      shine();
    };
  }
  #stop: () => void;

  /** The learner sees one seat as their own, whoever plays for the others. */
  #sitAlone(about: About | null): void {
    if (!about) return;
    if (about.eye !== 0) this.look(0);
    if (!about.seats.some((seat, n) => n > 0 && seat.yours)) return;
    const named = about.seats.map((seat, n) => ({
      ...(n === 0 ? seat : { kind: "ai" as const }),
      name: t("seat", { n: n + 1 }),
    }));
    this.about.value = { ...about, seats: named };
  }

  // Step by step

  next(): void {
    this.#hurry = true;
    if (this.playing.peek()) this.skip();
    else this.#enter(this.at.peek() + 1);
  }

  #enter(step: number, played = 0): void {
    this.at.value = step;
    this.#remember(played);
    lit.value = this.step.peek()?.light ?? [];
    const texts = this.step.peek()?.play;
    if (texts) void this.#coach(texts, played);
  }

  #remember(played: number): void {
    const place = { id: this.id, step: this.at.peek(), played };
    const { [this.game]: _, ...others } = places.peek();
    places.value = this.step.peek() ? { ...others, [this.game]: place } : others;
  }

  async #coach(texts: string[], from: number): Promise<void> {
    this.playing.value = true;
    this.#hurry = false;
    try {
      for (let n = from; n < texts.length; n++) {
        await this.#wait(n === from ? FIRST : Math.min(NEXT, ALL / texts.length));
        if (this.#gone) return;
        await this.#playFor(texts[n]!);
        this.#remember(n + 1);
        await this.#seen();
      }
    } catch {
      this.lost.value = true;
    }
    this.playing.value = false;
    if (this.#hurry && !this.lost.peek()) this.next();
  }

  async #wait(milliseconds: number): Promise<void> {
    for (let waited = 0; waited < milliseconds && !this.#hurry && !this.#gone; waited += 50) await rest(50);
  }

  /** Until what was played is on the screen. */
  async #seen(): Promise<void> {
    while (!this.current.peek() && !this.#gone) {
      if (this.#hurry) this.skip();
      await rest(50);
    }
  }

  async #playFor(text: string): Promise<void> {
    const version = this.newest.peek()!.n;
    while (!this.#gone) {
      try {
        await this.send({ t: "play", text, version });
        return;
      } catch (why) {
        if (!(why instanceof Refusal) || why.id !== "offline") throw why;
        await rest(800);
        if (this.newest.peek()!.n > version) return; // it was stored before the line broke
      }
    }
  }

  // The learner

  wants(text: string): boolean {
    const choose = this.step.value?.choose;
    return Boolean(choose && (choose.includes(ANYTHING) || choose.includes(text)));
  }

  override async play(text: string): Promise<void> {
    if (this.#sending) return;
    if (!this.decides.peek()) throw friendly("coach_watch");
    const wanted = this.wants(text);
    const allowed = this.shown.peek()?.legal?.includes(text);
    if (allowed && !wanted) throw friendly(this.step.peek()?.choose ? "coach_another" : "coach_read_on");
    this.#sending = true;
    try {
      // What is not allowed is refused with its rule.
      await this.send({ t: "play", text, version: this.newest.peek()?.n ?? 0 });
      if (wanted) this.#enter(this.at.peek() + 1);
    } finally {
      this.#sending = false;
    }
  }

  /** One of the moves that would do now. */
  get example(): string | undefined {
    return this.legal.value[0];
  }

  // The end

  /** Practice is called off, not kept. */
  async callOff(): Promise<void> {
    const { [this.game]: _, ...others } = places.peek();
    places.value = others;
    await this.send({ t: "abort" }).catch(() => undefined);
  }

  override close(): void {
    this.#gone = true;
    this.#stop();
    lit.value = [];
    super.close();
  }
}

/** What this step wants, of everything that is legal; the order of the lesson. */
function narrowed(lesson: Lesson, all: { value: readonly string[] }) {
  return computed<readonly string[]>(() => {
    const legal = all.value.filter((text) => lesson.wants(text));
    const order = lesson.step.value?.choose ?? [];
    return legal.sort((one, other) => order.indexOf(one) - order.indexOf(other));
  });
}

/** The lesson of a game, where it was left or from the start. */
export async function openLesson(game: string): Promise<Lesson> {
  const tutorial = await api<Tutorial>("GET", `/api/games/${game}/tutorial`);
  const kept = places.peek()[game];
  if (kept && tutorial.step[kept.step] && (await stillThere(kept.id))) return new Lesson(game, tutorial, kept);
  const { id } = await api<{ id: string }>("POST", `/api/games/${game}/tutorial`);
  return new Lesson(game, tutorial, { id, step: 0, played: 0 });
}

async function stillThere(id: string): Promise<boolean> {
  try {
    const { state } = await api<{ state: { status: string } }>("GET", `/api/matches/${id}`);
    return state.status !== "aborted";
  } catch {
    return false;
  }
}
