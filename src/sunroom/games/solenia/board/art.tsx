// The shapes of Solenia: goods, islands, cities, the airship. Each is drawn around 0,0 and lit from the upper left.

import type { ComponentChildren } from "preact";
import type { Good, Kind, Light, Row } from "./view";

interface At {
  x?: number;
  y?: number;
  size?: number;
}

const place = ({ x = 0, y = 0, size = 24 }: At) => `translate(${x} ${y}) scale(${size / 24})`;
const STAR = "M0-10.5 3.1-3.6 10.6-2.8 5 2.3 6.6 9.7 0 5.9-6.6 9.7-5 2.3-10.6-2.8-3.1-3.6z";

export function Star({ class: more = "", ...at }: At & { class?: string }) {
  return <path class={`star ${more}`} transform={place(at)} d={STAR} />;
}

/** A star with a number in it, for what a tile or a slot is worth. */
export function Stars({ n, size = 24, ...at }: At & { n: number | string }) {
  return (
    <g transform={place({ ...at, size })}>
      <path class="star" d={STAR} transform="scale(1.18)" />
      <text class="star-number" y={4.6} text-anchor="middle" font-size={12.5}>
        {n}
      </text>
    </g>
  );
}

const GOOD_SHAPES: Record<Good, ComponentChildren> = {
  wood: (
    <>
      <path class="body" d="M-7-6H5.5a4.5 6 0 0 1 0 12H-7z" />
      <path class="grain" d="M-1.5-2.6H3M-2-0H1M-1.5 2.8H3" />
      <ellipse class="face" cx="-6.5" cy="0" rx="4.3" ry="6" />
      <ellipse class="grain" cx="-6.5" cy="0" rx="2.3" ry="3.4" />
      <circle class="dot" cx="-6.5" cy="0" r=".9" />
    </>
  ),
  wheat: (
    <>
      <path class="stem" d="M0 11V-4" />
      <path class="body" d="M0-11c2.4 2 2.4 4.6 0 6.6-2.4-2-2.4-4.6 0-6.6z" />
      <path
        class="body"
        d={
          "M.6-1.6C1-4.6 3-6.4 6.2-6.6 6.3-3.4 4.2-1.6.6-1.6zM.6 3.2C1 .2 3-1.6 6.2-1.8 6.3 1.4 4.2 3.2.6 3.2z" +
          "M.6 8C1 5 3 3.2 6.2 3 6.3 6.2 4.2 8 .6 8z"
        }
      />
      <path
        class="body"
        d={
          "M-.6-1.6C-1-4.6-3-6.4-6.2-6.6-6.3-3.4-4.2-1.6-.6-1.6zM-.6 3.2C-1 .2-3-1.6-6.2-1.8-6.3 1.4-4.2 3.2-.6 3.2z" +
          "M-.6 8C-1 5-3 3.2-6.2 3-6.3 6.2-4.2 8-.6 8z"
        }
      />
    </>
  ),
  stone: (
    <>
      <path class="body" d="M-10 5.5-7-4.5.5-9.5 8-4.5 10 5.5 2.5 9.5H-5z" />
      <path class="face" d="M-7-4.5.5-9.5 1.5-1.5-4.5 1z" />
      <path class="grain" d="M-7-4.5-4.5 1 1.5-1.5 8-4.5M1.5-1.5 2.5 9.5M-4.5 1-5 9.5M1.5-1.5.5-9.5" />
    </>
  ),
  water: (
    <>
      <path class="body" d="M0-11C4-5 7.6-1.2 7.6 3.2a7.6 7.6 0 0 1-15.2 0C-7.6-1.2-4-5 0-11z" />
      <path class="grain" d="M-5.4 2.4q2.7-2.2 5.4 0t5.4 0M-4.4 6.2q2.2-1.8 4.4 0t4.4 0" />
      <path class="shine" d="M-2.8-3.6Q-4.6-1.4-4.8.4" />
    </>
  ),
};

export function GoodShape({ good, ...at }: At & { good: Good }) {
  return (
    <g class={`good ${good}`} transform={place(at)}>
      {GOOD_SHAPES[good]}
    </g>
  );
}

/** Any good at all: a crate. */
export function Crate(at: At) {
  return (
    <g class="good crate" transform={place(at)}>
      <path class="body" d="M-8.5-7.5h17v15h-17z" />
      <path class="grain" d="M-8.5-3h17M-8.5 3h17M-4-7.5v15M4-7.5v15" />
    </g>
  );
}

