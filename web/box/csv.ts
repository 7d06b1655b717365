// Component files as spreadsheets write them: separated by commas or semicolons, in quotes where need be.

import type { Row } from "./draft";

const CELL = /(?:"((?:[^"]|"")*)"|([^,;\r\n]*))(\r\n|[,;\r\n]|$)/y;

/** The rows of a file by its first line. */
export function parsed(text: string): Row[] {
  const [head = [], ...lines] = linesIn(text.replace(/^\uFEFF/, ""));
  return lines
    .filter((line) => line.some((cell) => cell !== ""))
    .map((line) => Object.fromEntries(head.map((name, n) => [name, line[n] ?? ""])));
}

function linesIn(text: string): string[][] {
  const separator = text.split("\n", 1)[0]!.includes(";") ? ";" : ",";
  const lines: string[][] = [[]];
  let cell = "";
  const cells = new RegExp(CELL);
  while (cells.lastIndex < text.length) {
    const [, quoted, plain = "", end = ""] = cells.exec(text) ?? [];
    cell += quoted?.replaceAll('""', '"') ?? plain;
    if (end !== separator && /^[,;]$/.test(end)) {
      cell += end;
      continue;
    }
    lines.at(-1)!.push(cell);
    cell = "";
    if (end !== separator && end !== "") lines.push([]);
  }
  return lines;
}
