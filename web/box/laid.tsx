// The box laid out: every piece in the order in which one takes it out. What is still ours is grey.

import { language, t } from "../words";
import type { FindingInfo, SheetInfo } from "../wire";
import { columnsOf, isYours, type Row, standingOf } from "./draft";
import { Drawing } from "./drawing";
import { confirmAll, placeText, printText, type Work } from "./work";

export function Laid({ work }: { work: Work }) {
  return (
    <div class="laid">
      {work.box.sheets.map((sheet) => (
        <Sheet key={sheet.name} work={work} sheet={sheet} />
      ))}
    </div>
  );
}

function Sheet({ work, sheet }: { work: Work; sheet: SheetInfo }) {
  const rows = work.draft.rows[sheet.name] ?? [];
  const { yours, all } = standingOf(sheet, work.draft.rows);
  const found = (work.findings ?? []).filter(({ file, kind }) => file === sheet.name && kind !== "fine");
  return (
    <section class="sheet" aria-labelledby={`sheet-${sheet.name}`}>
      <header>
        <h2 id={`sheet-${sheet.name}`}>{sheet.title[language.value]}</h2>
        <span class="soft">{t("box_of", { n: yours, all })}</span>
        <button type="button" class="quiet" disabled={rows.every(isYours)} onClick={() => confirmAll(work, sheet.name)}>
          {t("box_seen_all")}
        </button>
      </header>
      <ul>
        {rows.map((row, at) => (
          <li key={row.id}>
            <Piece work={work} sheet={sheet} row={row} at={at} found={found.filter(({ id }) => id === row.id)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PieceProps {
  work: Work;
  sheet: SheetInfo;
  row: Row;
  at: number;
  found: readonly FindingInfo[];
}

// words: certain, likely, reconstructed, yours
function Piece({ work, sheet, row, at, found }: PieceProps) {
  const { file, at: taken } = work.place;
  const columns = columnsOf(sheet, row);
  const status = t(row.status as "certain" | "likely" | "reconstructed" | "yours");
  const label = [placeText(columns, row), printText(columns, row), status].filter(Boolean).join(". ");
  return (
    <button
      type="button"
      class="laid-piece"
      data-status={row.status}
      data-found={found[0]?.kind}
      aria-current={file === sheet.name && taken === at}
      aria-label={label}
      onClick={() => work.take({ file: sheet.name, at }, false)}
    >
      <Drawing work={work} sheet={sheet} row={row} />
      {(Number(row.copies) > 1 || sheet.kinds) && <span class="times">{row.copies}×</span>}
      {isYours(row) && (
        <span class="mark" aria-hidden="true">
          ✓
        </span>
      )}
    </button>
  );
}
