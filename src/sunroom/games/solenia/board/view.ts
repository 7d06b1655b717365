// The table as src/sunroom/games/solenia/view.py tells it.

import type { Doubts } from "@web/doubts";
export type Good = "wood" | "wheat" | "stone" | "water";
export type Row = "day" | "night";
export type Kind = Good | Row;
export type Light = "day" | "night" | "dawn" | "dusk";
export type Phase =
  | "draft"
  | "card"
  | "space"
  | "pay"
  | "tile"
  | "spare"
  | "instead"
  | "slot"
  | "bonus"
  | "discard"
  | "done"
  | "chance";
export type Goods = Record<Good, number>;

export interface Laid {
  owner: number;
  name: string;
  value: number;
}
export interface Space {
  name: string;
  kind: Kind;
  card: Laid | null;
}
export interface Strip {
  light: Light;
  spaces: Space[];
}
export interface Tile {
  name: string;
  asks: Partial<Goods>;
  stars: number;
  affordable?: boolean;
}
export interface Bonus {
  level: number;
  goods: Partial<Goods>;
  choose: number;
  among: Good[];
  storage: number;
  stars: number;
  per_tile: number;
}
export interface Player {
  goods: Goods;
  stored: number;
  storage: number;
  stars: number;
  held: number;
  left: number;
  slots: Record<Row, (Tile | null)[]>;
  /** Delivered when its row was full. */
  beyond: Record<Row, Tile[]>;
  one: string | null;
  halves: (string | null)[];
  score: number;
  scored: { tiles: number; pairs: number; goods: number };
}
export interface View {
  phase: Phase;
  to_act: number;
  turn: number;
  first: number;
  side: "summer" | "winter";
  airship: string;
  /** How the strips lie, and how many half spaces each column lies ahead for that. */
  lie: "steps" | "ends" | "plain";
  ahead: number[];
  strips: Strip[];
  display: Record<Row, (Tile | null)[]>;
  players: Player[];
  /** What has left the board, card by card with its number, of each owner: players, then the dummy. */
  discards_of: Record<string, number>[];
  hand: string[];
  reconstructed: boolean;
  doubts: Doubts;
  chosen: string | null;
  pay: number;
  target: string | null;
  costs: Record<string, number>;
  row: Row | null;
  tile: Tile | null;
  spared: Good | null;
  choose: number;
  printed: Record<Row, Bonus[]>;
  offers: { one: string[]; pairs: string[][] };
  powers: Record<string, { id: string; good: string; amount: number }>;
  rank: number | null;
  /** The tiles of which one is being drawn, for whoever enters what has come. */
  drawn: Tile[];
}

export const GOODS: readonly Good[] = ["wood", "wheat", "stone", "water"];
export const ROWS: readonly Row[] = ["day", "night"];
export const COLUMNS = ["a", "b", "c", "d", "e"] as const;
export const CARDS = 16;

export const isGood = (text: string): text is Good => GOODS.some((good) => good === text);
export const isSpace = (text: string): boolean => /^[a-e][1-5]$/.test(text);
export const isCard = (text: string): boolean => /^\d-/.test(text);
export const isTile = (text: string): boolean => /^[DN]\d+$/.test(text);

export interface CardFace {
  value: number;
  power: "one" | "two" | "goods" | "star";
  goods: Good[];
}

/** What is printed on a card, from its name in notation, like 0-wood-stone. */
export function cardFace(name: string): CardFace {
  const [value, ...rest] = name.split("-");
  const goods = rest.filter(isGood);
  const power = rest[0] === "one" || rest[0] === "two" || rest[0] === "star" ? rest[0] : "goods";
  return { value: Number(value), power, goods };
}

/** The line of a space, 0 for the first strip, and its column. */
export const lineOf = (space: string): number => Number(space[1]) - 1;
export const columnOf = (space: string): number => space.charCodeAt(0) - 97;
export const spaceOf = (view: View, name: string): Space => view.strips[lineOf(name)]!.spaces[columnOf(name)]!;

/** The goods of a player one by one, in the order of the box. */
export const listOf = (goods: Partial<Goods>): Good[] =>
  GOODS.flatMap((good) => Array.from({ length: goods[good] ?? 0 }, () => good));
