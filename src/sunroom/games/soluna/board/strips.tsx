// Above the towers: the stars of the match and the four symbols. Below them: what is chosen before a round.

import { Spot, type BoardProps } from "@web/board";
import { EmblemShape } from "@web/art/emblem";
import type { Say } from "@web/words";
import { STAR, Medallion, Sign, letterOf } from "./symbols";
import { SYMBOLS, standing, type DiscSymbol, type View } from "./table";
import { wordsAt, type Layout } from "./layout";

export function Head({ view, say, at, turn }: { view: View; say: Say; at: Layout; turn: number }) {
  return (
    <g class="head">
      {view.stars.map((won, seat) => (
        <Stars key={seat} seat={seat} won={won} goal={view.goal} say={say} at={at} acts={turn === seat} />
      ))}
      <Legend view={view} say={say} at={at} />
    </g>
  );
}

const starSize = (at: Layout): number => (at.wide ? 34 : 16);
const edgeOf = (at: Layout): number => (at.wide ? 34 : 17);
const trayOf = (at: Layout, goal: number): number => starSize(at) * (goal + 0.1) + (at.wide ? 60 : 30);

/** One player's stars: won, and still to win. The first sits left, the second right. */
function Stars({
  seat,
  won,
  goal,
  say,
  at,
  acts,
}: {
  seat: number;
  won: number;
  goal: number;
  say: Say;
  at: Layout;
  acts: boolean;
}) {
  const size = starSize(at);
  const side = seat === 0 ? 1 : -1;
  const edge = edgeOf(at);
  const start = seat === 0 ? edge : at.width - edge;
  const y = at.head / 2 + 2;
  const long = trayOf(at, goal);
  return (
    <g
      class={`stars ${acts ? "acts" : ""}`}
      role="img"
      aria-label={say("board_stars_of", { who: { seat }, n: won, goal })}
      data-name={`seat-${seat + 1}`}
      data-rule={goal === 1 ? "LUN-6.1 LUN-6.4a" : "LUN-6.1 LUN-6.4"}
    >
      <rect
        class="tray"
        x={seat === 0 ? start - edge * 0.72 : start - long + edge * 0.72}
        y={y - size * 0.8}
        width={long}
        height={size * 1.6}
        rx={size * 0.8}
      />
      <g
        class={`emblem seat-${seat}`}
        transform={`translate(${start - size * 0.36} ${y - size * 0.36}) scale(${(size * 0.72) / 24})`}
      >
        <EmblemShape seat={seat} />
      </g>
      {Array.from({ length: goal }, (_, n) => (
        <g key={n} transform={`translate(${start + side * (size * 1.15 + n * size)} ${y}) scale(${size / 92})`}>
          <path class={`star ${n < won ? "won" : ""}`} key={String(n < won)} d={STAR} />
        </g>
      ))}
    </g>
  );
}

/** The four symbols with how many towers show each. */
function Legend({ view, say, at }: { view: View; say: Say; at: Layout }) {
  const step = Math.min((at.width - 2 * trayOf(at, view.goal) - (at.wide ? 40 : 24)) / 4, 118);
  const roomy = step > 90;
  const size = at.wide ? 32 : 16;
  const font = at.wide ? 18 : 12.5;
  return (
    <g class="legend">
      {SYMBOLS.map((symbol, n) => {
        const shown = standing(view).filter((tower) => tower?.symbol === symbol).length;
        return (
          <g
            key={symbol}
            transform={`translate(${at.width / 2 + (n - 1.5) * step} ${at.head / 2 + 2})`}
            class={shown ? "" : "none"}
            role="img"
            aria-label={say("board_shown", { symbol: say(symbol), n: shown })}
            data-name={symbol}
            data-rule="LUN-1.1 LUN-1.1a LUN-4.4"
          >
            <rect class="hit" x={-step / 2} y={-at.head / 2} width={step} height={at.head} />
            <g transform={`translate(${-size * 0.5} 0)`}>
              <Sign symbol={symbol} size={size} />
            </g>
            <text x={size * 0.22} y={font * 0.36} font-size={font}>
              {roomy ? `${letterOf(symbol)} ` : ""}
              <tspan class="count">{roomy ? `× ${shown}` : shown}</tspan>
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface ChoicesProps {
  view: View;
  legal: readonly string[];
  play: BoardProps["play"];
  say: Say;
  at: Layout;
}

/** Before the first stacking: who opens; where discs are thrown by hand, what the next one shows. */
export function Choices({ view, legal, play, say, at }: ChoicesProps) {
  const texts =
    view.phase === "choose" ? ["open", "follow"] : legal.filter((text) => SYMBOLS.includes(text as DiscSymbol));
  const gap = at.wide ? 24 : 10;
  const width = Math.min((at.width - gap * 3) / 2, at.wide ? 340 : 200);
  const height = at.foot - (at.wide ? 32 : 12);
  const left = (at.width - (texts.length * width + (texts.length - 1) * gap)) / 2;
  return (
    <g class="choices">
      {texts.map((text, n) => (
        <Spot
          key={text}
          name={text}
          plays={text}
          legal={legal}
          play={play}
          class="choice"
          label={wordOf(text, say)}
          rule={view.phase === "choose" ? "LUN-3.2 LUN-6.3" : "LUN-3.1"}
          transform={`translate(${left + n * (width + gap)} ${at.height - at.foot + 4})`}
        >
          <rect class="edge" width={width} height={height} rx={height / 2} />
          {at.wide && (
            <g transform={`translate(${height * 0.62} ${height / 2}) scale(${height / 150})`}>
              {SYMBOLS.includes(text as DiscSymbol) ? (
                <Medallion symbol={text as DiscSymbol} />
              ) : (
                <Order first={text === "open"} />
              )}
            </g>
          )}
          <text
            x={at.wide ? height * 1.08 : width / 2}
            y={height / 2 + (at.wide ? 7 : 5)}
            font-size={at.wide ? 20 : 15}
            text-anchor={at.wide ? "start" : "middle"}
          >
            {wordOf(text, say)}
          </text>
        </Spot>
      ))}
    </g>
  );
}

/** Who has taken the star, for as long as the last towers stand. */
export function Won({ text, at, towers }: { text: string; at: Layout; towers: readonly unknown[] }) {
  const width = Math.min(at.width - 24, at.wide ? 620 : 340);
  const height = at.wide ? 84 : 76;
  return (
    <foreignObject
      class="won-round"
      x={(at.width - width) / 2}
      y={wordsAt(at, towers, height)}
      width={width}
      height={height}
    >
      <p>{text}</p>
    </foreignObject>
  );
}

/** Two discs: the filled one is you. */
function Order({ first }: { first: boolean }) {
  return (
    <g class="order">
      <circle class={first ? "you" : ""} cx={-18} r={26} />
      <circle class={first ? "" : "you"} cx={26} r={20} />
    </g>
  );
}

// words: board_open, board_follow
export const wordOf = (text: string, say: Say): string =>
  text === "open" || text === "follow" ? say(`board_${text}`) : say(text);
