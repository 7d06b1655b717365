// A box as its owner puts it in: the rows of its files, and every change with its way back.

import type { BoxInfo, ColumnInfo, PieceRow, SheetInfo } from "../wire";

/** A row of a component file as text, by column; with `id`, `copies`, `status` and `source`. */
export type Row = Readonly<Record<string, string>>;
export type Rows = Readonly<Record<string, readonly Row[]>>;

/** Rows of a file in the place of others, from one on. */
interface Splice {
  file: string;
  at: number;
  before: readonly Row[];
  after: readonly Row[];
}
export type Change = readonly Splice[];

export interface Draft {
  /** The version of the rules whose box it began with. */
  rules: number;
  rows: Rows;
  past: readonly Change[];
  future: readonly Change[];
}

/** A row by its file and its number there. */
export interface Place {
  file: string;
  at: number;
}

export const YOURS = "yours";
const STEPS = 300; // that can be taken back
const COMMON = ["id", "copies", "status", "source"];

export const rowsOf = (box: BoxInfo): Rows =>
  Object.fromEntries(box.sheets.map((sheet) => [sheet.name, sheet.rows.map(asText)]));

const asText = ({ id, copies, status, source, values }: PieceRow): Row => ({
  ...values,
  id,
  copies: String(copies),
  status,
  source,
});

export const begin = (box: BoxInfo): Draft => ({ rules: box.rules, rows: rowsOf(box), past: [], future: [] });

/** What was confirmed under other rules, and the rest as it is in the box today. */
export function renewed({ rows }: Draft, box: BoxInfo): Draft {
  const draft = begin(box);
  const both = Object.entries(draft.rows).map(([file, ours]) => {
    const theirs = (rows[file] ?? []).filter(isYours);
    const kept = ours.map((row) => theirs.find(({ id }) => id === row.id) ?? row);
    return [file, [...kept, ...theirs.filter(({ id }) => !ours.some((row) => row.id === id))]] as const;
  });
  return { ...draft, rows: Object.fromEntries(both) };
}

// Changes

function carriedOut(rows: Rows, change: Change): Rows {
  const found = { ...rows };
  for (const { file, at, before, after } of change)
    found[file] = (found[file] ?? []).toSpliced(at, before.length, ...after);
  return found;
}

const back = (change: Change): Change =>
  change.map(({ before, after, ...rest }) => ({ ...rest, before: after, after: before })).reverse();

export const change = (draft: Draft, made: Change): Draft => ({
  ...draft,
  rows: carriedOut(draft.rows, made),
  past: [...draft.past, made].slice(-STEPS),
  future: [],
});

export function undo(draft: Draft): Draft {
  const last = draft.past.at(-1);
  if (!last) return draft;
  const rows = carriedOut(draft.rows, back(last));
  return { ...draft, rows, past: draft.past.slice(0, -1), future: [...draft.future, last] };
}

export function redo(draft: Draft): Draft {
  const next = draft.future.at(-1);
  if (!next) return draft;
  return {
    ...draft,
    rows: carriedOut(draft.rows, next),
    past: [...draft.past, next],
    future: draft.future.slice(0, -1),
  };
}

/** Where a change was: the first row that it is about. */
export const placeOf = (made: Change): Place | null => {
  const [first] = made;
  return first ? { file: first.file, at: first.at } : null;
};

export const rowAt = (rows: Rows, { file, at }: Place): Row | undefined => rows[file]?.[at];

function inPlace(draft: Draft, { file, at }: Place, after: readonly Row[]): Draft {
  const row = rowAt(draft.rows, { file, at });
  return row && !same([row], after) ? change(draft, [{ file, at, before: [row], after }]) : draft;
}

/** The owner has seen this piece, as it is or with other values. */
export function seen(draft: Draft, place: Place, source: string, values: Row = {}): Draft {
  const row = rowAt(draft.rows, place);
  return row ? inPlace(draft, place, [{ ...row, ...values, status: YOURS, source }]) : draft;
}

/** All pieces of a file are as they are in the box. */
export function seenAll(draft: Draft, file: string, source: string): Draft {
  const before = draft.rows[file] ?? [];
  const after = before.map((row) => (isYours(row) ? row : { ...row, status: YOURS, source }));
  return change(draft, [{ file, at: 0, before, after }]);
}

/** What was confirmed by one source is by another one. */
export function sourced(draft: Draft, before: string, source: string): Draft {
  const named = (row: Row): Row => (isYours(row) && row.source === before ? { ...row, source } : row);
  const rows = Object.entries(draft.rows).filter(([, all]) => all.some((row) => named(row) !== row));
  return rows.length > 0
    ? replaced(draft, Object.fromEntries(rows.map(([file, all]) => [file, all.map(named)])))
    : draft;
}

