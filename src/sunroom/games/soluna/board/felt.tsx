// The felt: indigo cloth with the ways of sun and moon stitched into it.

import type { Layout } from "./layout";

export function Felt({ at, onClick }: { at: Layout; onClick?: () => void }) {
  const { width, height, head } = at;
  const middle = { x: width / 2, y: height * 1.06 };
  const orbits = [0.62, 0.86, 1.1].map((share) => height * share);
  return (
    <g class="felt" onClick={onClick} data-rule="LUN-2.1 LUN-5.1">
      <defs>
        <linearGradient id="soluna-felt" x1="0" y1="0" x2="0.35" y2="1">
          <stop class="night" offset="0" />
          <stop class="late" offset="0.55" />
          <stop class="dawn" offset="1" />
        </linearGradient>
        <linearGradient id="soluna-round">
          <stop offset="0" stop-color="#fff" stop-opacity="0.16" />
          <stop offset="0.3" stop-color="#fff" stop-opacity="0" />
          <stop offset="0.5" stop-color="#2a1204" stop-opacity="0" />
          <stop offset="1" stop-color="#2a1204" stop-opacity="0.55" />
        </linearGradient>
        <pattern id="soluna-weave" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(31)">
          <path d="M0 1.5H3M4 5H6.5" />
        </pattern>
        <clipPath id="soluna-cloth">
          <rect width={width} height={height} rx={at.wide ? 28 : 18} />
        </clipPath>
      </defs>
      <rect class="cloth" width={width} height={height} rx={at.wide ? 28 : 18} fill="url(#soluna-felt)" />
      <g clip-path="url(#soluna-cloth)">
        <rect width={width} height={height} fill="url(#soluna-weave)" class="weave" />
        {orbits.map((r) => (
          <circle key={r} class="stitch" cx={middle.x} cy={middle.y} r={r} />
        ))}
        <Sky width={width} height={height} top={head} />
      </g>
      <rect class="hem" x={6} y={6} width={width - 12} height={height - 12} rx={at.wide ? 23 : 13} />
    </g>
  );
}

/** A few stars far away; always the same ones. */
function Sky({ width, height, top }: { width: number; height: number; top: number }) {
  return (
    <g class="sky">
      {Array.from({ length: 26 }, (_, n) => (
        <circle
          key={n}
          cx={(((n * 61) % 97) / 97) * width}
          cy={top + (((n * 37) % 89) / 89) * (height - top) * 0.8}
          r={n % 5 === 0 ? 2 : 1.2}
        />
      ))}
    </g>
  );
}
