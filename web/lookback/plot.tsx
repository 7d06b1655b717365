// The course of a match as a picture. Seats differ in colour, pattern and emblem at once.

import { memo } from "preact/compat";
import { EmblemShape } from "../art/emblem";
import type { Evaluation } from "../wire";
import type { Lines, Point } from "./lines";
import { SIGNS } from "./review";

export const SIDE = 14; // pixels left and right of the first and the last step
const LOW = 80; // a plot below this height has less room for everything around the lines
const FOOT = 10;
const DASHES = ["", "9 5", "2.5 5", "14 4 3 4", "5 3"];
const APART = 190; // pixels between two emblems on a line
const SIGN = 21; // pixels that a sign needs

/** The colour of a seat: the game's own (a class `token-COLOUR` that sets --token), or the page's. */
const dyed = (seat: number, colour: string | undefined): string =>
  `seat-${seat} ${colour === undefined ? "" : `lb-own token-${colour}`}`;

interface PlotProps {
  lines: Lines;
  width: number;
  height: number;
  last: number;
  colours: readonly (string | undefined)[];
}
interface Scale {
  x: (step: number) => number;
  y: (value: number) => number;
  top: number;
  foot: number;
}

/** Drawn once for a width; the place where one is lies above it. */
export const Plot = memo(function Plot({ lines, width, height, last, colours }: PlotProps) {
  const shared = lines.kind === "chances" && lines.seats.length === 2;
  const [low, high] = lines.range;
  const lane = height < LOW ? 17 : 22; // for the signs of mistakes, above and for two seats below as well
  const top = lane;
  const foot = height - (shared ? lane : FOOT);
  const x = (step: number) => SIDE + (step / Math.max(last, 1)) * (width - 2 * SIDE);
  const y = (value: number) => foot - ((value - low) / (high - low)) * (foot - top);
  const scale: Scale = { x, y, top, foot };
  return (
    <svg class="lb-plot" width={width} height={height} aria-hidden="true">
      {shared ? (
        <Shares line={lines.seats[0]!} scale={scale} stairs={lines.stairs} right={width - SIDE} colours={colours} />
      ) : (
        <Race lines={lines} scale={scale} right={width - SIDE} colours={colours} />
      )}
      <Signs
        marks={shared ? lines.marks.filter((one) => one.seat === 1) : lines.marks}
        scale={scale}
        at={lane / 2}
        towards={top}
      />
      {shared && (
        <Signs
          marks={lines.marks.filter((one) => one.seat === 0)}
          scale={scale}
          at={height - lane / 2}
          towards={foot}
        />
      )}
    </svg>
  );
});

// Two seats share what there is to win: the first from below, the second from above

interface SharesProps {
  line: Point[];
  scale: Scale;
  stairs: boolean;
  right: number;
  colours: readonly (string | undefined)[];
}

function Shares({ line, scale: { x, y, top, foot }, stairs, right, colours }: SharesProps) {
  const points = line.map(([step, value]): Point => [x(step), y(value)]);
  if (points.length === 0) return null;
  const start: Point = [SIDE, (top + foot) / 2];
  const edge = pathOf([start, ...points, [right, points.at(-1)![1]]], stairs);
  const middle = (top + foot) / 2;
  const badge = Math.min((foot - top) / 4, 12);
  return (
    <g class="lb-shares">
      <defs>
        <pattern id="lb-lines" width={8} height={8} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v8" />
        </pattern>
        <pattern id="lb-dots" width={9} height={9} patternUnits="userSpaceOnUse">
          <circle cx={4.5} cy={4.5} r={1.3} />
        </pattern>
      </defs>
      {[`${edge}V${top}H${SIDE}Z`, `${edge}V${foot}H${SIDE}Z`].map((area, n) => (
        <g key={n} class={`lb-share ${dyed(1 - n, colours[1 - n])}`}>
          <path d={area} />
          <path d={area} fill={n === 0 ? "url(#lb-dots)" : "url(#lb-lines)"} />
        </g>
      ))}
      <line class="lb-rule lb-middle" x1={SIDE} x2={right} y1={middle} y2={middle} />
      <path class="lb-edge-line" d={edge} />
      <Badge seat={1} colour={colours[1]} x={SIDE + 14} y={top + badge} r={badge - 1} />
      <Badge seat={0} colour={colours[0]} x={SIDE + 14} y={foot - badge} r={badge - 1} />
    </g>
  );
}

