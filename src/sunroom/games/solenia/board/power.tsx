// Improvement tiles: a small sign for each power, and its sentence.

import type { Say } from "@web/words";
import { Airship, Crate, GoodShape, Stars, SunMoon } from "./art";
import { isGood, type Row, type View } from "./view";

/** The powers of level 1: theirs are tiles that work once both their slots are covered. */
const OF_BOTH = ["voyage", "storage", "substitute", "zero", "delivery", "expulsion", "hand", "two"];

// words: power_voyage, power_storage, power_substitute, power_zero, power_delivery, power_expulsion, power_hand
// words: power_two, power_stars, power_pairs, power_goods, power_tiles, power_asking
export function improvementText(name: string, view: View, say: Say): string {
  const power = view.powers[name];
  if (!power) return name;
  const does = say(power.id, { good: power.good ? say(power.good) : "", n: power.amount });
  return OF_BOTH.includes(power.id.replace("power_", "")) ? say("power_of_both", { power: does }) : does;
}

/** Whether an Improvement tile of a seat works already: level 1 with both its slots covered, a half with its own. */
export function works(view: View, seat: number, name: string): boolean {
  const player = view.players[seat];
  if (!player) return false;
  const covered = (row: Row, n: number) => Boolean(player.slots[row].at(n));
  if (name === player.one) return covered("day", 0) && covered("night", 0);
  return covered(name === player.halves[0] ? "day" : "night", -1);
}

/** What an Improvement tile of a seat does, and whether it does so already. */
// words: board_works, board_works_not
export const improvementNow = (name: string, view: View, seat: number, say: Say): string =>
  `${improvementText(name, view, say)} – ${say(works(view, seat, name) ? "board_works" : "board_works_not")}`;

const Figures = ({ text, x = 0 }: { text: string; x?: number }) => (
  <text class="figures" data-column="amount" x={x} y={6} text-anchor="middle">
    {text}
  </text>
);
const Sheet = ({ x = 0 }: { x?: number }) => (
  <rect class="mini-sheet" x={x - 6} y={-8} width={12} height={16} rx={2.5} />
);

const Worth = (props: { n: number; x?: number; size: number }) => (
  <g data-column="amount">
    <Stars {...props} />
  </g>
);

/** 50 by 26, around 0,0. */
export function PowerSign({ power }: { power: View["powers"][string] | undefined }) {
  const good = power?.good && isGood(power.good) ? power.good : null;
  const n = power?.amount ?? 0;
  switch (power?.id.replace("power_", "")) {
    case "voyage":
      return (
        <>
          <g transform="translate(-13 0) scale(.32)">
            <Airship />
          </g>
          <Figures text={`−${n}`} x={7} />
        </>
      );
    case "storage":
      return (
        <>
          <Figures text={`+${n}`} x={-11} />
          <Crate x={11} size={20} />
        </>
      );
    case "substitute":
      return (
        <>
          <GoodShape good="wood" x={-15} size={17} />
          <path class="swap" d="M-5-3H5M3-5.5 5.5-3 3-.5M5 3H-5M-3 .5-5.5 3-3 5.5" />
          <GoodShape good="stone" x={15} size={17} />
        </>
      );
    case "zero":
      return <Figures text={`0 → ${n}`} />;
    case "two":
      return <Figures text={`2 → ${2 + n}`} />;
    case "hand":
      return (
        <>
          <Figures text={`+${n}`} x={-14} />
          <Sheet x={4} />
          <Sheet x={12} />
        </>
      );
    case "delivery":
      return (
        <>
          <Sheet x={-18} />
          <path class="swap" d="M-9 0H0M-3.5-3.5 0 0-3.5 3.5" />
          <Worth n={n} x={13} size={27} />
        </>
      );
    case "tiles":
      return (
        <>
          <Sheet x={-16} />
          <Sheet x={-11} />
          <Worth n={n} x={10} size={27} />
        </>
      );
    case "expulsion":
      return (
        <>
          <path class="swap" d="M-18 7V-5M-22-1l4-4.5L-14-1" />
          <Worth n={n} x={7} size={27} />
        </>
      );
    case "stars":
      return <Worth n={n} size={28} />;
    case "pairs":
      return (
        <>
          <SunMoon row="day" x={-17} y={-6} size={15} />
          <SunMoon row="night" x={-11} y={7} size={14} />
          <Worth n={n} x={9} size={27} />
        </>
      );
    case "goods":
      return (
        <>
          <Crate x={-11} size={19} />
          <Worth n={n} x={10} size={27} />
        </>
      );
    default:
      return (
        <>
          {good && (
            <g data-column="good">
              <GoodShape good={good} x={-11} size={20} />
            </g>
          )}
          <Worth n={n} x={10} size={27} />
        </>
      );
  }
}
