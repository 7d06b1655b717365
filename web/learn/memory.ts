// The table from which somebody came to read.

import { signal } from "@preact/signals";
import { remembered } from "../memory";

export const lastTable = signal<{ game: string; path: string } | null>(null);

const learnt = remembered<string[]>("learnt", []);
/** Whether somebody has been through a game's tutorial. */
export const hasLearnt = (game: string): boolean => learnt.value.includes(game);
export function noteLearnt(game: string): void {
  if (!learnt.peek().includes(game)) learnt.value = [...learnt.peek(), game];
}
