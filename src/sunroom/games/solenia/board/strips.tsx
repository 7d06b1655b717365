// The board: five strips of five spaces that lie in the sky, and the airship above them.

import { useLayoutEffect, useRef } from "preact/hooks";
import { Spot } from "@web/board";
import { fly, useFade } from "@web/motion";
import { ruled } from "@web/doubts";
import type { Say } from "@web/words";
import { Airship, Cloud, Scene } from "./art";
import { CARD_HEIGHT, CARD_WIDTH, Card, Cost, cardText } from "./card";
import type { Plan } from "./layout";
import { spaceName } from "./names";
import { TURN, type Stage } from "./stages";
import type { Table } from "./table";
import { COLUMNS, columnOf, lineOf, spaceOf, type Space, type Strip } from "./view";

const GAP = 3; // between two strips
const FRONT = 4; // the line in front

/** Where a line lies from the top: the airship flies upwards. */
const yOf = (plan: Plan, line: number) => plan.board.y + (FRONT - line + 0.5) * plan.cell.height;
const xOf = (plan: Plan, column: number) => plan.board.x + (column + 0.5) * plan.cell.width;

export function Strips({ table, stage }: { table: Table; stage: Stage }) {
  const { plan } = table;
  const lines = stage.strips
    .map((id, line) => ({ id, line }))
    .sort((one, two) => Number(turning(stage, one.line)) - Number(turning(stage, two.line)) || one.id - two.id);
  return (
    <g class="strips" data-rule="LEN-1.1 LEN-1.1b LEN-2.1 LEN-6.3">
      {plan.letters && <Letters plan={plan} />}
      {lines.map(({ id, line }) => (
        <StripShape key={id} table={table} stage={stage} line={line} />
      ))}
      <Ship plan={plan} stage={stage} say={table.say} />
    </g>
  );
}

const turning = (stage: Stage, line: number) => stage.turned !== undefined && line === FRONT;

function Letters({ plan }: { plan: Plan }) {
  const foot = plan.board.y + plan.board.height + 17;
  return (
    <g class="letters" aria-hidden="true">
      {COLUMNS.map((letter, column) => (
        <text key={letter} x={xOf(plan, column)} y={foot} text-anchor="middle">
          {letter}
        </text>
      ))}
      {COLUMNS.map((_, line) => (
        <text key={line} x={plan.board.x - 8} y={yOf(plan, line) + 6} text-anchor="end">
          {line + 1}
        </text>
      ))}
    </g>
  );
}

function StripShape({ table, stage, line }: { table: Table; stage: Stage; line: number }) {
  const { plan } = table;
  const strip = stage.view.strips[line]!;
  const turned = turning(stage, line) ? stage.turned : undefined;
  const root = useRef<SVGGElement>(null);
  const x = plan.board.x + plan.board.width / 2;
  useFade(root, `${line} ${strip.light}`);
  useLayoutEffect(() => {
    if (turned && root.current) turnOver(root.current, x, yOf(plan, 0), yOf(plan, FRONT));
  }, [turned]);
  return (
    <g
      ref={root}
      class={`strip ${turned ? "turning" : ""}`}
      style={{ transform: `translate(${x}px, ${yOf(plan, line)}px)` }}
    >
      <g class="face">
        <Sky plan={plan} strip={strip} />
        {strip.spaces.map((space) => (
          <SpaceShape key={space.name} table={table} stage={stage} space={space} light={strip.light} />
        ))}
      </g>
      {turned && (
        <g class="face back">
          <Sky plan={plan} strip={turned} />
          {turned.spaces.map((space) => (
            <g
              key={space.name}
              transform={`translate(${(columnOf(space.name) - 2) * plan.cell.width} 0) scale(${sceneScale(plan)})`}
            >
              <Scene kind={space.kind} />
            </g>
          ))}
        </g>
      )}
    </g>
  );
}

