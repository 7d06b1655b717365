// A picture of the table as it stands, with the result below it.

import type { BoardModule } from "../board";
import { Caption, scoresOf } from "./caption";
import { Drawing, apart, sizeOf } from "./drawing";
import { canShare, fileOf, keepFile, shareFile } from "./handover";
import type { Match } from "./match";
import { verdict } from "./verdict";

const SHARPNESS = 2; // pixels of the picture to one of the page

/** Hand the picture on where the device can do that; otherwise keep it as a file. */
export async function sharePicture(match: Match, module: BoardModule): Promise<void> {
  const file = fileOf(await pictureOf(match, module), match, "png");
  if (canShare(file, match)) await shareFile(file, match);
  else keepFile(file);
}

async function pictureOf(match: Match, module: BoardModule): Promise<Blob> {
  const stage = document.querySelector<HTMLElement>(".table > .stage")!;
  const { width, height } = stage.getBoundingClientRect();
  const drawing = new Drawing();
  const [caption, drop] = apart("footer", "caption", <Result match={match} module={module} />);
  const window = { width: innerWidth, height: innerHeight };
  const plate = { room: { width, height }, below: drawing.heightOf(caption, width), window };
  const image = await drawing.image(stage, caption, plate);
  drop();
  const size = sizeOf(plate);
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(size.width * SHARPNESS);
  canvas.height = Math.round(size.height * SHARPNESS);
  const pen = canvas.getContext("2d")!;
  pen.scale(SHARPNESS, SHARPNESS);
  pen.drawImage(image, 0, 0, size.width, size.height, 0, 0, size.width, size.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

function Result({ match, module }: { match: Match; module: BoardModule }) {
  const { view, result = { reason: "aborted" as const } } = match.shown.peek()!;
  const scores = scoresOf(match, module, view, result);
  const line = verdict(match, result, { named: true });
  return <Caption {...{ match, module, view, line, scores }} marked={result.winners ?? []} />;
}
