// Where things lie: the ring as an orbit where there is room, as a loop of two rows where there is little.

import { PLACES, type Track } from "./view";

export interface Point {
  x: number;
  y: number;
}

export interface Geometry {
  width: number;
  height: number;
  /** Whether there is so little room that only what must be shown is. */
  tight?: boolean;
  /** Whether it is a real ring, with free corners. */
  wide?: boolean;
  /** The diameter of a marker, and how far one on top of another is shifted. */
  marker: number;
  lift: number;
  /** The size of text on fields. */
  digits: number;
  field: (place: number, track: Track | "number", n: number) => Point;
  /** The way in which a stack grows. */
  grows: (place: number, track: Track) => Point;
  /** The outline of a station. */
  outline: (place: number) => string;
  /** The groove of a track. */
  groove: (place: number, track: Track) => string;
  icon: (place: number) => Point & { size: number };
  /** Along which its name is written, and how large. */
  name: (place: number) => { d: string; size: number };
  /** What a station's chips (directions of the biotope) are put around. */
  chips: (place: number) => Point[];
  bridge: (place: number) => Point & { angle: number; length: number };
  dock: (place: number, n: number, of: number) => Point;
  /** Spare bridges and free shuttles; beside the ring where there is no room in it. */
  spare: (n: number) => Point | null;
  hangar: (n: number) => Point | null;
  /** The light that falls from the giant on a station. */
  ray: (place: number) => string;
  piece: number; // the size of bridges and shuttles
  docked: number; // the size of a docked shuttle
  laser: (n: number, fields: number) => Point;
  laserMarker: (fields: number) => number;
  laserGroove: string;
  giant: Point & { r: number };
  earth: Point & { r: number };
  title: Point;
}

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const polar = (centre: Point, r: number, degrees: number): Point => ({
  x: centre.x + r * Math.cos(rad(degrees)),
  y: centre.y + r * Math.sin(rad(degrees)),
});
const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** An arc, clockwise from one angle to another. */
function arc(centre: Point, r: number, from: number, to: number): string {
  return `M${at(polar(centre, r, from))} A${r} ${r} 0 0 ${to > from ? 1 : 0} ${at(polar(centre, r, to))}`;
}

/** A ring's sector with rounded corners. */
function sector(centre: Point, inner: number, outer: number, from: number, to: number, round: number): string {
  const o = (round / outer) * 57.3;
  const i = (round / inner) * 57.3;
  return [
    `M${at(polar(centre, outer, from + o))}`,
    `A${outer} ${outer} 0 0 1 ${at(polar(centre, outer, to - o))}`,
    `Q${at(polar(centre, outer, to))} ${at(polar(centre, outer - round, to))}`,
    `L${at(polar(centre, inner + round, to))}`,
    `Q${at(polar(centre, inner, to))} ${at(polar(centre, inner, to - i))}`,
    `A${inner} ${inner} 0 0 0 ${at(polar(centre, inner, from + i))}`,
    `Q${at(polar(centre, inner, from))} ${at(polar(centre, inner + round, from))}`,
    `L${at(polar(centre, outer - round, from))}`,
    `Q${at(polar(centre, outer, from))} ${at(polar(centre, outer, from + o))}Z`,
  ].join(" ");
}

/** Six sectors around the giant; the energy centre is at the bottom. 720 by 720. */
export function orbit(): Geometry {
  const centre = { x: 360, y: 360 };
  const half = 25.2; // degrees of a station to each side
  const middle = (place: number) => 150 + 60 * place;
  const radius = { inner: 261, number: 291, outer: 321 };
  const below = (place: number) => Math.sin(rad(middle(place))) > 0.1;
  const along = (place: number, n: number) => middle(place) + (n - 3.5) * 6;
  return {
    width: 720,
    height: 720,
    wide: true,
    marker: 27,
    lift: 8,
    digits: 16,
    field: (place, track, n) => polar(centre, radius[track], along(place, n)),
    grows: (place, track) => polar({ x: 0, y: 0 }, track === "outer" ? 1 : -1, middle(place)),
    outline: (place) => sector(centre, 176, 345, middle(place) - half, middle(place) + half, 16),
    groove: (place, track) => arc(centre, radius[track], along(place, 0), along(place, 7)),
    icon: (place) => ({ ...polar(centre, 195, middle(place)), size: 28 }),
    name: (place) => {
      const [from, to] = [middle(place) - half, middle(place) + half];
      return { d: below(place) ? arc(centre, 229, to, from) : arc(centre, 216, from, to), size: 17 };
    },
    chips: (place) => [-13, 13].map((turn) => polar(centre, 228, middle(place) + turn)),
    bridge: (place) => ({ ...polar(centre, 262, middle(place) + 30), angle: middle(place) + 120, length: 58 }),
    dock: (place, n, of) => polar(centre, 153, middle(place) + (n - (of - 1) / 2) * 17),
    spare: (n) => ({ x: 34 + 50 * n, y: 682 }),
    hangar: (n) => ({ x: 642 + 50 * (n % 2), y: 630 + 52 * Math.floor(n / 2) }),
    piece: 40,
    docked: 36,
    laser: (n, fields) => polar(centre, 112, -90 + ((n + 0.5) * 360) / fields),
    laserMarker: (fields) => Math.min(26, 620 / fields),
    laserGroove: `${arc(centre, 112, -90, 90)} ${arc(centre, 112, 90, 270)}`,
    ray: (place) => sector(centre, 86, 176, middle(place) - half + 3, middle(place) + half - 3, 2),
    giant: { ...centre, r: 84 },
    earth: { x: 688, y: 34, r: 22 },
    title: { x: 4, y: 22 },
  };
}

