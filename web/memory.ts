// What this device remembers. Private windows may refuse to: then it is forgotten with the page.

import { effect, signal, type Signal } from "@preact/signals";

export function remembered<T>(key: string, otherwise: T): Signal<T> {
  const kept = signal<T>(read(key) ?? otherwise);
  let first = true;
  effect(() => {
    const value = kept.value;
    if (!first) write(key, value);
    first = false;
  });
  return kept;
}

function read<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(`sunroom.${key}`);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(`sunroom.${key}`, JSON.stringify(value));
  } catch {
    /* nothing is lost but the memory */
  }
}
