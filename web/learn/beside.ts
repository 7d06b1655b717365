// Where a word about something goes: beside it, never over it, always whole on the screen.

const GAP = 10;
const EDGE = 8;
const LEAST = 96; // pixels of height, below which nobody reads

export interface Rect {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** What is so large that nothing fits beside it is left for the point at which one is. */
export function around(rect: Rect, x: number, y: number): Rect {
  const free = Math.max(rect.top, innerHeight - rect.bottom, rect.left, innerWidth - rect.right);
  const small = (rect.right - rect.left) * (rect.bottom - rect.top) < innerWidth * innerHeight * 0.3;
  return small && free > LEAST ? rect : { left: x - 24, right: x + 24, top: y - 24, bottom: y + 24 };
}

export function placeBeside(box: HTMLElement, rect: Rect): void {
  box.style.maxHeight = "";
  const { width, height } = box.getBoundingClientRect();
  const below = innerHeight - rect.bottom - GAP - EDGE;
  const above = rect.top - GAP - EDGE;
  const right = innerWidth - rect.right - GAP - EDGE;
  const left = rect.left - GAP - EDGE;
  const x = clamp((rect.left + rect.right - width) / 2, innerWidth - width);
  const y = clamp((rect.top + rect.bottom - height) / 2, innerHeight - height);
  if (height <= below) set(box, x, rect.bottom + GAP);
  else if (height <= above) set(box, x, rect.top - GAP - height);
  else if (width <= right) set(box, rect.right + GAP, y);
  else if (width <= left) set(box, rect.left - GAP - width, y);
  else {
    const room = Math.max(below, above, LEAST);
    box.style.maxHeight = `${room}px`;
    set(
      box,
      x,
      below >= above
        ? innerHeight - EDGE - Math.max(below, LEAST)
        : Math.max(rect.top - GAP - Math.min(height, room), EDGE),
    );
  }
}

const clamp = (at: number, most: number): number => Math.max(Math.min(at, most - EDGE), EDGE);

function set(box: HTMLElement, x: number, y: number): void {
  Object.assign(box.style, { left: `${x}px`, top: `${y}px` });
}
