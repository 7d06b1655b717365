// What the table sounds like: soft mallets and wood in one scale. A cue is a thing that happens; synth.ts plays it.

import { effect } from "@preact/signals";
import { remembered } from "./memory";
import type { Message } from "./wire";

/** What can be heard. */
export type Cue = "place" | "gain" | "move" | "star" | "light" | "chance" | "turn" | "refused" | "won" | "ended";

/** Whether there are sounds; null as long as nobody has said so. */
export const sounds = remembered<boolean | null>("sounds", null);
/** How loud they are, from 0 to 1. */
export const volume = remembered("volume", 0.6);

const MOST = 5; // of what has happened at once: more is noise
const APART = 0.13; // seconds

/** Cues that follow each other: how many scale steps each is higher than the last of its kind. */
export interface Tone {
  cue: Cue;
  at: number;
  step: number;
}

/** What is heard of a turn: what it tells, in order, by what each message sounds like in this game. Gains climb. */
export function tonesOf(told: readonly Message[], meaning: Readonly<Record<string, Cue>>): Tone[] {
  const cues = told.flatMap(({ id }) => meaning[id] ?? []);
  const heard = cues.filter((cue, n) => cue !== cues[n - 1] || cue === "gain" || cue === "star").slice(0, MOST);
  return heard.map((cue, n) => ({ cue, at: n * APART, step: heard.slice(0, n).filter((one) => one === cue).length }));
}

let synth: Promise<typeof import("./synth")> | undefined;

export function play(tones: readonly Tone[]): void {
  // A browser lets nobody be startled: it plays nothing before the page was touched.
  if (!sounds.peek() || tones.length === 0 || !navigator.userActivation.hasBeenActive) return;
  synth ??= import("./synth");
  void synth.then(({ sound }) => sound(tones, volume.peek()));
}

export const chime = (cue: Cue): void => play([{ cue, at: 0, step: 0 }]);

// Whoever turns it up or on hears what it is like.
let before: readonly [boolean | null, number] = [sounds.peek(), volume.peek()];
effect(() => {
  const now = [sounds.value, volume.value] as const;
  if (now[0] && (now[0] !== before[0] || now[1] !== before[1])) chime("gain");
  before = now;
});
