// A tower as small as a word: how it looks is "tower sun 3", its symbol and its height.

import { InLine, type PictureProps } from "@web/board";
import { Medallion } from "./symbols";
import type { DiscSymbol } from "./table";

const FACE = 100; // how wide a disc is, seen from above
const EDGE = 16; // how thick, as far as one can see it

export function Picture({ look }: PictureProps) {
  const [, symbol, height] = look.split(" ");
  const below = Number(height) * EDGE;
  return (
    <InLine game="soluna" box={`-58 ${-FACE / 2 - 8} 116 ${FACE + 16 + 3 * EDGE}`}>
      <path class="pile" d={`M-54 0v${Math.min(below, 3 * EDGE)}a54 54 0 0 0 108 0v${-Math.min(below, 3 * EDGE)}z`} />
      <circle class="plank" r={54} />
      <g transform="scale(.94)">
        <Medallion symbol={symbol as DiscSymbol} />
      </g>
    </InLine>
  );
}
