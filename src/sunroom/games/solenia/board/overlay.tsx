// What lies over the strips for a while: Improvement tiles to draft, chance entered by hand, the note on the pieces.

import { Spot } from "@web/board";
import { doubtLines } from "@web/doubts";
import type { Box } from "./layout";
import { PowerSign, improvementText } from "./power";
import type { Table } from "./table";
import { chanceName, chanceText } from "./words";

const ROW = 66;

export function Draft({ table, box }: { table: Table; box: Box }) {
  const { view, say } = table;
  const offers = [...view.offers.one.map((name) => [name]), ...view.offers.pairs];
  const height = Math.min((box.height - 40) / offers.length, ROW);
  return (
    <g class="overlay draft" data-rule="LEN-1.6a LEN-10.1 LEN-10.1a LEN-10.2">
      <rect class="veil" x={box.x} y={box.y} width={box.width} height={box.height} rx="14" />
      <text class="question" x={box.x + box.width / 2} y={box.y + 27} text-anchor="middle">
        {say("board_draft")}
      </text>
      {offers.map((names, n) => (
        <Offer
          key={names.join("+")}
          table={table}
          names={names}
          box={{ x: box.x + 8, y: box.y + 38 + n * height, width: box.width - 16, height: height - 5 }}
        />
      ))}
    </g>
  );
}

function Offer({ table, names, box }: { table: Table; names: string[]; box: Box }) {
  const { view, legal, play, say } = table;
  const text = names.join("+");
  const words = names.map((name) => improvementText(name, view, say)).join(" · ");
  const sign = Math.min(box.height / 30, 1.2);
  const signs = names.length * 58 * sign + 8;
  return (
    <g transform={`translate(${box.x} ${box.y})`}>
      <Spot
        plays={text}
        legal={legal}
        play={play}
        name={`${text} ${names.join(" ")}`}
        rule="LEN-10.2 LEN-10.3 LEN-10.6 LEN-10.7"
        label={words}
        class="offer-row"
      >
        <rect class="edge sheet" width={box.width} height={box.height} rx="10" />
        {names.map((name, n) => (
          <g key={name} transform={`translate(${(n + 0.5) * 58 * sign + 6} ${box.height / 2}) scale(${sign})`}>
            <PowerSign power={view.powers[name]} />
          </g>
        ))}
        <foreignObject x={signs} y={0} width={Math.max(box.width - signs - 6, 10)} height={box.height}>
          <p class="in-row">
            <span>{words}</span>
          </p>
        </foreignObject>
      </Spot>
    </g>
  );
}

// words: the page asks with board_ask_order, board_ask_strip, board_ask_first, board_ask_revealed_day,
// board_ask_revealed_night, board_ask_dealt, board_ask_offer_one, board_ask_offer_day, board_ask_offer_night,
// board_ask_dummy, board_ask_die
/** Who deals real cards at a real table enters what was drawn. */
export function Chance({ table, box }: { table: Table; box: Box }) {
  const { legal, play, say, view } = table;
  const columns = Math.max(Math.floor(box.width / 135), 2);
  const rows = Math.ceil(legal.length / columns);
  const width = (box.width - 16) / columns;
  const height = Math.min((box.height - 44) / rows, 48);
  return (
    <g class="overlay" data-rule="LEN-2.1a LEN-2.6">
      <rect class="veil" x={box.x} y={box.y} width={box.width} height={box.height} rx="14" />
      <text class="question" x={box.x + box.width / 2} y={box.y + 27} text-anchor="middle">
        {say("board_enter")}
      </text>
      {legal.map((text, n) => (
        <g
          key={text}
          transform={`translate(${box.x + 8 + (n % columns) * width} ${box.y + 38 + Math.floor(n / columns) * height})`}
        >
          <Spot
            plays={text}
            legal={legal}
            play={play}
            name={text}
            label={chanceText(text, view, say)}
            class="offer-row"
          >
            <rect class="edge sheet" x={2} y={2} width={width - 4} height={height - 4} rx="8" />
            <foreignObject x={4} y={2} width={width - 8} height={height - 4}>
              <p class="in-row">
                <span>{chanceName(text, view, say)}</span>
              </p>
            </foreignObject>
          </Spot>
        </g>
      ))}
    </g>
  );
}

export function Note({ table, box, close }: { table: Table; box: Box; close: () => void }) {
  const width = Math.min(box.width - 16, 380);
  return (
    <foreignObject
      class="overlay"
      x={box.x + (box.width - width) / 2}
      y={box.y + box.height / 2 - 70}
      width={width}
      height={140}
      onClick={close}
    >
      <p class="paper-note">
        {[table.say("board_reconstructed_note"), ...doubtLines(table.view.doubts, table.say)].join(" ")}
      </p>
    </foreignObject>
  );
}
