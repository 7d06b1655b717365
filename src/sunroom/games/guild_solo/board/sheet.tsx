// The sheet of parchment: the rows with their pennants, the queue beside them, the turns above.

import { useEffect, useState } from "preact/hooks";
import { useEscape } from "@web/escape";
import { Flourish, Pennant, Star } from "./art";
import { FieldCell, FieldNote } from "./field";
import { LossBox, Queue } from "./queue";
import { canCount, fieldNamed, letters, nameOf, signed, turnText, type Props, type Row } from "./view";

type Part = Pick<Props, "view" | "legal" | "play" | "say">;

export function Sheet(props: Part & { small: boolean }) {
  const [seen, setSeen] = useState<{ name: string; kept: boolean } | null>(null);
  const show = (name: string | null, from: "hover" | "tap") => {
    if (from === "tap") setSeen(name ? { name, kept: true } : null);
    else if (!seen?.kept || name) setSeen(name ? { name, kept: false } : null);
  };
  const { view, say, small } = props;
  useEffect(() => setSeen(null), [view.phase, view.field]);
  useEscape(seen !== null, () => setSeen(null));
  const field = fieldNamed(view, seen?.name ?? null);
  return (
    <section class={`gs-sheet ${small ? "small" : ""}`} aria-label={say("board_sheet")}>
      {!small && [0, 1, 2, 3].map((n) => <Flourish key={n} />)}
      <Strip view={view} say={say} small={small} />
      <div class="gs-main">
        {!small && (
          <div class="gs-left">
            <Queue {...props} />
          </div>
        )}
        <div class="gs-board" data-rule="GLD-1.1">
          {view.rows.map((row, n) => (
            <SheetRow
              key={row.name}
              {...props}
              row={row}
              seen={seen?.name ?? null}
              show={show}
              cut={row.guild ? view.guilds.indexOf(row.guild) : n}
            />
          ))}
        </div>
      </div>
      {field && (
        <div class={`gs-tip row-${field.name[0]} col-${field.name[1]}`} role="tooltip" onClick={() => setSeen(null)}>
          <FieldNote field={field} say={say} />
        </div>
      )}
    </section>
  );
}

interface RowProps extends Part {
  row: Row;
  small: boolean;
  seen: string | null;
  cut: number;
  show: (name: string | null, from: "hover" | "tap") => void;
}

function SheetRow({ row, seen, cut, ...props }: RowProps) {
  const { view, say } = props;
  const label = row.guild
    ? say("board_row_of", { row: row.name, guild: nameOf(row.guild, say) })
    : say("board_row_free", { row: row.name });
  return (
    <div class={`gs-row ${row.guild ? "open" : ""}`} role="group" aria-label={label}>
      <div class="gs-flag" data-name={`row-${row.name} ${row.guild ?? ""}`} data-rule="GLD-4.1 GLD-4.2" title={label}>
        {row.guild ? (
          <Pennant guild={row.guild} letter={letters(view, say)[row.guild]!} cut={cut} />
        ) : (
          <span class="gs-bare">{row.name}</span>
        )}
      </div>
      {row.fields.map((field, column) => (
        <FieldCell key={field.name} {...props} row={row} field={field} column={column} shown={seen === field.name} />
      ))}
    </div>
  );
}

function Strip({ view, say, small }: { small: boolean } & Pick<Props, "view" | "say">) {
  const all = view.turns ?? 18;
  const turn = turnText(view, say);
  return (
    <header class="gs-strip">
      <div
        class="gs-turns"
        data-rule={view.turns ? "GLD-8.1" : "GLD-8.1a"}
        data-name="turns"
        role="img"
        aria-label={turn}
      >
        <b>{turn}</b>
        {!small && (
          <ol>
            {Array.from({ length: all }, (_, n) => (
              <li key={n} class={n + 1 < view.turn ? "past" : n + 1 === view.turn ? "now" : ""} />
            ))}
          </ol>
        )}
      </div>
      <div
        class="gs-finals"
        data-rule="GLD-7.4 GLD-7.5"
        data-name="finals"
        role="img"
        aria-label={say("finals_met", { n: view.met })}
        title={say("finals_met", { n: view.met })}
      >
        {[0, 1].map((n) => (
          <Star key={n} full={view.met > n} />
        ))}
      </div>
      <LossBox view={view} say={say} />
      <div
        class="gs-balance"
        data-rule="GLD-8.2 GLD-8.2a GLD-8.2b"
        data-name="balance"
        title={
          canCount(view)
            ? say("board_balance_text", { n: signed(view.balance), need: view.sums.enough - view.balance })
            : undefined
        }
      >
        {!small && <span>{say("board_balance")}</span>} <b>{signed(view.balance)}</b>
      </div>
    </header>
  );
}
