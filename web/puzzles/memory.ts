// What this device remembers of puzzles: those solved, and for how many days in a row.

import { remembered } from "../memory";

interface Memory {
  solved: number[];
  told: number[]; // whose solution was shown first
  day: number; // the last puzzle of a day that was solved
  streak: number;
}

const MOST = 1000; // numbers to remember
const memory = remembered<Memory>("puzzles", { solved: [], told: [], day: 0, streak: 0 });

export const solvedCount = (): number => memory.value.solved.length;
export const isSolved = (number: number): boolean => memory.value.solved.includes(number);

/** Days in a row up to this one, or to yesterday while today's is open. */
export function streak(today: number): number {
  return memory.value.day >= today - 1 ? memory.value.streak : 0;
}

/** The first of the numbered puzzles that is neither solved nor told. */
export function nextOpen(): number {
  const seen = new Set([...memory.value.solved, ...memory.value.told]);
  for (let number = 1; ; number++) if (!seen.has(number)) return number;
}

export function noteSolved(number: number, today: number): void {
  const now = memory.peek();
  if (now.solved.includes(number) || now.told.includes(number)) return;
  const ofToday = number === today ? { day: today, streak: now.day === today - 1 ? now.streak + 1 : 1 } : {};
  memory.value = { ...now, ...ofToday, solved: [...now.solved, number].slice(-MOST) };
}

export function noteTold(number: number): void {
  const now = memory.peek();
  if (!now.solved.includes(number) && !now.told.includes(number))
    memory.value = { ...now, told: [...now.told, number].slice(-MOST) };
}
