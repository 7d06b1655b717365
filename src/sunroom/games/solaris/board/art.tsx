// Everything that lies on the table, drawn from a few shapes. Energy has a colour, a shape and letters.

import { EmblemShape } from "@web/art/emblem";
import type { Say } from "@web/words";
import { colourOf, stationOf, type Colour, type StationName } from "./view";

const SHAPES: Record<Colour, string> = {
  purple: "M0-9.5 10 8.5h-20z",
  pink: "M0-9a9 9 0 1 0 .01 0z",
  green: "M-8-8h16v16h-16z",
  blue: "M0-10.5 10.5 0 0 10.5-10.5 0z",
};

const ICONS: Record<StationName, string> = {
  machine:
    "M12 8.2a3.8 3.8 0 1 0 .01 0zM12 2.5v3M12 18.5v3M2.5 12h3M18.5 12h3" +
    "M5.3 5.3l2.1 2.1M16.6 16.6l2.1 2.1M18.7 5.3l-2.1 2.1M7.4 16.6l-2.1 2.1M12 5.5a6.5 6.5 0 1 0 .01 0z",
  command: "M12 3a9 9 0 1 0 .01 0zM12 12l5.5-6.5M12 7.5a4.5 4.5 0 1 0 4.5 4.5M12 11.4a.6.6 0 1 0 .01 0z",
  biotope: "M5 19.5C3 9 9.5 3.5 20.5 3.5 21 14.5 15 20.5 5 19.5zM3.5 21.5 14 10M9.3 15.5V10.5M9.3 15.5h5",
  port:
    "M12 2c3.8 3 5 7 4.6 11.5L14.5 16h-5l-2.1-2.5C7 9 8.2 5 12 2z" +
    "M7.4 12.5 4 17l4.6-.8M16.6 12.5 20 17l-4.6-.8M12 7.3a1.7 1.7 0 1 0 .01 0zM12 19v3",
  canteen:
    "M4.5 9h12v6.5a4.5 4.5 0 0 1-4.5 4.5H9a4.5 4.5 0 0 1-4.5-4.5z" +
    "M16.5 11H18a2.7 2.7 0 0 1 0 5.4h-1.7M8 6.2c0-1.6 1.3-1.6 1.3-3.2M12.3 6.2c0-1.6 1.3-1.6 1.3-3.2",
  centre: "M13.2 2 5 13.5h6L10 22l8.5-12h-6z",
};

/** The sign of a station, centred. */
export function Icon({ station, size = 24 }: { station: StationName; size?: number }) {
  return <path class="icon" d={ICONS[station]} transform={`scale(${size / 24}) translate(-12 -12)`} />;
}

export function Shape({ colour, size = 20 }: { colour: Colour; size?: number }) {
  return <path class="shape" d={SHAPES[colour]} transform={`scale(${size / 20})`} />;
}

// words: board_letters_purple, board_letters_pink, board_letters_green, board_letters_blue
export const letters = (colour: Colour, say: Say): string => say(`board_letters_${colour}`);
// words: card_machine, card_command, card_biotope, card_port, card_canteen, card_centre
export const cardName = (card: string, say: Say): string =>
  say(`card_${stationOf(card)}`, { colour: { id: `${colourOf(card)}_card` } });

/** A marker: a disc in its player's colour with the emblem of the seat. */
export function Token({ seat, colour, size }: { seat: number; colour: string; size: number }) {
  return (
    <g class={`token token-${colour}`}>
      <circle class="rim" cy={size * 0.06} r={size / 2} />
      <circle class="face" r={size / 2 - 0.5} />
      <g class="sign" transform={`scale(${size / 38}) translate(-12 -12.4)`}>
        <EmblemShape seat={seat} />
      </g>
    </g>
  );
}

/** A bridge from station to station, as long as the gap. */
export function Bridge({
  colour,
  size,
  length,
  angle,
  say,
}: {
  colour: Colour;
  size: number;
  length: number;
  angle: number;
  say: Say;
}) {
  return (
    <g class={`bridge hue-${colour}`}>
      <g transform={`rotate(${angle})`}>
        <path
          class="span"
          d={`M${-length / 2} ${-size * 0.17}H${length / 2}M${-length / 2} ${size * 0.17}H${length / 2}`}
        />
      </g>
      <rect class="edge plate" x={-size / 2} y={-size / 2} width={size} height={size} rx={size * 0.24} />
      <Signed colour={colour} size={size} say={say} />
    </g>
  );
}

