import assert from "node:assert/strict";
import { test } from "node:test";
import { ladder, loop, orbit, type Geometry, type Point } from "./geometry";

const RINGS: [string, Geometry][] = [
  ["orbit", orbit()],
  ["loop", loop(740, 520)],
  ["loop", loop(560, 330)],
  ["loop", loop(696, 215)], // large print
  ["ladder", ladder(344, 420)],
  ["ladder", ladder(344, 215)],
];
const PLACES = [0, 1, 2, 3, 4, 5];
const FIELDS = [0, 1, 2, 3, 4, 5, 6, 7];
const apart = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y);

test("markers on neighbouring fields do not cover each other", () => {
  for (const [name, g] of RINGS)
    for (const place of PLACES)
      for (const track of ["inner", "outer"] as const)
        for (const n of FIELDS.slice(1)) {
          const gap = apart(g.field(place, track, n), g.field(place, track, n - 1));
          assert(gap >= g.marker * 0.99, `${name} ${g.height}: ${gap} for ${g.marker}`);
        }
});

test("the two tracks of a station lie side by side, the numbers between them", () => {
  for (const [name, g] of RINGS)
    for (const place of PLACES)
      for (const n of FIELDS) {
        const [inner, outer] = [g.field(place, "inner", n), g.field(place, "outer", n)];
        const middle = g.field(place, "number", n);
        assert(apart(inner, outer) >= g.marker, `${name} ${g.height}`);
        assert(apart(middle, inner) < apart(inner, outer) && apart(middle, outer) < apart(inner, outer), name);
      }
});

test("all of it lies in the drawing", () => {
  for (const [name, g] of RINGS)
    for (const place of PLACES) {
      const points = [
        ...FIELDS.flatMap((n) => [g.field(place, "inner", n), g.field(place, "outer", n)]),
        g.icon(place),
        g.bridge(place),
        g.dock(place, 0, 1),
        ...g.chips(place),
      ];
      for (const { x, y } of points) assert(x >= 0 && x <= g.width && y >= 0 && y <= g.height, `${name}: ${x} ${y}`);
    }
});

test("the laser has a field for every point, each apart from the next", () => {
  for (const [name, g] of RINGS)
    for (let n = 1; n < 14; n++) assert(apart(g.laser(n, 14), g.laser(n - 1, 14)) > 5, name);
});

test("spare bridges and free shuttles lie beside the laser, not on it, and inside its row", () => {
  for (const [name, g] of RINGS) {
    const laid = [g.spare(0), g.spare(1), g.hangar(0), g.hangar(3)].flatMap((at) => at ?? []);
    for (const at of laid)
      for (let n = 0; n < 14; n++)
        assert(apart(at, g.laser(n, 14)) >= (g.laserMarker(14) + g.piece) / 2, `${name} ${g.height}, field ${n}`);
    if (name !== "loop") continue;
    for (const at of laid) assert(at.y + g.piece / 2 <= g.icon(5).y - g.icon(5).size / 2, `${name} ${g.height}`);
  }
});
