// Everything that people read. The texts are the words.toml files that Python reads too.

import { page, type PageWord } from "made:words";
import type { Argument, Message, PieceName } from "./wire";
import { type Language, spoken } from "./device";
import { remembered } from "./memory";

export type { Language, PageWord };
export type Texts = Record<string, string>;
type Values = Record<string, string | number>;

export const language = remembered<Language>("language", spoken());

/** A sentence of the page itself. */
export const t = (id: PageWord, args: Values = {}): string => worded(page[language.value], id, args);

/** A sentence of the page whose id is put together from data; the id itself where there is none. */
export const tOf = (id: string, args: Values = {}): string => worded(page[language.value], id, args);
export const knows = (id: string): id is PageWord => id in page[language.value];

/** A level with what it means, like "Novice: learning, like you". */
// words: novice, casual, club, expert, master
// words: means_novice, means_casual, means_club, means_expert, means_master
export const levelMeaning = (level: string): string =>
  t("level_meaning", { level: tOf(level), means: tOf(`means_${level}`) });

const textOf = (texts: Texts, id: string, n: unknown): string => (n === 1 && texts[`${id}_one`]) || (texts[id] ?? id);

function worded(texts: Texts, id: string, args: Values): string {
  const text = textOf(texts, id, args.n);
  return text.replace(/\{(\w+)(!r)?\}/g, (_, name: string, quoted) =>
    quoted ? `“${args[name]}”` : String(args[name] ?? ""),
  );
}

export const listed = (names: string[]): string => new Intl.ListFormat(language.value).format(names);
/** With a space, in both languages: that is how all other words have it. */
export const percent = (share: number, digits = 0): string =>
  `${new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(100 * share)}\u00a0%`;
export const date = (at: number): string =>
  new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });

/** What an argument is called in notation. What was told before pieces had names is a text, or an action. */
export function codeOf(value: Argument | undefined): string {
  if (typeof value !== "object") return String(value ?? "");
  if ("piece" in value) return value.piece;
  if ("moves" in value) return value.moves[0] ?? "";
  return "id" in value ? value.id : "";
}

/** A part of a sentence: words, or a piece that can be drawn beside its name. */
export type Part = string | PieceName;
const MARKUP = /\[(?:\/|[a-z_ ]+)\]/g;
const PLACES = /(\{\w+(?:!r)?\})/;

/** How a game speaks, with the names of those who sit there. */
export interface Say {
  /** A sentence or a word by its id. Terminal markup is left out. */
  (id: string, args?: Record<string, Argument>): string;
  /** A message's sentence; *move* says the actions that it names, which otherwise stand in notation. */
  told(message: Message, move?: (text: string) => string): string;
  /** The same in its parts. */
  parts(message: Message, move?: (text: string) => string): Part[];
  has(id: string): boolean;
  /** An action's text, with each word in the reader's language. */
  notation(text: string): string;
  seat(number: number): string;
  language: Language;
}

export function speaker(texts: Texts, name: (seat: number) => string, spoken: Language): Say {
  const notation = (text: string) => text.replace(/[a-z]+/g, (word) => texts[`say_${word}`] ?? word);
  const argument = (value: Argument | undefined, move: typeof notation): Part[] => {
    if (typeof value !== "object") return [String(value ?? "")];
    if ("piece" in value) return [value];
    if ("seat" in value) return [name(value.seat)];
    if ("moves" in value) return [value.moves.map(move).join(", ")];
    return parts(value, move);
  };
  const parts = ({ id, args = {} }: Message, move = notation): Part[] => {
    const text = textOf(texts[id] === undefined ? page[spoken] : texts, id, args.n).replace(MARKUP, "");
    return text.split(PLACES).flatMap((part) => {
      const [, key, quoted] = /^\{(\w+)(!r)?\}$/.exec(part) ?? [];
      if (key === undefined) return part === "" ? [] : [part];
      return quoted ? ["“", ...argument(args[key], move), "”"] : argument(args[key], move);
    });
  };
  const told = (message: Message, move = notation): string =>
    parts(message, move)
      .map((part) => (typeof part === "string" ? part : told(part.name, move)))
      .join("");
  const say = (id: string, args: Record<string, Argument> = {}) => told({ id, args });
  return Object.assign(say, { told, parts, has: (id: string) => id in texts, notation, seat: name, language: spoken });
}
