// What a hint says: the moves that it names come one by one.

import type { BoardModule } from "../board";
import type { Advice, Argument, Message } from "../wire";
import { type Say, knows, t } from "../words";

/** The moves that an argument or the messages in it name. */
const movesOf = (value: Argument): string[][] => {
  if (typeof value !== "object" || "seat" in value || "piece" in value) return [];
  return "moves" in value ? [value.moves] : movesIn(value);
};
const movesIn = (one: Message): string[][] => Object.values(one.args ?? {}).flatMap(movesOf);

/** The move that is advised: the first that is named alone, as many may win; it can be played now. */
export function advisedMove(advice: readonly Message[], legal: readonly string[]): string | undefined {
  const named = advice.flatMap(movesIn);
  const alone = named.filter((moves) => moves.length === 1);
  return [...alone, ...named].flat().find((text) => legal.includes(text));
}

/** What a hint needs to speak: what can be played now is said as the board says it, anything else by its name. */
export interface Speech {
  module: BoardModule;
  view: unknown;
  say: Say;
  legal: readonly string[];
}

/** How a board calls a move that cannot be played now; in notation where it has no word for it. */
export const nameOf = (module: BoardModule): BoardModule["phrase"] =>
  module.named ?? ((text, _, say) => say.notation(text));

/** One sentence: the move that is advised. */
export function inShort(move: string, first: boolean, { module, view, say }: Speech): string {
  const what = module.phrase(move, view, say);
  return first ? t("hint_try_at_first", { what }) : t("hint_try", { what });
}

/** All of a hint, sentence by sentence. */
// words: hint_first_look, hint_chance, hint_only, hint_wins, hint_all_win, hint_all_lost, hint_lost, hint_pick
// words: hint_hardest, hint_percent, hint_decimal, hint_best, hint_best_alone, hint_points, hint_points_alone
// words: hint_close, hint_next, hint_gains, hint_costs, hint_takes, hint_gives, hint_threat, hint_answer, hint_plan
export function inFull(advice: readonly Advice[], speech: Speech): string[] {
  const { module, view, say, legal } = speech;
  const move = (text: string) =>
    t("hint_move", { what: (legal.includes(text) ? module.phrase : nameOf(module))(text, view, say) });
  return advice.map((one) => (say.has(one.id) || knows(one.id) ? say.told(one, move) : one.said[say.language]));
}