/** Two rows of three, clockwise from the upper left, with the laser between them. */
export function loop(width: number, height: number): Geometry {
  const gap = 34;
  const band = Math.min(height * 0.26, 130);
  const tile = { w: (width - 2 * gap - 2) / 3, h: (height - band - 2) / 2 };
  const corner = (place: number): Point => ({
    x: 1 + (place < 3 ? place : 5 - place) * (tile.w + gap),
    y: place < 3 ? 1 : 1 + tile.h + band,
  });
  const step = (tile.w - 8) / 8;
  const marker = Math.min(step - 1, tile.h * 0.22, 30);
  const head = Math.min(tile.h * 0.3, 44);
  const rows = {
    outer: (place: number) => (place < 3 ? 0.14 : 0.86),
    number: () => 0.5,
    inner: (place: number) => (place < 3 ? 0.86 : 0.14),
  };
  // The outer track is on the outside of the ring, the name towards the giant.
  const trackTop = (place: number) => corner(place).y + (place < 3 ? 5 : head);
  const trackHeight = tile.h - head - 5;
  const headAt = (place: number) => corner(place).y + (place < 3 ? tile.h - head / 2 - 1 : head / 2 + 1);
  const middle = { x: width / 2, y: height / 2 };
  const piece = Math.min(40, band * 0.42); // below the laser, whatever the height
  const rim = 70; // left and right of the laser, for the two bridges there
  const laserY = middle.y - band * 0.22;
  const shelf = middle.y + band * 0.24;
  return {
    width,
    height,
    marker,
    lift: Math.max(Math.min(marker * 0.28, 8), 3.5),
    digits: 16,
    field: (place, track, n) => ({
      x: corner(place).x + 4 + step * (n + 0.5),
      y: trackTop(place) + trackHeight * rows[track](place),
    }),
    grows: (place, track) => ({ x: 0, y: (track === "outer") === place < 3 ? 1 : -1 }),
    outline: (place) => rounded(corner(place), tile.w, tile.h, 14),
    groove: (place, track) => {
      const y = trackTop(place) + trackHeight * rows[track](place);
      return `M${corner(place).x + 4 + step / 2} ${y}h${step * 7}`;
    },
    icon: (place) => ({ x: corner(place).x + 26, y: headAt(place), size: Math.min(28, head) }),
    name: (place) => ({ d: `M${corner(place).x + 46} ${headAt(place) + 6}h${tile.w - 50}`, size: 16 }),
    chips: (place) =>
      [0.25, 0.75].map((part) => ({ x: corner(place).x + tile.w * part, y: corner(place).y + tile.h / 2 })),
    bridge: (place) => {
      const here = corner(place);
      if (place === 2 || place === 5)
        return { x: place === 2 ? width - rim / 2 : rim / 2, y: middle.y, angle: 90, length: band };
      const x = place < 3 ? here.x + tile.w + gap / 2 : here.x - gap / 2;
      return { x, y: here.y + (place < 3 ? tile.h - piece / 2 - 3 : piece / 2 + 3), angle: 0, length: gap + 6 };
    },
    dock: (place, n) => ({ x: corner(place).x + tile.w - 22 - n * 34, y: headAt(place) }),
    spare: (n) => ({ x: rim + piece * 0.7 + n * piece * 1.25, y: shelf }),
    hangar: (n) => ({ x: width - rim - piece * 0.7 - (3 - n) * piece * 1.2, y: shelf }),
    piece,
    docked: Math.min(30, head + 2),
    laser: (n, fields) => ({ x: rim + 6 + ((n + 0.5) * (width - 2 * rim - 12)) / fields, y: laserY }),
    laserMarker: (fields) => Math.min(26, band * 0.4, (width - 2 * rim - 12) / fields - 1),
    laserGroove: `M${rim + 12} ${laserY}H${width - rim - 12}`,
    ray: () => "",
    giant: { ...middle, r: band * 0.42 },
    earth: { x: width - rim - 14, y: laserY, r: 0 },
    title: { x: middle.x, y: shelf },
  };
}

