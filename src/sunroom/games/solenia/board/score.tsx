// At the end: where everybody's stars come from.

import type { Part } from "@web/board";
import { shortened } from "@web/names";
import type { Say } from "@web/words";
import { Crate, Star, SunMoon } from "./art";
import { Badge } from "./badge";
import type { Box } from "./layout";
import type { Table } from "./table";
import type { Player } from "./view";

// words: board_sum_tiles, board_sum_stars, board_sum_pairs, board_sum_goods, board_sum_slots, board_sum_total
const COLUMNS = ["tiles", "stars", "pairs", "goods", "slots", "total"] as const;

export function sums(player: Player): Record<(typeof COLUMNS)[number], number> {
  const { tiles, pairs, goods } = player.scored;
  return {
    tiles,
    stars: player.stars,
    pairs,
    goods,
    slots: player.score - tiles - pairs - goods - player.stars,
    total: player.score,
  };
}

/** The parts of a player's points, as LEN-7.2 and what follows count them. */
export function tally(player: Player, say: Say): Part[] {
  const { total: _, ...parts } = sums(player);
  return COLUMNS.flatMap((column) =>
    column === "total" || (column === "slots" && parts.slots === 0)
      ? []
      : [{ label: say(`board_sum_${column}`), n: parts[column] }],
  );
}

const WORDS = 70; // the width of a column from which its word fits

function Sign({ column }: { column: (typeof COLUMNS)[number] }) {
  if (column === "stars") return <Star size={16} />;
  if (column === "goods") return <Crate size={17} />;
  if (column === "total")
    return (
      <text class="total" y={5} text-anchor="middle">
        Σ
      </text>
    );
  if (column === "pairs")
    return (
      <>
        <SunMoon row="day" x={-8} size={14} />
        <SunMoon row="night" x={7} size={13} />
      </>
    );
  return (
    <rect class={column === "tiles" ? "mini-sheet" : "empty-place"} x={-6} y={-8} width={12} height={16} rx={2.5} />
  );
}

const LETTER = { wide: 8.4, tall: 8.4, small: 6.9 }; // pixels, of most words with the size of their letters
const INSET = 14;

/** A text in lines of at most so many letters; a word that is longer stands alone. */
export function linesOf(text: string, most: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && longer.length <= most) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export function ScoreSheet({ table, box }: { table: Table; box: Box }) {
  const { view, say, who } = table;
  const rows = view.players.map(sums);
  const columns = COLUMNS.filter((column) => column !== "slots" || rows.some((row) => row.slots !== 0));
  const head = Math.min(box.width * 0.22, 150);
  const width = (box.width - head - 10) / columns.length;
  const letters = Math.floor((box.width - 2 * INSET) / LETTER[table.plan.mode]);
  const rank = view.rank ? linesOf(say("rank", { n: view.rank }), letters) : [];
  const height = Math.min(box.height / (rows.length + 1 + rank.length), 32);
  const x = (n: number) => box.x + head + (n + 1) * width - 8;
  return (
    <g class="score-sheet" data-rule="LEN-7.2 LEN-7.3 LEN-7.4 LEN-7.5">
      <rect
        class="sheet"
        x={box.x}
        y={box.y}
        width={box.width}
        height={height * (rows.length + 1 + rank.length) + 4}
        rx="12"
      />
      {columns.map((column, n) =>
        width < WORDS ? (
          <g
            key={column}
            role="img"
            aria-label={say(`board_sum_${column}`)}
            transform={`translate(${x(n) - 8} ${box.y + height / 2})`}
          >
            <Sign column={column} />
          </g>
        ) : (
          <text key={column} class="column" x={x(n)} y={box.y + height * 0.7} text-anchor="end">
            {say(`board_sum_${column}`)}
          </text>
        ),
      )}
      {rows.map((row, seat) => (
        <g key={seat} transform={`translate(0 ${box.y + (seat + 1) * height})`}>
          <Badge seat={seat} x={box.x + 18} y={height / 2} />
          {head > 90 && (
            <text x={box.x + 34} y={height * 0.7}>
              {shortened(who(seat), Math.floor((head - 30 + width / 2) / 9))}
            </text>
          )}
          {columns.map((column, n) => (
            <text key={column} class={column} x={x(n)} y={height * 0.7} text-anchor="end">
              {row[column]}
            </text>
          ))}
        </g>
      ))}
      {rank.map((line, n) => (
        <text
          key={line}
          class="rank"
          data-rule="LEN-11.5"
          x={box.x + INSET}
          y={box.y + (rows.length + 1 + n) * height + height * 0.7}
        >
          {line}
        </text>
      ))}
    </g>
  );
}
