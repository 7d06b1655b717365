// Which tables of a match a film shows, and for how long: one for each turn, when all of it has been done.

import { firstDecision, turnsOf } from "../lookback/turns";
import type { Timeline } from "../wire";

export interface FilmFrame {
  /** The table after so many steps. */
  step: number;
  /** The step with which the turn began that led here; at the beginning of the film there is none. */
  begun: number | null;
  milliseconds: number;
}

const MOST = 120; // turns; of a longer match some are left out
const SAMPLES = 5;
const TITLE = 2400; // milliseconds
const END = 5000;
const SLOWEST = 1200;
const FASTEST = 450;
const ALL = 50_000; // that all turns together may take, as long as none is too fast to see

export function filmOf(timeline: Timeline): FilmFrame[] {
  const turns = thinned(turnsOf(timeline).filter((step) => step > firstDecision(timeline)));
  const pause = Math.min(Math.max(ALL / Math.max(turns.length, 1), FASTEST), SLOWEST);
  const begins = turnsOf(timeline);
  const shown = turns.map((step, n) => ({
    step,
    begun: begins.findLast((begin) => begin < step)!,
    milliseconds: n === turns.length - 1 ? END : pause,
  }));
  return [{ step: firstDecision(timeline), begun: null, milliseconds: TITLE }, ...shown];
}

/** At most so many, evenly, and always the last. */
function thinned(steps: number[]): number[] {
  const every = Math.ceil(steps.length / MOST);
  return steps.filter((_, n) => (steps.length - 1 - n) % every === 0);
}

/** Some frames from the first to the last, in which the colours of all are found. */
export function samplesOf(frames: readonly FilmFrame[]): FilmFrame[] {
  const last = frames.length - 1;
  const places = Array.from({ length: SAMPLES }, (_, n) => Math.round((last * n) / (SAMPLES - 1)));
  return [...new Set(places)].map((place) => frames[place]!);
}
