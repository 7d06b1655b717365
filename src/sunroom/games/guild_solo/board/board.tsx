// The guild solo board: a sheet of parchment on a desk by lamplight, with the companion's slips around it.

import "@web/core";
import { useRef } from "preact/hooks";
import type { BoardModule } from "@web/board";
import { useMotion } from "@web/motion";
import { usePane } from "@web/picking";
import { lit } from "@web/table/light";
import { Quill } from "./art";
import { Ledger } from "./ledger";
import { OutlookPanel } from "./outlook";
import { Bag, Queue } from "./queue";
import { Sheet } from "./sheet";
import { Slip } from "./slip";
import { Picture } from "./small";
import { choice, describe, marks, phrase } from "./spoken";
import type { Props, View } from "./view";

const WIDE = 980;
const NARROW = 600;
const TIGHT = 720;
const LOW = 660; // less height than that leaves no room for words on the fields
const LEAST = 360; // and less than that is scrolled
// words: board_tab_now, board_tab_ledger, board_tab_outlook, board_tab_bag
const PARTS = ["now", "ledger", "outlook", "bag"] as const;
type Part = (typeof PARTS)[number];
// words: the page asks with board_ask_swap, board_ask_swap_ledger, board_ask_check, board_ask_ledger,
// board_ask_buildings, board_ask_cards, board_ask_mine, board_ask_medal, board_ask_turn, board_ask_turn_ledger,
// board_ask_points, board_ask_tile, board_ask_die, board_ask_building

function Board(props: Props) {
  const { room } = props;
  const root = useRef<HTMLDivElement>(null);
  useMotion(root, { from: (piece) => (piece.startsWith("tile-") ? [".gs-pouch"] : []) });
  const shape = room.width >= WIDE ? "wide" : room.width >= NARROW ? "middle" : "narrow";
  const low = shape !== "narrow" && room.height < LOW ? "low" : "";
  const tight = room.width < TIGHT || (shape === "wide" && room.width < WIDE + 80) ? "tight" : "";
  return (
    <div
      ref={root}
      class={`gs ${shape} ${low} ${tight} ${room.height < LEAST ? "scrolls" : ""}`}
      style={{ width: `${room.width}px`, height: `${room.height}px` }}
    >
      {shape === "wide" ? <Desk {...props} /> : <Pages {...props} small={shape === "narrow"} />}
    </div>
  );
}

/** All at once. */
function Desk(props: Props) {
  return (
    <>
      <div class="gs-work">
        <Sheet {...props} small={false} />
        <Slip {...props} />
      </div>
      <aside class="gs-side">
        <Bag {...props} />
        <OutlookPanel {...props} />
        {props.view.ledger ? (
          <Ledger {...props} small />
        ) : (
          <>
            <Buildings {...props} />
            <Quill />
          </>
        )}
      </aside>
    </>
  );
}

/** The sheet above, one slip at a time below; what the phase needs comes forward. */
function Pages(props: Props & { small: boolean }) {
  const { view, say, small } = props;
  const [part, setPart] = usePane<Part>("now", `${view.phase} ${view.turn} ${view.field}`);
  const shown = wanted(lit.value) ?? part;
  const parts = PARTS.filter((one) => one !== "ledger" || view.ledger);
  return (
    <>
      <Sheet {...props} />
      <div class="gs-tabs" role="tablist">
        {parts.map((one) => (
          <button key={one} type="button" role="tab" aria-selected={shown === one} onClick={() => setPart(one)}>
            {say(`board_tab_${one}`)}
          </button>
        ))}
      </div>
      <div class={`gs-page ${shown}`} role="tabpanel">
        {shown === "now" && small && view.phase === "swap" && <Queue {...props} lying />}
        {shown === "now" && <Slip {...props} />}
        {shown === "ledger" && <Ledger {...props} small={small} />}
        {shown === "outlook" && <OutlookPanel {...props} />}
        {shown === "bag" && (
          <>
            {small && view.phase !== "swap" && <Queue {...props} lying />}
            <Bag {...props} />
            <Buildings {...props} />
          </>
        )}
      </div>
    </>
  );
}

/** The slip on which something is lit. */
function wanted(names: readonly string[]): Part | undefined {
  if (names.includes("outlook")) return "outlook";
  if (names.includes("bag")) return "bag";
  return names.some((name) => name === "ledger" || name.startsWith("item_")) ? "ledger" : undefined;
}

/** What has happened to the buildings of the base game, and what the companion does not know. */
function Buildings({ view, say }: Pick<Props, "view" | "say">) {
  return (
    <section class="gs-buildings" data-rule="GLD-6.1 GLD-6.5">
      <ul>
        <li>{say("board_swaps_made", { n: view.swaps })}</li>
        {view.help.boxed > 0 && <li>{say("board_boxed", { n: view.help.boxed })}</li>}
        {view.help.foreign > 0 && <li>{say("board_foreign", { n: view.help.foreign })}</li>}
        {view.lost_points > 0 && <li>{say("board_lost_points", { n: view.lost_points })}</li>}
      </ul>
      <p class="gs-small">{say("board_base_note")}</p>
    </section>
  );
}

export default {
  Board,
  describe,
  phrase,
  marks,
  Picture,
  choice,
  sounds: {
    drawn: "chance",
    placed_on: "place",
    swapped: "move",
    coin_won: "gain",
    failed: "refused",
    final_met: "star",
  },
  score: (view, _seat, say) => say("board_score", { n: view.met }),
  ends: true,
} satisfies BoardModule<View>;
