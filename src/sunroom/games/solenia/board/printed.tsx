// The pieces of a box as they lie on the table, row by row of the component files.

import type { ComponentChild } from "preact";
import { Printed } from "@web/board";
import { City, Island, Paints } from "./art";
import { CARD_HEIGHT, CARD_WIDTH, Card } from "./card";
import { TileShape } from "./display";
import { PowerSign } from "./power";
import { depthOf, type StripPlan } from "./layout";
import { AHEAD } from "./lies";
import { sceneScale, Sky, within } from "./strips";
import { BonusSigns, LEVELS } from "./tableau";
import { COLUMNS, GOODS, isGood, type Bonus, type Good, type Goods, type Light, type Row } from "./view";

type Texts = Readonly<Record<string, string>>;

export function printed(file: string, row: Texts): ComponentChild | null {
  const draw = DRAWN[file];
  return draw ? draw(row) : null;
}

const DRAWN: Record<string, (row: Texts) => ComponentChild> = {
  cards: (row) => (
    <Printed game="solenia" width={CARD_WIDTH} height={CARD_HEIGHT}>
      <Card name={cardOf(row)} owner={0} />
    </Printed>
  ),
  strips: (row) => <StripPiece row={row} />,
  tiles: (row) => (
    <Printed game="solenia" width={TILE.width} height={TILE.height}>
      <TileShape tile={{ name: "", asks: goodsOf(row), stars: numberOf(row.stars) }} row={row.kind as Row} {...TILE} />
    </Printed>
  ),
  summer: (row) => <SlotPiece row={row} />,
  winter: (row) => <SlotPiece row={row} winter />,
  improvements: (row) => <PlatePiece row={row} />,
};

const TILE = { width: 96, height: 56 };
const SLOT = { width: 84, height: 60 };
const PLATE = { width: 76, height: 46 };
const CELL = { width: 100, height: 86 };

const numberOf = (text: string | undefined): number => Number(text) || 0;
const goodsOf = (row: Texts): Partial<Goods> => Object.fromEntries(GOODS.map((good) => [good, numberOf(row[good])]));

/** The name of a card in notation. */
const cardOf = ({ value, power, good, second }: Texts): string =>
  [value, power === "goods" ? "" : power, good, second].filter(Boolean).join("-");

function StripPiece({ row }: { row: Texts }) {
  const width = COLUMNS.length * CELL.width;
  const height = CELL.height * depthOf(AHEAD.steps);
  const plan = { board: { x: 0, y: 0, width, height }, cell: CELL, ahead: AHEAD.steps };
  return (
    <Printed game="solenia" width={width} height={height + 10}>
      <Paints />
      <g class="strip">
        <Sky plan={plan} strip={{ light: row.side as Light }} />
        {COLUMNS.map((column, n) => (
          <g key={column} transform={`translate(${placeOf(plan, n)}) scale(${sceneScale(plan)})`}>
            <g data-column={column}>
              <rect class="reach" x={-48} y={-40} width={96} height={80} />
              <Space name={row[column] ?? ""} />
            </g>
          </g>
        ))}
      </g>
    </Printed>
  );
}

function placeOf(plan: StripPlan, column: number): string {
  const { x, y } = within(plan, column);
  return `${x} ${y}`;
}

/** Of a word that is not known yet nothing is drawn. */
function Space({ name }: { name: string }) {
  if (isGood(name)) return <Island good={name} />;
  return name === "day" || name === "night" ? <City row={name} /> : null;
}

function SlotPiece({ row, winter }: { row: Texts; winter?: boolean }) {
  const { width, height } = SLOT;
  return (
    <Printed game="solenia" width={width} height={height}>
      <g class={`slots ${row.row}`}>
        <g class="slot">
          <rect class="bed" x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
          <BonusSigns bonus={bonusOf(row)} width={width} height={height} />
          {winter && (
            <text class="level" x={5 - width / 2} y={15 - height / 2}>
              {LEVELS[numberOf(row.level)]}
            </text>
          )}
        </g>
      </g>
    </Printed>
  );
}

const bonusOf = (row: Texts): Bonus => ({
  level: numberOf(row.level),
  goods: goodsOf(row),
  choose: numberOf(row.choose),
  among: (row.among ?? "").split(" ").filter(isGood) as Good[],
  storage: numberOf(row.storage),
  stars: numberOf(row.stars),
  per_tile: numberOf(row.end_per_tile),
});

function PlatePiece({ row }: { row: Texts }) {
  const { width, height } = PLATE;
  return (
    <Printed game="solenia" width={width} height={height}>
      <g class="plate works" data-column="power">
        <rect x={1 - width / 2} y={1 - height / 2} width={width - 2} height={height - 2} rx="6" />
        <g transform="scale(1.25)">
          <PowerSign power={{ id: `power_${row.power}`, good: row.good ?? "", amount: numberOf(row.amount) }} />
        </g>
      </g>
    </Printed>
  );
}
