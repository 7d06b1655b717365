// Pieces travel from where they were to where they are. Whatever has data-piece is followed.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

const still = matchMedia("(prefers-reduced-motion: reduce)");
export const reduced = (): boolean => still.matches;
export const TRAVEL = 380; // milliseconds
export const STAGGER = 90; // milliseconds after which the next of several sets off
const FADE = 120;
const FLIGHT = "flight";

interface Options {
  /** Where a piece that was not there comes from: other pieces as they lay before, or selectors; the first found. */
  from?: (piece: string) => readonly string[];
  /** How long it waits there, in milliseconds. */
  delay?: (piece: string) => number;
}

/** Where a piece was at the drawing before. */
export type Was = (piece: string) => DOMRect | undefined;

/** Call it in a board with the element that holds the pieces; after every drawing it moves what has moved. */
export function useMotion(root: RefObject<Element | null>, options: Options = {}): Was {
  const before = useRef(new Map<string, DOMRect>());
  const room = useRef("");
  useLayoutEffect(() => {
    if (!root.current) return;
    const { width, height } = root.current.getBoundingClientRect();
    const resized = room.current !== `${width} ${height}`; // then everything has moved, and nothing has
    room.current = `${width} ${height}`;
    before.current = move(root.current, resized ? new Map() : before.current, options);
  });
  return (piece) => before.current.get(piece);
}

/** Move what has moved. Where everything is now. */
function move(root: Element, old: ReadonlyMap<string, DOMRect>, { from, delay }: Options): Map<string, DOMRect> {
  const now = new Map<string, DOMRect>();
  for (const element of root.querySelectorAll<SVGElement | HTMLElement>("[data-piece]")) {
    const key = element.dataset.piece ?? "";
    const flight = landed(element);
    const rect = element.getBoundingClientRect();
    now.set(key, rect);
    if (old.size === 0) continue; // the first drawing
    const start = flight ?? old.get(key) ?? whereIs(root, from?.(key) ?? [], (piece) => old.get(piece));
    if (start) travel(element, start, rect, old.has(key) ? 0 : delay?.(key));
    else element.animate({ opacity: [0, 1] }, { duration: reduced() ? FADE : 250, easing: "ease-out" });
  }
  return now;
}

/** Where a piece is in its flight, if it is; then it is where it was going. */
function landed(element: Element): DOMRect | undefined {
  const flights = element.getAnimations().filter((one) => one.id === FLIGHT);
  if (flights.length === 0) return undefined;
  const midway = element.getBoundingClientRect();
  for (const one of flights) one.finish();
  return midway;
}

/** Where the first of several places is that is found: a piece as it lay before, or a selector. */
export function whereIs(root: Element, places: readonly string[], was: Was): DOMRect | undefined {
  for (const place of places) {
    const found = was(place) ?? root.querySelector(place)?.getBoundingClientRect();
    if (found) return found;
  }
  return undefined;
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

/** Who wants no motion sees what has changed come in its place: *what* tells whether it has. */
export function useFade(ref: RefObject<Element | null>, what: unknown): void {
  const before = useRef(what);
  useLayoutEffect(() => {
    if (before.current !== what && reduced()) ref.current?.animate({ opacity: [0, 1] }, { duration: FADE });
    before.current = what;
  });
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
