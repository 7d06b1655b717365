// A draft on the table: which piece is in hand, and what its owner can do with it.

import type { ComponentChild } from "preact";
import { language, t } from "../words";
import { spoken } from "../notice";
import type { BoxInfo, ColumnInfo, FindingInfo, GameInfo, SheetInfo } from "../wire";
import {
  added,
  change,
  type Draft,
  isYours,
  placeOf,
  placesOf,
  printOf,
  redo,
  removed,
  restored,
  rowAt,
  seen,
  seenAll,
  sourced,
  standing,
  undo,
  type Place,
  type Row,
  type Rows,
} from "./draft";
import { edition } from "./memory";

/** A piece as its game draws it; null where it is told in words. */
export type Drawn = (file: string, row: Row) => ComponentChild | null;

export interface Work {
  game: GameInfo;
  box: BoxInfo;
  ours: Rows;
  draft: Draft;
  place: Place;
  findings: readonly FindingInfo[] | null;
  drawn: Drawn;
  set: (draft: Draft) => void;
  /** Takes a piece in hand; with *follow* the keyboard goes along, to a column where one is named. */
  take: (place: Place, follow?: boolean | string) => void;
}

export const sheetOf = (box: BoxInfo, file: string): SheetInfo => box.sheets.find(({ name }) => name === file)!;
export const inHand = ({ draft, place }: Work): Row | undefined => rowAt(draft.rows, place);

/** What stands beside every piece that is confirmed. */
const source = (): string => edition.peek().trim() || t("box_own_source");

/** What was looked at is said afterwards: it then stands beside what was confirmed before, too. */
export function nameSource(work: Work, text: string): void {
  const before = source();
  edition.value = text;
  work.set(sourced(work.draft, before, source()));
}

export const totals = ({ box, draft }: Work): { yours: number; all: number } => standing(box, draft.rows);

/** The piece so many further on in the box. */
function neighbour({ box, draft, place }: Work, step: number): Place | undefined {
  const all = placesOf(box, draft.rows);
  return all[all.findIndex(({ file, at }) => file === place.file && at === place.at) + step];
}

export function step(work: Work, by: number): void {
  const next = neighbour(work, by);
  if (next) work.take(next, true);
}

/** It is in the box as it is here; then comes the next one. */
export function confirm(work: Work): void {
  const draft = seen(work.draft, work.place, source());
  work.set(draft);
  spoken.value = t("box_standing", standing(work.box, draft.rows));
  step(work, 1);
}

export const put = (work: Work, values: Row): void => work.set(seen(work.draft, work.place, source(), values));

/** The same is printed as on the piece before. */
export function likeBefore(work: Work): void {
  const before = neighbour(work, -1);
  const row = before && rowAt(work.draft.rows, before);
  if (!row || before.file !== work.place.file) return;
  put(work, printOf(sheetOf(work.box, before.file), row));
}

/** So many more that are alike. */
export function moreCopies(work: Work, by: number): void {
  const n = Number(inHand(work)?.copies ?? 0) + by;
  if (n >= 1 && n <= 99) put(work, { copies: String(n) });
}

export function another(work: Work): void {
  work.set(added(work.draft, work.place, source()));
  work.take({ ...work.place, at: work.place.at + 1 }, true);
}

export function takeOut(work: Work): void {
  const draft = removed(work.draft, work.place);
  work.set(draft);
  work.take(near(work, draft, work.place), true);
}

/** A place that is still there. */
function near({ box }: Work, draft: Draft, { file, at }: Place): Place {
  const left = draft.rows[file]!.length;
  return left > 0 ? { file, at: Math.min(at, left - 1) } : placesOf(box, draft.rows)[0]!;
}

export const asOurs = (work: Work): void => work.set(restored(work.draft, work.place, work.ours));
export const confirmAll = (work: Work, file: string): void => work.set(seenAll(work.draft, file, source()));

/** Forwards or backwards by one change, and to the piece that it is about. */
export function again(work: Work, forwards: boolean): void {
  const made = (forwards ? work.draft.future : work.draft.past).at(-1);
  const at = made && placeOf(made);
  if (!at) return;
  const draft = forwards ? redo(work.draft) : undo(work.draft);
  work.set(draft);
  work.take(near(work, draft, at), true);
}

/** Everything that the owner has put in is taken back, as one change. */
export const startAgain = ({ set, draft, ours }: Work): void =>
  set(
    change(
      draft,
      Object.entries(ours).map(([file, after]) => ({ file, at: 0, before: draft.rows[file]!, after })),
    ),
  );

/** The first piece that nobody has confirmed. */
export const firstOpen = (box: BoxInfo, rows: Rows): Place =>
  placesOf(box, rows).find((place) => !isYours(rowAt(rows, place)!)) ?? placesOf(box, rows)[0]!;

// In words

export const valueText = ({ words = [] }: ColumnInfo, text: string): string =>
  text
    .split(" ")
    .map((word) => words.find(({ name }) => name === word)?.title[language.value] ?? word)
    .join(", ");

/** The columns that say where a piece belongs, of free text only figures and capitals: others are words of a file. */
const placing = (columns: readonly ColumnInfo[], row: Row): ColumnInfo[] =>
  columns.filter(
    ({ name, place, words, most }) => place && (words || most !== undefined || !/[a-z]/.test(row[name] ?? "")),
  );

/** Where a piece belongs, like "kind: night". */
export const placeText = (columns: readonly ColumnInfo[], row: Row): string =>
  placing(columns, row)
    .map((column) => `${column.title[language.value]}: ${valueText(column, row[column.name] ?? "")}`)
    .join(" · ");

/** A piece in words, for a game that does not draw it. */
export const pieceText = (columns: readonly ColumnInfo[], row: Row): string =>
  [...placing(columns, row).map((column) => valueText(column, row[column.name] ?? "")), printText(columns, row)]
    .filter(Boolean)
    .join(" · ");

/** What is printed on a piece, in words. */
export const printText = (columns: readonly ColumnInfo[], row: Row): string =>
  columns
    .filter(({ name, place }) => !place && row[name] && row[name] !== "0")
    .map((column) => `${column.title[language.value]}: ${valueText(column, row[column.name]!)}`)
    .join(", ");
