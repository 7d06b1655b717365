// The others at the table: smaller, but all that lies open.

import { SunMoon } from "./art";
import { tileText } from "./display";
import type { Box } from "./layout";
import { improvementText } from "./power";
import { Badge, Counts, Purse, improvements } from "./tableau";
import type { Table } from "./table";
import { ROWS } from "./view";

export function Others({ table, box }: { table: Table; box: Box }) {
  const seats = table.view.players.map((_, seat) => seat).filter((seat) => seat !== table.me);
  if (seats.length === 0 || box.height < 30) return null;
  const beside = seats.length > 1 && box.width / seats.length > 230;
  const width = beside ? box.width / seats.length : box.width;
  const height = Math.min(beside ? box.height : box.height / seats.length, 132);
  return (
    <g class="others">
      {seats.map((seat, n) => (
        <Other key={seat} table={table} seat={seat} box={{ x: box.x + (beside ? n * width : 0), y: box.y + (beside ? 0 : n * height), width: width - (beside && n < seats.length - 1 ? 8 : 0), height: height - 6 }} />
      ))}
    </g>
  );
}

function Other({ table, seat, box }: { table: Table; seat: number; box: Box }) {
  const { view, who } = table;
  const flat = box.height < 76;
  const line = flat ? box.height / 2 : 22;
  const tiles = improvements(view, seat);
  return (
    <g class={`other ${view.turn === seat && view.phase !== "done" ? "acts" : ""}`} data-seat={seat} data-name={`seat-${seat + 1}`} transform={`translate(${box.x} ${box.y})`}>
      <rect class="sheet" width={box.width} height={box.height} rx="12" />
      <Badge seat={seat} x={18} y={line} />
      <text class="who" x={34} y={line + 6}>
        {shortened(who(seat), flat ? 9 : 16)}
      </text>
      {flat ? (
        <Flat table={table} seat={seat} width={box.width} y={line} />
      ) : (
        <>
          <Purse table={table} seat={seat} x={box.width - 12} y={line} />
          <Counts table={table} seat={seat} x={10} y={(line + box.height) / 2 + 8} step={Math.min((box.width - 190) / 4, 52)} size={22} />
          <Rows table={table} seat={seat} x={box.width - 172} y={line + 14} height={box.height - line - 22 - (tiles.length && box.height > 110 ? 22 : 0)} />
          {box.height > 110 && tiles.length > 0 && (
            <text class="note" x={12} y={box.height - 8}>
              {tiles.map((name) => (
                <tspan key={name} data-name={name}>
                  {name}
                  <title>{improvementText(name, view, table.say)}</title>{" "}
                </tspan>
              ))}
            </text>
          )}
        </>
      )}
    </g>
  );
}

const shortened = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** One line: goods, and how many slots of each row are covered. */
function Flat({ table, seat, width, y }: { table: Table; seat: number; width: number; y: number }) {
  const player = table.view.players[seat]!;
  const wide = width > 420;
  const x = wide ? 150 : 108;
  return (
    <>
      <Counts table={table} seat={seat} x={x} y={y} step={wide ? 46 : 33} size={wide ? 20 : 16} />
      {wide ? (
        <>
          <Rows table={table} seat={seat} x={width - 330} y={y - 20} height={40} />
          <Purse table={table} seat={seat} x={width - 14} y={y} />
        </>
      ) : (
        ROWS.map((row, n) => (
          <g key={row} transform={`translate(${width - 96 + n * 48} ${y})`}>
            <SunMoon row={row} x={8} size={16} />
            <text x={20} y={5}>
              {player.slots[row].filter(Boolean).length}
            </text>
          </g>
        ))
      )}
    </>
  );
}

/** The slots as two rows of places; a covered one shows its stars. */
function Rows({ table, seat, x, y, height }: { table: Table; seat: number; x: number; y: number; height: number }) {
  const player = table.view.players[seat]!;
  const step = Math.min(height / 2, 27);
  return (
    <g class="rows" transform={`translate(${x} ${y})`} data-rule="LEN-5.3 LEN-9.1">
      {ROWS.map((row, n) => (
        <g key={row} class={`slots ${row}`} transform={`translate(0 ${(n + 0.5) * step})`}>
          <SunMoon row={row} x={6} size={15} />
          {player.slots[row].map((tile, column) => (
            <g key={column} transform={`translate(${28 + column * 25} 0)`} data-name={tile?.name}>
              <rect class={tile ? `tile-dot ${row}` : "empty-place"} x={-11} y={-step / 2 + 1.5} width={22} height={step - 3} rx="5" />
              {tile && (
                <text class="dot-number" y={5.5} text-anchor="middle">
                  {tile.stars}
                  <title>{tileText(tile, row, table.say)}</title>
                </text>
              )}
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}
