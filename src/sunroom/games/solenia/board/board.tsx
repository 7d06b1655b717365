// Solenia: strips in the sky, an airship, and everybody's tableau.

import "@web/core";
import { useRef, useState } from "preact/hooks";
import { Spot, type BoardModule, type BoardProps } from "@web/board";
import type { Doubts } from "@web/doubts";
import { useMotion } from "@web/motion";
import { useEscape } from "@web/escape";
import { usePane } from "@web/picking";
import { Cloud, Paints } from "./art";
import { Piles } from "./discards";
import { Display } from "./display";
import { Flights, startOf } from "./flights";
import { Hand, choosesGood } from "./hand";
import { planOf } from "./layout";
import { Others } from "./others";
import { Chance, Draft, Note } from "./overlay";
import { ScoreSheet, tally } from "./score";
import { choice } from "./choice";
import { printed } from "./printed";
import { Picture } from "./small";
import { useStages, type Stage } from "./stages";
import { Strips } from "./strips";
import { Storage, Tableau, improvements } from "./tableau";
import type { Table } from "./table";
import { describe, marks, named, ownerName, phrase } from "./words";
import { spaceOf, type View } from "./view";

function Board({ view, legal, play, eye, told, say, room, past }: BoardProps<View>) {
  const stage = useStages(view, told, eye);
  const root = useRef<SVGSVGElement>(null);
  const [looking, look] = useState(false);
  const piles = { open: looking, turn: () => look(!looking) };
  useEscape(looking, piles.turn);
  const was = useMotion(root, {
    from: (piece) => origins(piece, stage, eye),
    delay: (piece) => startOf(stage.flights ?? [], flightOf(piece, stage)),
  });
  const me = eye >= 0 ? eye : 0;
  const shown = stage.view;
  const plan = planOf(room, shown.players.length, improvements(shown, me).length, shown.ahead);
  const offered = stage.busy || past ? [] : legal;
  const table: Table = {
    view: shown,
    plan,
    legal: offered,
    play,
    me,
    eye,
    say,
    who: (owner) => ownerName(shown, say, owner),
    piles,
  };
  return (
    <>
      <Clouds />
      <svg
        ref={root}
        class={`solenia ${plan.mode} ${plan.height > room.height ? "scrolls" : ""}`}
        viewBox={`0 0 ${room.width} ${plan.height}`}
        width={room.width}
        height={plan.height}
        data-rear={shown.strips[0]?.light}
        data-middle={shown.strips[2]?.light}
        data-front={shown.strips[4]?.light}
        onPointerDown={stage.busy ? stage.skip : undefined}
        role="group"
        aria-label={say("title")}
      >
        <Paints />
        <Strips table={table} stage={stage} />
        {plan.tabs ? <Small table={table} /> : <Large table={table} />}
        <Flights root={root} stage={stage} was={was} />
        {offered.length > 0 && shown.phase === "chance" && (
          <Chance table={table} box={plan.tabs ? { x: 0, y: 0, width: room.width, height: plan.height } : plan.board} />
        )}
        {shown.phase === "draft" && (
          <Draft table={table} box={plan.tabs ? { x: 0, y: 0, width: room.width, height: plan.height } : plan.board} />
        )}
        {isUncertain(shown) && <Uncertain table={table} />}
        {looking && (
          <Piles
            table={table}
            box={plan.tabs ? { x: 0, y: 0, width: room.width, height: plan.tabs.y - 6 } : plan.board}
          />
        )}
      </svg>
    </>
  );
}

const flightOf = (piece: string, { flights = [] }: Stage): number => flights.findIndex((one) => one.piece === piece);

/** Where a piece that was not there before comes from. */
function origins(piece: string, stage: Stage, eye: number): readonly string[] {
  if (piece === "landed") {
    const card = stage.landed && spaceOf(stage.view, stage.landed).card?.name;
    return [1, 0].map((copy) => `card-${eye}-${card}-${copy}`).concat("[data-tab='hand']");
  }
  if (piece.startsWith(`card-${eye}-`)) return [`.tableau[data-seat="${eye}"] .deck`];
  return stage.flights?.[flightOf(piece, stage)]?.from ?? [];
}

/** A layer of their own, so that drifting them moves a picture and draws nothing again. */
function Clouds() {
  return (
    <div class="sol-clouds" aria-hidden="true">
      {["one", "two", "three"].map((which) => (
        <svg key={which} class={which} viewBox="-42 -30 84 42">
          <Cloud x={0} y={0} />
        </svg>
      ))}
    </div>
  );
}

function Large({ table }: { table: Table }) {
  const { plan, view } = table;
  return (
    <>
      <Display table={table} box={plan.display} />
      <Tableau table={table} box={plan.own} />
      <Others table={table} box={plan.others} />
      {view.phase === "done" ? <ScoreSheet table={table} box={plan.hand} /> : <Hand table={table} box={plan.hand} />}
    </>
  );
}

// On a phone the hand and the tiles lie below the board, or one other thing; what is asked for comes forward by itself.

type Tab = "hand" | "own" | "others";

