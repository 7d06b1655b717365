// Wooden discs, and towers of them, drawn from the chair: the light comes from the upper left.

import { FLAT } from "./layout";
import { Medallion } from "./symbols";
import { LETTER, type DiscSymbol } from "./table";

interface DiscsProps {
  discs: readonly DiscSymbol[];
  rx: number;
  /** How thick each is. */
  thick: number;
  /** How many discs lie below the first. */
  from?: number;
}

/** Some discs on top of each other; the origin is the middle of the tower's foot. */
export function Discs({ discs, rx, thick, from = 0 }: DiscsProps) {
  const top = discs.at(-1);
  return (
    <g class="discs">
      {discs.map((_, n) => (
        <Side key={n} rx={rx} thick={thick} level={from + n} />
      ))}
      {top && <Face symbol={top} rx={rx} y={-(from + discs.length) * thick} />}
    </g>
  );
}

/** The edge of one disc, with the grain along it. */
function Side({ rx, thick, level }: { rx: number; thick: number; level: number }) {
  const ry = rx * FLAT;
  const low = -level * thick;
  const high = low - thick;
  const arc = (y: number) => `A${rx} ${ry} 0 0 1 ${-rx} ${y}`;
  const grain = (share: number, reach: number) => {
    const y = high + thick * share;
    const x = rx * reach;
    const dip = ry * Math.sqrt(1 - reach * reach);
    return `M${x} ${y + dip}A${rx} ${ry} 0 0 1 ${-x * 0.72} ${y + ry * Math.sqrt(1 - (reach * 0.72) ** 2)}`;
  };
  return (
    <g class={`side tone-${level % 3}`}>
      <path class="wood" d={`M${rx} ${high}V${low}${arc(low)}V${high}z`} />
      <path class="shade" d={`M${rx} ${high}V${low}${arc(low)}V${high}z`} fill="url(#soluna-round)" />
      {thick > 9 && <path class="grain" d={grain(0.4, 0.8) + grain(0.72, 0.5)} />}
      <path class="seam" d={`M${rx} ${low}${arc(low)}`} />
    </g>
  );
}

/** The upper face of the topmost disc with its symbol. */
function Face({ symbol, rx, y }: { symbol: DiscSymbol; rx: number; y: number }) {
  const letter = Math.max(rx * 0.24, 12);
  return (
    <g class="face" transform={`translate(0 ${y})`} data-rule="LUN-4.4 LUN-4.5a">
      <g transform={`scale(${rx / 100} ${(rx / 100) * FLAT})`}>
        <circle class="plank" r={100} />
        <path class="grain" d="M-88-34Q0-62 90-30M-97 4Q-20-26 98 8M-92 38Q10 14 91 42M-70 70Q0 52 66 74" />
        <g transform="scale(1.56)">
          <Medallion symbol={symbol} aside />
        </g>
        <circle class="match-symbol" r={84} />
      </g>
      <path class="rim" d={`M${-rx} 0A${rx} ${rx * FLAT} 0 0 1 ${rx} 0`} />
      <text
        class={`letter on-${symbol}`}
        x={rx * 0.57}
        y={letter * 0.36}
        font-size={letter}
        text-anchor="middle"
        aria-hidden="true"
      >
        {LETTER[symbol]}
      </text>
    </g>
  );
}

/** The outline of a tower: what is framed when it can be chosen. */
export function outline(rx: number, height: number, thick: number): string {
  const ry = rx * FLAT;
  const high = -height * thick;
  return `M${-rx} 0V${high}A${rx} ${ry} 0 0 1 ${rx} ${high}V0A${rx} ${ry} 0 0 1 ${-rx} 0z`;
}