export function SunMoon({ row, ...at }: At & { row: Row }) {
  return (
    <g class={`heaven ${row}`} transform={place(at)}>
      {row === "day" ? (
        <>
          <path
            class="rays"
            d="M0-11.5V-8.5M0 8.5v3M-11.5 0h3M8.5 0h3M-8.1-8.1l2.1 2.1M6 6l2.1 2.1M-8.1 8.1-6 6M6-6l2.1-2.1"
          />
          <circle r="5.6" />
        </>
      ) : (
        <path d="M3.2-9.4a9.6 9.6 0 1 0 6 12.4A7.6 7.6 0 0 1 3.2-9.4z" />
      )}
    </g>
  );
}

// Spaces, drawn in a cell of 100 by 86

const ROCK = "M-37 12C-33 22-19 23-13 33-9 40-3 40 1 35 4 31 8 36 12 30 18 22 33 22 37 12z";
const ROCK_SHADE = "M37 12C33 22 18 22 12 30 8 36 4 31 1 35 6 26 10 20 12 12z";

function Rock({ top }: { top: string }) {
  return (
    <>
      <path class="rock" d={ROCK} />
      <path class="rock-shade" d={ROCK_SHADE} />
      <ellipse class={`turf ${top}`} cx="0" cy="12" rx="37" ry="9" />
    </>
  );
}

const SCENES: Record<Good, ComponentChildren> = {
  wood: <path class="pine" d="M-29 12-23-10-17 12zM-27-1-23-16-19-1zM29 13 23-9 17 13zM27-2 23-17 19-2z" />,
  wheat: (
    <path
      class="blades"
      d="M-30 12q-1-9-4-13M-25 13q1-10 4-15M-20 13q-1-8-3-12M20 13q1-8 3-12M25 13q-1-10-4-15M30 12q1-9 4-13"
    />
  ),
  stone: <path class="peaks" d="M-33 13-25-6-15 13zM33 13 26-3 16 13z" />,
  water: <path class="fall" d="M-30 13q9-6 18 0t18 0 18 0 8-1M20 17v16q3 5 6 0V16z" />,
};

export function Island({ good }: { good: Good }) {
  return (
    <>
      <Rock top={good} />
      {SCENES[good]}
      <GoodShape good={good} y={-5} size={40} />
    </>
  );
}

const WALLS = "M-25 14V-1h9v-7h8v-9h16v9h8v7h9v15z";
const ROOFS = "M-27-1-20.5-9-14-1zM27-1 20.5-9 14-1zM-10-17 0-30 10-17z";
const WINDOWS = "M-21.5 4h3v5h-3zM18.5 4h3v5h-3zM-11.5-2h3v5h-3zM8.5-2h3v5h-3zM-2-11h4v6h-4z";
const GATE = "M-4.5 14V6a4.5 4.5 0 0 1 9 0v8z";

export function City({ row }: { row: Row }) {
  return (
    <g class={`city ${row}`}>
      <circle class="halo" cy="-6" r="30" />
      {row === "day" ? (
        <circle class="orb" cy="-10" r="20" />
      ) : (
        <path class="orb" d="M5-31a22 22 0 1 0 19 31A19 19 0 0 1 5-31z" />
      )}
      <Rock top="town" />
      <path class="walls" d={WALLS} />
      <path class="walls-shade" d="M8-17v9h8v7h9v15H13V-8H8z" />
      <path class="roofs" d={ROOFS} />
      <path class="windows" d={WINDOWS} />
      <path class="gate" d={GATE} />
    </g>
  );
}

export function Scene({ kind }: { kind: Kind }) {
  return kind === "day" || kind === "night" ? <City row={kind} /> : <Island good={kind} />;
}

