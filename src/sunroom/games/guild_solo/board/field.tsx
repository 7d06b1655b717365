// One field of the sheet: what it demands, what lies on it, how it turned out.

import type { Say } from "@web/words";
import { Coin, Mine, Seal, Sign, Star, Tile } from "./art";
import {
  fieldNamed,
  hasToken,
  letters,
  nameOf,
  ruleOf,
  tileKey,
  type Field,
  type Props,
  type Row,
  type View,
} from "./view";

// words: board_asks_jar, board_asks_hand, board_asks_trade, board_asks_exploration, board_asks_civil,
// board_asks_combat, board_asks_cards, board_asks_goods, board_asks_types, board_asks_other, board_asks_other2, board_asks_other3
interface FieldProps extends Pick<Props, "view" | "legal" | "play" | "say"> {
  row: Row;
  field: Field;
  column: number;
  small: boolean;
  shown: boolean;
  show: (name: string | null, from: "hover" | "tap") => void;
}

export function FieldCell({ view, legal, play, say, row, field, column, small, shown, show }: FieldProps) {
  const filled = column < row.filled;
  const aim = view.phase === "swap" ? view.outlook?.coming[0] : undefined;
  const next = aim?.field === field.name;
  const offered = next && legal.includes("keep");
  const current = view.field === field.name;
  const print = view.asks[field.name];
  const names = [field.name, ...(field.condition ? [field.condition] : [])].join(" ");
  return (
    <button
      type="button"
      class={`gs-field ${field.token} ${field.outcome} ${set({ current, filled, next, can: offered, shown })}`}
      data-name={names}
      data-rule={ruleOf(field.name)}
      data-plays={offered ? "keep" : undefined}
      aria-label={fieldText(view, field, say)}
      onClick={(event) => (offered ? play("keep", event.currentTarget) : show(shown ? null : field.name, "tap"))}
      onPointerEnter={(event) => event.pointerType === "mouse" && !current && show(field.name, "hover")}
      onPointerLeave={(event) => event.pointerType === "mouse" && show(null, "hover")}
      onFocus={(event) => event.currentTarget.matches(":focus-visible") && show(field.name, "hover")}
      onBlur={() => show(null, "hover")}
    >
      <span class="gs-name">{field.name}</span>
      {print && (
        <span class="gs-demand">
          <b>{print.least}</b>
          <Sign name={print.sign} />
        </span>
      )}
      {print && !small && <span class="gs-asked">{say(`board_asks_${print.of}`)}</span>}
      <span class="gs-on">
        <OnField view={view} say={say} row={row} field={field} column={column} />
      </span>
      {next && field.token === "none" && view.queue[0] && (
        <Tile guild={view.queue[0]} letter={letters(view, say)[view.queue[0]]!} faded />
      )}
    </button>
  );
}

function OnField({ view, say, row, field, column }: { view: View; say: Say; row: Row; field: Field; column: number }) {
  const filled = column < row.filled;
  const open = field.outcome === "open";
  const lostCoin = Object.entries(view.coins).find(
    ([from, to]) => to === field.name && fieldNamed(view, from)?.outcome === "failed",
  );
  return (
    <>
      {filled && row.guild && (
        <Tile guild={row.guild} letter={letters(view, say)[row.guild]!} piece={tileKey(row.guild, column)} />
      )}
      {field.token === "mine" && open && <Mine piece={`mine-${field.name}`} />}
      {field.token === "coin" && open && <Coin piece={`coin-${field.name}`} />}
      {field.token === "final" && !filled && !lostCoin && <Star />}
      {lostCoin && <Coin piece={`coin-${lostCoin[0]}`} />}
      {field.token !== "none" && field.outcome !== "open" && <Seal outcome={field.outcome} />}
    </>
  );
}

// words: board_out_open, board_out_met, board_out_failed, board_out_stuck
/** A field in one line, for screen readers. */
export function fieldText(view: View, field: Field, say: Say): string {
  const row = view.rows.find((one) => one.fields.includes(field))!;
  const filled = row.fields.indexOf(field) < row.filled;
  const parts = [field.name];
  if (hasToken(field)) parts.push(say(`board_token_${field.token}`));
  // words: board_token_mine, board_token_coin, board_token_final
  if (field.token === "none") parts.push(say("board_free"));
  else if (field.condition) parts.push(say(field.condition));
  else if (field.coin) parts.push(say("board_token_coin"));
  if (filled && row.guild) parts.push(nameOf(row.guild, say));
  if (field.token !== "none" && (filled || field.outcome !== "open")) parts.push(say(`board_out_${field.outcome}`));
  return parts.join(", ");
}

const DEPENDS: Record<string, string> = { A4: "board_depends_A4", C3: "board_depends_C3", B5: "board_depends_B5" };
export const HAS_LIGHT = ["A2", "A4", "B2", "B4"];

/** The whole text of a field, as on a note beside it; in brief once its light effect is done. */
export function FieldNote({ field, say, brief }: { field: Field; say: Say; brief?: boolean }) {
  const final = field.token === "final";
  return (
    <>
      {!brief && (
        <h3>
          {field.name} {hasToken(field) && <small>{say(`board_token_${field.token}`)}</small>}
        </h3>
      )}
      {field.token === "none" && <p>{say("board_free_long")}</p>}
      {!brief && HAS_LIGHT.includes(field.name) && <p class="gs-light">{say(`light_${field.name}`)}</p>}
      {field.condition && (
        <p class="gs-condition">
          {brief && `${field.name}: `}
          {say(field.condition)}
        </p>
      )}
      {field.token === "mine" && <p class="gs-good">{say("board_met_mine")}</p>}
      {field.token === "coin" && <p class="gs-good">{say("board_met_coin")}</p>}
      {field.red && (
        <p class="gs-red">
          {say(field.red)} {field.token === "mine" && say("mine_lost")}
        </p>
      )}
      {final && <p class="gs-good">{say("board_met_final")}</p>}
      {final && <p class="gs-red">{say("board_red_final")}</p>}
      {!brief && DEPENDS[field.name] && <p class="gs-unsure">{say(DEPENDS[field.name]!)}</p>}
      {field.outcome !== "open" && field.token !== "none" && (
        <p>
          <strong>{say(`board_out_${field.outcome}`)}</strong>
        </p>
      )}
    </>
  );
}

/** The names of all that is so, as classes. */
const set = (marks: Record<string, unknown>): string =>
  Object.keys(marks)
    .filter((name) => marks[name])
    .join(" ");
