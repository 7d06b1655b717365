// What is used of gifenc, which has no types of its own.

declare module "gifenc" {
  interface FrameOptions {
    /** Null: the one of the first frame. */
    palette: number[][] | null;
    delay: number;
    transparent: boolean;
    transparentIndex: number;
    dispose: number;
  }
  export function GIFEncoder(): {
    writeFrame(numbers: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
  export function quantize(rgba: Uint8Array, most: number, options: { format: "rgb565" }): number[][];
  export function nearestColorIndex(palette: number[][], colour: number[]): number;
}
