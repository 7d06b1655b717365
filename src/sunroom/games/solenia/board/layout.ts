// Where everything lies, in CSS pixels: the drawing's units are the room's pixels, so that text and targets keep
// their size.

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
  board: Box;
  cell: { width: number; height: number };
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

export function planOf(room: { width: number; height: number }, seats: number, lines: number): Plan {
  if (room.width >= 860 && room.height >= 460) return wide(room.width, room.height, seats, lines);
  if (room.width >= 600 && room.height >= 520) return tall(room.width, room.height, seats, lines);
  return room.width > room.height * 1.3
    ? low(room.width, Math.max(room.height, 230))
    : small(room.width, Math.max(room.height, LEAST));
}

function cells(left: number, top: number, width: number, height: number, letters: boolean) {
  const gutter = letters ? GUTTER : 0;
  const cell = { width: (width - gutter) / 5, height: 0 };
  cell.height = Math.min((height - gutter) / 5, cell.width * 0.92);
  cell.width = Math.min(cell.width, cell.height * 1.5);
  const slack = width - gutter - cell.width * 5;
  return { cell, letters, board: box(left + gutter + slack / 2, top, cell.width * 5, cell.height * 5) };
}

const OTHERS = [0, 0, 150, 196, 216]; // the height for those who sit across, by the number of players

/** *lines*: of text below the own tableau, where Improvement tiles need words. */
function wide(width: number, height: number, seats: number, lines: number): Plan {
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
    ...cells(0, 0, left, height - hand - GAP, true),
    hand: box(0, height - hand, left, hand),
    display: box(x, 0, side, display),
    own: box(x, display + GAP, side, own),
    others: box(x, display + own + GAP * 2, side, others),
    storage: null,
    tabs: null,
  };
}

function tall(width: number, least: number, seats: number, lines: number): Plan {
  const others = seats > 1 ? (seats > 2 ? 104 : 62) : 0;
  const own = 216 + lines * 20;
  const hand = 96;
  const below = others + own + GAP * (others ? 2 : 1);
  const height = Math.max(least, below + GUTTER + 5 * TARGET);
  const top = height - below;
  const left = Math.round(width * 0.58);
  const x = left + GAP;
  return {
    mode: "tall",
    height,
    ...cells(0, 0, left, top, true),
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
const LEAST = 5 * TARGET + HAND + 2 * TARGET + 14;

function small(width: number, height: number): Plan {
  const line = Math.min(Math.max((height - 2 * TARGET - 14 - HAND) / 5, TARGET), (width / 5) * 0.9);
  return phone(cells(0, 0, width, line * 5, false), 0, width, line * 5 + 4, height);
}

/** A phone that lies on its side. */
function low(width: number, height: number): Plan {
  const left = Math.min(width * 0.52, height * 1.5);
  return phone(cells(0, 0, left, height, false), left + GAP, width - left - GAP, 0, height);
}

/** Below what is always seen: the hand beside the display, or one thing at a time. */
function phone(board: ReturnType<typeof cells>, x: number, width: number, y: number, height: number): Plan {
  const panel = box(x, y + TARGET + 4, width, height - y - 2 * TARGET - 10);
  const cards = Math.min((panel.height / CARDS) * 1.4 + LIFT, width * 0.28);
  return {
    mode: "small",
    height,
    ...board,
    storage: box(x, y, width, TARGET),
    hand: { ...panel, width: cards },
    display: { ...panel, x: x + cards, width: width - cards },
    own: panel,
    others: panel,
    tabs: box(x, height - TARGET, width, TARGET),
  };
}
