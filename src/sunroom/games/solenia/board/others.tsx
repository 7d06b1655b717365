// The others at the table: smaller, but all that lies open.

import { shortened } from "@web/names";
import { SunMoon } from "./art";
import { tileText } from "./display";
import type { Box } from "./layout";
import { improvementText } from "./power";
import { Badge } from "./badge";
import { Counts, Purse, columnsOf, improvements } from "./tableau";
import type { Table } from "./table";
import { ROWS } from "./view";

export function Others({ table, box }: { table: Table; box: Box }) {
  const seats = table.view.players.map((_, seat) => seat).filter((seat) => seat !== table.me);
  if (seats.length === 0 || box.height < 30) return null;
  const beside = seats.length > 1 && box.width / seats.length > 340;
  const width = beside ? box.width / seats.length : box.width;
  const height = Math.min(beside ? box.height : box.height / seats.length, 160);
  return (
    <g class="others">
      {seats.map((seat, n) => (
        <Other
          key={seat}
          table={table}
          seat={seat}
          box={{
            x: box.x + (beside ? n * width : 0),
            y: box.y + (beside ? 0 : n * height),
            width: width - (beside && n < seats.length - 1 ? 8 : 0),
            height: height - 6,
          }}
        />
      ))}
    </g>
  );
}

const SLOTS = 176; // the width of two rows of slots
const ROW = 150; // without the sun or the moon

function Other({ table, seat, box }: { table: Table; seat: number; box: Box }) {
  const { view, who } = table;
  const flat = box.height < 56;
  const acts = (view.to_act >= 0 ? view.to_act : view.turn) === seat && view.phase !== "done";
  return (
    <g
      class={`other ${acts ? "acts" : ""}`}
      data-seat={seat}
      data-name={`seat-${seat + 1}`}
      transform={`translate(${box.x} ${box.y})`}
    >
      <rect class="sheet" width={box.width} height={box.height} rx="12" />
      {flat ? (
        <Flat table={table} seat={seat} width={box.width} y={box.height / 2} name={shortened(who(seat), 9)} />
      ) : (
        <Full table={table} seat={seat} box={box} name={who(seat)} />
      )}
    </g>
  );
}

interface Neighbour {
  table: Table;
  seat: number;
  name: string;
}

function Full({ table, seat, box, name }: Neighbour & { box: Box }) {
  const tiles = improvements(table.view, seat);
  const noted = tiles.length > 0 && box.height > 100;
  const height = box.height - (noted ? 24 : 0);
  const left = box.width - SLOTS - 10;
  const stacked = height > 76 && left < 280; // the purse below the name
  const line = height * (stacked ? 0.2 : 0.28);
  return (
    <>
      <Badge seat={seat} x={20} y={line} />
      <text class="who" x={38} y={line + 6}>
        {shortened(name, Math.floor((left - (stacked ? 44 : 158)) / 8.5))}
      </text>
      <Purse table={table} seat={seat} x={stacked ? 122 : left - 8} y={stacked ? height * 0.5 : line} />
      <Counts
        table={table}
        seat={seat}
        x={12}
        y={height * (stacked ? 0.8 : 0.74)}
        step={Math.min((left - 12) / 4, 66)}
        size={Math.min(22, height * 0.34)}
      />
      <Rows table={table} seat={seat} x={left + 6} y={6} height={height - 12} />
      {noted && (
        <text class="note" x={14} y={box.height - 10}>
          {tiles.map((one) => (
            <tspan key={one} data-name={one}>
              {one}
              <title>{improvementText(one, table.view, table.say)}</title>{" "}
            </tspan>
          ))}
        </text>
      )}
    </>
  );
}

/** One line: goods, and how many slots of each row are covered. */
function Flat({ table, seat, name, width, y }: Neighbour & { width: number; y: number }) {
  const player = table.view.players[seat]!;
  const wide = width > 560;
  return (
    <>
      <Badge seat={seat} x={18} y={y} />
      <text class="who" x={34} y={y + 5}>
        {name}
      </text>
      <Counts table={table} seat={seat} x={wide ? 160 : 108} y={y} step={wide ? 52 : 34} size={17} />
      {wide && <Purse table={table} seat={seat} x={width - 140} y={y} />}
      {ROWS.map((row, n) => (
        <g key={row} transform={`translate(${width - 96 + n * 48} ${y})`}>
          <SunMoon row={row} x={8} size={16} />
          <text x={20} y={5}>
            {player.slots[row].filter(Boolean).length + player.beyond[row].length}
          </text>
        </g>
      ))}
    </>
  );
}

/** The slots as two rows of places; a covered one shows its stars. */
function Rows({ table, seat, x, y, height }: { table: Table; seat: number; x: number; y: number; height: number }) {
  const player = table.view.players[seat]!;
  const step = Math.min(height / 2, 44);
  const pitch = ROW / columnsOf(player);
  return (
    <g
      class="rows"
      transform={`translate(${x} ${y + height / 2 - step})`}
      data-rule={table.view.side === "summer" ? "LEN-5.3 LEN-5.3a" : "LEN-9.1"}
    >
      {ROWS.map((row, n) => (
        <g key={row} class={`slots ${row}`} transform={`translate(0 ${(n + 0.5) * step})`}>
          <SunMoon row={row} x={6} size={15} />
          {[...player.slots[row], ...player.beyond[row]].map((tile, column) => (
            <g
              key={column}
              transform={`translate(${15 + (column + 0.5) * pitch} 0)`}
              data-name={tile?.name}
              data-piece={tile ? `tile-${tile.name}` : undefined}
            >
              <rect
                class={tile ? `tile-dot ${row}` : "empty-place"}
                x={-(pitch - 3) / 2}
                y={-step / 2 + 1.5}
                width={pitch - 3}
                height={step - 3}
                rx="5"
              />
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
