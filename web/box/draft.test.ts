import assert from "node:assert/strict";
import { test } from "node:test";
import type { BoxInfo, PieceRow, SheetInfo } from "../wire";
import { parsed } from "./csv";
import {
  added,
  begin,
  columnsOf,
  fitted,
  ofAnother,
  ownFiles,
  placesOf,
  printOf,
  redo,
  removed,
  renewed,
  replaced,
  restored,
  rowsOf,
  seen,
  seenAll,
  sourced,
  standing,
  undo,
} from "./draft";
import { isWhole, toggled, turned, typed, wordOf } from "./fields";

const both = (text: string) => ({ en: text, de: text });
const words = (...names: string[]) => names.map((name) => ({ name, title: both(name) }));
const piece = (id: string, values: Record<string, string>, copies = 1): PieceRow => ({
  id,
  copies,
  status: "reconstructed",
  source: "ours",
  values,
});

const STONES: SheetInfo = {
  name: "stones",
  title: both("stones"),
  kinds: false,
  columns: [
    { name: "kind", title: both("kind"), words: words("red", "blue"), place: true },
    { name: "worth", title: both("worth"), least: 0, most: 20 },
    { name: "marks", title: both("marks"), words: words("dot", "ring", "bar"), several: true, optional: true },
  ],
  counts: [],
  rows: [piece("A", { kind: "red", worth: "1", marks: "" }), piece("B", { kind: "blue", worth: "2", marks: "dot" }, 3)],
};
const BAGS: SheetInfo = {
  name: "bags",
  title: both("bags"),
  kinds: true,
  columns: [
    { name: "power", title: both("power"), words: words("one", "two"), of: { kind: "red" } },
    { name: "power", title: both("power"), words: words("three") },
  ],
  counts: [],
  rows: [piece("K", { kind: "red", power: "one" }, 5)],
};
const BOX: BoxInfo = { game: "stones", rules: 1, box: "", own: true, sheets: [STONES, BAGS] };
const A = { file: "stones", at: 0 };
const B = { file: "stones", at: 1 };