/** Another piece like this one, below it. */
export function added(draft: Draft, place: Place, source: string): Draft {
  const row = rowAt(draft.rows, place);
  if (!row) return draft;
  const more = { ...row, id: freeId(draft.rows[place.file]!, row.id!), copies: "1", status: YOURS, source };
  return inPlace(draft, place, [row, more]);
}

function freeId(rows: readonly Row[], id: string): string {
  const taken = new Set(rows.map((row) => row.id!.toLowerCase()));
  for (let n = 2; ; n++) if (!taken.has(`${id}-${n}`.toLowerCase())) return `${id}-${n}`;
}

export const removed = (draft: Draft, place: Place): Draft => inPlace(draft, place, []);

/** The piece as it is in our box. */
export function restored(draft: Draft, place: Place, ours: Rows): Draft {
  const row = rowAt(draft.rows, place);
  const our = ours[place.file]?.find(({ id }) => id === row?.id);
  return our ? inPlace(draft, place, [our]) : draft;
}

/** Other files in the place of those that are there. */
export const replaced = (draft: Draft, rows: Rows): Draft =>
  change(
    draft,
    Object.entries(rows).map(([file, after]) => ({ file, at: 0, before: draft.rows[file] ?? [], after })),
  );

/** What somebody else has seen in their box is likely in another one. */
export const ofAnother = (rows: Rows): Rows =>
  Object.fromEntries(
    Object.entries(rows).map(([file, all]) => [
      file,
      all.map((row) => (isYours(row) ? { ...row, status: "likely" } : row)),
    ]),
  );

// What it holds

export const isYours = (row: Row): boolean => row.status === YOURS;

/** The rows that a piece could take the place of: in the order in which one takes them out of the box. */
export const placesOf = (box: BoxInfo, rows: Rows): Place[] =>
  box.sheets.flatMap(({ name }) => (rows[name] ?? []).map((_, at) => ({ file: name, at })));

/** How many pieces a file has, where rows are kinds how many kinds; and how many of them are confirmed. */
export function standingOf({ name, kinds }: SheetInfo, rows: Rows): { yours: number; all: number } {
  const sum = (all: readonly Row[]) => all.reduce((n, row) => n + (kinds ? 1 : Number(row.copies) || 0), 0);
  const all = rows[name] ?? [];
  return { yours: sum(all.filter(isYours)), all: sum(all) };
}

export function standing(box: BoxInfo, rows: Rows): { yours: number; all: number } {
  const parts = box.sheets.map((sheet) => standingOf(sheet, rows));
  return {
    yours: parts.reduce((n, part) => n + part.yours, 0),
    all: parts.reduce((n, part) => n + part.all, 0),
  };
}

/** The columns that count for a row. */
export function columnsOf(sheet: SheetInfo, row: Row): ColumnInfo[] {
  const counts = ({ of = {} }: ColumnInfo) => Object.entries(of).every(([name, word]) => row[name] === word);
  const found = new Map<string, ColumnInfo>();
  for (const column of sheet.columns) if (!found.has(column.name) && counts(column)) found.set(column.name, column);
  return [...found.values()];
}

/** What is printed on a piece and can be put in. */
export const printedOn = (sheet: SheetInfo, row: Row): ColumnInfo[] =>
  columnsOf(sheet, row).filter(({ place }) => !place);

/** What is printed on a row as another has it, to put it in here as well. */
export const printOf = (sheet: SheetInfo, row: Row): Row =>
  Object.fromEntries(printedOn(sheet, row).map(({ name }) => [name, row[name] ?? ""]));

/** The files that are not as they are in our box. */
export const ownFiles = (rows: Rows, ours: Rows): Rows =>
  Object.fromEntries(Object.entries(rows).filter(([file, all]) => !same(all, ours[file] ?? [])));

export const same = (one: readonly Row[], other: readonly Row[]): boolean =>
  JSON.stringify(one.map(ordered)) === JSON.stringify(other.map(ordered));

const ordered = (row: Row): Row => Object.fromEntries(Object.entries(row).sort());

/** A file that was read, with the columns that the sheet has and no others. */
export const fitted = (sheet: SheetInfo, rows: readonly Row[]): Row[] =>
  rows.map((row) =>
    Object.fromEntries(
      [...new Set([...COMMON, ...sheet.columns.map(({ name }) => name)])].map((name) => [name, row[name] ?? ""]),
    ),
  );
