// What this device remembers of a game's puzzles: those solved, and for how many days in a row.

import type { Signal } from "@preact/signals";
import { keep, recalled } from "../device";
import { remembered } from "../memory";

interface Memory {
  solved: number[];
  told: number[]; // whose solution was shown first
  day: number; // the last puzzle of a day that was solved
  streak: number;
  on?: string; // the date on which that was
  tries?: Record<number, number>; // attempts at puzzles that went wrong
}

const MOST = 1000; // numbers to remember
const NOTHING: Memory = { solved: [], told: [], day: 0, streak: 0 };
const BEFORE = "puzzles"; // where it was remembered when only one game had puzzles
const memories = new Map<string, Signal<Memory>>();

/** What is remembered of a game. */
function memory(game: string): Signal<Memory> {
  const found = memories.get(game) ?? remembered<Memory>(`puzzles.${game}`, taken() ?? NOTHING);
  memories.set(game, found);
  return found;
}

/** What was remembered without a name, for the first game that is asked for. */
function taken(): Memory | undefined {
  const before = recalled<Memory>(BEFORE);
  if (before) keep(BEFORE, null);
  return before ?? undefined;
}

export const solvedCount = (game: string): number => memory(game).value.solved.length;
export const isSolved = (game: string, number: number): boolean => memory(game).value.solved.includes(number);

/** Days in a row up to this one, or to yesterday while today's is open. */
export function streak(game: string, today: number): number {
  const { day, streak } = memory(game).value;
  return day >= today - 1 ? streak : 0;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10); // everywhere in the world the same
const DAY = 86_400_000; // milliseconds

export const solvedToday = (game: string): boolean => memory(game).value.on === dateOf(Date.now());
/** Days in a row, without asking which puzzle is today's. */
export function streakNow(game: string): number {
  const { on = "", streak } = memory(game).value;
  return on >= dateOf(Date.now() - DAY) ? streak : 0;
}

export const triesAt = (game: string, number: number): number => memory(game).value.tries?.[number] ?? 0;

/** An attempt; what is solved has no more of them. */
export function noteTry(game: string, number: number): void {
  const now = memory(game).peek();
  if (isKnown(now, number)) return;
  const kept = Object.entries({ ...now.tries, [number]: triesAt(game, number) + 1 }).slice(-MOST);
  memory(game).value = { ...now, tries: Object.fromEntries(kept) };
}

const isKnown = ({ solved, told }: Memory, number: number): boolean => solved.includes(number) || told.includes(number);

/** The first of the numbered puzzles that is neither solved nor told. */
export function nextOpen(game: string): number {
  const now = memory(game).value;
  for (let number = 1; ; number++) if (!isKnown(now, number)) return number;
}

export function noteSolved(game: string, number: number, today: number): void {
  const now = memory(game).peek();
  if (isKnown(now, number)) return;
  const ofToday =
    number === today ? { day: today, on: dateOf(Date.now()), streak: now.day === today - 1 ? now.streak + 1 : 1 } : {};
  memory(game).value = { ...now, ...ofToday, solved: [...now.solved, number].slice(-MOST) };
}

export function noteTold(game: string, number: number): void {
  const now = memory(game).peek();
  if (!isKnown(now, number)) memory(game).value = { ...now, told: [...now.told, number].slice(-MOST) };
}
