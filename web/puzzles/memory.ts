// What this device remembers of puzzles: those solved, and for how many days in a row.

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
const memory = remembered<Memory>("puzzles", { solved: [], told: [], day: 0, streak: 0 });

export const solvedCount = (): number => memory.value.solved.length;
export const isSolved = (number: number): boolean => memory.value.solved.includes(number);

/** Days in a row up to this one, or to yesterday while today's is open. */
export function streak(today: number): number {
  return memory.value.day >= today - 1 ? memory.value.streak : 0;
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10); // everywhere in the world the same
const DAY = 86_400_000; // milliseconds

export const solvedToday = (): boolean => memory.value.on === dateOf(Date.now());
/** Days in a row, without asking which puzzle is today's. */
export function streakNow(): number {
  return (memory.value.on ?? "") >= dateOf(Date.now() - DAY) ? memory.value.streak : 0;
}

export const triesAt = (number: number): number => memory.value.tries?.[number] ?? 0;

/** An attempt; what is solved has no more of them. */
export function noteTry(number: number): void {
  const now = memory.peek();
  if (now.solved.includes(number) || now.told.includes(number)) return;
  const kept = Object.entries({ ...now.tries, [number]: triesAt(number) + 1 }).slice(-MOST);
  memory.value = { ...now, tries: Object.fromEntries(kept) };
}

/** The first of the numbered puzzles that is neither solved nor told. */
export function nextOpen(): number {
  const seen = new Set([...memory.value.solved, ...memory.value.told]);
  for (let number = 1; ; number++) if (!seen.has(number)) return number;
}

export function noteSolved(number: number, today: number): void {
  const now = memory.peek();
  if (now.solved.includes(number) || now.told.includes(number)) return;
  const ofToday =
    number === today ? { day: today, on: dateOf(Date.now()), streak: now.day === today - 1 ? now.streak + 1 : 1 } : {};
  memory.value = { ...now, ...ofToday, solved: [...now.solved, number].slice(-MOST) };
}

export function noteTold(number: number): void {
  const now = memory.peek();
  if (!now.solved.includes(number) && !now.told.includes(number))
    memory.value = { ...now, told: [...now.told, number].slice(-MOST) };
}
