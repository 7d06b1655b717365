// A discreet sign on pieces that are not known from the printed box: ≈ reconstructed, ~ likely.

import { type Doubts, doubtLines } from "../doubts";
import type { Say } from "../words";

const SIGN = { reconstructed: "≈", likely: "~" };

interface UnsureProps {
  doubts: Doubts | undefined;
  /** The file of the pieces, and the rule that says how we came by them. */
  what: string;
  rule: string;
  say: Say;
}

function signOf({ doubts, what, rule, say }: UnsureProps) {
  const status = doubts?.[what];
  if (!status) return null;
  const [note = ""] = doubtLines({ [what]: status }, say);
  return { sign: SIGN[status], note, attributes: { role: "note" as const, "aria-label": note, "data-rule": rule } };
}

/** In a line of text, or in the corner of something that is laid out by styles. */
export function Unsure(props: UnsureProps) {
  const found = signOf(props);
  if (!found) return null;
  return (
    <i class={`unsure ${props.what}`} title={found.note} {...found.attributes}>
      {found.sign}
    </i>
  );
}

/** In a drawing, around a point. */
export function UnsureSign({ x, y, size = 9, ...props }: UnsureProps & { x: number; y: number; size?: number }) {
  const found = signOf(props);
  if (!found) return null;
  return (
    <g class={`unsure ${props.what}`} transform={`translate(${x} ${y})`} {...found.attributes}>
      <title>{found.note}</title>
      <circle r={size} />
      <text y={size * 0.5} font-size={size * 1.7} text-anchor="middle">
        {found.sign}
      </text>
    </g>
  );
}
