// Pieces travel from where they were to where they are. Whatever has data-piece is followed.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const reduced = (): boolean => still.matches;
const TRAVEL = 380; // milliseconds
const FADE = 120;
const FLIGHT = "flight";

interface Options {
  /** Where a piece that was not there comes from, as another piece's or element's selector. */
  from?: (piece: string) => string | undefined;
}

/** Call it in a board with the element that holds the pieces; after every drawing it moves what has moved. */
export function useMotion(root: RefObject<Element | null>, { from }: Options = {}): void {
  const before = useRef(new Map<string, DOMRect>());
  const room = useRef("");
  useLayoutEffect(() => {
    if (!root.current) return;
    const { width, height } = root.current.getBoundingClientRect();
    const resized = room.current !== `${width} ${height}`; // then everything has moved, and nothing has
    room.current = `${width} ${height}`;
    const old = resized ? new Map<string, DOMRect>() : before.current;
    const now = new Map<string, DOMRect>();
    for (const element of root.current.querySelectorAll<SVGElement | HTMLElement>("[data-piece]")) {
      const key = element.dataset.piece ?? "";
      const flight = landed(element);
      const rect = element.getBoundingClientRect();
      now.set(key, rect);
      if (old.size === 0) continue; // the first drawing
      const start = flight ?? old.get(key) ?? origin(root.current, from?.(key));
      if (start) travel(element, start, rect);
      else if (!old.has(key))
        element.animate({ opacity: [0, 1] }, { duration: reduced() ? FADE : 250, easing: "ease-out" });
    }
    before.current = now;
  });
}

/** Where a piece is in its flight, if it is; then it is where it was going. */
function landed(element: Element): DOMRect | undefined {
  const flights = element.getAnimations().filter((one) => one.id === FLIGHT);
  if (flights.length === 0) return undefined;
  const midway = element.getBoundingClientRect();
  for (const one of flights) one.finish();
  return midway;
}

function origin(root: Element, selector: string | undefined): DOMRect | undefined {
  return selector === undefined ? undefined : root.querySelector(selector)?.getBoundingClientRect();
}

/** Let an element come from another place on the screen. */
export function travel(element: SVGElement | HTMLElement, start: DOMRect, end: DOMRect, delay = 0): void {
  const dx = start.x + start.width / 2 - end.x - end.width / 2;
  const dy = start.y + start.height / 2 - end.y - end.height / 2;
  if (Math.abs(dx) < 1 && Math.abs(dy) < 1) return;
  const scale = scaleOf(element);
  fly(
    element,
    { translate: [`${dx / scale}px ${dy / scale}px`, "0 0"] },
    { duration: TRAVEL, delay, easing: "cubic-bezier(.2,.7,.2,1)", fill: "backwards" },
  );
}

/** Let an element go its way; who wants no motion sees it come. */
export function fly(element: Element, way: Keyframe[] | PropertyIndexedKeyframes, how: KeyframeAnimationOptions): void {
  if (reduced()) element.animate({ opacity: [0, 1] }, { duration: FADE });
  else element.animate(way, { id: FLIGHT, ...how });
}

/** How many CSS pixels a unit of an SVG drawing is. */
function scaleOf(element: SVGElement | HTMLElement): number {
  const matrix = element instanceof SVGGraphicsElement ? element.getScreenCTM() : null;
  return matrix ? Math.hypot(matrix.a, matrix.b) || 1 : 1;
}

/** A refused click: four pixels, once. */
export function shake(element: Element): void {
  if (reduced()) return;
  element.animate({ translate: ["0", "-4px 0", "4px 0", "-2px 0", "0"] }, { duration: 260 });
}

/** What can be chosen shows itself: to who has just tried something else. Without motion it glows a while. */
export function breathe(elements: Iterable<Element>): void {
  const glow = "drop-shadow(0 0 7px var(--can)) drop-shadow(0 0 2px var(--can))";
  const frames = reduced() ? [glow, glow] : ["none", glow, "none", glow, "none"];
  for (const element of elements) element.animate({ filter: frames }, { duration: 1800, easing: "ease-in-out" });
}
