// What this device remembers, as signals.

import { effect, signal, type Signal } from "@preact/signals";
import { keep, recalled } from "./device";

export function remembered<T>(key: string, otherwise: T): Signal<T> {
  const kept = signal<T>(recalled<T>(key) ?? otherwise);
  let first = true;
  effect(() => {
    const value = kept.value;
    if (!first) keep(key, value);
    first = false;
  });
  return kept;
}
