// The keyboard stays where it was, also when what it was on is gone.

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** After every drawing: if the focus was inside *root* and is lost, it goes to the first *wanted* in there. */
export function useKeptFocus(root: RefObject<Element | null>, wanted: string): void {
  const inside = useRef(false);
  useEffect(() => {
    const moved = (event: Event) => (inside.current = root.current?.contains(event.target as Node) ?? false);
    const touched = () => (inside.current = false);
    document.addEventListener("focusin", moved);
    document.addEventListener("pointerdown", touched);
    return () => {
      document.removeEventListener("focusin", moved);
      document.removeEventListener("pointerdown", touched);
    };
  }, []);
  useLayoutEffect(() => {
    if (inside.current && document.activeElement === document.body)
      root.current?.querySelector<SVGElement | HTMLElement>(wanted)?.focus();
  });
}
