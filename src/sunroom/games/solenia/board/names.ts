// What people call the pieces, in the same words as the log: presentation/names.py.

import type { Say } from "@web/words";
import type { Message } from "@web/wire";
import { GOODS, cardFace, type Goods, type Row, type Space } from "./view";

// words: card_one, card_two, card_star, card_good, card_goods
export function cardName(name: string, say: Say): string {
  const { value, power, goods } = cardFace(name);
  const [good = "", second = ""] = goods.map((one) => say(one));
  return say(`card_${power === "goods" && goods.length === 1 ? "good" : power}`, { value, good, second });
}

// words: day_tile, night_tile
export const tileName = (asks: Partial<Goods>, row: Row, say: Say): string =>
  say(`${row}_tile`, { goods: listed(asks) });

/** What a tile asks, as one. */
function listed(asks: Partial<Goods>): Message {
  const amounts = GOODS.flatMap((good): Message[] =>
    asks[good] ? [{ id: "amount", args: { number: asks[good], good: { id: good } } }] : [],
  );
  return amounts.reduceRight((others, one, n) => ({
    id: n === amounts.length - 2 ? "and" : "comma",
    args: { one, others },
  }));
}

// words: space_wood, space_wheat, space_stone, space_water, space_day, space_night
export const spaceName = ({ name, kind }: Pick<Space, "name" | "kind">, say: Say): string =>
  say(`space_${kind}`, { at: name });
