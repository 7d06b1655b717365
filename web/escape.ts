// Escape closes what was opened last, and only that.

import { useLayoutEffect, useRef } from "preact/hooks";

const opened: (() => void)[] = [];

/** Close something with Escape, as long as nothing was opened after it; call what is returned when it is closed. */
export function onEscape(close: () => void): () => void {
  if (opened.length === 0) addEventListener("keydown", pressed);
  opened.push(close);
  return () => {
    opened.splice(opened.lastIndexOf(close), 1);
    if (opened.length === 0) removeEventListener("keydown", pressed);
  };
}

function pressed(event: KeyboardEvent): void {
  if (event.key !== "Escape" || event.defaultPrevented || document.querySelector("dialog:modal")) return;
  event.preventDefault();
  opened.at(-1)?.();
}

/** The same for as long as something is open. */
export function useEscape(open: boolean, close: () => void): void {
  const now = useRef(close);
  now.current = close;
  useLayoutEffect(() => (open ? onEscape(() => now.current()) : undefined), [open]);
}
