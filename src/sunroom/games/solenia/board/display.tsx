// Delivery tiles: on offer, and what each asks.

import { Spot } from "@web/board";
import { ruled } from "@web/doubts";
import type { Say } from "@web/words";
import { GoodShape, Stars, SunMoon } from "./art";
import type { Box } from "./layout";
import { tileName } from "./names";
import type { Table } from "./table";
import { GOODS, ROWS, listOf, type Goods, type Row, type Tile } from "./view";

interface TileProps {
  tile: Tile;
  row: Row;
  width: number;
  height: number;
}

/** A tile in a box around 0,0: goods and stars side by side, or the stars above where it is narrow. */
export function TileShape({ tile, row, width, height }: TileProps) {
  const goods = listOf(tile.asks);
  const upright = height > width * 1.1;
  const star = upright ? Math.min(width * 0.5, height * 0.32, 38) : Math.min(width * 0.34, height * 0.62, 38);
  const across = upright ? width - 8 : width - star - 12;
  const down = upright ? height - star - 10 : height - 8;
  const fit = (lines: number) => Math.min(across / Math.ceil(goods.length / lines) - 1, down / lines - 2, 27);
  const rows = [1, 2, 3].reduce((best, lines) => (fit(lines) > fit(best) ? lines : best), 1);
  const columns = Math.ceil(goods.length / rows);
  const size = fit(rows);
  const x = upright ? 0 : -width / 2 + 5 + across / 2;
  const y = upright ? star / 2 + 1 : 0;
  return (
    <g class={`tile ${row}`}>
      <rect class="sheet" x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
      {goods.map((good, n) => (
        <g key={n} data-column={good}>
          <GoodShape
            good={good}
            size={size}
            x={x + ((n % columns) - (columns - 1) / 2) * (size + 1)}
            y={y + (Math.floor(n / columns) - (rows - 1) / 2) * (size + 2)}
          />
        </g>
      ))}
      <g data-column="stars">
        <Stars
          n={tile.stars}
          x={upright ? 0 : width / 2 - star / 2 - 6}
          y={upright ? -height / 2 + star / 2 + 6 : 0}
          size={star}
        />
      </g>
    </g>
  );
}

export const asked = (asks: Partial<Goods>, say: Say): string =>
  GOODS.flatMap((good) => (asks[good] ? [`${asks[good]} ${say(good)}`] : [])).join(", ");

export function tileText(tile: Tile, row: Row, say: Say): string {
  const text = say("board_tile", { tile: tileName(tile.asks, row, say), n: tile.stars });
  return tile.affordable ? `${text} ${say("board_affordable")}` : text;
}

export function Display({ table, box }: { table: Table; box: Box }) {
  const { view } = table;
  const places = Math.max(
    3,
    ...ROWS.map((row) => view.display[row].filter(Boolean).length),
    view.players.length === 4 ? 4 : 3,
  );
  const head = box.width > 300 ? 32 : 24;
  const width = (box.width - head) / places;
  const height = Math.min(box.height / 2, 140);
  const top = box.y + Math.max((box.height - 2 * height) / 4, 0);
  return (
    <g class="display" data-rule="LEN-2.3 LEN-5.2 LEN-5.4 LEN-5.4a">
      {ROWS.map((row, n) => (
        <g
          key={row}
          class={`offer ${row} ${view.row && view.row !== row && view.phase === "tile" ? "other" : ""}`}
          transform={`translate(${box.x} ${top + n * height})`}
        >
          <SunMoon row={row} x={head / 2 - 2} y={height / 2} size={head - 6} />
          {view.display[row].slice(0, places).map((tile, place) => (
            <g key={tile?.name ?? place} transform={`translate(${head + (place + 0.5) * width} ${height / 2})`}>
              {tile ? (
                <Offer table={table} tile={tile} row={row} width={width - 6} height={height - 4} />
              ) : (
                <rect
                  class="gap"
                  x={-width / 2 + 5}
                  y={-height / 2 + 5}
                  width={width - 10}
                  height={height - 10}
                  rx="8"
                />
              )}
            </g>
          ))}
        </g>
      ))}
    </g>
  );
}

function Offer({
  table,
  tile,
  row,
  width,
  height,
}: {
  table: Table;
  tile: Tile;
  row: Row;
  width: number;
  height: number;
}) {
  const { legal, play, say } = table;
  const affordable = tile.affordable && table.eye >= 0;
  return (
    <Spot
      plays={tile.name}
      legal={legal}
      play={play}
      name={tile.name}
      rule={ruled("LEN-5.2", table.view.doubts, "tiles", "LEN-1.4b")}
      label={tileText(tile, row, say)}
      class={affordable ? "affordable" : "beyond"}
    >
      <g data-piece={`tile-${tile.name}`}>
        <TileShape tile={tile} row={row} width={width} height={height} />
        <rect class="edge" x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
        {affordable && (
          <g
            class="check"
            transform={
              height > 70
                ? `translate(${width / 2 - 12} ${height / 2 - 12})`
                : `translate(${width / 2 - 7} ${height / 2 - 7}) scale(.8)`
            }
          >
            <circle r="9.5" />
            <path d="M-4.5 0-1.2 3.6 5-3.6" />
          </g>
        )}
      </g>
    </Spot>
  );
}
