// What this device remembers of the boxes of its owner. It is saved at every change.

import type { Signal } from "@preact/signals";
import { remembered } from "../memory";
import type { Draft } from "./draft";

const drafts = new Map<string, Signal<Draft | null>>();

/** The draft of a game's box; null as long as nobody has begun one. */
export function draftOf(game: string): Signal<Draft | null> {
  const found = drafts.get(game) ?? remembered<Draft | null>(`box.${game}`, null);
  drafts.set(game, found);
  return found;
}

/** The games whose new tables have the pieces of one's own box. */
export const chosen = remembered<string[]>("box.chosen", []);

export function choose(game: string, own: boolean): void {
  chosen.value = [...chosen.peek().filter((one) => one !== game), ...(own ? [game] : [])];
}

/** What was looked at, like "first edition, German": it stands beside every piece that is confirmed. */
export const edition = remembered("box.edition", "");

/** A mark made by chance that says nothing of its owner: who contributes twice counts once. */
const mark = remembered("box.owner", "");
export function owner(): string {
  mark.value ||= [...crypto.getRandomValues(new Uint8Array(16))].map((n) => n.toString(16).padStart(2, "0")).join("");
  return mark.peek();
}
