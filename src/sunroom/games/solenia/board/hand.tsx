// The own hand, and what takes its place when something else has to be chosen.

import { Spot } from "@web/board";
import { ruled } from "@web/doubts";
import { Cloud, GoodShape } from "./art";
import { CARD_HEIGHT, CARD_WIDTH, Card, cardText } from "./card";
import { LIFT, type Box } from "./layout";
import type { Table } from "./table";
import { GOODS } from "./view";

const HAND = 3;
const CARD_RULES = "LEN-3.1 LEN-4.1 LEN-5.1 LEN-6.1 LEN-8.1 LEN-8.2 LEN-8.3 LEN-8.4";
/** Whether goods are offered in the place of the cards. */
export const choosesGood = ({ view, legal }: Table) =>
  (view.phase === "bonus" || view.phase === "spare") && legal.length > 0;

export function Hand({ table, box }: { table: Table; box: Box }) {
  if (choosesGood(table)) return <GoodChoice table={table} box={box} />;
  return <Cards table={table} box={box} />;
}

/** The cards beside each other, or below each other where that is the shape of the room. */
function Cards({ table, box }: { table: Table; box: Box }) {
  const { view, legal, eye, plan } = table;
  if (eye < 0) return null;
  const column = box.height > box.width;
  const stuck = legal.includes("discard");
  const places = Math.max(HAND, view.hand.length) + (stuck && !column ? 1 : 0);
  const width = column ? box.width : box.width / places;
  const height = column ? box.height / places : box.height;
  const scale = Math.min((width - (column ? LIFT + 4 : 10)) / CARD_WIDTH, (height - (column ? 3 : 16)) / CARD_HEIGHT);
  const at = (n: number) =>
    column
      ? { x: box.x + (CARD_WIDTH * scale) / 2 + 1, y: box.y + (n + 0.5) * height }
      : { x: box.x + (n + 0.5) * width, y: box.y + height / 2 + 4 };
  const { display } = plan;
  const aside = column ? { x: box.x + 1.5 * width, y: display.y + display.height / 2 } : at(places - 1);
  return (
    <g class="hand" data-rule="LEN-2.6 LEN-6.4">
      {view.hand.map((name, n) => (
        <HeldCard
          key={`${name}-${copyOf(view.hand, n)}`}
          table={table}
          name={name}
          copy={copyOf(view.hand, n)}
          {...at(n)}
          scale={scale}
          lifted={column ? { x: LIFT, y: 0 } : { x: 0, y: -10 }}
        />
      ))}
      {stuck && (
        <Discard
          table={table}
          {...aside}
          width={width - (column ? 4 : 10)}
          height={column ? display.height - 4 : CARD_HEIGHT * scale}
        />
      )}
    </g>
  );
}

/** Of several alike in a hand, which one. */
const copyOf = (hand: readonly string[], at: number): number =>
  hand.slice(0, at).filter((name) => name === hand[at]).length;

interface HeldProps {
  table: Table;
  name: string;
  copy: number;
  x: number;
  y: number;
  scale: number;
  /** How far a card that was chosen comes out of the hand. */
  lifted: { x: number; y: number };
}

function HeldCard({ table, name, copy, x, y, scale, lifted }: HeldProps) {
  const { view, legal, play, say, eye } = table;
  const mine = view.turn === eye;
  const chosen = mine && view.chosen === name && copy === 0;
  const resting = mine && view.chosen !== null && !chosen;
  return (
    <g class="held" transform={`translate(${x + (chosen ? lifted.x : 0)} ${y + (chosen ? lifted.y : 0)})`}>
      <Spot
        plays={name}
        legal={legal}
        play={play}
        name={name}
        rule={ruled(CARD_RULES, table.view.doubts, "cards", "LEN-1.3b")}
        label={cardText(name, say)}
        pressed={chosen || undefined}
        class={`${chosen ? "chosen" : ""} ${resting ? "resting" : ""}`}
      >
        <g data-piece={`card-${eye}-${name}-${copy}`}>
          <g class="glimpse" transform={`scale(${scale})`}>
            <circle r="23" />
            <Cloud x={-6} y={6} size={14} />
            <Cloud x={10} y={-7} size={9} />
          </g>
          <Card name={name} owner={eye} scale={scale} />
        </g>
      </Spot>
    </g>
  );
}

function Discard({
  table,
  x,
  y,
  width,
  height,
}: {
  table: Table;
  x: number;
  y: number;
  width: number;
  height: number;
}) {
  const { say } = table;
  return (
    <g transform={`translate(${x} ${y})`}>
      <BrassButton
        table={table}
        plays="discard"
        rule="LEN-3.5 LEN-3.5a"
        label={say("board_discard")}
        width={width}
        height={height}
      />
    </g>
  );
}

interface BrassButtonProps {
  table: Table;
  plays: string;
  rule: string;
  label: string;
  width: number;
  height: number;
}

/** What is played with a word, not with a piece; drawn around the middle. */
function BrassButton({ table: { legal, play }, plays, rule, label, width, height }: BrassButtonProps) {
  const frame = { x: -width / 2, y: -height / 2, width, height };
  return (
    <Spot plays={plays} legal={legal} play={play} name={plays} rule={rule} label={label} class="brass-button">
      <rect class="edge" {...frame} rx="10" />
      <foreignObject {...frame}>
        <p class="in-button">{label}</p>
      </foreignObject>
    </Spot>
  );
}

/** A good that need not be in the storage: a bonus, or what another good stands in for. */
function GoodChoice({ table, box }: { table: Table; box: Box }) {
  const { view, legal, play, say } = table;
  const spares = view.phase === "spare";
  const columns = spares ? 5.6 : 4;
  const head = 24;
  const width = box.width / columns;
  const size = Math.min(width - 8, box.height - head - 8, 96);
  const y = box.y + head + (box.height - head) / 2;
  return (
    <g class="choice" data-rule={spares ? "LEN-10.6" : "LEN-5.5 LEN-9.4"}>
      <text class="question" x={box.x + box.width / 2} y={box.y + 17} text-anchor="middle">
        {spares ? say("board_choose_spare") : say("board_choose_bonus", { n: view.choose })}
      </text>
      {GOODS.map((good, n) => (
        <g key={good} transform={`translate(${box.x + (n + 0.5) * width} ${y})`}>
          <Spot
            plays={good}
            legal={legal}
            play={play}
            name={good}
            label={say(good)}
            class={legal.includes(good) ? "" : "resting"}
          >
            <rect
              class={`edge token ${good}`}
              x={-width / 2 + 4}
              y={-size / 2}
              width={width - 8}
              height={size}
              rx="10"
            />
            <g data-piece={`choice-${good}`}>
              <GoodShape good={good} size={size * 0.68} />
            </g>
          </Spot>
        </g>
      ))}
      {spares && (
        <g transform={`translate(${box.x + 4.8 * width} ${y})`}>
          <BrassButton
            table={table}
            plays="as-asked"
            rule="LEN-10.6"
            label={say("board_as_asked")}
            width={1.6 * width - 8}
            height={size}
          />
        </g>
      )}
    </g>
  );
}
