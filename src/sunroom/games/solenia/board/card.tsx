// A card: canvas in its player's colour, a porthole in the middle, the value on the left, the power on the right.

import type { Say } from "@web/words";
import { EmblemShape } from "@web/art/emblem";
import { Crate, GoodShape, Star } from "./art";
import { cardName } from "./names";
import { cardFace, type CardFace, type Good } from "./view";

export const CARD_WIDTH = 100;
export const CARD_HEIGHT = 72;
const FRAME = "M-42-36h84a8 8 0 0 1 8 8v56a8 8 0 0 1-8 8h-84a8 8 0 0 1-8-8v-56a8 8 0 0 1 8-8z";
const PORTHOLE = "M0-22a22 22 0 1 1 0 44 22 22 0 0 1 0-44z";

/** The card around 0,0; through the porthole shows what is below. */
export function Card({ name, owner, scale = 1 }: { name: string; owner: number; scale?: number }) {
  const face = cardFace(name);
  return (
    <g class={`card owner-${owner}`} transform={`scale(${scale})`}>
      <path class="sheet" fill-rule="evenodd" d={`${FRAME}${PORTHOLE}`} />
      <circle class="ring" r="23.5" />
      <circle class="ring-line" r="27.5" />
      <g data-column="value">
        <path class="side" d="M-42-36h16.5v72H-42a8 8 0 0 1-8-8v-56a8 8 0 0 1 8-8z" />
        <text class="value" x="-37.5" y="1" text-anchor="middle">
          {face.value}
        </text>
      </g>
      <g class={`emblem seat-${owner}`} transform="translate(-46.5 11) scale(.75)">
        <EmblemShape seat={owner} />
      </g>
      <g data-column="power">
        <Power face={face} />
      </g>
      <path class="edge" d={FRAME} />
    </g>
  );
}

/** What happens when the card is expelled. */
export function Power({ face }: { face: CardFace }) {
  const { power, goods } = face;
  if (power === "one" || power === "two")
    return (
      <g transform="translate(38 0)">
        <text class="times" y={-2} text-anchor="middle">
          {power === "one" ? 1 : 2}
        </text>
        <path class="any" d="M-6.5 9a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0zM-3 9h6M0 6v6" />
      </g>
    );
  if (power === "star")
    return (
      <g transform="translate(38 0)">
        <Star y={-13} size={17} />
        <path class="if" d="M-5 0h10" />
        {goods[0] && (
          <g data-column="good">
            <GoodShape good={goods[0]} y={13} size={18} />
          </g>
        )}
      </g>
    );
  const step = goods.length > 1 ? 12.5 : 0;
  return (
    <g transform="translate(38 0)">
      {goods.map((good, n) => (
        <g key={n} data-column={n === 0 ? "good" : "second"}>
          <GoodShape good={good} y={n === 0 ? -step : step} size={20} />
        </g>
      ))}
    </g>
  );
}

// words: board_power_one, board_power_two, board_power_goods, board_power_goods_two, board_power_star
export function powerText({ power, goods }: CardFace, say: Say): string {
  const [good, second] = goods.map((one: Good) => say(one));
  if (power === "one" || power === "two") return say(`board_power_${power}`);
  if (power === "star") return say("board_power_star", { good: good ?? "" });
  return second
    ? say("board_power_goods_two", { good: good ?? "", second })
    : say("board_power_goods", { good: good ?? "" });
}

/** A card by its name, and what it brings when it leaves the board. */
export function cardText(name: string, say: Say): string {
  const face = cardFace(name);
  return say("board_card", { card: cardName(name, say), power: powerText(face, say) });
}

/** How many goods a way costs. */
export function Cost({ n }: { n: number }) {
  return (
    <g class="cost">
      <rect x={-21} y={-12} width={42} height={24} rx={12} />
      <text x={-7} y={5.5} text-anchor="middle">
        −{n}
      </text>
      <Crate x={10} size={17} />
    </g>
  );
}
