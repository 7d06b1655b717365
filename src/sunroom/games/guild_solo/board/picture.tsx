// The start page's picture: a sheet in the lamp's light, three pennants, a tile on its way.

import { Charge } from "./art";

const PENNANTS = [
  { guild: "red", fill: "#b8322a", cut: "M0 0H34V54L17 42 0 54Z" },
  { guild: "green", fill: "#1f7a4f", cut: "M0 0H34V42L17 56 0 42Z" },
  { guild: "blue", fill: "#2462a8", cut: "M0 0H34V48q0 6-6 6H6q-6 0-6-6Z" },
];
const FILLED = [3, 5, 2];

export default function Picture() {
  return (
    <svg class="gs-picture" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id="gs-lamp-light" cx="15%" cy="42%" r="85%">
          <stop offset="0" stop-color="#ffd98a" stop-opacity=".95" />
          <stop offset=".35" stop-color="#e09a3e" stop-opacity=".5" />
          <stop offset="1" stop-color="#1a1009" stop-opacity="0" />
        </radialGradient>
        <linearGradient id="gs-sheet-light" x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" stop-color="#fff3d2" />
          <stop offset="1" stop-color="#c99f60" />
        </linearGradient>
      </defs>
      <rect width="320" height="200" fill="#2a1a0d" />
      <path d="M0 30q160-14 320 4M0 78q160 10 320-6M0 128q150-10 320 8M0 176q170 10 320-4" class="gs-grain" />
      <rect width="320" height="200" fill="url(#gs-lamp-light)" />
      <g transform="rotate(-5 190 110)">
        <rect x="86" y="36" width="222" height="150" rx="4" fill="#000" opacity=".35" transform="translate(4 6)" />
        <rect x="86" y="36" width="222" height="150" rx="4" fill="url(#gs-sheet-light)" />
        <rect x="92" y="42" width="210" height="138" rx="2" class="gs-line" />
        {FILLED.map((filled, row) => (
          <Row key={row} row={row} filled={filled} />
        ))}
      </g>
      <g transform="translate(250 30) rotate(14)" class="gs-flying">
        <rect x="3" y="5" width="32" height="32" rx="6" fill="#000" opacity=".4" />
        <rect width="32" height="32" rx="6" fill="#1f7a4f" stroke="#241505" stroke-width="2" />
        <Charge guild="green" size={20} x={6} y={6} />
      </g>
      <Lamp />
    </svg>
  );
}

function Row({ row, filled }: { row: number; filled: number }) {
  const { guild, fill, cut } = PENNANTS[row]!;
  const y = 50 + 43 * row;
  return (
    <g transform={`translate(0 ${y})`}>
      <g transform="translate(100 0) scale(.7)">
        <path d={cut} fill={fill} stroke="#241505" stroke-width="2" stroke-linejoin="round" />
        <path d="M-4 0h42" stroke="#241505" stroke-width="3" stroke-linecap="round" />
        <Charge guild={guild} size={22} x={6} y={10} />
      </g>
      {[0, 1, 2, 3, 4, 5].map((column) => (
        <g key={column} transform={`translate(${134 + 27.5 * column} 4)`}>
          <rect width="24" height="30" rx="3" class={column === 5 ? "gs-line gs-goal" : "gs-line"} />
          {column < filled && (
            <rect x="3" y="6" width="18" height="18" rx="3.5" fill={fill} stroke="#241505" stroke-width="1.5" />
          )}
          {column < filled && <Charge guild={guild} size={11} x={6.5} y={9.5} />}
          {column === 5 && (
            <path
              transform="translate(5 8) scale(.58)"
              d="M12 1.8l3 6.6 7.2.8-5.4 4.9 1.5 7.1L12 17.6l-6.3 3.6 1.5-7.1L1.8 9.2 9 8.4Z"
              class="gs-goalstar"
            />
          )}
        </g>
      ))}
    </g>
  );
}

function Lamp() {
  return (
    <g transform="translate(18 34)">
      <ellipse cx="38" cy="148" rx="34" ry="7" fill="#000" opacity=".4" />
      <path
        d="M14 146q0-14 18-16V62h12v68q18 2 18 16Z"
        fill="#b5822e"
        stroke="#241505"
        stroke-width="2"
        stroke-linejoin="round"
      />
      <path d="M18 12h40l16 50H2Z" fill="#2f6b4a" stroke="#241505" stroke-width="2" stroke-linejoin="round" />
      <path d="M24 18h8l-8 38h-12Z" fill="#fff" opacity=".22" />
      <path d="M4 62h68q-10 9-34 9T4 62Z" fill="#fff0bd" />
    </g>
  );
}
