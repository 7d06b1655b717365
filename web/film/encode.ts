// Frames as an animated GIF: it plays wherever pictures are shown, and every browser can make one.

import { GIFEncoder, nearestColorIndex, quantize } from "gifenc";

const FORMAT = "rgb565";
const COLOURS = 255; // and one for what stays as it was

/** Takes pictures of one size, one after the other. All have the same colours, found in some of them: what has not
 *  changed is drawn alike in every frame, so that a frame holds only what differs from the one before. */
export class FilmEncoder {
  readonly #gif = GIFEncoder();
  readonly #width: number;
  readonly #height: number;
  readonly #palette: number[][];
  readonly #numbers = new Int16Array(0x10000).fill(-1); // of the colour that is nearest, by what `rgb565` keeps of one
  #before: Uint8Array | null = null;

  /** Pixels are four bytes each, as a canvas has them. */
  constructor(width: number, height: number, samples: readonly ArrayBuffer[]) {
    this.#width = width;
    this.#height = height;
    this.#palette = quantize(joined(samples), COLOURS, { format: FORMAT });
  }

  add(pixels: ArrayBuffer, milliseconds: number): void {
    const picture = new Uint32Array(pixels);
    const numbers = new Uint8Array(picture.length);
    const changed = new Uint8Array(picture.length);
    const same = this.#palette.length;
    const before = this.#before;
    for (let n = 0; n < picture.length; n++) {
      const number = n > 0 && picture[n] === picture[n - 1] ? numbers[n - 1]! : this.#numberOf(picture[n]!);
      numbers[n] = number;
      changed[n] = number === before?.[n] ? same : number;
    }
    this.#gif.writeFrame(changed, this.#width, this.#height, {
      palette: before ? null : [...this.#palette, [0, 0, 0]],
      delay: milliseconds,
      transparent: true,
      transparentIndex: same,
      dispose: 1, // it stays: the next frame is drawn over it
    });
    this.#before = numbers;
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.#gif.finish();
    return this.#gif.bytes();
  }

  #numberOf(pixel: number): number {
    const red = pixel & 255;
    const green = (pixel >> 8) & 255;
    const blue = (pixel >> 16) & 255;
    const kept = ((red >> 3) << 11) | ((green >> 2) << 5) | (blue >> 3);
    if (this.#numbers[kept]! < 0) this.#numbers[kept] = nearestColorIndex(this.#palette, [red, green, blue]);
    return this.#numbers[kept]!;
  }
}

function joined(parts: readonly ArrayBuffer[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.byteLength, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(new Uint8Array(part), at);
    at += part.byteLength;
  }
  return whole;
}
