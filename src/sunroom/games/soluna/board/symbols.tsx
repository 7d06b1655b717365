// The four symbols: a shape, an enamel and a letter each.

import { LETTER, type DiscSymbol } from "./table";

const star = (x: number, y: number, r: number, turn = -90): string => {
  const points = Array.from({ length: 10 }, (_, n) => {
    const angle = ((turn + n * 36) * Math.PI) / 180;
    const radius = n % 2 ? r * 0.45 : r;
    return `${(x + radius * Math.cos(angle)).toFixed(1)} ${(y + radius * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${points.join("L")}z`;
};

const rays = Array.from({ length: 10 }, (_, n) => {
  const at = (angle: number, r: number) => `${(r * Math.cos(angle)).toFixed(1)} ${(r * Math.sin(angle)).toFixed(1)}`;
  const middle = (n * 36 * Math.PI) / 180;
  return `M${at(middle - 0.2, 25)}L${at(middle, 41)}L${at(middle + 0.2, 25)}z`;
}).join("");

export const STAR = star(0, 0, 40);

/** Each within a circle of radius 42 around the origin. */
const SHAPES: Record<DiscSymbol, string> = {
  sun: `M19 0A19 19 0 1 1-19 0 19 19 0 1 1 19 0z${rays}`,
  moon: "M14-37A38 38 0 1 0 37 14 30 30 0 1 1 14-37z",
  stars: star(-12, 7, 26, -98) + star(22, -20, 17, -80) + star(22, 23, 13, -100),
  comet: `${star(-14, 14, 25, -80)}M4-12L28-38 36-32 12-6zM14 2L40-14 42-6 18 11zM-8-17L8-39 15-36 0-14z`,
};

export function SymbolShape({ symbol }: { symbol: DiscSymbol }) {
  return <path class="symbol" d={SHAPES[symbol]} stroke-linejoin="round" />;
}

/** A round medallion as seen from above, of radius 50; with room for a letter where the symbol is set aside. */
export function Medallion({ symbol, aside = false }: { symbol: DiscSymbol; aside?: boolean }) {
  return (
    <g class={`inlay ${symbol}`}>
      <circle class="enamel" r={50} />
      <circle class="shade" r={48} />
      <g transform={aside ? "translate(-9 0) scale(.86)" : undefined}>
        <SymbolShape symbol={symbol} />
      </g>
    </g>
  );
}

/** The same as a small sign beside words. */
export function Sign({ symbol, size }: { symbol: DiscSymbol; size: number }) {
  return (
    <g class={`inlay ${symbol}`} aria-hidden="true">
      <g transform={`scale(${size / 100})`}>
        <circle class="enamel" r={50} />
        <SymbolShape symbol={symbol} />
      </g>
    </g>
  );
}

export const letterOf = (symbol: DiscSymbol): string => LETTER[symbol];
