// The encoder of films, in a thread of its own: a frame takes a while, and the page goes on meanwhile.

import { FilmEncoder } from "./encode";

/** The first order names size and colours; the last one asks for the film. Each is answered, so that none piles up. */
export type Order =
  | { do: "begin"; width: number; height: number; samples: ArrayBuffer[] }
  | { do: "add"; pixels: ArrayBuffer; milliseconds: number }
  | { do: "finish" };

let film: FilmEncoder;

/** The bytes of the film, when it is finished. */
function carryOut(order: Order): ArrayBuffer | null {
  if (order.do === "begin") film = new FilmEncoder(order.width, order.height, order.samples);
  else if (order.do === "add") film.add(order.pixels, order.milliseconds);
  else return film.finish().buffer;
  return null;
}

addEventListener("message", ({ data }: MessageEvent<Order>) => postMessage(carryOut(data)));