/** For a phone: two columns of three, clockwise from the middle on the left, with the laser upright between them. */
export function ladder(width: number, height: number): Geometry {
  const mid = 46; // pixels for the laser
  const gap = 7;
  const tile = { w: (width - mid - 2) / 2, h: (height - 2 * gap - 2) / 3 };
  const row = [1, 0, 0, 1, 2, 2];
  const corner = (place: number): Point => ({
    x: place > 1 && place < 5 ? 1 + tile.w + mid : 1,
    y: 1 + row[place]! * (tile.h + gap),
  });
  const step = (tile.w - 6) / 8;
  const head = Math.min(tile.h * 0.32, 30);
  const marker = Math.min(step - 1, (tile.h - head - 14) / 2);
  const line = { outer: marker / 2 + 3, number: (tile.h - head) / 2 + 1, inner: tile.h - head - marker / 2 };
  const x = width / 2;
  const piece = 28;
  const [top, bottom] = [piece + 20, height - piece - 6];
  const fields = (n: number, of: number) => bottom - ((n + 0.5) * (bottom - top)) / of;
  return {
    width,
    height,
    marker,
    piece,
    tight: true,
    docked: 20,
    lift: 3.5,
    digits: 12,
    field: (place, track, n) => ({ x: corner(place).x + 3 + step * (n + 0.5), y: corner(place).y + line[track] }),
    grows: () => ({ x: 0, y: -1 }),
    outline: (place) => rounded(corner(place), tile.w, tile.h, 9),
    groove: (place, track) => `M${corner(place).x + 3 + step / 2} ${corner(place).y + line[track]}h${step * 7}`,
    icon: (place) => ({
      x: corner(place).x + 16,
      y: corner(place).y + tile.h - head / 2,
      size: Math.min(head - 4, 22),
    }),
    name: (place) => ({
      d: `M${corner(place).x + 31} ${corner(place).y + tile.h - head / 2 + 4}h${tile.w - 34}`,
      size: 12,
    }),
    chips: (place) =>
      [0.26, 0.74].map((part) => ({ x: corner(place).x + tile.w * part, y: corner(place).y + tile.h / 2 })),
    bridge: (place) => {
      const next = corner(after(place));
      const here = corner(place);
      if (here.y === next.y)
        return { x, y: place === 1 ? piece / 2 + 2 : height - piece / 2 - 2, angle: 0, length: mid + 6 };
      return {
        x: here.x + tile.w - piece * 0.62,
        y: Math.max(here.y, next.y) - gap / 2,
        angle: 90,
        length: gap + piece,
      };
    },
    dock: (place, n) => ({ x: corner(place).x + 46 + n * 24, y: corner(place).y + tile.h - head / 2 }),
    spare: () => null,
    hangar: () => null,
    ray: () => "",
    laser: (n, of) => ({ x, y: fields(n, of) }),
    laserMarker: (of) => Math.min(17, (bottom - top) / of + 3),
    laserGroove: `M${x} ${top + 4}V${bottom - 4}`,
    giant: { x, y: height / 2, r: mid * 0.62 },
    earth: { x, y: top - 4, r: 0 },
    title: { x, y: piece + 13 },
  };
}

function rounded({ x, y }: Point, w: number, h: number, r: number): string {
  const half = `h${w - 2 * r}q${r} 0 ${r} ${r}v${h - 2 * r}q0 ${r} ${-r} ${r}`;
  return `M${x + r} ${y}${half}h${2 * r - w}q${-r} 0 ${-r} ${-r}v${2 * r - h}q0 ${-r} ${r} ${-r}Z`;
}

/** Halfway round from one place to the next, for whoever draws between them. */
export const after = (place: number): number => (place + 1) % PLACES;
