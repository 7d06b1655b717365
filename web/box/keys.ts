// The keyboard at a box: everything can be put in without a pointer.

import { useLayoutEffect, useRef } from "preact/hooks";
import { again, asOurs, confirm, likeBefore, moreCopies, step, type Work } from "./work";

const KEYS: Record<string, (work: Work) => void> = {
  Enter: confirm,
  ArrowRight: (work) => step(work, 1),
  ArrowLeft: (work) => step(work, -1),
  "=": likeBefore,
  "+": (work) => moreCopies(work, 1),
  "-": (work) => moreCopies(work, -1),
  Delete: asOurs,
};

/** What Enter does by itself, and what is typed into. */
const OWN = "button, a, summary, dialog *, [type=file], [type=range], [data-free]";

function actionOf(event: KeyboardEvent): ((work: Work) => void) | undefined {
  if (event.altKey || (event.target as Element).closest?.("[data-free], dialog")) return undefined;
  if (event.ctrlKey || event.metaKey) {
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return undefined;
    return (work) => again(work, key === "y" || event.shiftKey);
  }
  return (event.target as Element).closest?.(OWN) ? undefined : KEYS[event.key];
}

export function useKeys(work: Work): void {
  const latest = useRef(work);
  latest.current = work;
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const action = event.defaultPrevented ? undefined : actionOf(event);
      if (!action) return;
      event.preventDefault();
      action(latest.current);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
