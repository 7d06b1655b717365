// The table and its actions in words.

import type { Choice } from "@web/board";
import type { Say } from "@web/words";
import { isPair, PLACES, SYMBOLS, standing, type DiscSymbol, type Tower, type View } from "./table";

export function describe(view: View, say: Say): string[] {
  const towers = standing(view);
  const empty = [...PLACES].filter((_, n) => !towers[n]);
  const stars = view.stars.map((n, seat) => say("board_stars_of", { who: { seat }, n, goal: view.goal }));
  return [
    ...stars,
    doing(view, say),
    ...towers.flatMap((tower) => (tower ? [told(tower, say)] : [])),
    ...(empty.length > 0 ? [say("board_empty", { places: empty.join(", ") })] : []),
  ].filter(Boolean);
}

// words: board_doing_throw, board_doing_choose, board_doing_stack, board_doing_done
function doing(view: View, say: Say): string {
  return view.to_act >= 0
    ? say(`board_doing_${view.phase}`, { who: { seat: view.to_act } })
    : say(`board_doing_${view.phase}`);
}

/** "c: sun on top, height 3. From the table up: moon, sun, sun." */
export function told(tower: Tower, say: Say): string {
  const { place, height } = tower;
  const symbol = say(tower.symbol);
  if (height === 1) return say("board_disc", { place, symbol });
  return say("board_tower", { place, symbol, height, discs: tower.discs.map((one) => say(one)).join(", ") });
}

export function phrase(text: string, view: View, say: Say): string {
  if (text === "open" || text === "follow") return say(`board_${text}`);
  if (SYMBOLS.includes(text as DiscSymbol)) return say("board_shows", { symbol: say(text) });
  const [mover, base] = marks(text).map((place) => standing(view)[PLACES.indexOf(place)]);
  if (!mover || !base) return say.notation(text);
  return say("board_stack", { mover: towerName(mover, say), base: towerName(base, say) });
}

// words: tower_sun, tower_moon, tower_stars, tower_comet
const towerName = ({ symbol, place, height }: Tower, say: Say): string => say(`tower_${symbol}`, { place, n: height });

/** A stacking of another moment by where its towers stand then. */
export function named(text: string, view: View | undefined, say: Say): string {
  const [mover, base] = isPair(text) ? marks(text) : [];
  if (mover && base) return say("board_stack_places", { mover, base });
  return view ? phrase(text, view, say) : say.notation(text);
}

/** Stackings stand under the tower that is taken, with the one onto which it goes. */
export function choice(text: string, view: View, say: Say): Choice {
  if (SYMBOLS.includes(text as DiscSymbol)) return { looks: [lookOf(text, 1)] };
  const [mover, base] = marks(text).map((place) => standing(view)[PLACES.indexOf(place)]);
  if (!mover || !base) return {};
  return {
    looks: [lookOf(base.symbol, base.height)],
    under: { text: say("board_take", { mover: towerName(mover, say) }), look: lookOf(mover.symbol, mover.height) },
    rest: towerName(base, say),
  };
}

const lookOf = (symbol: string, height: number): string => `tower ${symbol} ${height}`;

export const marks = (text: string): string[] => (isPair(text) ? text.split(">") : [text]);

export const score = (view: View, seat: number, say: Say): string => say("board_score", { n: view.stars[seat] ?? 0 });