function Badge({
  seat,
  colour,
  x,
  y,
  r,
}: {
  seat: number;
  colour: string | undefined;
  x: number;
  y: number;
  r: number;
}) {
  return (
    <g class={`lb-course ${dyed(seat, colour)}`}>
      <circle class="lb-plate" cx={x} cy={y} r={r} />
      <g class="lb-at" transform={`translate(${x} ${y}) scale(${r / 16}) translate(-12 -12)`}>
        <EmblemShape seat={seat} />
      </g>
    </g>
  );
}

// A line for each seat

function Race({
  lines,
  scale: { x, y },
  right,
  colours,
}: {
  lines: Lines;
  scale: Scale;
  right: number;
  colours: readonly (string | undefined)[];
}) {
  return (
    <>
      {lines.range.map((value) => (
        <line key={value} class="lb-rule" x1={SIDE} x2={right} y1={y(value)} y2={y(value)} />
      ))}
      {lines.seats.map((line, seat) => (
        <Line
          key={seat}
          line={line.map(([step, value]): Point => [x(step), y(value) + apart(seat, lines.seats.length)])}
          seat={seat}
          colour={colours[seat]}
          stairs={lines.stairs}
        />
      ))}
    </>
  );
}

/** Lines at the same height lie side by side. */
const apart = (seat: number, seats: number): number => (seat - (seats - 1) / 2) * 3;

const pathOf = (line: readonly Point[], stairs: boolean): string =>
  line.map(([x, y], n) => (n === 0 ? `M${x} ${y}` : stairs ? `H${x}V${y}` : `L${x} ${y}`)).join("");

function Line({
  line,
  seat,
  colour,
  stairs,
}: {
  line: Point[];
  seat: number;
  colour: string | undefined;
  stairs: boolean;
}) {
  if (line.length === 0) return null;
  const path = pathOf(line, stairs);
  return (
    <g class={`lb-course ${dyed(seat, colour)}`}>
      <path class="lb-back" d={path} />
      <path class="lb-line" d={path} stroke-dasharray={DASHES[seat % DASHES.length]} />
      {emblems(line).map(([x, y]) => (
        <g key={x} class="lb-at" transform={`translate(${x - 8} ${y - 8}) scale(.667)`}>
          <EmblemShape seat={seat} />
        </g>
      ))}
    </g>
  );
}

/** Some points of a line, far enough from each other, and its end. */
function emblems(line: Point[]): Point[] {
  const found: Point[] = [];
  const end = line.at(-1)!;
  for (const point of line)
    if (point[0] - (found.at(-1)?.[0] ?? -APART / 2) >= APART && end[0] - point[0] > APART / 2) found.push(point);
  return [...found, end];
}

// Mistakes: a sign where there is room for it, the worst first; otherwise a tick

function Signs({
  marks,
  scale,
  at,
  towards,
}: {
  marks: readonly Evaluation[];
  scale: Scale;
  at: number;
  towards: number;
}) {
  const written = roomy(marks, scale);
  const free = (one: Evaluation) =>
    marks.every((other) => !written.has(other.step) || Math.abs(scale.x(one.step) - scale.x(other.step)) > SIGN - 7);
  const inner = towards > at ? 5 : -5;
  return (
    <g class="lb-signs">
      {marks.map((one) => {
        const x = scale.x(one.step + 1);
        return (
          <g key={one.step} class={one.verdict}>
            <path d={`M${x} ${towards}v${inner}`} />
            {written.has(one.step) ? (
              <text x={x} y={at + 6} text-anchor="middle">
                {SIGNS[one.verdict]}
              </text>
            ) : (
              free(one) && <circle cx={x} cy={at} r={2.5} />
            )}
          </g>
        );
      })}
    </g>
  );
}

function roomy(marks: readonly Evaluation[], scale: Scale): Set<number> {
  const placed: Evaluation[] = [];
  const worst = [...marks].sort((a, b) => b.best_value - b.value - (a.best_value - a.value) || a.step - b.step);
  for (const one of worst)
    if (placed.every((other) => Math.abs(scale.x(one.step) - scale.x(other.step)) >= SIGN)) placed.push(one);
  return new Set(placed.map((one) => one.step));
}
