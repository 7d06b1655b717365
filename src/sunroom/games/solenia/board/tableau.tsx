// A player's board: two rows of slots with their bonuses, and the storage.

import type { ComponentChildren } from "preact";
import { Spot } from "@web/board";
import type { Say } from "@web/words";
import { Crate, GoodShape, Star, Stars, SunMoon } from "./art";
import { TileShape, asked, tileText } from "./display";
import type { Box } from "./layout";
import { Badge } from "./badge";
import { Pile } from "./discards";
import { PowerSign, improvementNow, improvementText, works } from "./power";
import type { Table } from "./table";
import { GOODS, ROWS, listOf, type Bonus, type Good, type Player, type Row, type View } from "./view";

export const LEVELS = ["", "I", "II", "III"];
const SLOTS = 6;
const HEAD = 30;
const LINE = 20;

/** The Improvement tiles of a seat: level 1, then the halves. */
export const improvements = (view: View, seat: number): string[] => {
  const player = view.players[seat];
  return player ? [player.one, ...player.halves].filter((name): name is string => name !== null) : [];
};

export function Tableau({ table, box }: { table: Table; box: Box }) {
  const { view, me, plan } = table;
  const tiles = improvements(view, me);
  const compact = plan.mode === "small";
  const head = compact ? 0 : HEAD;
  const foot = compact ? 0 : tiles.length * LINE;
  const storage = compact ? 0 : Math.min(58, Math.max(46, box.height * 0.22));
  const rows = box.height - head - foot - storage - (compact ? 0 : 14);
  return (
    <g class="tableau" data-seat={me} data-rule={view.side === "summer" ? "LEN-5.3 LEN-5.5" : "LEN-9.1 LEN-9.4"}>
      {!compact && <rect class="sheet" x={box.x} y={box.y} width={box.width} height={box.height} rx="14" />}
      {!compact && <Head table={table} box={box} />}
      <Slots
        table={table}
        box={{
          x: box.x + (compact ? 0 : 8),
          y: box.y + head + (compact ? 0 : 4),
          width: box.width - (compact ? 0 : 16),
          height: rows,
        }}
      />
      {!compact && (
        <Storage
          table={table}
          box={{ x: box.x + 8, y: box.y + head + rows + 6, width: box.width - 16, height: storage }}
        />
      )}
      {!compact &&
        tiles.map((name, n) => (
          <Note
            key={name}
            name={name}
            texts={[improvementNow(name, view, me, table.say), improvementText(name, view, table.say)]}
            x={box.x + 14}
            y={box.y + box.height - foot + 10 + n * LINE}
            width={box.width - 26}
          />
        ))}
    </g>
  );
}

const LETTER = 7; // the usual width of one in a note

interface NoteProps {
  name: string;
  texts: string[]; // the first one that fits
  x: number;
  y: number;
  width: number;
}

/** What an Improvement tile does, on one line: drawn in a little where it is long. */
function Note({ name, texts, x, y, width }: NoteProps) {
  const lines = texts.map((text) => `${name}: ${text}`);
  const text = lines.find((line) => line.length * LETTER <= width) ?? lines.at(-1)!;
  const long = text.length * LETTER > width ? { textLength: width, lengthAdjust: "spacingAndGlyphs" } : {};
  return (
    <text class="note" data-name={name} data-rule="LEN-10.4 LEN-10.5 LEN-10.6 LEN-10.7" x={x} y={y} {...long}>
      {text}
    </text>
  );
}

function Head({ table, box }: { table: Table; box: Box }) {
  const { view, me, say, who } = table;
  const player = view.players[me];
  if (!player) return null;
  return (
    <g class="head" transform={`translate(${box.x} ${box.y})`}>
      <Badge seat={me} x={20} y={HEAD / 2 + 3} />
      <text class="who" x={38} y={HEAD / 2 + 9}>
        {who(me)}
      </text>
      <Pile table={table} seat={me} x={box.width - 178} y={HEAD / 2 + 3} />
      <Purse table={table} seat={me} x={box.width - 12} y={HEAD / 2 + 3} />
      {view.tile && view.turn === me && view.row && (
        <g
          data-piece={`tile-${view.tile.name}`}
          data-name={view.tile.name}
          class="lifted"
          role="img"
          aria-label={tileText(view.tile, view.row, say)}
          transform={`translate(${box.width / 2} ${HEAD / 2})`}
        >
          <TileShape tile={view.tile} row={view.row} width={100} height={44} />
        </g>
      )}
    </g>
  );
}

