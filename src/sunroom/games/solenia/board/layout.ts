// Where everything lies, in CSS pixels: the drawing's units are the room's pixels, so that text and targets keep
// their size.

import { COLUMNS } from "./view";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Plan {
  /** wide: all side by side; tall: the board above; small: a phone, with cards and tiles or another thing below it. */
  mode: "wide" | "tall" | "small";
  /** More than the room where that is too low: then the stage scrolls. */
  height: number;
  /** All spaces lie in it; where strips are stepped, its corners and the middle of its front are free. */
  board: Box;
  cell: { width: number; height: number };
  /** How many half spaces each column lies ahead: the view's. */
  ahead: Ahead;
  /** Whether the names of lines and columns have room. */
  letters: boolean;
  hand: Box;
  display: Box;
  own: Box;
  others: Box;
  /** On a phone: the storage, which is always seen, and what to look at. */
  storage: Box | null;
  tabs: Box | null;
}

type Ahead = readonly number[];

/** What says how a strip is drawn. */
export type StripPlan = Pick<Plan, "board" | "cell" | "ahead">;
const LINES = 5;

const box = (x: number, y: number, width: number, height: number): Box => ({
  x,
  y,
  width,
  height: Math.max(height, 0),
});
const GUTTER = 22;
const TARGET = 45; // for a finger
const GAP = 10;
const CARDS = 3; // in a hand

export function planOf(room: { width: number; height: number }, seats: number, lines: number, ahead: Ahead): Plan {
  if (room.width >= 860 && room.height >= 460) return wide(room.width, room.height, seats, lines, ahead);
  if (room.width >= 600 && room.height >= 520) return tall(room.width, room.height, seats, lines, ahead);
  return room.width > room.height * 1.3 ? low(room.width, room.height, ahead) : small(room.width, room.height, ahead);
}

/** How far behind the column that lies farthest ahead each column lies, in spaces. */
export const behind = (ahead: Ahead): number[] => ahead.map((one) => (Math.max(...ahead) - one) / 2);

/** How many spaces a strip is deep, from its foremost edge to its rearmost. */
export const depthOf = (ahead: Ahead): number => 1 + Math.max(...behind(ahead));

/** The same of all strips. */
const spacesDeep = (ahead: Ahead): number => LINES - 1 + depthOf(ahead);

/** The middle of a space; the airship flies upwards. */
export const middleOf = (
  { board, cell, ahead }: StripPlan,
  column: number,
  line: number,
): { x: number; y: number } => ({
  x: board.x + (column + 0.5) * cell.width,
  y: board.y + (LINES - 1 - line + behind(ahead)[column]! + 0.5) * cell.height,
});

function cells(left: number, top: number, width: number, height: number, letters: boolean, ahead: Ahead) {
  const gutter = letters ? GUTTER : 0;
  const deep = spacesDeep(ahead);
  const cell = { width: (width - gutter) / COLUMNS.length, height: 0 };
  cell.height = Math.min((height - gutter) / deep, cell.width * 0.92);
  cell.width = Math.min(cell.width, cell.height * 1.5);
  const board = { width: cell.width * COLUMNS.length, height: cell.height * deep };
  const slack = width - gutter - board.width;
  return { cell, ahead, letters, board: box(left + gutter + slack / 2, top, board.width, board.height) };
}

const OTHERS = [0, 0, 150, 196, 216]; // the height for those who sit across, by the number of players

/** *lines*: of text below the own tableau, where Improvement tiles need words. */
function wide(width: number, height: number, seats: number, lines: number, ahead: Ahead): Plan {
  const left = Math.round(width * 0.555);
  const hand = Math.min(Math.max(height * 0.2, 110), 165);
  const x = left + GAP * 1.5;
  const side = width - x;
  const others = OTHERS[seats] ?? 0;
  const rest = height - others - GAP * (others ? 2 : 1);
  const display = Math.min(Math.max(rest * 0.4, 150), seats > 1 ? 220 : 290);
  const own = Math.min(rest - display, 330 + lines * 20);
  return {
    mode: "wide",
    height,
    ...cells(0, 0, left, height - hand - GAP, true, ahead),
    hand: box(0, height - hand, left, hand),
    display: box(x, 0, side, display),
    own: box(x, display + GAP, side, own),
    others: box(x, display + own + GAP * 2, side, others),
    storage: null,
    tabs: null,
  };
}

function tall(width: number, least: number, seats: number, lines: number, ahead: Ahead): Plan {
  const others = seats > 1 ? (seats > 2 ? 104 : 62) : 0;
  const own = 216 + lines * 20;
  const hand = 96;
  const below = others + own + GAP * (others ? 2 : 1);
  const height = Math.max(least, below + GUTTER + spacesDeep(ahead) * TARGET);
  const top = height - below;
  const left = Math.round(width * 0.58);
  const x = left + GAP;
  return {
    mode: "tall",
    height,
    ...cells(0, 0, left, top, true, ahead),
    display: box(x, 0, width - x, top - hand - GAP),
    hand: box(x, top - hand, width - x, hand),
    own: box(0, top + GAP, width, own),
    others: box(0, height - others, width, others),
    storage: null,
    tabs: null,
  };
}

export const LIFT = 8; // how far a chosen card comes out to the side
const HAND = CARDS * TARGET; // the height of a hand whose cards lie below each other
const TILES = 2 * 46; // of the display's two rows
const BELOW = 4; // between the board and what lies below it
const BARS = 2 * TARGET + 8; // of the storage and the tabs below it

function small(width: number, least: number, ahead: Ahead): Plan {
  const deep = spacesDeep(ahead);
  const height = Math.max(least, Math.max(deep * TARGET + TILES, LINES * TARGET + HAND) + BARS + BELOW);
  const rest = height - BARS - BELOW;
  const fits = Math.min((rest - TILES * 1.1) / deep, (rest - HAND) / LINES);
  const line = Math.min(Math.max(fits, TARGET), (width / COLUMNS.length) * 0.9);
  const board = cells(0, 0, width, line * deep, false, ahead);
  const panel = box(0, line * deep + BELOW, width, rest - line * deep);
  // The hand begins where the outer columns end, in the corner that steps leave free.
  return phone(board, panel, line * (deep - LINES), height);
}

/** A phone that lies on its side. */
function low(width: number, least: number, ahead: Ahead): Plan {
  const height = Math.max(least, spacesDeep(ahead) * TARGET);
  const left = Math.min(width * 0.52, height * 1.5);
  const board = cells(0, 0, left, height, false, ahead);
  return phone(board, box(left + GAP, 0, width - left - GAP, height - BARS), 0, height);
}

/** In the panel the hand beside the display, or one thing at a time; the storage below it is always seen. The hand
 *  begins *higher* where that is free. */
function phone(board: ReturnType<typeof cells>, panel: Box, higher: number, height: number): Plan {
  const { x, y, width } = panel;
  const hand = panel.height + higher;
  const most = higher > 0 ? board.cell.width : width * 0.28;
  const cards = Math.min((hand / CARDS) * 1.4 + LIFT, most);
  return {
    mode: "small",
    height,
    ...board,
    hand: box(x, y - higher, cards, hand),
    display: { ...panel, x: x + cards, width: width - cards },
    own: panel,
    others: panel,
    storage: box(x, height - 2 * TARGET - 4, width, TARGET),
    tabs: box(x, height - TARGET, width, TARGET),
  };
}
