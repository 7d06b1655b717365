// What the eye has to see between two tables, one scene after the other. A game says which scenes lie between two
// tables; the queue shows each for as long as it holds.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { reduced } from "./motion";

export interface Scene<V> {
  view: V;
  /** How long it stays before the next one, in milliseconds. */
  hold: number;
  /** The same for people who want no motion; what does not say it is left out for them, unless it is the last one. */
  still?: number;
}

/** Scenes that wait to be shown, and the one that is shown. */
export class SceneQueue<V, S extends Scene<V>> {
  shown: S;
  number = 1; // of the scene that is shown
  latest: V;
  #waiting: S[] = [];

  constructor(first: S) {
    this.shown = first;
    this.latest = first.view;
  }

  /** The last scene that is known of. */
  get last(): S {
    return this.#waiting.at(-1) ?? this.shown;
  }

  /** Whether more is to come. */
  get busy(): boolean {
    return this.#waiting.length > 0 || this.shown.hold > 0;
  }

  /** Milliseconds until the next scene; nobody who is far behind waits for all of each. */
  get hold(): number {
    return this.shown.hold * (this.#waiting.length > MANY ? 0.4 : 1);
  }

  /** What leads to another table; shown at once where nothing else is under way. */
  add(view: V, scenes: readonly S[]): void {
    const wasBusy = this.busy;
    this.latest = view;
    this.#waiting.push(...scenes);
    if (!wasBusy) this.next();
  }

  next(): void {
    const scene = this.#waiting.shift();
    if (scene) this.number++;
    this.shown = scene ?? { ...this.shown, hold: 0 };
  }

  /** The end at once. */
  skip(): void {
    this.#waiting.splice(0, this.#waiting.length - 1);
    this.next();
    this.shown = { ...this.shown, hold: 0 };
  }

  /** Another table that looks as the last one does takes its place, unless it is shown already. */
  replace(view: V): void {
    this.latest = view;
    const last = this.#waiting.pop();
    if (last) this.#waiting.push({ ...last, view });
    else this.shown = { ...this.shown, view };
  }
}
const MANY = 8;

/** Whether scenes are under way on the board: what comes after them waits. */
export const underWay = signal(false);

/** The table as a board with scenes draws it at this moment, for what is told of it beside the board. */
export const drawn = signal<unknown>(null);

/** The scene to draw now. *between* gives those that lead from the last one known of to a view, the last of them the
 *  table as it is; *alike* tells whether two tables need none. */
export function useScenes<V, S extends Scene<V>>(
  view: V,
  first: () => S,
  between: (last: S, view: V) => S[],
  alike: (one: V, other: V) => boolean = () => false,
): { scene: S; number: number; busy: boolean; skip: () => void } {
  const kept = useRef<SceneQueue<V, S> | null>(null);
  const [, redraw] = useState(0);
  kept.current ??= new SceneQueue(first());
  const queue = kept.current;
  if (queue.latest !== view) {
    if (alike(queue.last.view, view)) queue.replace(view);
    else queue.add(view, seen(between(queue.last, view)));
  }
  const then = (step: () => void) => () => {
    step();
    redraw((n) => n + 1);
  };
  const { shown, busy } = queue;
  // Before the next paint: what stands beside the board was drawn together with it.
  useLayoutEffect(() => {
    underWay.value = busy;
    drawn.value = shown.view;
  }, [busy, shown]);
  useLayoutEffect(
    () => () => {
      underWay.value = false;
      drawn.value = null;
    },
    [],
  );
  useEffect(() => {
    if (!busy) return;
    const timer = setTimeout(
      then(() => queue.next()),
      queue.hold,
    );
    return () => clearTimeout(timer);
  }, [shown]);
  return { scene: shown, number: queue.number, busy, skip: then(() => queue.skip()) };
}

/** Who wants no motion sees what is, and what has to be read. */
export function seen<V, S extends Scene<V>>(scenes: S[]): S[] {
  if (!reduced()) return scenes;
  return scenes.flatMap((scene, n) => {
    if (scene.still !== undefined) return [{ ...scene, hold: scene.still }];
    return n === scenes.length - 1 ? [scene] : [];
  });
}
