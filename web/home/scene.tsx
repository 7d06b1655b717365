// The view from a pane whose game has no picture of its own.

import type { ComponentChildren } from "preact";

export function Scene({ game }: { game: string }) {
  const Drawn = SCENES[game] ?? Day;
  return (
    <svg class="scene" viewBox="0 0 320 300" preserveAspectRatio="xMidYMax slice">
      <Drawn />
    </svg>
  );
}

const SCENES: Record<string, () => ComponentChildren> = { soluna: Night, solenia: Day, solaris: Glare, "guild-solo": Lamp };

const STARS: [number, number, number][] = [[40, 90, 2], [82, 46, 1.5], [120, 118, 1.3], [190, 66, 1.6], [250, 130, 1.4], [284, 84, 2], [62, 150, 1.4], [215, 26, 1.6], [150, 30, 1.2]];

function Night() {
  return (
    <>
      {STARS.map(([x, y, r]) => (
        <circle key={x} cx={x} cy={y} r={r} fill="#f4efdc" />
      ))}
      <path d="M196 74a46 46 0 1 0 20 64 38 38 0 1 1-20-64z" fill="#dfe3ee" />
      <path d="M0 236h320v64H0z" fill="#1c1f47" />
      {[0, 1, 2].map((n) => (
        <Disc key={n} x={92} y={244 - 22 * n} symbol={n === 2} />
      ))}
      {[0, 1].map((n) => (
        <Disc key={n} x={178} y={254 - 22 * n} symbol={n === 1} />
      ))}
      <Disc x={250} y={262} symbol />
    </>
  );
}

function Disc({ x, y, symbol }: { x: number; y: number; symbol: boolean }) {
  return (
    <g stroke="#3a2414" stroke-width="2.5" stroke-linejoin="round">
      <path d={`M${x - 38} ${y}v18a38 15 0 0 0 76 0v-18z`} fill="#a8703d" />
      <ellipse cx={x} cy={y} rx="38" ry="15" fill="#d9a066" />
      {symbol && <ellipse cx={x} cy={y} rx="15" ry="6" fill="#f3c24f" />}
    </g>
  );
}

function Day() {
  return (
    <>
      <circle cx="86" cy="92" r="34" fill="#fff3c4" />
      <Cloud x={206} y={78} />
      <Cloud x={40} y={206} />
      <path d="M186 262l30-36h74l22 20-16 34-44 20-40-14z" fill="#8a6a45" />
      <path d="M186 246q20-24 62-24t64 24q-30 12-64 12t-62-12z" fill="#7aa25c" />
      <g stroke="#5b3a1c" stroke-width="3" stroke-linejoin="round">
        <path d="M84 150c0-34 34-52 78-52s82 20 82 50-36 48-82 48-78-16-78-46z" fill="#f2e3c0" />
        <path d="M104 118c30-12 92-12 122 2M92 164c40 14 104 14 144-2" fill="none" />
        <path d="M240 136l30-18v58l-30-16z" fill="#c98b3a" />
        <path d="M128 206h66l-10 24h-46z" fill="#c98b3a" />
        <path d="M138 196v10M184 196v10" />
      </g>
    </>
  );
}

function Cloud({ x, y }: { x: number; y: number }) {
  return <path d={`M${x} ${y}a18 18 0 0 1 20-24 26 26 0 0 1 46 4 16 16 0 0 1 12 28h-68a10 10 0 0 1-10-8z`} fill="#fffaf0" opacity=".9" />;
}

function Glare() {
  return (
    <>
      <circle cx="40" cy="330" r="190" fill="#7c1d0c" opacity=".55" />
      <circle cx="40" cy="330" r="160" fill="#c63a12" />
      <circle cx="32" cy="320" r="128" fill="#f0792b" />
      <path d="M214 118L320 30" stroke="#d8ffe6" stroke-width="5" stroke-linecap="round" />
      <g stroke="#f5d3b0" stroke-width="3" fill="none">
        <ellipse cx="186" cy="142" rx="84" ry="40" transform="rotate(-16 186 142)" />
      </g>
      {[0, 1, 2, 3, 4, 5].map((n) => (
        <Station key={n} turn={n / 6} />
      ))}
    </>
  );
}

function Station({ turn }: { turn: number }) {
  const angle = 2 * Math.PI * (turn + 0.04);
  const [x, y] = [84 * Math.cos(angle), 40 * Math.sin(angle)];
  return (
    <g transform={`translate(186 142) rotate(-16) translate(${x} ${y}) rotate(16)`}>
      <path d="M-15-9l15-8 15 8v17l-15 8-15-8z" fill="#2b2430" stroke="#f5d3b0" stroke-width="2.5" stroke-linejoin="round" />
      <circle r="4.5" fill={turn === 0 ? "#d8ffe6" : "#f0a060"} />
    </g>
  );
}

function Lamp() {
  return (
    <>
      <radialGradient id="lamp-light">
        <stop offset=".1" stop-color="#ffdf98" stop-opacity=".85" />
        <stop offset="1" stop-color="#ffdf98" stop-opacity="0" />
      </radialGradient>
      <circle cx="80" cy="150" r="190" fill="url(#lamp-light)" />
      <g stroke="#3c2a18" stroke-width="3" stroke-linejoin="round">
        {["#a5462f", "#3d6f86", "#6e7f3a"].map((colour, n) => (
          <path key={colour} d={`M${176 + 44 * n} 54h32v74l-16-14-16 14z`} fill={colour} />
        ))}
        <path d="M164 54h148" />
        <path d="M0 240h320v60H0z" fill="#7b4e2b" />
        <path d="M116 196h172l14 62H96z" fill="#f3e3bd" />
        <path d="M140 212h46M134 228h60M212 212h52M218 228h58" fill="none" />
        <path d="M44 238h68M78 238v-74" fill="none" stroke-width="6" stroke-linecap="round" />
        <path d="M34 164l20-54h48l20 54z" fill="#e2a63c" />
      </g>
    </>
  );
}
