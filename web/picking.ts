// What boards share of choosing: the first part of a choice of two, and the one thing that a phone has room for.

import { type Signal, effect, useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { onEscape } from "./escape";

/** The first part of a choice of two, in hand until the table is another one (*now*), or Escape lets it go. A signal,
 *  so that only what shows it is drawn again and nothing that travels is disturbed. */
export function usePicked(now: unknown): Signal<string | null> {
  const picked = useSignal<string | null>(null);
  useEffect(() => {
    picked.value = null;
  }, [now]);
  // At once, and not after the next paint: whoever sees it picked may press Escape.
  useEffect(() => effect(() => (picked.value === null ? undefined : onEscape(() => (picked.value = null)))), []);
  return picked;
}

/** Which of several things is shown where there is room for one. What is *wanted* comes forward by itself, whenever
 *  *question* is another one; an empty question wants nothing. */
export function usePane<T extends string>(wanted: T, question: string): [T, (pane: T) => void] {
  const [pane, show] = useState<T>(wanted);
  useEffect(() => {
    if (question) show(wanted);
  }, [question]);
  return [pane, show];
}
