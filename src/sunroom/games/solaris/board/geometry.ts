// Where things lie: the ring as an orbit where there is room, as a loop of two rows where there is little.

import { PLACES, type Track } from "./view";

export interface Point {
  x: number;
  y: number;
}

export interface Geometry {
  width: number;
  height: number;
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
  /** Along which its name is written, and how large; no name where there is no room. */
  name: (place: number) => { d: string; size: number } | null;
  /** What a station's chips (directions of the biotope) are put around. */
  chips: (place: number) => Point[];
  bridge: (place: number) => Point & { angle: number; length: number };
  dock: (place: number, n: number, of: number) => Point;
  spare: (n: number) => Point;
  hangar: (n: number) => Point;
  piece: number; // the size of bridges and shuttles
  laser: (n: number, fields: number) => Point;
  laserMarker: (fields: number) => number;
  laserGroove: string;
  giant: Point & { r: number };
  earth: Point & { r: number };
  title: Point;
}

const rad = (degrees: number): number => (degrees * Math.PI) / 180;
const polar = (centre: Point, r: number, degrees: number): Point => ({ x: centre.x + r * Math.cos(rad(degrees)), y: centre.y + r * Math.sin(rad(degrees)) });
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
  const radius = { inner: 258, number: 288, outer: 319 };
  const below = (place: number) => Math.sin(rad(middle(place))) > 0.1;
  const along = (place: number, n: number) => middle(place) + (n - 3.5) * 6;
  return {
    width: 720,
    height: 720,
    marker: 27,
    lift: 8,
    digits: 16,
    field: (place, track, n) => polar(centre, radius[track], along(place, n)),
    grows: (place, track) => polar({ x: 0, y: 0 }, track === "outer" ? 1 : -1, middle(place)),
    outline: (place) => sector(centre, 178, 343, middle(place) - half, middle(place) + half, 16),
    groove: (place, track) => arc(centre, radius[track], along(place, 0), along(place, 7)),
    icon: (place) => ({ ...polar(centre, 200, middle(place)), size: 30 }),
    name: (place) => {
      const [from, to] = [middle(place) - half, middle(place) + half];
      return { d: below(place) ? arc(centre, 234, to, from) : arc(centre, 222, from, to), size: 17 };
    },
    chips: (place) => [-13, 13].map((turn) => polar(centre, 228, middle(place) + turn)),
    bridge: (place) => ({ ...polar(centre, 262, middle(place) + 30), angle: middle(place) + 120, length: 58 }),
    dock: (place, n, of) => polar(centre, 158, middle(place) + (n - (of - 1) / 2) * 17),
    spare: (n) => ({ x: 34 + 50 * n, y: 682 }),
    hangar: (n) => ({ x: 642 + 50 * (n % 2), y: 630 + 52 * Math.floor(n / 2) }),
    piece: 40,
    laser: (n, fields) => polar(centre, 112, -90 + ((n + 0.5) * 360) / fields),
    laserMarker: (fields) => Math.min(26, 620 / fields),
    laserGroove: `${arc(centre, 112, -90, 90)} ${arc(centre, 112, 90, 270)}`,
    giant: { ...centre, r: 84 },
    earth: { x: 688, y: 34, r: 22 },
    title: { x: 4, y: 22 },
  };
}

