// Matches that Python has played for the tests, as a browser is shown them: tests/test_client.py.

import { readFileSync } from "node:fs";
import type { Message } from "../wire";

export interface Table<V> {
  view: V;
  told: Message[];
  legal: string[];
  /** The change that leads here from the table before, as it is sent. */
  change: unknown;
}

export interface Play<V> {
  game: string;
  /** What was played and from whose eyes, for messages. */
  name: string;
  eye: number;
  tables: Table<V>[];
}

const all = JSON.parse(readFileSync(process.env.SUNROOM_TABLES ?? "", "utf8")) as Play<unknown>[];

export const games = [...new Set(all.map((play) => play.game))];
export const plays = <V>(game: string): Play<V>[] => all.filter((play) => play.game === game) as Play<V>[];

/** Each table with the one before it. */
export function* steps<V>(game: string): Generator<{ before: Table<V>; after: Table<V>; play: Play<V>; n: number }> {
  for (const play of plays<V>(game))
    for (let n = 1; n < play.tables.length; n++) yield { before: play.tables[n - 1]!, after: play.tables[n]!, play, n };
}
