// What a board is to the page. A board knows no rules: it draws a view, and offers what it was told is legal.
//
// Conventions by which the page finds things on any board (plain attributes, on SVG or HTML elements):
//   data-name="c3 D07"   what this is called in notation; the log, hints and tutorials light it up
//   data-rule="LEN-5.4"  the rules that explain it (several with spaces); for "what is this?"
//   data-piece="disc-3"  something that can move: it travels from where it was (motion.ts)

import type { ComponentChild, ComponentChildren, ComponentType, JSX } from "preact";
import type { Cue } from "./sound";
import type { Say } from "./words";
import type { Message } from "./wire";

export interface BoardProps<V = unknown> {
  view: V;
  /** What the reader can play now, in notation; nothing while others decide. */
  legal: readonly string[];
  /** Play something. What is not legal may be tried as well: the server says why not, beside *at*. */
  play: (text: string, at?: Element | null) => void;
  /** The seat from whose eyes it is seen, or -1. */
  eye: number;
  /** The seat to act; -1 is chance, -2 nobody. */
  turn: number;
  seats: number;
  /** What has been told since the table before. */
  told: readonly Message[];
  say: Say;
  /** The room for the board in CSS pixels. */
  room: { width: number; height: number };
  /** Whether it is a table of the past: nothing can be played on it. */
  past?: boolean;
}

// biome-ignore lint/suspicious/noExplicitAny: the page hands each board a view of its own game
export interface BoardModule<V = any> {
  Board: ComponentType<BoardProps<V>>;
  /** The table in words, line by line, for those who cannot see it. */
  describe: (view: V, say: Say, eye: number) => string[];
  /** An action as a person would say it, like "Put tower a onto tower b". */
  phrase: (text: string, view: V, say: Say) => string;
  /** What an action of another moment is about, as a name: in a plan, or where a table is not known. */
  named?: (text: string, view: V | undefined, say: Say) => string;
  /** The names (data-name) of everything that an action is about, so that a hint can light it; what goes somewhere
   *  stands before the place where it goes, as an arrow leads from the first to the second. */
  marks?: (text: string, view: V) => string[];
  /** A piece as it is drawn small in a line of text, by its look: what the game's log says it looks like. */
  Picture?: ComponentType<PictureProps>;
  /** A row of a component file drawn large, exactly as the piece lies on the table; null where it is not drawn. What is
   *  clicked changes the column that its `data-column` names, to its `data-word` where the column has several words. */
  printed?: (file: string, row: Readonly<Record<string, string>>, say: Say) => ComponentChild | null;
  /** How an action stands in a list of many. */
  choice?: (text: string, view: V, say: Say) => Choice;
  /** What stands beside a player's name, like "3 stars". */
  score?: (view: V, seat: number, say: Say) => string;
  /** What that is as long as the match goes on, where the number alone does not say it. */
  scoreMeans?: (say: Say) => string;
  /** What is heard when something is told, by the message's id. */
  sounds?: Readonly<Record<string, Cue>>;
  /** What a seat's points are made of in the end, in the order in which the rules count them. */
  tally?: (view: V, seat: number, say: Say) => Part[];
  /** Whether the board itself makes something of the end; then nothing is laid over it. */
  ends?: boolean;
  /** The colour and emblem of a seat, where the game gives it one; otherwise the page does. */
  colour?: (view: V, seat: number) => string;
}

export interface PictureProps {
  look: string;
  say: Say;
}

/** An action in a list: where many begin alike, what it begins with as a heading, and what is left to say below that;
 *  and the looks of the pieces of that rest. */
export interface Choice {
  looks?: readonly string[];
  under?: { text: string; look?: string };
  rest?: string;
}

/** What a game's `picture.tsx` has for pages without its board. */
export interface Pictures {
  /** The view from its window on the start page. */
  default: ComponentType;
  /** A choice of an option, drawn beside its name where a table is set up. */
  ChoicePicture?: ComponentType<{ option: string; choice: string }>;
}

/** The frame of a piece that is drawn small in a line of text. */
export const InLine = ({ game, box, children }: { game: string; box: string; children: ComponentChildren }) => (
  <svg class={`in-line ${game}`} viewBox={box} aria-hidden="true">
    {children}
  </svg>
);

interface PrintedProps {
  game: string;
  width: number;
  height: number;
  children: ComponentChildren;
}

/** The frame of a piece that is drawn large, around 0,0, with room for its edge. */
export const Printed = ({ game, width, height, children }: PrintedProps) => (
  <svg
    class={`printed ${game}`}
    viewBox={`${-width / 2 - 2} ${-height / 2 - 2} ${width + 4} ${height + 4}`}
    style={{ aspectRatio: `${width + 4} / ${height + 4}` }}
    aria-hidden="true"
  >
    {children}
  </svg>
);

/** A part of what somebody has scored. */
export interface Part {
  label: string;
  n: number;
}

interface SpotProps extends Omit<JSX.IntrinsicElements["g"], "onClick" | "name" | "ref"> {
  /** What a click plays, in notation. */
  plays?: string | undefined;
  legal?: readonly string[];
  play?: BoardProps["play"];
  /** Or what else a click does; *can* says whether it is offered. */
  onPick?: ((at: Element) => void) | undefined;
  can?: boolean;
  label: string;
  name?: string | undefined;
  rule?: string | undefined;
  pressed?: boolean | undefined;
  children: ComponentChildren;
}

/** Something on an SVG board that can be chosen with pointer and keyboard. What cannot be chosen now is no stop for
 *  Tab, only for the arrow keys (arrows.ts); a click or Enter on it still asks, and is told why not. */
export function Spot({
  plays,
  legal,
  play,
  onPick,
  can,
  label,
  name,
  rule,
  pressed,
  children,
  class: more,
  ...rest
}: SpotProps) {
  const offered = can ?? (plays !== undefined && (legal?.includes(plays) ?? false));
  const act = (at: Element) => (onPick ? onPick(at) : plays !== undefined && play?.(plays, at));
  const alive = onPick !== undefined || plays !== undefined;
  return (
    <g
      {...rest}
      class={`spot ${offered ? "can" : ""} ${pressed ? "pressed" : ""} ${more ?? ""}`}
      role={offered ? "button" : "img"}
      tabindex={offered ? 0 : -1}
      aria-label={label}
      aria-pressed={offered ? pressed : undefined}
      data-name={name}
      data-rule={rule}
      data-plays={plays}
      onClick={alive ? (event) => act(event.currentTarget) : undefined}
      onKeyDown={
        alive
          ? (event) => {
              if (event.key !== "Enter" && event.key !== " ") return;
              event.preventDefault();
              act(event.currentTarget);
            }
          : undefined
      }
    >
      {children}
    </g>
  );
}
