import assert from "node:assert/strict";
import { test } from "node:test";
import { type Box, arrow, covered, placed } from "./pointing";

const box = (left: number, top: number, width: number, height: number): Box => ({ left, top, width, height });
const ROOM = box(10, 100, 340, 400);
const WORDS = { width: 300, height: 80 };

test("the words of a hint lie at the bottom right where nothing that they speak of is", () => {
  assert.deepEqual(placed(WORDS, [ROOM], []), box(50, 420, 300, 80));
  assert.deepEqual(placed(WORDS, [ROOM], [box(100, 150, 60, 60)]), box(50, 420, 300, 80));
});
test("on the left, on the top or between where that would cover it", () => {
  assert.deepEqual(placed({ width: 150, height: 80 }, [ROOM], [box(250, 430, 60, 60)]), box(10, 420, 150, 80));
  assert.deepEqual(placed(WORDS, [ROOM], [box(150, 430, 60, 60)]), box(50, 100, 300, 80));
  const corners = [box(20, 110, 60, 60), box(280, 430, 60, 60)];
  const between = placed({ width: 340, height: 80 }, [ROOM], corners);
  assert.deepEqual(between, box(10, 178, 340, 80));
});
test("wherever the pieces are, the words cover none of them as long as there is room", () => {
  for (let x = 10; x <= 290; x += 40)
    for (let y = 100; y <= 440; y += 20)
      for (let z = 100; z <= 440; z += 20) {
        const spoken = [box(x, y, 60, 60), box(350 - x, z, 60, 60)];
        const place = placed(WORDS, [ROOM], spoken);
        assert(
          spoken.every((one) => covered(place, one) === 0),
          JSON.stringify([spoken, place]),
        );
        assert.equal(covered(place, ROOM), place.width * place.height, "in the room");
      }
});
test("what is too long is as high as there is room, and the rest is scrolled", () => {
  const spoken = [box(20, 250, 60, 60), box(200, 280, 60, 60)];
  assert.deepEqual(placed({ width: 340, height: 900 }, [ROOM], spoken), box(10, 348, 340, 152));
});
test("what is too long for its room may lie in a wider one", () => {
  const [spoken, wide] = [[box(20, 200, 300, 200)], box(10, 50, 340, 600)];
  assert.deepEqual(placed(WORDS, [ROOM, wide], spoken), box(50, 420, 300, 80));
  assert.deepEqual(placed({ width: 300, height: 200 }, [ROOM, wide], spoken), box(50, 450, 300, 200));
  assert.deepEqual(placed({ width: 300, height: 900 }, [ROOM, wide], spoken), box(50, 408, 300, 242));
});
test("what stands beside stays free if there is room enough", () => {
  const [list, piece] = [box(10, 300, 340, 200), box(150, 110, 60, 60)];
  assert.deepEqual(placed(WORDS, [ROOM], [piece], [list]), box(50, 178, 300, 80));
  assert.deepEqual(placed({ width: 300, height: 200 }, [ROOM], [piece], [list]), box(50, 300, 300, 200));
});
test("where all is covered, as little as can be", () => {
  const place = placed(WORDS, [ROOM], [box(10, 100, 340, 300), box(10, 400, 170, 100)]);
  assert.equal(place.top + place.height, 500);
  assert.equal(place.left, 50);
});
test("an arrow leads from edge to edge, in a bow", () => {
  const way = arrow(box(0, 0, 40, 40), box(200, 0, 40, 40))!;
  assert.deepEqual(
    [way.from, way.to],
    [
      { x: 40, y: 20 },
      { x: 200, y: 20 },
    ],
  );
  assert.equal(way.past.x, 120);
  assert(way.past.y < 20);
});
test("between neighbours it is long enough to be seen", () => {
  const way = arrow(box(0, 0, 40, 40), box(0, 44, 40, 40))!;
  assert.equal(Math.round(way.to.y - way.from.y), 36);
  assert(way.from.y > 20 && way.to.y < 64, "and stays between both");
});
test("nothing points at itself, or at what it lies in", () => {
  assert.equal(arrow(box(0, 0, 40, 40), box(0, 0, 40, 40)), null);
  assert.equal(arrow(box(60, 60, 20, 20), box(0, 0, 100, 100)), null);
  assert.equal(arrow(box(0, 0, 100, 100), box(60, 60, 20, 20)), null);
});