/** Seen from above, nose forward; 42 by 76. */
export function Airship() {
  return (
    <g class="airship">
      <path class="shade" d="M8-30C17-30 22-12 22 4 22 22 16 38 8 46 0 38-6 22-6 4-6-12-1-30 8-30z" />
      <path class="strut" d="M-18 3H18M-19-5v16M19-5v16" />
      <path class="fin" d="M-6 19-17 27v9l14-3zM6 19 17 27v9L3 33z" />
      <path class="hull" d="M0-38C9-38 14-20 14-4 14 14 8 30 0 38-8 30-14 14-14-4-14-20-9-38 0-38z" />
      <path class="band" d="M-14-9Q0-3 14-9 14.5-3 13.8 3 0 9-13.8 3-14.5-3-14-9z" />
      <path class="hull-shade" d="M0-38C9-38 14-20 14-4 14 14 8 30 0 38 8 18 9-18 0-38z" />
      <path class="ribs" d="M0-38V38M-5.5-35C-9-16-8.5 14-2.5 34M5.5-35C9-16 8.5 14 2.5 34M-11.8 15Q0 20 11.8 15" />
      <path class="brass" d="M0-38C5-38 9-32.5 11.2-25 0-20-11.2-25-11.2-25-9-32.5-5-38 0-38z" />
      <rect class="brass" x="-21.5" y="-1.5" width="5" height="10" rx="2.5" />
      <rect class="brass" x="16.5" y="-1.5" width="5" height="10" rx="2.5" />
      <path class="brass" d="M-2 24h4l1 14h-6z" />
    </g>
  );
}

/** Seen from the side, flying to the right; 170 by 90. */
export function AirshipAside() {
  return (
    <g class="airship">
      <path class="fin" d="M-58-12-84-34l-4 2 8 24zM-58 12-84 30l-4-2 8-20z" />
      <path class="hull" d="M84-2C84 16 48 26 6 26-32 26-70 12-82-2-70-16-32-28 6-28 48-28 84-20 84-2z" />
      <path class="band" d="M-14-27.3-6-28Q-20 0-6 25.6L-14 25Q-28 0-14-27.3z" />
      <path class="hull-shade" d="M84-2C84 16 48 26 6 26-32 26-70 12-82-2-50 14 40 18 84-2z" />
      <path
        class="ribs"
        d="M-82-2Q0-10 84-2M-78-6Q0-32 78-12M-44-20Q-52-2-44 17M24-27Q14 0 24 25.5M54-21.5Q46 0 54 18"
      />
      <path class="brass" d="M84-2C84 5 78 11 68 15Q62-2 68-18C78-14 84-9 84-2zM-88-5h8l2 6h-10z" />
      <path class="strut" d="M-18 26-12 42M8 27V42M34 25 26 42M-30 50v-12M-30 50v12" />
      <path class="gondola" d="M-26 42H36C36 52 28 58 18 58H-14C-22 58-26 52-26 42z" />
      <path
        class="brass"
        d="M-28 40H38v4H-28zM-8 49a3 3 0 1 0 .1 0zM6 49a3 3 0 1 0 .1 0zM20 49a3 3 0 1 0 .1 0zM-32 46h5v8h-5z"
      />
    </g>
  );
}

const CLOUD = "M-30 8a9 9 0 0 1 2-17.5A14 14 0 0 1-2-14 11 11 0 0 1 18-9 9 9 0 1 1 26 8z";
export function Cloud({ class: more = "", ...at }: At & { class?: string }) {
  return <path class={`cloud ${more}`} transform={place(at)} d={CLOUD} />;
}

/** Colours that need a gradient: the lights of the strips and the brass. */
export function Paints() {
  const lights: Record<Light, string[]> = {
    night: ["#141b47", "#1d2760", "#2b3a80"],
    day: ["#5aa9df", "#83c4ec", "#b4dff5"],
    dawn: ["#272d6b", "#c96a86", "#f7c583", "#8fcaee"],
    dusk: ["#2c2159", "#9b3f78", "#ef9450", "#f3d28c"],
  };
  return (
    <defs>
      {Object.entries(lights).map(([light, stops]) => (
        <linearGradient
          key={light}
          id={`sol-${light}`}
          x1="0"
          y1="0"
          x2={stops.length > 3 ? 1 : 0.12}
          y2={stops.length > 3 ? 0.08 : 1}
        >
          {stops.map((colour, n) => (
            <stop key={n} offset={n / (stops.length - 1)} stop-color={colour} />
          ))}
        </linearGradient>
      ))}
      <linearGradient id="sol-brass" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#f6d98c" />
        <stop offset=".5" stop-color="#c9963c" />
        <stop offset="1" stop-color="#8a5e1c" />
      </linearGradient>
    </defs>
  );
}
