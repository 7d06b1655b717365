// What every part of the board needs to know.

import type { BoardProps } from "@web/board";
import type { Say } from "@web/words";
import type { Plan } from "./layout";
import type { View } from "./view";

export interface Table {
  view: View;
  plan: Plan;
  /** Nothing while pieces are still on their way. */
  legal: readonly string[];
  play: BoardProps["play"];
  /** The seat whose tableau is the large one. */
  me: number;
  /** The seat whose hand is seen, or -1. */
  eye: number;
  say: Say;
  who: (owner: number) => string;
  /** Whether the discard piles are being looked through. */
  piles: { open: boolean; turn: () => void };
}
