// The page draws itself into an image: a table as a board has drawn it, and below it who plays and how it stands.

import { type ComponentChild, render } from "preact";

const STILL = "*{animation:none!important;transition:none!important}"; // or everything would appear once more
const SVG = "http://www.w3.org/2000/svg";
const XHTML = "http://www.w3.org/1999/xhtml";

export interface Size {
  width: number;
  height: number;
}

/** What is drawn: the room for the board, the height of what stands below it, and the window that style rules see. */
export interface Plate {
  room: Size;
  below: number;
  window: Size;
}

const MARGIN = 16; // around the room for the board

/** How large what is drawn becomes. */
export const sizeOf = ({ room, below }: Plate): Size => ({
  width: room.width + 2 * MARGIN,
  height: room.height + 2 * MARGIN + below,
});

/** Draws with the styles and in the light of a table that is on the page. */
export class Drawing {
  readonly #table: HTMLElement;
  readonly #styles = styles();

  constructor(table = document.querySelector<HTMLElement>(".table")!) {
    this.#table = table;
  }

  /** A stage, which may be no part of the page, with the caption below it. It needs nothing from elsewhere. */
  async image(stage: HTMLElement, caption: HTMLElement, plate: Plate): Promise<HTMLImageElement> {
    const { width, height } = sizeOf(plate);
    const style = `<style><![CDATA[${await this.#styles}\n${STILL}]]></style>`;
    const content = this.#content(stage, caption, plate);
    const holder = `<foreignObject width="${width}" height="${height}">${content}</foreignObject>`;
    const size = `width="${Math.max(plate.window.width, width)}" height="${Math.max(plate.window.height, height)}"`;
    return loaded(`<svg xmlns="${SVG}" ${size} style="${rootStyle()}">${style}${holder}</svg>`);
  }

  /** How high a caption gets below a room of this width. */
  heightOf(caption: HTMLElement, width: number): number {
    caption.style.cssText = `position:absolute;visibility:hidden;width:${width + 2 * MARGIN}px`;
    this.#table.append(caption);
    const { height } = caption.getBoundingClientRect();
    caption.remove();
    return Math.ceil(height);
  }

  #content(stage: HTMLElement, caption: HTMLElement, plate: Plate): string {
    const { width, height } = sizeOf(plate);
    const { room, below } = plate;
    const page = this.#table.closest<HTMLElement>(".page")!;
    const copy = stage.cloneNode(true) as HTMLElement;
    for (const over of copy.querySelectorAll(".ending, dialog")) over.remove();
    const place = `left:${MARGIN}px;top:${MARGIN}px;width:${room.width}px;height:${room.height}px`;
    copy.style.cssText = `position:absolute;${place}`;
    const words = caption.cloneNode(true) as HTMLElement;
    words.style.cssText = `position:absolute;inset:auto 0 0;height:${below}px;overflow:hidden`;
    const inTable = shellOf(this.#table, "position:absolute;inset:0;display:block;padding:0");
    inTable.append(copy, words);
    const frame = "position:absolute;inset:0;display:block;min-height:0;height:auto;background-attachment:scroll";
    const inPage = shellOf(page, `${frame};${fontOf(page)}`);
    inPage.append(inTable);
    const inside = document.createElement("div");
    inside.setAttribute("xmlns", XHTML);
    inside.style.cssText = `position:relative;width:${width}px;height:${height}px;overflow:hidden`;
    inside.append(inPage);
    return new XMLSerializer().serializeToString(inside);
  }
}

/** Something drawn by Preact that is no part of the page, and what lets go of it. */
export function apart(kind: string, name: string, content: ComponentChild): [HTMLElement, () => void] {
  const holder = document.createElement(kind);
  holder.className = name;
  render(content, holder);
  return [holder, () => render(null, holder)];
}

/** The theme, and the colours of the seats, which a rematch keeps (see art/emblem). */
function rootStyle(): string {
  const root = document.documentElement;
  const theme = getComputedStyle(root).colorScheme;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches && theme.includes("dark");
  return `color-scheme:${dark ? "dark" : theme.split(" ")[0]};${root.style.cssText}`;
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

export const asData = (blob: Blob): Promise<string> =>
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