test("a piece that is confirmed counts with its copies, a kind once", () => {
  const draft = begin(BOX);
  assert.deepEqual(standing(BOX, draft.rows), { yours: 0, all: 5 });
  const one = seen(draft, B, "first edition");
  assert.deepEqual(standing(BOX, one.rows), { yours: 3, all: 5 });
  assert.equal(one.rows.stones![1]!.source, "first edition");
  assert.deepEqual(standing(BOX, seen(one, { file: "bags", at: 0 }, "it").rows), { yours: 4, all: 5 });
});
test("an edit is what the owner has seen, and is taken back and made again step by step", () => {
  const draft = seen(seen(begin(BOX), A, "it", { worth: "7" }), A, "it", { worth: "8" });
  assert.equal(draft.rows.stones![0]!.worth, "8");
  assert.equal(draft.rows.stones![0]!.status, "yours");
  const back = undo(draft);
  assert.equal(back.rows.stones![0]!.worth, "7");
  assert.deepEqual(undo(back).rows, rowsOf(BOX));
  assert.deepEqual(redo(redo(undo(back))).rows, draft.rows);
  assert.equal(seen(back, A, "it", { worth: "9" }).future.length, 0);
  assert.equal(undo(begin(BOX)).past.length, 0);
});
test("another piece has an id that no row has, and taking pieces out is taken back", () => {
  const draft = added(added(begin(BOX), A, "it"), A, "it");
  assert.deepEqual(
    draft.rows.stones!.map(({ id }) => id),
    ["A", "A-3", "A-2", "B"],
  );
  const fewer = removed(draft, B);
  assert.equal(placesOf(BOX, fewer.rows).length, 4);
  assert.deepEqual(undo(undo(undo(fewer))).rows, rowsOf(BOX));
});
test("a whole file is confirmed as one change, and a piece is put back as it was", () => {
  const all = seenAll(seen(begin(BOX), A, "before"), "stones", "now");
  assert.deepEqual(
    all.rows.stones!.map(({ source }) => source),
    ["before", "now"],
  );
  assert.equal(undo(all).rows.stones![1]!.status, "reconstructed");
  assert.deepEqual(restored(all, B, rowsOf(BOX)).rows.stones![1], rowsOf(BOX).stones![1]);
});
test("what is not as in our box is sent, and nothing else", () => {
  const draft = begin(BOX);
  assert.deepEqual(ownFiles(draft.rows, rowsOf(BOX)), {});
  assert.deepEqual(Object.keys(ownFiles(seen(draft, A, "it").rows, rowsOf(BOX))), ["stones"]);
});
test("another version of our box keeps what was confirmed", () => {
  const draft = added(seen(begin(BOX), A, "it", { worth: "9" }), A, "it");
  const now = { ...BOX, rules: 2, sheets: [{ ...STONES, rows: [...STONES.rows, piece("C", { worth: "4" })] }, BAGS] };
  const rows = renewed(draft, now).rows.stones!;
  assert.deepEqual(
    rows.map(({ id, worth }) => `${id} ${worth}`),
    ["A 9", "B 2", "C 4", "A-2 9"],
  );
});
test("what somebody else has seen is likely here", () => {
  assert.equal(ofAnother(seen(begin(BOX), A, "it").rows).stones![0]!.status, "likely");
});
test("a source that is named afterwards stands beside what was confirmed before", () => {
  const draft = sourced(seen(begin(BOX), A, "own box"), "own box", "first edition");
  assert.equal(draft.rows.stones![0]!.source, "first edition");
  assert.equal(draft.rows.stones![1]!.source, "ours");
});
test("of columns with one name the first counts whose words a row has", () => {
  const named = (row: Record<string, string>) => columnsOf(BAGS, row).map((column) => column.words?.length);
  assert.deepEqual([named({ kind: "red" }), named({ kind: "blue" })], [[2], [1]]);
  assert.deepEqual(printOf(STONES, begin(BOX).rows.stones![1]!), { worth: "2", marks: "dot" });
});

test("a file is read with commas and with semicolons, and keeps what the sheet has", () => {
  const text = 'id,kind,worth,marks,copies,status,source,more\r\nA,red,4,dot bar,1,yours,"a, ""b""",x\r\n';
  const [row] = fitted(STONES, parsed(text));
  assert.deepEqual(row, {
    id: "A",
    kind: "red",
    worth: "4",
    marks: "dot bar",
    copies: "1",
    status: "yours",
    source: 'a, "b"',
  });
  const other = "\uFEFFid;kind;worth;marks;copies;status;source\nA;red;4;dot bar;1;yours;one, two";
  assert.equal(fitted(STONES, parsed(other))[0]!.source, "one, two");
  const draft = replaced(begin(BOX), { stones: [row!] });
  assert.equal(draft.rows.stones!.length, 1);
  assert.equal(undo(draft).rows.stones!.length, 2);
});

test("figures fill a field, choose a word, and none begins with 0", () => {
  const [kind, worth, marks] = STONES.columns as [
    (typeof STONES.columns)[0],
    (typeof STONES.columns)[0],
    (typeof STONES.columns)[0],
  ];
  assert.deepEqual(
    ["07", "25", "12", "x"].map((text) => typed(text, 20)),
    ["7", "5", "12", ""],
  );
  assert.deepEqual(
    ["", "0", "1", "2", "3", "12"].map((text) => isWhole(text, 20)),
    [false, true, false, false, true, true],
  );
  assert.deepEqual(
    ["1", "2", "3", "0", "r"].map((key) => wordOf(kind, key)),
    ["red", "blue", undefined, undefined, undefined],
  );
  assert.equal(wordOf({ ...kind, optional: true }, "0"), "");
  assert.equal(toggled(marks, "bar", "dot"), "dot bar");
  assert.equal(turned(kind, "blue", undefined, 1), "red");
  assert.equal(turned(worth, "0", undefined, -1), "20");
  assert.equal(turned(marks, "dot bar", "dot", 1), "bar");
});
