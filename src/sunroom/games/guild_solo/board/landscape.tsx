// Which line a die clears: four columns and the rows that the sheet names; how many rows there are is not known.

import { Die } from "./art";
import type { Props } from "./view";

const COLUMNS = [1, 2, 3, 4];
const ROWS: (number | null)[] = [null, 5, 6, null]; // the die's face at the row's side

export function Landscape({ line, legal, play, say }: { line: number | null } & Pick<Props, "legal" | "play" | "say">) {
  const offers = legal.includes("die-1");
  const face = (n: number) => (
    <button
      key={n}
      type="button"
      class={`gs-face ${line === n ? "rolled" : ""} ${offers ? "can" : ""}`}
      disabled={!offers}
      data-plays={`die-${n}`}
      data-name={`die-${n}`}
      aria-label={say(n < 5 ? "board_die_column" : "board_die_row", { n, row: n - 3 })}
      onClick={(event) => play(`die-${n}`, event.currentTarget)}
    >
      <Die face={n} />
    </button>
  );
  const cleared = (column: number, row: number | null) => line !== null && (line < 5 ? line === column : line === row);
  const told =
    line === null ? say("board_landscape") : say(line < 5 ? "line_column" : "line_row", { n: line, row: line - 3 });
  return (
    <figure
      class={`gs-landscape ${line === null ? "" : "decided"} ${offers ? "offers" : ""}`}
      data-rule="GLD-5.6"
      data-name="line"
    >
      <div class="gs-lines" role="group" aria-label={told}>
        <span />
        {COLUMNS.map(face)}
        {ROWS.map((row, r) => [
          row === null ? <span key={`s${r}`} /> : face(row),
          ...COLUMNS.map((column) => (
            <span
              key={`${r}-${column}`}
              class={`gs-land ${cleared(column, row) ? "cleared" : ""} ${r === 3 ? "unsure" : ""}`}
            >
              <svg viewBox="0 0 32 22" aria-hidden="true">
                {cleared(column, row) ? (
                  <path d="M10 5l12 12M22 5 10 17" class="gs-cross" />
                ) : (
                  <path d={r === 3 ? "M8 11h1M16 11h1M24 11h1" : "M4 18l7-10 5 6 4-4 8 8"} class="gs-hill" />
                )}
              </svg>
            </span>
          )),
        ])}
      </div>
    </figure>
  );
}
