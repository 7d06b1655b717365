// Where things are on the drawing, for what flies from one place to another. A place is the name of a piece or a
// selector; of several the first counts that is there, as not everything is seen on every screen.

import type { Good } from "./view";

export type Place = string;

export interface Flight {
  /** A good, "star", or a card or a tile by its name. */
  what: string;
  owner: number;
  /** The piece that is drawn where it arrives, if it is; then that flies itself. */
  piece: string;
  from: readonly Place[];
  /** Nowhere: it sinks and fades. */
  to: readonly Place[];
  /** It sets off with the one before it. */
  together?: boolean;
  /** It stays where it has come to, until the next table is drawn. */
  stays?: boolean;
}

const panel = (seat: number): Place[] => [`.other[data-seat="${seat}"]`, `[data-tab="others"]`];
const own = (seat: number, part: string): Place => `.tableau[data-seat="${seat}"] ${part}`;

export const onSpace = (name: string): Place[] => [`.space[data-name="${name}"] .ground`];

/** Where the goods of a seat lie, or its stars are counted. */
export const toStorage = (seat: number, what: Good | "star"): Place[] =>
  what === "star"
    ? [
        own(seat, ".purse .star"),
        `.other[data-seat="${seat}"] .purse .star`,
        `[data-tab="own"][data-seat="${seat}"]`,
        ...panel(seat),
      ]
    : [
        `.storage[data-seat="${seat}"] [data-name="${what}"]`,
        `.storage[data-seat="${seat}"]`,
        `.other[data-seat="${seat}"] .counts [data-name="${what}"]`,
        ...panel(seat),
      ];

/** Where the cards of a seat come from that nobody else sees. */
export const fromHand = (seat: number): Place[] => [
  own(seat, ".deck"),
  `.other[data-seat="${seat}"] .deck`,
  ...panel(seat),
];

/** Where cards of an owner lie that have left the board. */
export const toPile = (owner: number): Place[] => [
  `[data-name="discards-${owner + 1}"]`,
  `.other[data-seat="${owner}"]`,
  `[data-name="discards"]`,
];