/** It lifts, turns over side to side like a page on its way, and docks in front. */
function turnOver(strip: SVGGElement, x: number, from: number, to: number): void {
  const at = (share: number, wide: number, tall: number) =>
    `translate(${x}px, ${from + (to - from) * share}px) scale(${wide}, ${tall})`;
  const timing = { duration: TURN * 0.92, easing: "ease-in-out" };
  fly(
    strip,
    {
      transform: [at(0, 1, 1), at(0.08, 1.05, 1.08), at(0.5, 0.01, 1.12), at(0.94, 1.05, 1.08), at(1, 1, 1)],
      offset: [0, 0.18, 0.5, 0.82, 1],
    },
    timing,
  );
  const [face, back] = strip.children;
  face?.animate({ opacity: [0, 0, 1, 1], offset: [0, 0.49, 0.5, 1] }, timing);
  back?.animate({ opacity: [1, 1, 0, 0], offset: [0, 0.49, 0.5, 1] }, { ...timing, fill: "forwards" });
}

/** A strip's body: its front edge points forward, and the next strip's rear edge fits it. */
function Sky({ plan, strip }: { plan: Plan; strip: Strip }) {
  const w = plan.board.width / 2;
  const h = plan.cell.height / 2 - GAP / 2;
  const nose = Math.min(h * 0.16, 9);
  const corner = 12;
  const outline =
    `M${-w + corner} ${-h}H${-nose * 2.2}L0 ${-h - nose}L${nose * 2.2} ${-h}H${w - corner}` +
    `q${corner} 0 ${corner} ${corner}V${h - corner}q0 ${corner} ${-corner} ${corner}` +
    `H${nose * 2.2}L0 ${h - nose}L${-nose * 2.2} ${h}H${-w + corner}` +
    `q${-corner} 0 ${-corner} ${-corner}V${-h + corner}q0 ${-corner} ${corner} ${-corner}z`;
  return (
    <>
      <path class={`body ${strip.light}`} d={outline} fill={`url(#sol-${strip.light})`} />
      <Weather light={strip.light} w={w} h={h} />
      <path class="rim" d={outline} />
    </>
  );
}

const SPARKS = [
  -0.93, -0.6, 0.72, -0.31, -0.35, -0.78, 0.02, 0.82, 0.24, -0.7, 0.61, -0.8, 0.79, 0.66, 0.97, -0.4, -0.82, 0.7, 0.42,
  0.74,
];

function Weather({ light, w, h }: { light: Strip["light"]; w: number; h: number }) {
  const dark = light === "night" ? 1 : light === "day" ? -1 : -0.1;
  const sparks = SPARKS.flatMap((x, n) =>
    n % 2 === 0 ? [{ x: x * w * 0.97, y: (SPARKS[n + 1] ?? 0) * h, r: n % 3 === 0 ? 1.6 : 1.1 }] : [],
  ).filter((one) => light === "night" || one.x < dark * w);
  return (
    <g class="weather" aria-hidden="true">
      {light !== "day" && sparks.map((one, n) => <circle key={n} class="spark" cx={one.x} cy={one.y} r={one.r} />)}
      {light !== "night" && <Cloud x={w * 0.58} y={-h * 0.62} size={h * 0.36} />}
      {light === "day" && <Cloud x={-w * 0.62} y={-h * 0.55} size={h * 0.44} />}
      {light === "day" && <Cloud x={w * 0.18} y={h * 0.72} size={h * 0.4} />}
    </g>
  );
}

const sceneScale = (plan: Plan) => Math.min(plan.cell.width / 100, plan.cell.height / 84);
const cardScale = (plan: Plan) => Math.min((plan.cell.width - 6) / CARD_WIDTH, (plan.cell.height - 9) / CARD_HEIGHT);

