// What a click means: each place on the table offers what is legal there, and a choice of two parts is put together.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { BoardProps } from "@web/board";
import { usePicked } from "@web/picking";
import type { Say } from "@web/words";
import { activePlace, isCard, stationOf, type StationName, type View } from "./view";

export interface Choice {
  view: View;
  say: Say;
  legal: readonly string[];
  /** The first part of a choice: a card, a shuttle's colour or a station. */
  readonly picked: string | null;
  pick: (name: string | null) => void;
  /** What the pointer is over, to show what it would do. */
  readonly considered: string | null;
  consider: (text: string | null) => void;
  play: BoardProps["play"];
  /** Choose an action; with a card picked, go on with it. */
  act: (action: string, at: Element) => void;
  onCard: (card: string, at: Element) => void;
  onStation: (station: StationName, at: Element) => void;
  onShuttle: (colour: string, at: Element) => void;
}

/** The legal texts in which a card, a shuttle or a station takes part. */
export const textsOf = (name: string, legal: readonly string[]): string[] =>
  legal.filter(
    (text) =>
      text.replace("+", "").split(">").includes(name) ||
      (isCard(text.replace("+", "")) && stationOf(text.replace("+", "")) === name),
  );

export function useChoice({ view, legal, play, say }: BoardProps<View>): Choice {
  // Signals, so that only what shows them is drawn again and nothing that travels is disturbed.
  const picking = usePicked(view);
  const considering = useSignal<string | null>(null);
  const pick = (name: string | null) => {
    picking.value = name;
  };
  const consider = (text: string | null) => {
    considering.value = text;
  };
  const meant = useRef<string | null>(null);
  useEffect(() => {
    consider(null);
    const card = meant.current;
    meant.current = null;
    if (!card) return pick(null);
    const texts = textsOf(card, legal);
    if (texts.length === 1) play(texts[0]!);
    else pick(texts.length > 1 ? card : null);
  }, [view]);

  /** The texts of both parts: one is played, of several the first part stays in hand. */
  const join = (name: string, at: Element, otherwise: string | null) => {
    const picked = picking.peek();
    const texts = textsOf(name, legal);
    const both = texts.filter((text) => picked && picked !== name && textsOf(picked, [text]).length > 0);
    const joined = both.length > 0 ? both : texts;
    if (joined.length === 1) play(joined[0]!, at);
    else if (texts.length > 1) pick(picked === name ? null : name);
    else if (otherwise !== null) play(otherwise, at);
  };
  return {
    view,
    say,
    legal,
    pick,
    consider,
    play,
    get picked() {
      return picking.value;
    },
    get considered() {
      return considering.value;
    },
    act: (action, at) => {
      meant.current = picking.peek();
      play(action, at);
    },
    onCard: (card, at) =>
      view.phase === "action" ? pick(picking.peek() === card ? null : card) : join(card, at, card),
    // Elsewhere nothing: the name of a station would be read as the beginning of a card.
    onStation: (station, at) => {
      if (view.phase === "action" && station === view.active) play("use", at);
      else if (["move", "charge", "dock"].includes(view.phase))
        join(station, at, picking.peek() ? `${picking.peek()}>${station}` : null);
    },
    onShuttle: (colour, at) => {
      if (view.phase === "dock") join(colour, at, `${colour}>${view.stations[activePlace(view)]?.name}`);
    },
  };
}
