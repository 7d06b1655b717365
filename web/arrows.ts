// The arrow keys go from place to place on a board: to the nearest one in their direction.

import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

type Rect = Pick<DOMRect, "x" | "y" | "width" | "height">;
type Way = [x: number, y: number];

const WAYS: Record<string, Way> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};
const PLACES = ".spot[tabindex], .spot a, button:not(:disabled), [role='tab']";
const OWN = "input, select, textarea, [role='slider']"; // have arrow keys of their own
const ASIDE = 2.5; // so much farther is what lies beside the direction
const SAME = 0.5; // pixels

/** The number of the place to which a direction leads, the first of several that are as near; -1 where nothing lies
 *  there. */
export function nearest(from: Rect, places: readonly Rect[], [right, down]: Way): number {
  let found = -1;
  let least = Number.POSITIVE_INFINITY;
  places.forEach((place, n) => {
    const dx = place.x + place.width / 2 - from.x - from.width / 2;
    const dy = place.y + place.height / 2 - from.y - from.height / 2;
    const along = dx * right + dy * down;
    const off = Math.abs(dx * down) + Math.abs(dy * right);
    // What it shares an edge with lies straight ahead, also half a step off.
    const aside = Math.max(off - shared(from, place, right !== 0), 0);
    const far = along + ASIDE * aside;
    // What lies more beside than ahead is another direction's.
    if (along <= 1 || aside > along * ASIDE || far > least - SAME) return;
    found = n;
    least = far;
  });
  return found;
}

/** How much of what two cover beside each other, or one above the other, is the same. */
function shared(one: Rect, other: Rect, beside: boolean): number {
  const [from, to, size, length] = beside
    ? [one.y, other.y, one.height, other.height]
    : [one.x, other.x, one.width, other.width];
  return Math.max(Math.min(from + size, to + length) - Math.max(from, to), 0);
}

/** With the focus on a board, the arrow keys move it. From nowhere they lead to the first thing that can be done. */
export function useArrows(root: RefObject<Element | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const way = WAYS[event.key];
      if (!way || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || !root.current) return;
      const next = target(root.current, event.target as Element, way);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

type Place = SVGElement | HTMLElement;

function target(root: Element, from: Element, way: Way): Place | undefined {
  if (from === document.body && !scrolls())
    return root.querySelector<Place>(".can:not([tabindex='-1'], :disabled)") ?? undefined;
  if (!root.contains(from) || from.matches(OWN)) return undefined;
  const rect = from.getBoundingClientRect();
  const places = around([...root.querySelectorAll<Place>(PLACES)], from).filter(isSeen);
  return places[
    nearest(
      rect,
      places.map((one) => one.getBoundingClientRect()),
      way,
    )
  ];
}

/** All but one, what is drawn with it first: so a row goes on where two places lie as near. */
function around(places: readonly Place[], from: Element): Place[] {
  const here = places.indexOf(from as Place);
  return places
    .map((one, n) => ({ one, far: Math.abs(n - here) }))
    .filter(({ far }) => far > 0)
    .sort((one, other) => one.far - other.far)
    .map(({ one }) => one);
}

const isSeen = (place: Element): boolean => place.getBoundingClientRect().width > 0;
const scrolls = (): boolean => document.documentElement.scrollHeight > innerHeight + 1;