/** Stars gained, and how many cards are still to play; from right to left. */
function Purse({ table, seat, x, y }: { table: Table; seat: number; x: number; y: number }) {
  const player = table.view.players[seat]!;
  return (
    <g class="purse" transform={`translate(${x} ${y})`}>
      <g data-rule="LEN-3.1 LEN-6.4" role="img" aria-label={table.say("board_left", { n: player.left })}>
        <text x={0} y={6} text-anchor="end">
          {player.left}
        </text>
        <g class="deck" transform="translate(-34 0)">
          <rect x={-9} y={-7} width={18} height={13} rx={2.5} />
          <rect x={-6} y={-4} width={18} height={13} rx={2.5} />
        </g>
      </g>
      <g data-rule="LEN-7.4" role="img" aria-label={table.say("board_gained", { n: player.stars })}>
        <text x={-66} y={6} text-anchor="end">
          {player.stars}
        </text>
        <Star x={-100} y={0} size={20} />
      </g>
    </g>
  );
}

/** How many tiles the longer row has room for: its slots, and those that came when it was full. */
export const columnsOf = (player: Player | undefined): number =>
  SLOTS + Math.max(0, ...ROWS.map((row) => player?.beyond[row].length ?? 0));

function Slots({ table, box }: { table: Table; box: Box }) {
  const head = 30;
  const { view, me } = table;
  const player = view.players[me];
  const width = (box.width - head) / columnsOf(player);
  const height = box.height / 2;
  return (
    <g transform={`translate(${box.x} ${box.y})`}>
      {ROWS.map((row, n) => (
        <g key={row} transform={`translate(0 ${n * height})`} class={`slots ${row}`}>
          <SunMoon row={row} x={13} y={height / 2} size={22} />
          {table.view.printed[row].map((_, column) => (
            <g key={column} transform={`translate(${head + (column + 0.5) * width} ${height / 2})`}>
              <SlotShape table={table} row={row} column={column} width={width - 5} height={height - 5} />
            </g>
          ))}
          {player?.beyond[row].map((tile, n) => (
            <g
              key={tile.name}
              transform={`translate(${head + (SLOTS + n + 0.5) * width} ${height / 2})`}
              data-piece={`tile-${tile.name}`}
              data-name={tile.name}
              data-rule="LEN-5.3a"
              role="img"
              aria-label={table.say("board_beyond_slot", {
                row: table.say(`board_${row}`),
                what: tileText(tile, row, table.say),
              })}
            >
              <TileShape tile={tile} row={row} width={width - 5} height={height - 5} />
            </g>
          ))}
        </g>
      ))}
      {player?.one && (
        <g transform={`translate(${head + 0.5 * width} ${height})`}>
          <Plate name={player.one} view={view} seat={me} width={width - 9} height={2 * stripOf(height - 5) + 3} />
        </g>
      )}
    </g>
  );
}

/** How much of a covered slot stays visible: what is printed on the board lies beside the tile. */
const stripOf = (height: number): number => Math.min(Math.max(height * 0.3, 18), 32);

/** Where the tile lies and where what is printed stays: day tiles lie above the board, night tiles below it. */
function beside(row: Row, height: number) {
  const strip = stripOf(height);
  const out = row === "day" ? -1 : 1;
  return {
    tile: { y: (out * strip) / 2, height: height - strip },
    printed: { y: (-out * (height - strip)) / 2, height: strip },
  };
}

interface SlotProps {
  table: Table;
  row: Row;
  column: number;
  width: number;
  height: number;
}

