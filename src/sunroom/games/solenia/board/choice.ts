// What can be played, as a list: the pieces of each action, and spaces under what they are.

import type { Choice } from "@web/board";
import type { Say } from "@web/words";
import { ROWS, isCard, isGood, isSpace, isTile, listOf, spaceOf, type Row, type Tile, type View } from "./view";

// words: board_all_wood, board_all_wheat, board_all_stone, board_all_water, board_all_day, board_all_night
export function choice(text: string, view: View, say: Say): Choice {
  if (isCard(text)) return { looks: [`card ${text} ${view.to_act >= 0 ? view.to_act : view.turn}`] };
  if (isGood(text)) return { looks: [`good ${text}`] };
  if (isTile(text))
    return { looks: tilesNow(view).flatMap(([tile, row]) => (tile.name === text ? [look(tile, row)] : [])) };
  if (!isSpace(text)) return {};
  const { kind } = spaceOf(view, text);
  const cost = view.costs[text] ?? 0;
  return {
    under: { text: say(`board_all_${kind}`), look: `space ${kind}` },
    rest: cost > 0 ? say("board_space_costs", { at: text, n: cost }) : text,
  };
}

/** The tiles on display, and those of which one is drawn. */
const tilesNow = (view: View): [Tile, Row][] => [
  ...ROWS.flatMap((row) => view.display[row].flatMap((tile): [Tile, Row][] => (tile ? [[tile, row]] : []))),
  ...view.drawn.map((tile): [Tile, Row] => [tile, tile.name.startsWith("D") ? "day" : "night"]),
];

const look = (tile: Tile, row: Row): string => ["tile", row, tile.stars, ...listOf(tile.asks)].join(" ");
