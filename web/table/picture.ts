// A picture of the table as it stands, with the result below it: the page draws itself into an image.

import type { BoardModule } from "../board";
import { tell } from "../notice";
import { language, t } from "../words";
import type { Match } from "./match";
import { verdict } from "./verdict";

const SHARPNESS = 2; // pixels of the picture to one of the page
const STRIP = 92; // below the table: title, result, players
const STILL = "*{animation:none!important;transition:none!important}"; // or everything would appear once more
const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";

/** Hand the picture on where the device can do that; otherwise keep it as a file. */
export async function sharePicture(match: Match, module: BoardModule): Promise<void> {
  const blob = await pictureOf(match, module);
  const file = new File([blob], `sunroom-${match.about.peek()!.game}.png`, { type: "image/png" });
  const data = { files: [file], title: match.say.peek()!("title") };
  if (navigator.canShare?.(data)) {
    await navigator.share(data).catch((why: DOMException) => {
      if (why.name !== "AbortError") throw why; // who changes their mind has done nothing wrong
    });
    return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  tell(t("picture_kept", { file: file.name }));
}

export async function pictureOf(match: Match, module: BoardModule): Promise<Blob> {
  const stage = document.querySelector<HTMLElement>(".table > .stage")!;
  const place = stage.getBoundingClientRect();
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(place.width * SHARPNESS);
  canvas.height = Math.round((place.height + STRIP) * SHARPNESS);
  const pen = canvas.getContext("2d")!;
  pen.scale(SHARPNESS, SHARPNESS);
  const image = await loaded(await drawingOf(stage, place));
  pen.drawImage(image, 0, 0, place.width, place.height, 0, 0, place.width, place.height);
  drawResult(pen, place, match, module);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

/** The stage alone, in front of the page's ground, as an SVG document that needs nothing from elsewhere. */
async function drawingOf(stage: HTMLElement, place: DOMRect): Promise<string> {
  const page = stage.closest<HTMLElement>(".page")!;
  const table = stage.closest<HTMLElement>(".table")!;
  const copy = stage.cloneNode(true) as HTMLElement;
  for (const over of copy.querySelectorAll(".ending")) over.remove();
  copy.style.cssText = `position:absolute;inset:0;width:${place.width}px;height:${place.height}px`;
  const inTable = shellOf(table, `position:absolute;inset:0;display:block;padding:0`);
  const inPage = shellOf(
    page,
    `position:absolute;inset:0;display:block;min-height:0;height:auto;background-attachment:scroll;${fontOf(page)}`,
  );
  inTable.append(copy);
  inPage.append(inTable);
  const inside = document.createElement("div");
  inside.setAttribute("xmlns", XHTML);
  inside.style.cssText = `position:relative;width:${place.width}px;height:${place.height}px;overflow:hidden`;
  inside.append(inPage);
  const theme = getComputedStyle(document.documentElement).colorScheme;
  const scheme =
    matchMedia("(prefers-color-scheme: dark)").matches && theme.includes("dark") ? "dark" : theme.split(" ")[0];
  const style = `<style><![CDATA[${await styles()}\n${STILL}]]></style>`;
  const content = new XMLSerializer().serializeToString(inside);
  const holder = `<foreignObject width="${place.width}" height="${place.height}">${content}</foreignObject>`;
  const size = `width="${innerWidth}" height="${innerHeight}"`; // as the window is: rules ask for its size
  return `<svg xmlns="${SVG}" ${size} style="color-scheme:${scheme}">${style}${holder}</svg>`;
}

/** What the page's elements get from its body, each by itself: together they cannot always be written. */
function fontOf(element: HTMLElement): string {
  const { fontFamily, fontSize, fontVariantNumeric, lineHeight } = getComputedStyle(element);
  const numbers = `font-variant-numeric:${fontVariantNumeric}`;
  return `font-family:${fontFamily};font-size:${fontSize};line-height:${lineHeight};${numbers}`;
}

/** An element of the same kind and names, without what is in it. */
function shellOf(element: HTMLElement, style: string): HTMLElement {
  const shell = element.cloneNode(false) as HTMLElement;
  shell.style.cssText = style;
  return shell;
}

/** All rules of the page as they were written; what they fetch comes along, as the picture may fetch nothing. */
async function styles(): Promise<string> {
  const sheets = [...document.styleSheets].flatMap(({ href }) => (href === null ? [] : [href]));
  const texts = await Promise.all(sheets.map(async (href) => withFiles(await (await fetch(href)).text(), href)));
  return texts.join("\n").replaceAll("]]>", "").replaceAll("font-display:swap", "font-display:block");
}

const ADDRESS = /url\("?([^")]+)"?\)/g;

async function withFiles(rules: string, base: string): Promise<string> {
  const found = [...new Set([...rules.matchAll(ADDRESS)].map(([, address]) => address!))];
  const files = new Map<string, string>();
  for (const address of found.filter((one) => !one.startsWith("data:") && !one.startsWith("#")))
    files.set(address, await asData(await (await fetch(new URL(address, base))).blob()));
  return rules.replace(ADDRESS, (written, address: string) =>
    files.has(address) ? `url("${files.get(address)}")` : written,
  );
}

const asData = (blob: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(blob);
  });

async function loaded(drawing: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  return image;
}

/** Below the table: the game, how it ended, and what everybody has. */
function drawResult(pen: CanvasRenderingContext2D, place: DOMRect, match: Match, module: BoardModule): void {
  const look = getComputedStyle(document.querySelector(".table")!);
  const colour = (name: string) => resolved(`var(${name})`);
  const say = match.say.peek()!;
  const state = match.shown.peek()!;
  const family = look.fontFamily;
  pen.fillStyle = colour("--card");
  pen.fillRect(0, place.height, place.width, STRIP);
  pen.fillStyle = colour("--ink");
  const write = (text: string, y: number, font: string) => {
    pen.font = `${font} ${family}`;
    pen.fillText(text, 16, place.height + y, place.width - 32);
  };
  write(`${say("title")} · ${verdict(match, state.result ?? { reason: "aborted" })}`, 34, "750 20px");
  const names = match.about.peek()!.seats.map((_, seat) => {
    const { points, scores } = state.result ?? {};
    const score = points?.[seat] ?? scores?.[seat] ?? module.score?.(state.view, seat, say);
    return `${match.nameOf(seat)} ${score ?? ""}`.trim();
  });
  write(names.join("   "), 60, "600 16px");
  pen.fillStyle = colour("--soft");
  write(`Sunroom · ${new Date().toLocaleDateString(language.value, { dateStyle: "medium" })}`, 81, "500 13px");
}

/** A colour of the style sheet as a canvas takes it. */
function resolved(value: string): string {
  const probe = document.createElement("span");
  probe.style.color = value;
  document.querySelector(".table")!.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