// words: board_tab_hand, board_tab_own, board_tab_others, board_tab_score
function Small({ table }: { table: Table }) {
  const { plan, view, say, legal } = table;
  const wanted = view.phase === "slot" ? "own" : "hand";
  const asked = legal.length > 0 ? `${view.phase} ${wanted}` : view.phase === "done" ? "done" : "";
  const [tab, setTab] = usePane<Tab>(wanted, asked);
  const tabs: Tab[] = view.players.length > 1 ? ["hand", "own", "others"] : ["hand", "own"];
  const box = plan.tabs!;
  const width = (box.width - (isUncertain(view) ? MARK : 0)) / (tabs.length + 1);
  const over = view.phase === "done";
  return (
    <>
      <g class="panel">
        {tab === "hand" && (over ? <ScoreSheet table={table} box={plan.own} /> : <HandAndTiles table={table} />)}
        {tab === "own" && <Tableau table={table} box={plan.own} />}
        {tab === "others" && <Others table={table} box={plan.others} />}
      </g>
      <Storage table={table} box={plan.storage!} />
      <g class="tabs-bar">
        {tabs.map((one, n) => (
          <g
            key={one}
            data-tab={one}
            data-seat={one === "own" ? table.me : undefined}
            transform={`translate(${box.x + n * width} ${box.y})`}
          >
            <Spot
              can
              onPick={() => setTab(one)}
              label={say(`board_tab_${one === "hand" && over ? "score" : one}`)}
              pressed={tab === one}
              class={`tab ${tab === one ? "open" : ""}`}
            >
              <rect width={width - 4} x={2} height={box.height} rx="10" />
              <text x={width / 2} y={box.height / 2 + 5} text-anchor="middle">
                {say(`board_tab_${one === "hand" && over ? "score" : one}`)}
              </text>
            </Spot>
          </g>
        ))}
        <g transform={`translate(${box.x + tabs.length * width} ${box.y})`}>
          <Spot
            can
            onPick={table.piles.turn}
            label={say("board_piles")}
            pressed={table.piles.open}
            name="discards"
            rule="LEN-2.6a LEN-6.2"
            class={`tab ${table.piles.open ? "open" : ""}`}
          >
            <rect width={width - 4} x={2} height={box.height} rx="10" />
            <text x={width / 2} y={box.height / 2 + 5} text-anchor="middle">
              {say("board_tab_discards")}
            </text>
          </Spot>
        </g>
      </g>
    </>
  );
}

/** What one plans with: the hand, and beside it the tiles that can be delivered. */
function HandAndTiles({ table }: { table: Table }) {
  const { plan, legal, eye } = table;
  const { hand, display, own } = plan;
  if (choosesGood(table)) return <Hand table={table} box={own} />;
  const stuck = legal.includes("discard") ? hand.width : 0;
  return (
    <>
      <Display table={table} box={eye < 0 ? own : { ...display, x: display.x + stuck, width: display.width - stuck }} />
      <Hand table={table} box={hand} />
    </>
  );
}

const WHY: Record<string, string> = {
  strips: "LEN-1.2a",
  cards: "LEN-1.3b",
  tiles: "LEN-1.4b",
  winter: "LEN-9.4",
  improvements: "LEN-1.6a LEN-10.6 LEN-10.7",
  solitaire: "LEN-11.1 LEN-11.2 LEN-11.3 LEN-11.4 LEN-11.5",
};
const doubtful = (doubts: Doubts): string =>
  Object.keys(doubts)
    .map((file) => WHY[file] ?? "")
    .join(" ");

const MARK = 44; // the room for it among the tabs
const isUncertain = (view: View): boolean => Object.keys(view.doubts).length > 0;

/** A discreet mark that not all pieces are those of the box, R where some are reconstructed; it opens the note. */
function Uncertain({ table }: { table: Table }) {
  const { plan, say } = table;
  const [open, setOpen] = useState(false);
  useEscape(open, () => setOpen(false));
  const { x, y, width, height } = plan.tabs ?? plan.board;
  const at = plan.tabs ? { x: x + width - MARK / 2, y: y + height / 2 } : { x: x + width - 10, y: y + height + 11 };
  return (
    <>
      <g class="reconstructed" transform={`translate(${at.x} ${at.y})`}>
        <Spot can onPick={() => setOpen(!open)} label={say("board_reconstructed")} rule={doubtful(table.view.doubts)}>
          <rect class="reach" x={-22} y={-22} width={44} height={44} />
          <circle r={11} />
          <text y={5.5} text-anchor="middle">
            {table.view.reconstructed ? "R" : "~"}
          </text>
        </Spot>
      </g>
      {open && <Note table={table} box={plan.board} close={() => setOpen(false)} />}
    </>
  );
}

export default {
  Board,
  describe,
  phrase,
  named,
  marks,
  sounds: {
    plays: "place",
    gains_goods: "gain",
    gains_stars: "star",
    delivers: "star",
    airship_advances: "move",
    strip_turned: "move",
    hands_dealt: "chance",
    dummy_rolls: "chance",
  },
  score: (view, seat) => String(view.players[seat]?.score ?? 0),
  scoreMeans: (say) => say("board_total"),
  Picture,
  printed,
  choice,
  tally: (view, seat, say) => (view.players[seat] ? tally(view.players[seat], say) : []),
} satisfies BoardModule<View>;
