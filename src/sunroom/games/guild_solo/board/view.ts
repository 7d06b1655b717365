// What the server tells of the table (view.py), and what can be read from it.

import type { BoardProps } from "@web/board";
import type { Say } from "@web/words";

export type Item = "jar" | "hand" | "trade" | "exploration" | "civil" | "other" | "combat" | "cards" | "ore" | "crystal";
export type Token = "none" | "mine" | "coin" | "final";
export type Outcome = "open" | "met" | "failed" | "stuck";
export type Phase = "swap" | "number" | "check" | "mine" | "medal" | "turn" | "points" | "done" | "chance";

export interface Field {
  name: string;
  token: Token;
  outcome: Outcome;
  coin: boolean;
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
  guilds: string[];
  queue: (string | null)[];
  bag: Record<string, number>;
  rows: Row[];
  field: string | null;
  line: number | null;
  help: { boxed: number; foreign: number; cards: number | null };
  ledger: Record<Item, number> | null;
  swaps: number;
  met: number;
  lost_mines: number;
  balance: number;
  lost_points: number;
  points: number;
  result: "playing" | "won" | "lost_final" | "lost_turns" | "lost_points";
  outlook: Outlook | null;
}
export type Props = BoardProps<View>;

export const PLACES = ["I", "II", "III"] as const;
export const ENOUGH = 70;
export const SWAP_PRICE = 3;
export const MINE_COST = 2;
export const ITEMS: Item[] = ["jar", "hand", "trade", "exploration", "civil", "other", "combat", "cards", "ore", "crystal"];
export const MOST: Record<Item, number> = { jar: 99, hand: 9, trade: 9, exploration: 9, civil: 9, other: 9, combat: 30, cards: 30, ore: 20, crystal: 20 };

/** What is printed on a field: a number, a sign, the entries of the ledger it looks at, and its rule. */
export interface Print {
  sign: Item | "goods" | "types";
  least: number;
  items: Item[];
  rule: string;
}
const MEDALS: Item[] = ["trade", "exploration", "civil", "other"];
const PRINTS: Record<string, Print> = {
  A2: { sign: "jar", least: 7, items: ["jar"], rule: "GLD-6.1" },
  A4: { sign: "hand", least: 0, items: ["hand"], rule: "GLD-6.2 GLD-6.2a" },
  A5: { sign: "trade", least: 1, items: ["trade"], rule: "GLD-6.3" },
  A6: { sign: "jar", least: 20, items: ["jar"], rule: "GLD-7.1 GLD-7.6" },
  B2: { sign: "combat", least: 3, items: ["combat"], rule: "GLD-6.4" },
  B4: { sign: "jar", least: 14, items: ["jar"], rule: "GLD-6.5" },
  B5: { sign: "cards", least: 6, items: ["cards"], rule: "GLD-6.6" },
  B6: { sign: "exploration", least: 3, items: ["exploration"], rule: "GLD-7.2 GLD-7.6" },
  C1: { sign: "hand", least: 3, items: ["hand"], rule: "GLD-6.7" },
  C3: { sign: "goods", least: 3, items: ["ore", "crystal"], rule: "GLD-6.8 GLD-6.8a" },
  C4: { sign: "types", least: 3, items: MEDALS, rule: "GLD-6.9" },
  C6: { sign: "civil", least: 3, items: ["civil"], rule: "GLD-7.3 GLD-7.6" },
};
const WITH_COIN: Record<string, Partial<Print>> = { A6: { least: 25 }, B6: { sign: "trade", least: 2, items: ["trade"] } };

export function printed(field: Field): Print | null {
  const print = PRINTS[field.name];
  return print ? { ...print, ...(field.coin ? WITH_COIN[field.name] : {}) } : null;
}
export const ruleOf = (name: string): string => PRINTS[name]?.rule ?? "GLD-1.3";
/** The word for what a field asks: condition_A6 or condition_A6_coin. */
export const conditionOf = (field: Field): string => `condition_${field.name}${field.coin ? "_coin" : ""}`;

export const fieldsOf = (view: View): Field[] => view.rows.flatMap((row) => row.fields);
export const fieldNamed = (view: View, name: string | null): Field | null => fieldsOf(view).find((field) => field.name === name) ?? null;
export const rowOf = (view: View, guild: string): Row | undefined => view.rows.find((row) => row.guild === guild);
export const here = (view: View): Field | null => fieldNamed(view, view.field);

/** Where the coin of a field lies now that its condition has failed. */
export const COIN_GOES: Record<string, string> = { B2: "A6", A5: "B6" };

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

/** Whether a field's mine or coin still lies on it; a final is always one. */
export const hasToken = (field: Field): boolean => field.token === "final" || (field.token !== "none" && field.outcome === "open");

export const signed = (n: number): string => (n < 0 ? `−${-n}` : `+${n}`);

export function turnText(view: View, say: Say): string {
  if (view.turn === 0) return say("board_setup");
  return view.turns ? say("board_turn_of", { n: view.turn, all: view.turns }) : say("board_turn", { n: view.turn });
}