/** A shuttle that docks between a station and the laser. */
export function Shuttle({ colour, size, say }: { colour: Colour; size: number; say: Say }) {
  const h = size / 2;
  return (
    <g class={`shuttle hue-${colour}`}>
      <path
        class="wing"
        d={
          `M${-h * 0.8} ${h * 0.1} ${-h * 1.15} ${h * 0.95} ${-h * 0.5} ${h * 0.75}` +
          `M${h * 0.8} ${h * 0.1} ${h * 1.15} ${h * 0.95} ${h * 0.5} ${h * 0.75}`
        }
      />
      <path
        class="edge plate"
        d={
          `M0 ${-h * 1.22}C${h * 0.9} ${-h * 0.75} ${h * 1.02} ${h * 0.1} ${h * 0.8} ${h * 0.98}` +
          `H${-h * 0.8}C${-h * 1.02} ${h * 0.1} ${-h * 0.9} ${-h * 0.75} 0 ${-h * 1.22}Z`
        }
      />
      <Signed colour={colour} size={size} say={say} />
    </g>
  );
}

/** Shape over letters; only the shape where it is small. */
function Signed({ colour, size, say }: { colour: Colour; size: number; say: Say }) {
  if (size < 34) return <Shape colour={colour} size={size * 0.56} />;
  return (
    <>
      <g transform={`translate(0 ${-size * 0.19})`}>
        <Shape colour={colour} size={size * 0.36} />
      </g>
      <text class="letters" y={size * 0.37} font-size={size * 0.4}>
        {letters(colour, say)}
      </text>
    </>
  );
}

/** A card, 60 by 84: the sign of a station on an energy colour. */
export function CardFace({ card, say }: { card: string; say: Say }) {
  const colour = colourOf(card);
  return (
    <svg class={`face hue-${colour}`} viewBox="0 0 60 84" aria-hidden="true">
      <rect class="edge plate" x="1.5" y="1.5" width="57" height="81" rx="8" />
      <path class="shade" d="M1.5 60V74.5a8 8 0 0 0 8 8h41a8 8 0 0 0 8-8V40C50 60 30 66 1.5 60z" />
      <g transform="translate(16 17)">
        <Shape colour={colour} size={19} />
      </g>
      <text class="letters" x="41" y="23.5" font-size="18">
        {letters(colour, say)}
      </text>
      <circle class="well" cx="30" cy="54" r="22.5" />
      <g transform="translate(30 54)">
        <Icon station={stationOf(card)} size={30} />
      </g>
    </svg>
  );
}

export function CardBack() {
  return (
    <svg class="face back" viewBox="0 0 60 84" aria-hidden="true">
      <rect class="edge" x="1.5" y="1.5" width="57" height="81" rx="8" />
      <circle class="sun" cx="30" cy="42" r="11" />
      <circle class="ring" cx="30" cy="42" r="19" />
      <path class="ring" d="M30 15.5v7M30 61.5v7M7 42h0M53 42h0M14 25l4 4M46 25l-4 4M14 59l4-4M46 59l-4-4" />
    </svg>
  );
}

/** A card as small as a word: its station on its colour. */
export function MiniCard({ card, say }: { card: string | null; say: Say }) {
  if (!card)
    return (
      <svg class="mini back" viewBox="0 0 20 26" aria-hidden="true">
        <rect class="edge" x="1" y="1" width="18" height="24" rx="4" />
        <circle class="sun" cx="10" cy="13" r="4.5" />
      </svg>
    );
  return (
    <svg class={`mini hue-${colourOf(card)}`} viewBox="0 0 42 26" role="img" aria-label={cardName(card, say)}>
      <title>{cardName(card, say)}</title>
      <MiniFace card={card} />
    </svg>
  );
}

/** What is on a small card, in a box of 42 by 26. */
export const MiniFace = ({ card }: { card: string }) => (
  <>
    <rect class="plate" x="1" y="1" width="40" height="24" rx="5" />
    <g transform="translate(11 13)">
      <Shape colour={colourOf(card)} size={11} />
    </g>
    <g class="dark" transform="translate(28 13)">
      <Icon station={stationOf(card)} size={20} />
    </g>
  </>
);
