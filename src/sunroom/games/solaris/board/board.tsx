import "@web/core";
import { useRef } from "preact/hooks";
import type { BoardModule, BoardProps } from "@web/board";
import { useMotion } from "@web/motion";
import { usePane } from "@web/picking";
import { Deck, Hand } from "./cards";
import { useChoice } from "./choice";
import { ladder, loop, orbit } from "./geometry";
import { Players } from "./players";
import { Ring } from "./ring";
import { useLasers } from "./scenes";
import { Picture } from "./small";
import { choice, describe, marks, named, phrase } from "./speak";
import { BesideRing, Strip } from "./strip";
import type { View } from "./view";

// words: board_ask_action, board_ask_fill, board_ask_move, board_ask_swap, board_ask_charge, board_ask_fire
// words: board_ask_dock, board_ask_rob, board_ask_amount, board_ask_spread, board_ask_take, board_ask_discard
// words: board_ask_colour, board_ask_waste

type Pane = "hand" | "deck" | "players";
const FORWARD: Record<string, Pane> = { take: "deck", rob: "players" };

function Board(props: BoardProps<View>) {
  const { view, told, eye, room } = props;
  const c = useChoice(props);
  const root = useRef<HTMLDivElement>(null);
  const lasers = useLasers(view, told);
  useMotion(root, { from: (piece) => comesFrom(piece, view, eye) });
  const layout = room.width >= 860 ? "wide" : room.width >= 560 ? "tall" : "small";
  const { g, size } = ringFor(layout, room, view.players.length);
  const small = layout === "small";
  return (
    <div
      ref={root}
      class={`solaris ${layout} ${room.height < 640 ? "short" : ""}`}
      style={{ width: `${room.width}px`, height: `${room.height}px` }}
      data-phase={view.phase}
    >
      <div class="sky" style={{ width: `${size.width}px`, height: `${size.height}px` }}>
        <Ring c={c} g={g} lasers={lasers} told={told} eye={eye} />
      </div>
      {small ? (
        <Panes c={c} told={told} eye={eye} />
      ) : (
        <div class="side">
          <Players c={c} eye={eye} />
          <Deck c={c} told={told} />
          <div class="own">
            <Strip c={c} small={false} />
            <Hand c={c} />
          </div>
        </div>
      )}
    </div>
  );
}

function ringFor(layout: string, room: { width: number; height: number }, players: number) {
  if (layout === "wide") {
    const side = Math.min(room.height, room.width - 340);
    return { g: orbit(), size: { width: side, height: side } };
  }
  const tray = layout === "small" ? SMALL_TRAY : TALL_TRAY + PLAYER_ROW * Math.ceil(players / 2);
  const size = { width: room.width, height: Math.max(room.height - tray, 215) };
  return { g: (layout === "small" ? ladder : loop)(size.width, size.height), size };
}
const SMALL_TRAY = 164; // what can be done, the tabs, a row of cards
const TALL_TRAY = 182;
const PLAYER_ROW = 52;

/** On a phone one thing at a time below the ring; what a question needs comes forward by itself. */
function Panes({ c, told, eye }: { c: ReturnType<typeof useChoice>; told: BoardProps["told"]; eye: number }) {
  const { view, say } = c;
  const [pane, show] = usePane<Pane>(FORWARD[view.phase] ?? "hand", `${view.phase} ${view.to_act}`);
  const names: Record<Pane, string> = {
    hand: say("board_tab_hand", { n: view.hand.length }),
    deck: say("board_tab_deck"),
    players: say("board_players"),
  };
  return (
    <div class="side">
      <Strip c={c} small />
      <div class="lar-panes" role="tablist">
        {(Object.keys(names) as Pane[]).map((one) => (
          <button key={one} type="button" role="tab" aria-selected={pane === one} onClick={() => show(one)}>
            {names[one]}
          </button>
        ))}
      </div>
      <div class="lar-pane">
        {pane === "hand" && <Hand c={c} />}
        {pane === "deck" && (
          <Deck c={c} told={told}>
            <BesideRing c={c} />
          </Deck>
        )}
        {pane === "players" && <Players c={c} eye={eye} />}
      </div>
    </div>
  );
}

/** Where a card comes from that was not there before. */
function comesFrom(piece: string, view: View, eye: number): string[] {
  if (piece.startsWith("display-")) return ['[data-place="pile"]'];
  if (piece.startsWith("hand-"))
    return [view.phase === "take" || view.so_far.action === "swap" ? '[data-place="display"]' : '[data-place="pile"]'];
  if (piece.startsWith("discard-"))
    return [view.turn === eye ? '[data-place="hand"]' : `[data-place="seat-${(view.turn ?? 0) + 1}"]`];
  if (piece.startsWith("aside-")) return [`[data-place="seat-${Number(piece.split("-")[2]) + 1}"]`];
  return [];
}

export default {
  Board,
  describe,
  phrase,
  named,
  marks,
  Picture,
  choice,
  sounds: {
    card: "place",
    takes: "gain",
    draws: "gain",
    spends: "light",
    joined: "light",
    docks: "move",
    robs: "move",
    station_active: "move",
    reshuffled: "chance",
    hands_dealt: "chance",
  },
  score: (view, seat, say) => say("board_score", { n: view.players[seat]?.laser ?? 0 }),
  colour: (view, seat) => view.players[seat]?.colour ?? String(seat),
} satisfies BoardModule<View>;
