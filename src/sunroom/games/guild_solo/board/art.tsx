// Everything that lies on the desk, drawn from a few shapes: pennants, tiles, mines, coins, signs of the ledger.

import type { Item } from "./view";

interface Cloth {
  fill: string;
  ink: string;
  charge: string;
}
/** A colour is also a charge: each guild can be told by its shape. */
const CLOTHS: Record<string, Cloth> = {
  red: { fill: "#b8322a", ink: "#fff", charge: "M12 3v18M3 12h18" },
  green: { fill: "#1f7a4f", ink: "#fff", charge: "M12 4 21 20H3Z" },
  blue: { fill: "#2462a8", ink: "#fff", charge: "M12 2 21 12 12 22 3 12Z" },
  yellow: {
    fill: "#e8b923",
    ink: "#2a1d05",
    charge: "M12 2l2.6 6.6L21 6l-2.6 6L21 18l-6.4-2.6L12 22l-2.6-6.6L3 18l2.6-6L3 6l6.4 2.6Z",
  },
  white: { fill: "#fbf7ec", ink: "#2a2219", charge: "M12 4a8 8 0 1 0 .01 0Z" },
  black: { fill: "#26221f", ink: "#fff", charge: "M4 4h16v16H4Z" },
  purple: { fill: "#7a4397", ink: "#fff", charge: "M3 17 12 8l9 9M3 11l9-9 9 9" },
  orange: { fill: "#d9701c", ink: "#1f1003", charge: "M12 3l8 4.5v9L12 21l-8-4.5v-9Z" },
  grey: { fill: "#8b8f96", ink: "#14110f", charge: "M3 8h18M3 16h18" },
  brown: { fill: "#75492a", ink: "#fff", charge: "M16 3.5a9 9 0 1 0 0 17 7 7 0 1 1 0-17Z" },
};
const LINES = new Set(["red", "purple", "grey"]);
const cloth = (guild: string): Cloth => CLOTHS[guild] ?? CLOTHS.grey!;

export function Charge({ guild, size = 24, x = 0, y = 0 }: { guild: string; size?: number; x?: number; y?: number }) {
  const { charge, ink } = cloth(guild);
  const drawn = LINES.has(guild) ? { fill: "none", stroke: ink, "stroke-width": 4 } : { fill: ink, stroke: "none" };
  return (
    <path
      transform={`translate(${x} ${y}) scale(${size / 24})`}
      d={charge}
      stroke-linecap="round"
      stroke-linejoin="round"
      {...drawn}
    />
  );
}

/** A square of wood in a guild's colour, in a box of 60 by 60. */
export const Plate = ({ guild }: { guild: string }) => (
  <>
    <rect x="3" y="4.5" width="54" height="53" rx="9" class="gs-under" />
    <rect x="3" y="2.5" width="54" height="53" rx="9" fill={cloth(guild).fill} class="gs-inked" />
    <path d="M8 47V12q0-5 5-5h34" class="gs-shine" />
  </>
);

/** A guild's tile: a square of wood with its colours, its charge and its letter. */
export function Tile({
  guild,
  letter,
  piece,
  faded,
}: {
  guild: string;
  letter: string;
  piece?: string | null;
  faded?: boolean;
}) {
  const { ink } = cloth(guild);
  return (
    <svg
      class={`gs-tile ${faded ? "faded" : ""}`}
      viewBox="0 0 60 60"
      data-piece={piece ?? undefined}
      aria-hidden="true"
    >
      <Plate guild={guild} />
      <Charge guild={guild} size={24} x={10} y={10} />
      <text x="48" y="48" text-anchor="end" font-size="23" font-weight="850" style={{ fill: ink }}>
        {letter}
      </text>
    </svg>
  );
}

const CUTS = ["M8 10H52V90L30 74 8 90Z", "M8 10H52V74L30 92 8 74Z", "M8 10H52V82q0 8-8 8H16q-8 0-8-8Z"];

