// How strips can lie, for whoever chooses it; at a table the view says how they do.

import type { View } from "./view";

type Lie = View["lie"];

/** How many half spaces each column lies ahead: geometry.py. */
export const AHEAD: Record<Lie, readonly number[]> = {
  steps: [2, 1, 0, 1, 2],
  ends: [1, 0, 0, 0, 1],
  plain: [0, 0, 0, 0, 0],
};

export const isLie = (choice: string): choice is Lie => choice in AHEAD;
