// Whose something is: the emblem of a seat.

import { EmblemShape } from "@web/art/emblem";

export function Badge({ seat, x, y }: { seat: number; x: number; y: number }) {
  return (
    <g class={`emblem seat-${seat}`} transform={`translate(${x - 11} ${y - 11}) scale(.92)`}>
      <EmblemShape seat={seat} />
    </g>
  );
}