/** A guild's pennant; the cut of its end differs from guild to guild. */
export function Pennant({ guild, letter, cut }: { guild: string; letter: string; cut: number }) {
  const { fill, ink } = cloth(guild);
  return (
    <svg class="gs-pennant" viewBox="0 0 60 96" aria-hidden="true">
      <path d={CUTS[cut % CUTS.length]} fill={fill} class="gs-inked" />
      <path d="M45 12H51V74L45 78Z" class="gs-shade" />
      <path d="M3 8h54" class="gs-pole" />
      <circle cx="3.5" cy="8" r="3.5" class="gs-knob" />
      <circle cx="56.5" cy="8" r="3.5" class="gs-knob" />
      <Charge guild={guild} size={28} x={16} y={15} />
      <text x="30" y="70" text-anchor="middle" font-size="25" font-weight="850" style={{ fill: ink }}>
        {letter}
      </text>
    </svg>
  );
}

export function Mine({ piece }: { piece?: string }) {
  return (
    <svg class="gs-mine" viewBox="0 0 48 44" data-piece={piece} aria-hidden="true">
      <path d="M3 40 11 17Q15 6 25 5t20 20l1 15Z" class="gs-rock" />
      <path d="M13 40V22h20v18Z" class="gs-hole" />
      <path d="M12 41V21h22v20M9 21h28M17 34h12M17 39h12" class="gs-beam" />
    </svg>
  );
}

export function Coin({ piece }: { piece?: string }) {
  return (
    <svg class="gs-coin" viewBox="0 0 44 44" data-piece={piece} aria-hidden="true">
      <circle cx="22" cy="23.5" r="18" class="gs-under" />
      <circle cx="22" cy="21.5" r="18" class="gs-gold gs-inked" />
      <circle cx="22" cy="21.5" r="13.5" class="gs-rim" />
      <text x="22" y="29" text-anchor="middle" font-size="21" font-weight="850">
        5
      </text>
    </svg>
  );
}

const STAR = "M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1L12 17.6l-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4Z";
export function Star({ full }: { full?: boolean }) {
  return (
    <svg class={`gs-star ${full ? "full" : ""}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={STAR} />
    </svg>
  );
}

const BLOT =
  "M20 2.5q5-1.5 8.5 2.6 5.5 0 6.5 5.6 4 3.5 2 8.5 2 5-2.5 8-1 5.5-6.5 5.5Q24 37.8 19.5 36 14.5 38 11.5 33.5 6 32.5 " +
  "5.5 27 1.5 23.5 3 18.5 1.5 13.5 6 10.5 7.5 5 13 5.2 16 1.5 20 2.5Z";
/** A seal of wax: met, failed, or met without a place for the mine. */
export function Seal({ outcome }: { outcome: "met" | "failed" | "stuck" }) {
  const mark = { met: "M11 20.5l6 6 12-13", failed: "M13 13l14 14M27 13 13 27", stuck: "M11 20h18" }[outcome];
  return (
    <svg class={`gs-seal ${outcome}`} viewBox="0 0 40 40" aria-hidden="true">
      <path d={BLOT} />
      <path d={mark} class="gs-mark" />
    </svg>
  );
}

const MEDAL = "M8 2h3l1 4M16 2h-3l-1 4M12 8.5a6.5 6.5 0 1 0 .01 0Z";
/** Each sign: what is filled, and what is only drawn. */
const SIGNS: Record<Item | "goods" | "types" | "building" | "pile" | "points", [string, string]> = {
  jar: ["M12 3a9 9 0 1 0 .01 0Z", "M12 7v10M9 9.5h4.5a2 2 0 0 1 0 4H9"],
  hand: ["M3 8l6-3 4.5 14-6 2ZM10 4h7v16h-5Z", "M17.5 5.5l4 1.5-4 13"],
  trade: [MEDAL, "M9 16.5h6M9 13.5h6M10.5 12v6M13.5 12v6"],
  exploration: [MEDAL, "M12 11.5l1.5 3.5-1.5 3.5-1.5-3.5Z"],
  civil: [MEDAL, "M9 18v-4l3-2.5 3 2.5v4Z"],
  other: [MEDAL, "M12 12.5v5"],
  other2: [MEDAL, "M10.5 12.5v5M13.5 12.5v5"],
  other3: [MEDAL, "M9 12.5v5M12 12.5v5M15 12.5v5"],
  combat: ["M12 2.5 20 5v7q0 7-8 10-8-3-8-10V5Z", "M8 8l8 8M16 8l-8 8"],
  cards: ["M5 3h11v16H5Z", "M16 6h4v15H9v-2M8 7h5M8 11h5"],
  ore: ["M4 18l2-9 6-4 7 3 2 8-6 5H8Z", "M6 9l6 3 7-4M12 12l-1 9"],
  crystal: ["M12 2l6 7-6 13L6 9Z", "M6 9h12M12 2v20"],
  goods: ["M2 19l1-6 4-3 4 2 1 6-3 3H4ZM17 3l5 6-5 11-4-8-1-3Z", "M12 9h10M3 13l5 2"],
  types: ["M7 8a5 5 0 1 0 .01 0ZM17 8a5 5 0 1 0 .01 0Z", "M12 12.5a5 5 0 1 0 .01 0ZM5 2l2 5 2-5M15 2l2 5 2-5"],
  building: ["M4 21V10l8-6 8 6v11Z", "M9.5 21v-6h5v6M8 11h1M15 11h1"],
  pile: ["M4 8h13v13H4Z", "M7 8V5h13v13h-3M10 5V2h12v12h-2"],
  points: [STAR, ""],
};
export type SignName = keyof typeof SIGNS;

export function Sign({ name }: { name: SignName }) {
  const [filled, drawn] = SIGNS[name];
  return (
    <svg class={`gs-sign ${name}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={filled} class="gs-body" />
      <path d={drawn} class="gs-detail" />
    </svg>
  );
}

const PIPS: Record<number, [number, number][]> = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7, 6.5],
    [17, 6.5],
    [7, 12],
    [17, 12],
    [7, 17.5],
    [17, 17.5],
  ],
};
export function Die({ face }: { face: number }) {
  return (
    <svg class="gs-die" viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1.5" y="1.5" width="21" height="21" rx="5" />
      {PIPS[face]!.map(([x, y]) => (
        <circle key={`${x}-${y}`} cx={x} cy={y} r="2.1" />
      ))}
    </svg>
  );
}