function SlotShape({ table, row, column, width, height }: SlotProps) {
  const { view, me, say, legal, play } = table;
  const tile = view.players[me]?.slots[row][column];
  const bonus = view.printed[row][column]!;
  const asks = view.phase === "slot" && view.row === row && view.turn === me;
  const places = beside(row, height);
  const name = `slot-${column + 1}`;
  const improvement = improvementAt(view, me, row, column);
  const label = say("board_slot", {
    n: column + 1,
    row: [say(`board_${row}`), ...levelText(view, row, column, say)].join(", "),
    what: slotNow(view, me, row, column, say),
  });
  // words: board_day, board_night
  return (
    <Spot
      plays={asks ? name : undefined}
      legal={legal}
      play={play}
      name={view.row === row || !view.row ? `${name} ${improvement ?? ""}`.trim() : (improvement ?? undefined)}
      rule={slotRule(view, improvement)}
      label={label}
      class={`slot ${tile ? "covered" : ""} ${improvement ? "improved" : ""}`}
    >
      <rect class="bed" x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
      <g class="printed" transform={tile ? `translate(0 ${places.printed.y})` : undefined}>
        <Printed
          view={view}
          me={me}
          row={row}
          column={column}
          width={width}
          height={tile ? places.printed.height : height}
        />
      </g>
      {view.side === "winter" && (!tile || width > 76) && (
        <text
          class="level"
          x={-width / 2 + 5}
          y={tile ? places.printed.y + 6 : row === "day" ? 15 - height / 2 : height / 2 - 5}
        >
          {LEVELS[bonus.level]}
        </text>
      )}
      {tile && (
        <g
          data-piece={`tile-${tile.name}`}
          data-name={tile.name}
          class="delivered"
          transform={`translate(0 ${places.tile.y})`}
        >
          <TileShape tile={tile} row={row} width={width} height={places.tile.height} />
        </g>
      )}
      <rect class="edge" x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
    </Spot>
  );
}

interface PrintedProps {
  view: View;
  me: number;
  row: Row;
  column: number;
  width: number;
  height: number;
}

/** What a slot gives: its bonus, or its half of an Improvement. A tile of level 1 is drawn over both its slots. */
function Printed({ view, me, row, column, width, height }: PrintedProps) {
  const improvement = improvementAt(view, me, row, column);
  if (improvement && column === 0) return null;
  if (improvement) return <Plate name={improvement} view={view} seat={me} width={width} height={height} />;
  return <BonusSigns bonus={view.printed[row][column]!} width={width} height={height} />;
}

/** A slot in words: the tile that covers it, and what it gives. */
function slotNow(view: View, me: number, row: Row, column: number, say: Say): string {
  const tile = view.players[me]?.slots[row][column];
  const improvement = improvementAt(view, me, row, column);
  const gives = improvement ? improvementNow(improvement, view, me, say) : slotText(view, me, row, column, say);
  return tile ? say("board_slot_covered", { tile: tileText(tile, row, say), gives }) : gives;
}

const slotRule = (view: View, improvement: string | null) =>
  improvement
    ? "LEN-10.3 LEN-10.4 LEN-10.5 LEN-10.6 LEN-10.7"
    : view.side === "summer"
      ? "LEN-5.3 LEN-5.4 LEN-5.5"
      : "LEN-9.1 LEN-9.1a LEN-9.2 LEN-9.4";

/** The level of a slot, where slots have one. */
export const levelText = (view: View, row: Row, column: number, say: Say): string[] =>
  view.side === "winter" ? [say("board_level", { n: view.printed[row][column]!.level })] : [];

/** What a slot of a seat does: its bonus, or the Improvement tile that lies there. */
export function slotText(view: View, seat: number, row: Row, column: number, say: Say): string {
  const improvement = improvementAt(view, seat, row, column);
  return improvement ? improvementText(improvement, view, say) : bonusText(view.printed[row][column]!, say);
}

function improvementAt(view: View, seat: number, row: Row, column: number): string | null {
  const player = view.players[seat];
  if (!player) return null;
  if (column === 0) return player.one;
  return column === SLOTS - 1 ? (player.halves[row === "day" ? 0 : 1] ?? null) : null;
}

