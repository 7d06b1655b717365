// What a game says in the reader's language: bundled with the page, or asked of the server where a game was brought
// from outside.

import { signal } from "@preact/signals";
import { games } from "made:words";
import type { Language } from "./device";
import { Refusal, api, patience, rest } from "./server";
import { type Texts, language } from "./words";

const loaded = signal<Record<string, Texts>>({});
const asked = new Set<string>();

/** The words of a game in the reader's language; null while they are on their way. */
export function wordsOf(game: string): Texts | null {
  const spoken = language.value;
  const key = `${game} ${spoken}`;
  const there = loaded.value[key];
  if (!there && game !== "" && !asked.has(key)) {
    asked.add(key);
    void (games[game]?.[spoken]().then((module) => module.default) ?? served(game, spoken))
      .then((texts) => (loaded.value = { ...loaded.peek(), [key]: texts }))
      .finally(() => asked.delete(key));
  }
  return there ?? null;
}

/** From the server, however long it is away; nothing for a game that it does not have. */
async function served(game: string, spoken: Language): Promise<Texts> {
  for (let tries = 0; ; tries++) {
    try {
      return inOne(await api<Record<string, Texts>>("GET", `/api/games/${game}/words?lang=${spoken}`), spoken);
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      if (why.id !== "offline") return {};
      await rest(patience(tries));
    }
  }
}

/** {id: text}, and {id_one: text} for what is said of one. */
function inOne(entries: Record<string, Texts>, spoken: Language): Texts {
  const texts = Object.entries(entries).flatMap(([id, entry]) =>
    ["", "_one"].map((form) => [id + form, entry[spoken + form]] as const),
  );
  return Object.fromEntries(texts.filter((one): one is readonly [string, string] => one[1] !== undefined));
}