/** The bag: linen, tied with a cord. */
export function Pouch() {
  return (
    <svg class="gs-pouch" viewBox="0 0 96 104" aria-hidden="true">
      <path d="M34 24Q10 44 7 72q-2 28 41 28t41-28Q86 44 62 24Z" class="gs-linen" />
      <path d="M28 6q8 6 12 4 6-4 12 0 6 3 16-3l-6 17H34Z" class="gs-linen" />
      <path d="M16 86q30 14 64 0 2-4 3-10-32 12-70 0 1 6 3 10Z" class="gs-shade" />
      <path d="M32 24q16 6 32 0M60 25q10 8 8 20M63 25q14 2 18 12" class="gs-cord" />
      <path d="M38 34q-12 14-14 30M50 36q0 16 4 26" class="gs-fold" />
    </svg>
  );
}

/** An inkwell with a quill, for the empty corner of the desk. */
export function Quill() {
  return (
    <svg class="gs-quill" viewBox="0 0 200 150" aria-hidden="true">
      <ellipse cx="72" cy="139" rx="52" ry="7" class="gs-under" />
      <path d="M74 92Q96 40 176 8q6 40-34 66-30 18-56 20Z" class="gs-feather gs-inked" />
      <path d="M66 108Q100 56 172 12M100 66l-2 20M116 50l2 26M134 36l6 24M152 24l8 18" class="gs-fold" />
      <path d="M38 92h58l-6 14q20 8 18 32H26q-2-24 18-32Z" class="gs-glass gs-inked" />
      <path d="M30 122q36 10 74 0l2 15H28Z" class="gs-inkpool" />
      <path d="M34 92h66" class="gs-pole" />
    </svg>
  );
}

/** A flourish in ink for a corner of the sheet. */
export function Flourish() {
  return (
    <svg class="gs-flourish" viewBox="0 0 48 48" aria-hidden="true">
      <path d="M2 46V16Q2 2 16 2h30M8 40V20q0-12 12-12h20M8 24q8 0 12-4t4-12M14 14q8 0 8 8-6 2-8-8Z" />
    </svg>
  );
}
