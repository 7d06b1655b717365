// The pieces of a box as they lie on the table, row by row of the component files.

import type { ComponentChild } from "preact";
import { Printed } from "@web/board";
import type { Say } from "@web/words";
import { Bridge, CardFace, Icon, Shuttle, Token } from "./art";
import type { Colour, StationName } from "./view";

type Texts = Readonly<Record<string, string>>;

export function printed(file: string, row: Texts, say: Say): ComponentChild | null {
  const draw = DRAWN[file];
  return draw ? draw(row, say) : null;
}

const DRAWN: Record<string, (row: Texts, say: Say) => ComponentChild> = {
  cards: (row, say) => (
    <Printed game="solaris" width={60} height={84}>
      <svg x={-30} y={-42} width={60} height={84} viewBox="0 0 60 84">
        <CardFace card={`${row.station}-${row.colour}`} say={say} />
      </svg>
    </Printed>
  ),
  bridges: (row, say) => (
    <Printed game="solaris" width={70} height={48}>
      <Bridge colour={row.colour as Colour} size={42} length={66} angle={0} say={say} />
    </Printed>
  ),
  shuttles: (row, say) => (
    <Printed game="solaris" width={60} height={60}>
      <g transform="translate(0 2)">
        <Shuttle colour={row.colour as Colour} size={46} say={say} />
      </g>
    </Printed>
  ),
  halves: (row) => <Half row={row} />,
  markers: (row) => (
    <Printed game="solaris" width={48} height={48}>
      <Token seat={0} colour={row.player!} size={40} />
    </Printed>
  ),
  stations: (row) => (
    <Printed game="solaris" width={48} height={48}>
      <circle class="well" r={22} />
      <Icon station={row.station as StationName} size={34} />
    </Printed>
  ),
};

const PLACES = ["first", "second", "third", "fourth", "fifth"] as const;
const RING = 32;

/** The start energy of each place, clockwise around the energy centre. */
function Half({ row }: { row: Texts }) {
  return (
    <Printed game="solaris" width={96} height={88}>
      {PLACES.map((place, n) => {
        const angle = ((n * 72 - 90) * Math.PI) / 180;
        return (
          <Energy key={place} column={place} row={row} x={RING * Math.cos(angle)} y={RING * Math.sin(angle) + 3} />
        );
      })}
      <Energy column="centre" row={row} x={0} y={3} />
    </Printed>
  );
}

function Energy({ column, row, x, y }: { column: string; row: Texts; x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <g class="energy" data-column={column}>
        <circle class={row[column] ? "well" : "blank"} r={13} />
        <text y={6} font-size={17} text-anchor="middle">
          {row[column]}
        </text>
      </g>
    </g>
  );
}
