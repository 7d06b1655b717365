// The discard piles: what has left the board is known to all, and can be looked through.

import { Spot } from "@web/board";
import type { Say } from "@web/words";
import { CARD_HEIGHT, CARD_WIDTH, Card, cardText } from "./card";
import type { Box } from "./layout";
import { Badge } from "./badge";
import type { Table } from "./table";

const RULES = "LEN-2.6a LEN-6.2";
const HEAD = 34;
const BADGE = 34;

export const discardText = (name: string, n: number, say: Say): string =>
  n > 1 ? say("board_discarded_more", { n, card: cardText(name, say) }) : cardText(name, say);

const sizeOf = (pile: Record<string, number> | undefined): number =>
  Object.values(pile ?? {}).reduce((sum, n) => sum + n, 0);

/** The pile before a player: how many cards, and a way to look through all piles. */
export function Pile({ table, seat, x, y }: { table: Table; seat: number; x: number; y: number }) {
  const { say, view, piles } = table;
  const n = sizeOf(view.discards_of[seat]);
  return (
    <g transform={`translate(${x} ${y})`}>
      <Spot
        can
        onPick={piles.turn}
        pressed={piles.open}
        label={say("board_discards", { who: { seat }, n })}
        name={`discards-${seat + 1}`}
        rule={RULES}
        class="discard-pile opens"
      >
        <rect class="reach" x={-24} y={-22} width={58} height={44} />
        <rect class="sheet" x={-12} y={-7} width={18} height={13} rx={2.5} transform="rotate(-9)" />
        <rect class="sheet" x={-9} y={-6} width={18} height={13} rx={2.5} transform="rotate(7)" />
        <circle class="porthole" r={3.6} />
        <text x={14} y={6}>
          {n}
        </text>
      </Spot>
    </g>
  );
}

/** All piles, over the strips: a row for each owner, each kind of card once with how often it lies there. */
export function Piles({ table, box }: { table: Table; box: Box }) {
  const { view, say, who, piles } = table;
  const height = (box.height - HEAD) / view.discards_of.length;
  return (
    <g class="overlay piles" role="dialog" aria-label={say("board_piles")} data-rule={RULES}>
      <rect class="veil" x={box.x} y={box.y} width={box.width} height={box.height} rx="14" onClick={piles.turn} />
      <text class="question" x={box.x + 14} y={box.y + 24}>
        {say("board_piles")}
      </text>
      <g transform={`translate(${box.x + box.width - 24} ${box.y + 20})`}>
        <Spot can onPick={piles.turn} label={say("board_close")} class="close-piles">
          <rect class="reach" x={-22} y={-20} width={44} height={44} />
          <path class="swap" d="M-7-7 7 7M-7 7 7-7" />
        </Spot>
      </g>
      {view.discards_of.map((pile, owner) => (
        <g
          key={owner}
          role="group"
          aria-label={who(owner)}
          transform={`translate(${box.x} ${box.y + HEAD + owner * height})`}
        >
          <Badge seat={owner} x={20} y={Math.min(height / 2, 26)} />
          <Fan table={table} pile={pile} owner={owner} width={box.width - BADGE - 8} height={height - 4} />
        </g>
      ))}
    </g>
  );
}

/** The cards of a pile as large as its row allows. */
function Fan({
  table,
  pile,
  owner,
  width,
  height,
}: {
  table: Table;
  pile: Record<string, number>;
  owner: number;
  width: number;
  height: number;
}) {
  const { say } = table;
  const cards = Object.entries(pile);
  const fit = (lines: number) =>
    Math.min((width / Math.ceil(cards.length / lines) - 5) / CARD_WIDTH, (height / lines - 5) / CARD_HEIGHT, 0.8);
  const lines = [1, 2, 3, 4].reduce((best, n) => (fit(n) > fit(best) ? n : best), 1);
  const columns = Math.ceil(cards.length / lines);
  const scale = fit(lines);
  const [step, down] = [CARD_WIDTH * scale + 5, CARD_HEIGHT * scale + 5];
  const x = (at: number) => BADGE + 4 + ((at % columns) + 0.5) * step;
  const y = (at: number) => (Math.floor(at / columns) + 0.5) * down;
  if (cards.length === 0)
    return (
      <text class="none" x={BADGE + 6} y={Math.min(height / 2, 26) + 5}>
        {say("board_no_discards")}
      </text>
    );
  return (
    <>
      {cards.map(([name, n], at) => (
        <g
          key={name}
          role="img"
          aria-label={discardText(name, n, say)}
          data-name={name}
          data-rule={`${RULES} LEN-8.1 LEN-8.2 LEN-8.3 LEN-8.4`}
          transform={`translate(${x(at)} ${y(at)})`}
        >
          <circle class="hole" r={24 * scale} />
          <Card name={name} owner={owner} scale={scale} />
          {n > 1 && (
            <text class="times-here" y={6} text-anchor="middle" font-size={Math.min(16, 32 * scale)}>
              ×{n}
            </text>
          )}
        </g>
      ))}
    </>
  );
}
