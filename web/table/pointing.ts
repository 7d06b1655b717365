// Where a hint points, and where there is room for its words: geometry, in CSS pixels.

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}
export interface Point {
  x: number;
  y: number;
}
/** A bow from one point to another, past a third. */
export interface Bow {
  from: Point;
  past: Point;
  to: Point;
}

const AIR = 8; // between the words and what they speak of
const LEAST = 96; // the height in which advice can be read, if scrolled
const SHORTEST = 36; // an arrow that is to be seen
const BEND = 0.14; // of its length

const right = (box: Box): number => box.left + box.width;
const bottom = (box: Box): number => box.top + box.height;
const centre = (box: Box): Point => ({ x: box.left + box.width / 2, y: box.top + box.height / 2 });

/** How much of a box another one covers. */
export function covered(one: Box, other: Box): number {
  const width = Math.min(right(one), right(other)) - Math.max(one.left, other.left);
  const height = Math.min(bottom(one), bottom(other)) - Math.max(one.top, other.top);
  return width > 0 && height > 0 ? width * height : 0;
}

interface Size {
  width: number;
  height: number;
}

/** The place for words of this size that covers nothing of what they speak of: below on the right if it can be, then
 *  on the top, then between; in the first room that is large enough. Where all of it has no room, less height: the rest
 *  is scrolled. What is *beside* stays free as well, if that can be.
 */
export function placed(size: Size, rooms: readonly Box[], spoken: readonly Box[], beside: readonly Box[] = []): Box {
  const around = spoken.map(withAir);
  const more = [...around, ...beside];
  const whole = free(size, rooms[0]!, more) ?? first(rooms, (room) => free(size, room, around));
  const part = () => first(heights(rooms, around), ({ room, height }) => free({ ...size, height }, room, around));
  return whole ?? part() ?? least(size, rooms[0]!, around);
}

/** Where as little as can be is covered. */
function least({ width, height }: Size, room: Box, around: readonly Box[]): Box {
  const hidden = (place: Box) => around.reduce((sum, one) => sum + covered(place, one), 0);
  const smallest = { width, height: Math.min(height, room.height, LEAST) };
  return places(smallest, room, around).reduce((best, one) => (hidden(one) < hidden(best) ? one : best));
}

const withAir = ({ left, top, width, height }: Box): Box => ({
  left: left - AIR,
  top: top - AIR,
  width: width + 2 * AIR,
  height: height + 2 * AIR,
});

function first<A, B>(all: readonly A[], found: (one: A) => B | undefined): B | undefined {
  for (const one of all) {
    const result = found(one);
    if (result !== undefined) return result;
  }
  return undefined;
}

const free = (size: Size, room: Box, around: readonly Box[]): Box | undefined =>
  places(size, room, around).find((place) => around.every((one) => !covered(place, one)));

/** What fits above, below and between what is spoken of, the most first. */
function heights(rooms: readonly Box[], around: readonly Box[]): { room: Box; height: number }[] {
  return rooms.flatMap((room) => gaps(room, around).map((height) => ({ room, height }))).sort(moreFirst);
}
const moreFirst = (one: { height: number }, other: { height: number }): number => other.height - one.height;

function gaps(room: Box, around: readonly Box[]): number[] {
  const within = (edge: number) => Math.min(Math.max(edge, room.top), bottom(room));
  const edges = [room.top, bottom(room), ...around.flatMap((one) => [within(one.top), within(bottom(one))])];
  edges.sort((a, b) => a - b);
  return edges.flatMap((edge, n) => (n > 0 && edge - edges[n - 1]! >= LEAST ? [edge - edges[n - 1]!] : []));
}

/** Where something can lie in a room, the best first; nothing is wider than its room. */
function places({ width: most, height }: Size, room: Box, around: readonly Box[]): Box[] {
  const width = Math.min(most, room.width);
  const lowest = bottom(room) - height;
  const tops = [lowest, room.top, ...around.flatMap((one) => [bottom(one), one.top - height])];
  return tops
    .filter((top) => top >= room.top && top <= lowest)
    .flatMap((top) => [right(room) - width, room.left].map((left) => ({ left, top, width, height })));
}

/** The arrow from one thing to another, from edge to edge; nothing where one lies in the other. */
export function arrow(one: Box, other: Box): Bow | null {
  const [a, b] = [centre(one), centre(other)];
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  if (length < SHORTEST / 2 || holds(one, other) || holds(other, one)) return null;
  let [start, end] = [toEdge(one, a, b) / length, 1 - toEdge(other, b, a) / length];
  const missing = SHORTEST / length - (end - start);
  if (missing > 0) [start, end] = [Math.max(0, start - missing / 2), Math.min(1, end + missing / 2)];
  const on = (share: number): Point => ({ x: a.x + (b.x - a.x) * share, y: a.y + (b.y - a.y) * share });
  const [from, to, middle] = [on(start), on(end), on((start + end) / 2)];
  const bend = BEND * (end - start);
  return { from, past: { x: middle.x + (b.y - a.y) * bend, y: middle.y - (b.x - a.x) * bend }, to };
}

const holds = (outer: Box, inner: Box): boolean =>
  outer.left <= inner.left && outer.top <= inner.top && right(outer) >= right(inner) && bottom(outer) >= bottom(inner);

/** How far it is from a box's centre to its edge, on the way to a point. */
function toEdge(box: Box, from: Point, to: Point): number {
  const [dx, dy] = [Math.abs(to.x - from.x), Math.abs(to.y - from.y)];
  return Math.hypot(dx, dy) * Math.min(box.width / 2 / dx, box.height / 2 / dy);
}
