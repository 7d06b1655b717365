// A piece as it lies on the table, or in words where its game does not draw it. A click on a part changes its column,
// a part that is dragged onto another one changes places with it.

import { useRef } from "preact/hooks";
import type { ColumnInfo, SheetInfo } from "../wire";
import { columnsOf, type Row } from "./draft";
import { turned } from "./fields";
import { pieceText, put, type Work } from "./work";

interface DrawingProps {
  work: Work;
  sheet: SheetInfo;
  row: Row;
}

export function Drawing({ work, sheet, row }: DrawingProps) {
  const drawn = work.drawn(sheet.name, row);
  return drawn ?? <span class="in-words">{pieceText(columnsOf(sheet, row), row)}</span>;
}

/** The part of a drawing at a point. */
const partAt = (x: number, y: number): SVGElement | null | undefined =>
  document.elementFromPoint(x, y)?.closest<SVGElement>(".in-hand [data-column]");

const STILL = 6; // pixels that a hand moves while it clicks

interface Grip {
  part: SVGElement;
  x: number;
  y: number;
  scale: number;
}

export function Changeable({ work, sheet, row }: DrawingProps) {
  const grip = useRef<Grip | null>(null);
  const named = (part: Element | null | undefined): ColumnInfo | undefined =>
    columnsOf(sheet, row).find(({ name }) => name === part?.getAttribute("data-column"));
  const click = (event: MouseEvent) => {
    const part = (event.target as Element).closest("[data-column]");
    const column = named(part);
    if (!column) return;
    const word = part!.getAttribute("data-word") ?? undefined;
    const value = turned(column, row[column.name] ?? "", word, event.shiftKey ? -1 : 1);
    put(work, { [column.name]: value });
  };
  const hold = (event: PointerEvent) => {
    const part = (event.target as Element).closest<SVGElement>("[data-column]");
    if (!part || !named(part)?.words) return;
    const scale = part.ownerSVGElement?.getScreenCTM()?.a ?? 1;
    grip.current = { part, x: event.clientX, y: event.clientY, scale };
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    const held = grip.current;
    if (!held || Math.hypot(clientX - held.x, clientY - held.y) < STILL) return;
    const by = [clientX - held.x, clientY - held.y].map((n) => n / held.scale);
    held.part.style.cssText = `pointer-events:none;transform:translate(${by[0]}px,${by[1]}px)`;
  };
  const drop = ({ clientX, clientY }: PointerEvent) => {
    const held = grip.current;
    grip.current = null;
    held?.part.removeAttribute("style");
    const [from, to] = [named(held?.part), named(partAt(clientX, clientY))];
    if (!from || !to || from.name === to.name || from.words?.length !== to.words?.length) return;
    put(work, { [from.name]: row[to.name]!, [to.name]: row[from.name]! });
  };
  return (
    <div
      class="in-hand"
      onClick={click}
      onPointerDown={hold}
      onPointerMove={move}
      onPointerUp={drop}
      onPointerLeave={drop}
    >
      <Drawing work={work} sheet={sheet} row={row} />
    </div>
  );
}
