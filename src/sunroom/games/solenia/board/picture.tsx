// Solenia on the start page: an airship between day and night.

import { AirshipAside, Cloud, Scene } from "./art";
import { AHEAD, isLie } from "./lies";

export default function Picture() {
  return (
    <svg class="sol-picture" viewBox="0 0 320 200" role="img" aria-hidden="true">
      <defs>
        <linearGradient id="sol-picture-sky" x1="0" y1="0" x2="1" y2=".25">
          <stop offset="0" stop-color="#1a2257" />
          <stop offset=".38" stop-color="#8d4f8a" />
          <stop offset=".6" stop-color="#f7b477" />
          <stop offset="1" stop-color="#8fcdf0" />
        </linearGradient>
      </defs>
      <rect width="320" height="200" rx="14" fill="url(#sol-picture-sky)" />
      {[18, 30, 44, 22, 70, 40, 96, 16, 62, 82, 12, 108, 118, 52].map(
        (at, n, all) => n % 2 === 0 && <circle key={n} cx={at} cy={all[n + 1]} r="1.4" fill="#fff6d8" />,
      )}
      <Cloud class="pale" x={262} y={34} size={28} />
      <Cloud class="pale" x={160} y={190} size={44} />
      <Cloud class="pale" x={44} y={192} size={26} />
      <g transform="translate(52 128) scale(1.05)">
        <Scene kind="night" />
      </g>
      <g transform="translate(270 128) scale(1.05)">
        <Scene kind="day" />
      </g>
      <g transform="translate(122 160) scale(.62)">
        <Scene kind="water" />
      </g>
      <g transform="translate(196 168) scale(.62)">
        <Scene kind="wheat" />
      </g>
      <g transform="translate(158 70) rotate(-6) scale(1.02)">
        <AirshipAside />
      </g>
    </svg>
  );
}

const SPACE = 8;

/** The two strips in front, for the choice how they lie. */
export function ChoicePicture({ option, choice }: { option: string; choice: string }) {
  if (option !== "strips" || !isLie(choice)) return null;
  const most = Math.max(...AHEAD[choice]);
  const top = 1 - most / 2; // all of them have the same middle
  return (
    <svg class="sol-lie" viewBox={`-1 -1 ${5 * SPACE + 2} ${3 * SPACE + 2}`} width={54} height={33} aria-hidden="true">
      {["front", "next"].map((strip, n) => (
        <g key={strip} class={strip}>
          {AHEAD[choice].map((ahead, column) => (
            <rect
              key={column}
              x={column * SPACE}
              y={(top / 2 + n + (most - ahead) / 2) * SPACE}
              width={SPACE}
              height={SPACE}
            />
          ))}
        </g>
      ))}
    </svg>
  );
}
