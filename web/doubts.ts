// What of a table is not certain: which pieces are reconstructed, and which are likely.

import type { Say } from "./words";

/** The files of pieces that are not certain, and how sure each is; other files are certain. */
export type Doubts = Record<string, "likely" | "reconstructed">;

/** A line for each degree, like "In whole or in part reconstructed: cards, start halves." */
// words: reconstructed_here, likely_here
export function doubtLines(doubts: Doubts | undefined, say: Say): string[] {
  return (["reconstructed", "likely"] as const).flatMap((status) => {
    const files = Object.entries(doubts ?? {}).flatMap(([file, found]) => (found === status ? [file] : []));
    return files.length > 0
      ? [say(`${status}_here`, { what: files.map((file) => say(`pieces_${file}`)).join(", ") })]
      : [];
  });
}

/** The rules about a piece, and where it is not certain the one that says how we came by it. */
export const ruled = (rules: string, doubts: Doubts | undefined, file: string, why: string): string =>
  doubts?.[file] ? `${rules} ${why}` : rules;