interface PlateProps {
  name: string;
  view: View;
  seat: number;
  width: number;
  height: number;
}

/** An Improvement tile; full where it works already, else only an outline. */
function Plate({ name, view, seat, width, height }: PlateProps) {
  const edge = height > 40 ? 3 : 1;
  const scale = Math.min((width - 8) / 50, (height - 2 * edge - 1) / 28, 1.2);
  return (
    <g class={`plate ${works(view, seat, name) ? "works" : ""}`}>
      <rect x={-width / 2 + 3} y={-height / 2 + edge} width={width - 6} height={height - 2 * edge} rx="6" />
      <g transform={`scale(${scale})`}>
        <PowerSign power={view.powers[name]} />
      </g>
    </g>
  );
}

/** What a slot gives when it is covered, as signs in a row that fits. */
export function BonusSigns({ bonus, width, height }: { bonus: Bonus; width: number; height: number }) {
  const signs = bonusSigns(bonus);
  const total = signs.reduce((sum, sign) => sum + sign.width, 0);
  const tall = bonus.stars || bonus.per_tile ? 38 : 28;
  const fits = height < 40 ? (height - 2) / tall : (height * 0.62) / 26; // beside a tile, or alone in its slot
  const scale = Math.min((width - 6) / total, fits, 1.3);
  let at = -total / 2;
  return (
    <g class="bonus" transform={`scale(${scale})`}>
      {signs.map((sign, n) => {
        at += sign.width;
        return (
          <g key={n} transform={`translate(${at - sign.width / 2} 0)`}>
            <g data-column={sign.column}>{sign.shape}</g>
          </g>
        );
      })}
    </g>
  );
}

interface Sign {
  /** The column of the component file that it shows. */
  column: string;
  width: number;
  shape: ComponentChildren;
}

function bonusSigns(bonus: Bonus): Sign[] {
  const signs: Sign[] = listOf(bonus.goods).map((good) => ({
    column: good,
    width: 27,
    shape: <GoodShape good={good} size={25} />,
  }));
  if (bonus.storage) signs.push({ column: "storage", width: 26, shape: <MoreStorage n={bonus.storage} /> });
  if (bonus.choose) signs.push({ column: "choose", width: 40, shape: <Choice bonus={bonus} /> });
  if (bonus.stars) signs.push({ column: "stars", width: 34, shape: <Stars n={bonus.stars} size={32} /> });
  if (bonus.per_tile) signs.push({ column: "end_per_tile", width: 46, shape: <PerTile n={bonus.per_tile} /> });
  return signs;
}

function Choice({ bonus }: { bonus: Bonus }) {
  const [one, two] = bonus.among;
  if (bonus.among.length > 2)
    return (
      <>
        <text class="figures" x={-10} y={6} text-anchor="middle">
          {bonus.choose}
        </text>
        <Crate x={9} size={23} />
      </>
    );
  return (
    <>
      {one && <GoodShape good={one} x={-10} y={-6} size={20} />}
      <path class="or" d="M-7 13 7-13" />
      {two && <GoodShape good={two} x={10} y={6} size={20} />}
    </>
  );
}

function MoreStorage({ n }: { n: number }) {
  return (
    <>
      <rect class="empty-place" x={-12} y={-12} width={24} height={24} rx="5" />
      <text class="figures" y={5.5} text-anchor="middle">
        +{n}
      </text>
    </>
  );
}

function PerTile({ n }: { n: number }) {
  return (
    <>
      <rect class="mini-sheet" x={-22} y={-12} width={16} height={24} rx="3" />
      <Stars n={n} x={9} size={26} />
    </>
  );
}

