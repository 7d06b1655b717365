// Everything that people read. The texts are the words.toml files that Python reads too.

import { page, type PageWord } from "made:words";
import type { Argument, Message } from "./wire";
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

function worded(texts: Texts, id: string, args: Values): string {
  const text = (args.n === 1 && texts[`${id}_one`]) || texts[id];
  if (text === undefined) return id;
  return text.replace(/\{(\w+)(!r)?\}/g, (_, name: string, quoted) =>
    quoted ? `“${args[name]}”` : String(args[name] ?? ""),
  );
}

export const listed = (names: string[]): string => new Intl.ListFormat(language.value).format(names);
export const percent = (share: number, digits = 0): string =>
  new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: digits }).format(share);
export const date = (at: number): string =>
  new Date(at).toLocaleString(language.value, { dateStyle: "medium", timeStyle: "short" });

/** How a game speaks, with the names of those who sit there. */
export interface Say {
  /** A sentence or a word by its id. Terminal markup is left out. */
  (id: string, args?: Record<string, Argument>): string;
  /** A message's sentence; *move* says the actions that it names, which otherwise stand in notation. */
  told(message: Message, move?: (text: string) => string): string;
  has(id: string): boolean;
  /** An action's text, with each word in the reader's language. */
  notation(text: string): string;
  seat(number: number): string;
  language: Language;
}

export function speaker(texts: Texts, name: (seat: number) => string, spoken: Language): Say {
  const notation = (text: string) => text.replace(/[a-z]+/g, (word) => texts[`say_${word}`] ?? word);
  const argument = (value: Argument, move: typeof notation): string | number => {
    if (typeof value !== "object") return value;
    if ("seat" in value) return name(value.seat);
    if ("moves" in value) return value.moves.map(move).join(", ");
    return told(value, move);
  };
  const told = ({ id, args = {} }: Message, move = notation) => {
    const values = Object.fromEntries(Object.entries(args).map(([key, value]) => [key, argument(value, move)]));
    const found = texts[id] === undefined ? page[spoken] : texts;
    return worded(found, id, values).replace(/\[(?:\/|[a-z_ ]+)\]/g, "");
  };
  const say = (id: string, args: Record<string, Argument> = {}) => told({ id, args });
  return Object.assign(say, { told, has: (id: string) => id in texts, notation, seat: name, language: spoken });
}
