// Boxes in files: those that are brought, and those that are kept.

import { ask, Refusal } from "../server";
import { keepFile } from "../table/handover";
import { t } from "../words";
import type { BoxInfo, Export } from "../wire";
import { parsed } from "./csv";
import { fitted, type Rows } from "./draft";
import { unzipped } from "./zip";

/** The rows of all component files among these, which may be in a zip file. */
export async function rowsIn(box: BoxInfo, files: readonly File[]): Promise<Rows> {
  const texts = Object.assign({}, ...(await Promise.all(files.map(textsIn)))) as Record<string, string>;
  const rows: Record<string, Rows[string]> = {};
  for (const [name, text] of Object.entries(texts)) {
    const sheet = box.sheets.find((one) => fileName(box.game, name) === `${one.name}.csv`);
    if (!sheet) throw new Refusal({ id: "box_file_unknown", text: t("box_file_unknown", { file: name }) });
    rows[sheet.name] = fitted(sheet, parsed(text));
  }
  if (Object.keys(rows).length === 0) throw new Refusal({ id: "box_file_none", text: t("box_file_none") });
  return rows;
}

async function textsIn(file: File): Promise<Record<string, string>> {
  return file.name.endsWith(".zip") ? unzipped(await file.arrayBuffer()) : { [file.name]: await file.text() };
}

/** A file may have been saved with the game's name in front, or as "tiles (1).csv". */
const fileName = (game: string, name: string): string =>
  name.replace(`${game}-`, "").replace(/ ?\(\d+\)\.csv$/, ".csv");

/** What the server makes of a draft, as a file of this device. */
async function keep(game: string, path: string, data: object, name: string): Promise<void> {
  const answer = await ask("POST", `/api/games/${game}/boxes/${path}`, data);
  keepFile(new File([await answer.blob()], name));
}

export const keepFiles = (game: string, rows: Rows, separator: "," | ";"): Promise<void> =>
  keep(game, "export", { rows, separator } as Export, `${game}-box.zip`);

export const keepContribution = (game: string, rows: Rows, owner: string): Promise<void> =>
  keep(game, "contribution", { rows, owner }, `${game}-pieces.json`);
