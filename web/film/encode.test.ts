// What is written of a film; tests/test_browser_end.py reads one back with another program.

import assert from "node:assert/strict";
import { test } from "node:test";
import { FilmEncoder } from "./encode";

const SIDE = 64;
const RED = 0xff0000ff; // alpha, blue, green, red
const GREEN = 0xff00ff00;

const picture = (of: (place: number) => number): ArrayBuffer =>
  Uint32Array.from({ length: SIDE * SIDE }, (_, place) => of(place)).buffer;

/** What each frame says of itself, and how many bytes it takes. */
function framesOf(film: Uint8Array): { milliseconds: number; bytes: number }[] {
  const starts = [...film.keys()].filter((n) => film[n] === 0x21 && film[n + 1] === 0xf9 && film[n + 2] === 4);
  return starts.map((start, n) => ({
    milliseconds: (film[start + 4]! + 256 * film[start + 5]!) * 10,
    bytes: (starts[n + 1] ?? film.length) - start,
  }));
}

test("a film is a GIF that goes round, with a time for each frame", () => {
  const first = picture(() => RED);
  const film = new FilmEncoder(SIDE, SIDE, [first]);
  film.add(first, 2400);
  film.add(first, 450);
  const bytes = film.finish();
  const text = new TextDecoder("latin1").decode(bytes);
  assert(text.startsWith("GIF89a") && text.includes("NETSCAPE2.0"));
  assert.deepEqual(
    framesOf(bytes).map(({ milliseconds }) => milliseconds),
    [2400, 450],
  );
});

test("a frame holds only what differs from the one before", () => {
  const motley = (place: number) => (Math.sin(place * place) > 0 ? RED : GREEN);
  const touched = (place: number) => (place < 9 ? RED : motley(place));
  const film = new FilmEncoder(SIDE, SIDE, [picture(motley)]);
  for (const drawn of [motley, touched, motley]) film.add(picture(drawn), 500);
  const [whole, ...later] = framesOf(film.finish()).map(({ bytes }) => bytes);
  assert.equal(later.length, 2);
  assert(
    later.every((bytes) => bytes < whole! / 3),
    `${whole} ${later}`,
  );
});