function SpaceShape({
  table,
  stage,
  space,
  light,
}: {
  table: Table;
  stage: Stage;
  space: Space;
  light: Strip["light"];
}) {
  const { plan, legal, play } = table;
  const { view } = stage;
  const ref = useRef<SVGGElement>(null);
  useFade(ref, space.card?.name);
  const w = plan.cell.width / 2 - 3;
  const h = plan.cell.height / 2 - 4;
  const cost = view.costs[space.name] ?? 0;
  const choosing = view.phase === "space" && legal.length > 0;
  const offered = legal.includes(space.name);
  const chip = Math.min(plan.cell.height / 54, 1);
  const target = view.target === space.name;
  const landed = stage.landed === space.name;
  const aside = view.airship === space.name ? Math.min(plan.cell.width * 0.1, 9) : 0;
  const scale = Math.min(cardScale(plan), (plan.cell.width - 4 * aside - 6) / CARD_WIDTH);
  return (
    <g transform={`translate(${(columnOf(space.name) - 2) * plan.cell.width} 0)`}>
      <Spot
        plays={space.name}
        legal={legal}
        play={play}
        name={space.name}
        rule={ruled(spaceRule(space, table), table.view.doubts, "strips", "LEN-1.2a")}
        label={spaceText(space, table, cost)}
        class={`space ${choosing && !offered ? "far" : ""} ${target ? "target" : ""}`}
      >
        <rect
          class="reach"
          x={-plan.cell.width / 2}
          y={-plan.cell.height / 2}
          width={plan.cell.width}
          height={plan.cell.height}
        />
        <rect class="ground" x={-w} y={-h} width={2 * w} height={2 * h} rx="10" />
        <g ref={ref} transform={space.card ? `translate(${-aside * 1.3} 0)` : undefined}>
          <g transform={`scale(${sceneScale(plan)})`}>
            <Scene kind={space.kind} />
          </g>
          {space.card && (
            <g
              class={`laid ${stage.bringing?.includes(space.name) ? "bringing" : ""}`}
              data-piece={landed && space.card.owner === table.eye ? "landed" : undefined}
            >
              <Card name={space.card.name} owner={space.card.owner} scale={scale} />
            </g>
          )}
        </g>
        {target && view.chosen && (
          <g class="waiting-card">
            <Card name={view.chosen} owner={view.turn} scale={cardScale(plan)} />
          </g>
        )}
        <rect class="under" x={-w} y={-h} width={2 * w} height={2 * h} rx="10" />
        <rect class="edge" x={-w} y={-h} width={2 * w} height={2 * h} rx="10" />
        {choosing && offered && cost > 0 && (
          <g transform={`translate(0 ${h - 10}) scale(${chip})`}>
            <Cost n={cost} />
          </g>
        )}
        {target && (
          <g transform={`translate(0 ${h - 10}) scale(${chip})`}>
            <Cost n={view.pay} />
          </g>
        )}
      </Spot>
      {landed && <rect class="happened trail" x={-w} y={-h} width={2 * w} height={2 * h} rx="10" data-light={light} />}
    </g>
  );
}

const POWERS = " LEN-6.2 LEN-6.2a LEN-8.1 LEN-8.2 LEN-8.3 LEN-8.4";
const OF_DUMMY = " LEN-6.2 LEN-11.2 LEN-11.3 LEN-11.4"; // whose cards do nothing when they leave

function spaceRule({ kind, card }: Space, { view }: Table): string {
  const lying = card ? (card.owner < view.players.length ? POWERS : OF_DUMMY) : "";
  const gives = kind === "day" || kind === "night" ? "LEN-5.1 LEN-5.2" : "LEN-4.1";
  return `${gives} LEN-3.2 LEN-3.3 LEN-3.4${lying}`;
}

function spaceText(space: Space, { say, who }: Table, cost: number): string {
  const what = spaceName(space, say);
  if (space.card)
    return `${what} – ${say("board_lies", { who: who(space.card.owner), card: cardText(space.card.name, say) })}`;
  return cost > 0 ? `${what}, ${say("board_way", { n: cost })}` : what;
}

function Ship({ plan, stage, say }: { plan: Plan; stage: Stage; say: Say }) {
  const { view } = stage;
  const line = lineOf(view.airship);
  const column = columnOf(view.airship);
  const scale = Math.min(plan.cell.height / 88, plan.cell.width / 100);
  const x = xOf(plan, column) + plan.cell.width / 2 - 18 * scale;
  const y = yOf(plan, line);
  return (
    <g class={`ship ${stage.turned ? "carried" : ""}`} style={{ transform: `translate(${x}px, ${y}px)` }}>
      <g
        data-name="airship"
        data-rule="LEN-2.2 LEN-3.3 LEN-6.1"
        role="img"
        aria-label={say("board_airship", { space: spaceName(spaceOf(view, view.airship), say) })}
        transform={`scale(${scale})`}
      >
        <Airship />
      </g>
    </g>
  );
}