/** What a slot gives, in words. */
export function bonusText(bonus: Bonus, say: Say): string {
  const parts = [
    asked(bonus.goods, say),
    bonus.storage ? say("board_bonus_storage", { n: bonus.storage }) : "",
    bonus.choose
      ? say("board_bonus_choose", { n: bonus.choose, goods: bonus.among.map((good) => say(good)).join(" / ") })
      : "",
    bonus.stars ? say("board_stars", { n: bonus.stars }) : "",
    bonus.per_tile ? say("board_bonus_per_tile", { n: bonus.per_tile }) : "",
  ];
  return parts.filter(Boolean).join(", ");
}

// Storage

const PLACES = 8;
const storageRule = (view: View) => (view.side === "summer" ? "LEN-4.2" : "LEN-9.2");

export function Storage({ table, box }: { table: Table; box: Box }) {
  const { view, me, say } = table;
  const player = view.players[me];
  if (!player) return null;
  const goods = listOf(player.goods);
  const places = Math.max(PLACES, goods.length);
  const width = box.width / places;
  return (
    <g
      class="storage"
      data-seat={me}
      transform={`translate(${box.x} ${box.y})`}
      data-rule={`${storageRule(view)} LEN-7.3`}
      data-name="storage"
      role="group"
      aria-label={say("board_storage", { n: player.stored, most: player.storage })}
    >
      <rect class="shelf" width={box.width} height={box.height} rx="10" />
      {Array.from({ length: places }, (_, n) => (
        <g key={n} transform={`translate(${(n + 0.5) * width} ${box.height / 2})`}>
          <rect
            class={n < player.storage ? "empty-place" : goods[n] ? "over-place" : "no-place"}
            x={-width / 2 + 3}
            y={-box.height / 2 + 4}
            width={width - 6}
            height={box.height - 8}
            rx="8"
          />
        </g>
      ))}
      {goods.map((good, n) => (
        <StoredGood
          key={`${good}-${nth(goods, n)}`}
          table={table}
          good={good}
          n={nth(goods, n)}
          x={(n + 0.5) * width}
          y={box.height / 2}
          width={width - 6}
          height={box.height - 8}
        />
      ))}
    </g>
  );
}

/** The how-manieth of its kind. */
const nth = (goods: Good[], at: number) => goods.slice(0, at).filter((good) => good === goods[at]).length;

interface StoredProps {
  table: Table;
  good: Good;
  n: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

function StoredGood({ table, good, n, x, y, width, height }: StoredProps) {
  const { legal, play, say, me, view } = table;
  const gives = view.phase !== "bonus" && view.phase !== "spare";
  return (
    <g transform={`translate(${x} ${y})`}>
      <Spot
        plays={gives ? good : undefined}
        legal={legal}
        play={play}
        name={good}
        rule={`LEN-3.4 ${storageRule(view)} LEN-7.3`}
        label={say(good)}
      >
        <rect
          class="reach"
          x={-Math.max(width + 6, 44) / 2}
          y={-height / 2 - 4}
          width={Math.max(width + 6, 44)}
          height={height + 8}
        />
        <g data-piece={`good-${me}-${good}-${n}`}>
          <rect class={`token ${good}`} x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
          <GoodShape good={good} size={Math.min(width - 6, height - 6, 36)} />
          <rect class="edge" x={-width / 2} y={-height / 2} width={width} height={height} rx="8" />
        </g>
      </Spot>
    </g>
  );
}

/** How many of each kind, for those who sit across. */
export function Counts({
  table,
  seat,
  x,
  y,
  step,
  size = 20,
}: {
  table: Table;
  seat: number;
  x: number;
  y: number;
  step: number;
  size?: number;
}) {
  const player = table.view.players[seat]!;
  return (
    <g
      class="counts"
      transform={`translate(${x} ${y})`}
      data-rule={storageRule(table.view)}
      role="img"
      aria-label={`${asked(player.goods, table.say)} (${player.stored}/${player.storage})`}
    >
      {GOODS.map((good, n) => (
        <g key={good} data-name={good} class={player.goods[good] ? "" : "none"} transform={`translate(${n * step} 0)`}>
          <GoodShape good={good} x={size / 2} size={size} />
          <text x={size + 3} y={6}>
            {player.goods[good]}
          </text>
        </g>
      ))}
    </g>
  );
}

export { Purse };