/** Two rows of three, clockwise from the upper left, with the laser between them. */
export function loop(width: number, height: number): Geometry {
  const gap = width < 500 ? 12 : 34;
  const band = Math.max(Math.min(height * 0.24, 130), 58);
  const tile = { w: (width - 2 * gap - 2) / 3, h: (height - band - 2) / 2 };
  const corner = (place: number): Point => ({ x: 1 + (place < 3 ? place : 5 - place) * (tile.w + gap), y: place < 3 ? 1 : 1 + tile.h + band });
  const step = (tile.w - 8) / 8;
  const marker = Math.min(step - 1, tile.h * 0.22, 30);
  const wide = width >= 500;
  const head = Math.min(tile.h * 0.3, 44);
  const rows = { outer: (place: number) => (place < 3 ? 0.14 : 0.86), number: () => 0.5, inner: (place: number) => (place < 3 ? 0.86 : 0.14) };
  // The outer track is on the outside of the ring, the name towards the giant.
  const trackTop = (place: number) => corner(place).y + (place < 3 ? 5 : head);
  const trackHeight = tile.h - head - 5;
  const headAt = (place: number) => corner(place).y + (place < 3 ? tile.h - head / 2 - 1 : head / 2 + 1);
  const middle = { x: width / 2, y: height / 2 };
  const piece = wide ? 40 : 26;
  const rim = wide ? 70 : 40; // left and right of the laser, for the two bridges there
  const laserY = wide ? middle.y - band * 0.2 : middle.y - band / 2 + 17;
  const shelf = wide ? middle.y + band * 0.24 : middle.y + band / 2 - 16;
  return {
    width,
    height,
    marker,
    lift: Math.max(Math.min(marker * 0.28, 8), 3.5),
    digits: wide ? 16 : 12,
    field: (place, track, n) => ({ x: corner(place).x + 4 + step * (n + 0.5), y: trackTop(place) + trackHeight * rows[track](place) }),
    grows: (place, track) => ({ x: 0, y: (track === "outer") === place < 3 ? 1 : -1 }),
    outline: (place) => {
      const { x, y } = corner(place);
      const r = wide ? 14 : 9;
      return `M${x + r} ${y}h${tile.w - 2 * r}q${r} 0 ${r} ${r}v${tile.h - 2 * r}q0 ${r} ${-r} ${r}h${2 * r - tile.w}q${-r} 0 ${-r} ${-r}v${2 * r - tile.h}q0 ${-r} ${r} ${-r}Z`;
    },
    groove: (place, track) => {
      const y = trackTop(place) + trackHeight * rows[track](place);
      return `M${corner(place).x + 4 + step / 2} ${y}h${step * 7}`;
    },
    icon: (place) => ({ x: corner(place).x + (wide ? 26 : tile.w / 2), y: headAt(place), size: wide ? 28 : Math.min(head - 4, 22) }),
    name: (place) => (wide ? { d: `M${corner(place).x + 46} ${headAt(place) + 6}h${tile.w - 50}`, size: 16 } : null),
    chips: (place) => [0.25, 0.75].map((part) => ({ x: corner(place).x + tile.w * part, y: corner(place).y + tile.h / 2 })),
    bridge: (place) => {
      const here = corner(place);
      if (place === 2 || place === 5) return { x: place === 2 ? width - rim / 2 : rim / 2, y: middle.y, angle: 90, length: band };
      const x = place < 3 ? here.x + tile.w + gap / 2 : here.x - gap / 2;
      return { x, y: here.y + (place < 3 ? tile.h - piece / 2 - 3 : piece / 2 + 3), angle: 0, length: gap + 6 };
    },
    dock: (place, n, of) => {
      const { x } = corner(place);
      return { x: x + tile.w * (wide ? 0.62 : 0.18) + n * piece * 1.06, y: headAt(place) + 0 * of };
    },
    spare: (n) => ({ x: rim + piece * 0.7 + n * piece * 1.25, y: shelf }),
    hangar: (n) => ({ x: width - rim - piece * 0.7 - (3 - n) * piece * 1.2, y: shelf }),
    piece,
    laser: (n, fields) => ({ x: rim + 6 + ((n + 0.5) * (width - 2 * rim - 12)) / fields, y: laserY }),
    laserMarker: (fields) => Math.min(wide ? 26 : 17, (width - 2 * rim - 12) / fields - 1),
    laserGroove: `M${rim + 12} ${laserY}H${width - rim - 12}`,
    giant: { ...middle, r: band * 0.42 },
    earth: { x: width - rim - 14, y: laserY, r: 0 },
    title: { x: middle.x, y: shelf },
  };
}

/** Halfway round from one place to the next, for whoever draws between them. */
export const after = (place: number): number => (place + 1) % PLACES;
