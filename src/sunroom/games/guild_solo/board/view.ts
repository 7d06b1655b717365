// What the server tells of the table (view.py), and what can be read from it.

import type { BoardProps } from "@web/board";
import type { Say } from "@web/words";

export type Item =
  | "jar"
  | "hand"
  | "trade"
  | "exploration"
  | "civil"
  | "other"
  | "other2"
  | "other3"
  | "combat"
  | "cards"
  | "ore"
  | "crystal";
export type Token = "none" | "mine" | "coin" | "final";
export type Outcome = "open" | "met" | "failed" | "stuck";
export type Phase = "swap" | "number" | "check" | "mine" | "medal" | "turn" | "points" | "done" | "chance";

export interface Field {
  name: string;
  token: Token;
  outcome: Outcome;
  coin: boolean;
  /** The word for what it asks or has asked, where that can be told. */
  condition: string | null;
  /** The word for its red effect, where that can be told. */
  red: string | null;
}
/** What a field's condition looks at: a sign and a word for it, how many, and which items count. */
export interface Asks {
  sign: Item | "goods" | "types";
  of: string;
  least: number;
  items: Item[];
}
export interface Row {
  name: string;
  guild: string | null;
  filled: number;
  fields: Field[];
}
export interface Chance {
  fraction: string;
  value: number;
}
export interface Outlook {
  without: Chance;
  purse: Chance | null;
  unlimited: Chance;
  by_swaps: Chance[];
  swaps: Record<string, Chance>;
  unfinished: Record<string, Chance>;
  coming: { guild: string; field: string; turn: number }[];
  reachable: boolean;
}
export interface View {
  phase: Phase;
  turn: number;
  turns: number | null;
  last_turn: boolean;
  guilds: string[];
  queue: (string | null)[];
  bag: Record<string, number>;
  rows: Row[];
  asks: Record<string, Asks>;
  coins: Record<string, string>;
  field: string | null;
  number: "buildings" | "cards" | null;
  line: number | null;
  help: { boxed: number; foreign: number; cards: number | null; more: number; picked: number[] };
  ledger: Record<Item, number> | null;
  most: Record<Item, number> | null;
  purse: number | null;
  swaps: number;
  met: number;
  lost_mines: number;
  balance: number;
  lost_points: number;
  points: number;
  sums: { finals: number; mines: number; lost: number; total: number; enough: number };
  result: "playing" | "won" | "lost_final" | "lost_turns" | "lost_points";
  outlook: Outlook | null;
}
export type Props = BoardProps<View>;

export const PLACES = ["I", "II", "III"] as const;
/** The rules of what is printed on a field. */
const RULES: Record<string, string> = {
  A2: "GLD-6.1 GLD-8.2b",
  A4: "GLD-6.2 GLD-6.2a",
  A5: "GLD-6.3",
  A6: "GLD-7.1 GLD-7.6 GLD-7.7",
  B2: "GLD-6.4",
  B4: "GLD-6.5 GLD-8.2b",
  B5: "GLD-6.6 GLD-6.6a",
  B6: "GLD-7.2 GLD-7.6 GLD-7.7",
  C1: "GLD-6.7",
  C3: "GLD-6.8 GLD-6.8a",
  C4: "GLD-6.9 GLD-6.9a",
  C6: "GLD-7.3 GLD-7.6",
};
export const ruleOf = (name: string): string => RULES[name] ?? "GLD-1.3";

export const MEDALS: Item[] = ["trade", "exploration", "civil", "other", "other2", "other3"];
/** The items of the ledger, in its order. */
export const itemsOf = (view: View): Item[] => Object.keys(view.ledger ?? {}) as Item[];
/** The largest number that is offered now, written so. */
export const mostOf = (legal: readonly string[], before = ""): number =>
  Math.max(
    ...legal
      .filter((text) => text.startsWith(before))
      .map((text) => Number(text.slice(before.length)))
      .filter(Number.isFinite),
  );

export const fieldsOf = (view: View): Field[] => view.rows.flatMap((row) => row.fields);
export const fieldNamed = (view: View, name: string | null): Field | null =>
  fieldsOf(view).find((field) => field.name === name) ?? null;
