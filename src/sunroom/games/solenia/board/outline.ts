// The outline of a strip, around its middle: the front edge of each column lies as far ahead as the column, and the
// rear edge of the strip in front fits it.

import { behind, depthOf, type StripPlan } from "./layout";

interface Point {
  x: number;
  y: number;
  /** How much of the corner is rounded off. */
  round: number;
}

const ROUND = 12;
const MIDDLE = 2; // the column that the airship flies along

/** Drawn in by a margin on all sides where another strip may lie. */
export function outlineOf(plan: StripPlan, margin: number): string {
  const { height } = plan.cell;
  const front = edgeOf(plan, 0, margin);
  const rear = edgeOf(plan, height, -margin);
  return rounded([...front, ...rear.reverse()]);
}

/** The lines between the spaces of a strip, as long as these touch. */
export function seamsOf(plan: StripPlan, margin: number): string {
  const { cell, board } = plan;
  const tops = topsOf(plan);
  return tops
    .slice(1)
    .map((top, n) => {
      const [far, near] = [Math.max(top, tops[n]!), Math.min(top, tops[n]!)];
      return `M${(n + 1) * cell.width - board.width / 2} ${far + margin}V${near + cell.height - margin}`;
    })
    .join("");
}

/** Where the front edge of each column lies. */
const topsOf = ({ cell, ahead }: StripPlan): number[] =>
  behind(ahead).map((one) => (one - depthOf(ahead) / 2) * cell.height);

/** An edge from left to right, so far below the front edges of the columns and drawn in by a margin. */
function edgeOf(plan: StripPlan, below: number, margin: number): Point[] {
  const { cell, board } = plan;
  const tops = topsOf(plan);
  const nose = Math.min(cell.height * 0.08, 9);
  const wall = (n: number) => {
    const step = Math.sign((tops[n] ?? tops[n - 1]!) - (tops[n - 1] ?? tops[n]!));
    return n * cell.width - board.width / 2 - step * margin;
  };
  return tops.flatMap((top, n) => {
    const y = top + below + margin;
    return [
      ...(top === tops[n - 1] ? [] : [{ x: wall(n), y, round: ROUND }]),
      ...(n === MIDDLE ? pointed(y, nose) : []),
      ...(top === tops[n + 1] ? [] : [{ x: wall(n + 1), y, round: ROUND }]),
    ];
  });
}

/** The middle of an edge: it points forward. */
const pointed = (y: number, nose: number): Point[] => [
  { x: -nose * 2.2, y, round: 0 },
  { x: 0, y: y - nose, round: 0 },
  { x: nose * 2.2, y, round: 0 },
];

function rounded(points: readonly Point[]): string {
  const parts = points.map((point, n) => {
    const before = towards(point, points.at(n - 1)!);
    const after = towards(point, points[(n + 1) % points.length]!);
    return `${before.x} ${before.y}Q${point.x} ${point.y} ${after.x} ${after.y}`;
  });
  return `M${parts.join("L")}z`;
}

/** The point on the way to another corner at which the rounding begins. */
function towards(from: Point, to: Point): { x: number; y: number } {
  const far = Math.hypot(to.x - from.x, to.y - from.y);
  const share = far === 0 ? 0 : Math.min(from.round / far, 0.5);
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}
