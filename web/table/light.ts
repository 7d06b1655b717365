// Light on what the log, a hint or a tutorial speaks of. Boards name their parts with data-name.

import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useLayoutEffect } from "preact/hooks";
import type { Argument, Message } from "../wire";

/** The names that are lit now. */
export const lit = signal<readonly string[]>([]);
/** And those that stay lit while nothing else is: of a hint, until the table changes. */
export const advised = signal<readonly string[]>([]);

export function useHighlight(root: RefObject<Element | null>): void {
  const names = lit.value.length > 0 ? lit.value : advised.value;
  useLayoutEffect(() => {
    const table = root.current?.closest(".table") ?? root.current; // with the seats beside the board
    if (!table) return;
    const wanted = new Set(names);
    for (const element of table.querySelectorAll<Element>("[data-name]")) {
      const own = (element.getAttribute("data-name") ?? "").split(" ");
      element.toggleAttribute(
        "data-lit",
        own.some((name) => wanted.has(name)),
      ); // no class: a board draws those itself
    }
  });
}

/** Everything that a message names. */
export function named(messages: readonly Message[]): string[] {
  const found: string[] = [];
  const look = (value: Argument) => {
    if (typeof value === "string") found.push(value);
    else if (typeof value === "object" && "seat" in value) found.push(`seat-${value.seat + 1}`);
    else if (typeof value === "object" && "piece" in value) found.push(value.piece);
    else if (typeof value === "object" && "moves" in value) found.push(...value.moves);
    else if (typeof value === "object") {
      found.push(value.id);
      Object.values(value.args ?? {}).forEach(look);
    }
  };
  for (const one of messages) Object.values(one.args ?? {}).forEach(look);
  return found;
}