export const rowOf = (view: View, guild: string): Row | undefined => view.rows.find((row) => row.guild === guild);
export const here = (view: View): Field | null => fieldNamed(view, view.field);

/** A guild's name; in German a noun. */
export function nameOf(guild: string, say: Say): string {
  const name = say(guild);
  return say.language === "de" ? name[0]!.toUpperCase() + name.slice(1) : name;
}

/** One or two letters by which the guilds of this table differ. */
export function letters(view: View, say: Say): Record<string, string> {
  const names = view.guilds.map((guild) => say(guild));
  return Object.fromEntries(
    view.guilds.map((guild, n) => {
      const name = names[n]!;
      const alike = names.filter((other) => other[0] === name[0]);
      const at = [...name].findIndex((_, i) => new Set(alike.map((other) => other[i])).size === alike.length);
      return [guild, name[0]!.toUpperCase() + (alike.length > 1 ? (name[at] ?? "") : "")];
    }),
  );
}

/** A tile of a guild is told from its sisters by the order in which they came. */
export const tileKey = (guild: string, number: number): string => `tile-${guild}-${number}`;
export function queueKeys(view: View): (string | null)[] {
  const seen: Record<string, number> = {};
  return view.queue.map((guild) => {
    if (guild === null) return null;
    const number = (rowOf(view, guild)?.filled ?? 0) + (seen[guild] ?? 0);
    seen[guild] = (seen[guild] ?? 0) + 1;
    return tileKey(guild, number);
  });
}

/** What chance is asked for, where the player draws and rolls: a tile, a die or a building. */
export type Drawn = "tile" | "die" | "building";
export function drawn(view: View, legal: readonly string[]): Drawn | null {
  if (view.phase !== "chance") return null;
  if (legal.some((text) => text.startsWith("die-"))) return "die";
  if (legal.some((text) => text.startsWith("building-"))) return "building";
  return "tile";
}

/** The field that the tile on a place of the queue will come to. */
export function comingTo(view: View, place: number): { field: string; turn: number } | undefined {
  const first = view.queue.findIndex((guild) => guild !== null);
  return view.outlook?.coming[place - first];
}

/** A place of the queue in words. */
export function placeText(view: View, place: number, say: Say): string {
  const guild = view.queue[place];
  const args = { place: PLACES[place]!, guild: guild ? nameOf(guild, say) : "" };
  if (!guild) return say("board_place_empty", args);
  const aim = comingTo(view, place);
  if (aim) return say("board_place_text", { ...args, field: aim.field });
  return say(view.outlook ? "board_place_late" : "board_place_only", args);
}

export const inBag = (view: View): number => Object.values(view.bag).reduce((sum, n) => sum + n, 0);

/** Whether the game can still end with points. */
export const canCount = (view: View): boolean => !["lost_final", "lost_turns"].includes(view.result);

/** Which buildings were drawn in this turn; null where the player did it alone, or none were. */
export function pickedText(view: View, say: Say): string | null {
  const { picked } = view.help;
  if (picked.length === 0) return null;
  return picked.length === 1
    ? say("building_boxed", { n: picked[0]! })
    : say("board_picked", { list: new Intl.ListFormat(say.language).format(picked.map(String)) });
}

/** How many action cards go to the box, where the field of this turn says so. */
export function cardsText(view: View, say: Say): string | null {
  if (view.help.cards !== null) return say("cards_boxed", { n: view.help.cards });
  const field = here(view);
  return field?.name === "A4" && field.outcome === "failed" ? say("cards_more", { n: view.help.more }) : null;
}

/** Whether a field's mine or coin still lies on it; a final is always one. */
export const hasToken = (field: Field): boolean =>
  field.token === "final" || (field.token !== "none" && field.outcome === "open");

export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

export function turnText(view: View, say: Say): string {
  if (view.turn === 0) return say("board_setup");
  return view.turns ? say("board_turn_of", { n: view.turn, all: view.turns }) : say("board_turn", { n: view.turn });
}
