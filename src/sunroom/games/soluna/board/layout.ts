// Where the twelve places lie on the felt, and how large a disc is there.

import { PLACES } from "./table";

export interface Place {
  x: number;
  y: number; // of the middle of the lowest disc's underside
  rx: number; // half a disc's width
}

interface Room {
  width: number;
  height: number;
}

export interface Layout {
  grid: Grid;
  width: number;
  height: number;
  wide: boolean;
  head: number; // the strip for stars and symbols
  foot: number; // the strip for choices
  places: Place[];
  rise: number; // room above a place for its tower, in half widths of a disc
}

export const FLAT = 0.56; // a circle on the table, seen from the chair
const BACK = 0.86; // the far row is this much smaller
const THICK = 0.24; // of a disc, in half widths
const MARGIN = 0.03;
export type Grid = [columns: number, rows: number];
const GRIDS: Grid[] = [
  [4, 3],
  [3, 4],
  [6, 2],
];
const LOYAL = 0.8; // places stay where they are while their discs are at least so large as elsewhere

// Discs come to rest where they like: a little off the grid, in parts of half a width.
const OFF = [
  [-6, 3],
  [5, -4],
  [-3, 5],
  [6, 2],
  [4, -2],
  [-5, 4],
  [5, 5],
  [-4, -3],
  [3, 4],
  [-6, -2],
  [4, 3],
  [-2, -4],
].map(([x, y]) => [(x ?? 0) / 100, (y ?? 0) / 100]);

export function layout(room: Room, choosing: boolean, kept?: Grid): Layout {
  const width = Math.max(room.width, 280);
  const height = Math.max(room.height, 240);
  const wide = width >= 640 && height >= 480;
  const head = wide ? 68 : 44;
  const foot = !choosing ? 0 : wide ? 104 : height < 300 ? 56 : 70;
  const most = { width, height: height - head - foot };
  const grid = gridFor({ width, height: height - head }, kept);
  const [columns, rows] = grid;
  const rx = half(most, columns, rows, choosing);
  const rowHeight = (most.height - 10) / rows;
  const places = [...PLACES].map((_, n) => {
    const row = Math.floor(n / columns);
    const scale = BACK + (1 - BACK) * (row / (rows - 1));
    const [offX = 0, offY = 0] = OFF[n] ?? [];
    const across = (((n % columns) - (columns - 1) / 2) * (most.width * (1 - 2 * MARGIN))) / columns;
    const down = head + rowHeight * (row + 1) - rx * FLAT * 1.16 * scale;
    return { x: width / 2 + across * (0.5 + scale / 2) + offX * rx, y: down + offY * rx * 0.6, rx: rx * scale };
  });
  return { grid, width, height, wide, head, foot, places, rise: rowHeight / rx - 2 * FLAT - 0.06 };
}

/** From where down words lie that cover no tower: in the lowest row without one, else at the foot. */
export function wordsAt({ grid, height, head, foot, wide }: Layout, towers: readonly unknown[], tall: number): number {
  const [columns, rows] = grid;
  const row = [...Array(rows).keys()].findLast(
    (one) => !towers.slice(one * columns, (one + 1) * columns).some(Boolean),
  );
  if (row === undefined) return height - tall - (wide ? 26 : 14);
  return head + ((height - head - foot - 10) / rows) * (row + 0.5) - tall / 2;
}

/** The grid with the largest discs, or the one there was. */
function gridFor(room: Room, kept: Grid | undefined): Grid {
  const size = (grid: Grid) => half(room, ...grid, false);
  const best = GRIDS.reduce((one, other) => (size(other) > size(one) ? other : one));
  return kept && size(kept) >= LOYAL * size(best) ? kept : best;
}

/** Half the width of a disc that fits into a grid; towers of one disc need less room above them. */
function half(room: Room, columns: number, rows: number, flat: boolean): number {
  return Math.min((room.width / columns) * 0.37, ((room.height - 10) / rows) * (flat ? 0.56 : 0.5));
}

/** How thick each disc of a tower is drawn: the highest towers are pressed a little. */
export const thickness = (rx: number, height: number, rise: number): number =>
  Math.min(THICK * rx, (Math.max(rise, 0.4) * rx) / height);
