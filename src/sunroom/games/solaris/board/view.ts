// The table as view.py gives it, and what can be read from it.

import type { Doubts } from "@web/doubts";
export const COLOURS = ["purple", "pink", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export type StationName = "machine" | "command" | "biotope" | "port" | "canteen" | "centre";
export type Track = "inner" | "outer";
export const PLACES = 6;
export const MOST = 7; // energy at a station

export interface Station {
  name: StationName;
  active: boolean;
  /** On each field the seats of the markers from the top down. */
  inner: number[][];
  outer: number[][];
  /** To the next station clockwise. */
  bridge: Colour | null;
  shuttles: Colour[];
}

export interface Player {
  colour: string;
  laser: number;
  held: number;
  known: string[];
  aside: { from: number; card: string | null }[];
  halves: string[];
}

export interface View {
  phase: string;
  to_act: number;
  turn: number | null;
  order: number[];
  round: number;
  rounds: number | null;
  goal: number | null;
  last_round: number | null;
  active: StationName | null;
  stations: Station[];
  spare: Colour[];
  shuttles: Record<Colour, StationName | null>;
  display: (string | null)[];
  pile: number;
  discards: Record<string, number>;
  players: Player[];
  seat: number;
  hand: string[];
  reconstructed: boolean;
  doubts: Doubts;
  so_far: { action: string | null; played: number; due: number; amount: number; second_card: StationName | null };
}

export const stationOf = (card: string): StationName => card.split("-")[0] as StationName;
export const colourOf = (card: string): Colour => card.split("-")[1] as Colour;
export const isCard = (text: string): boolean => /^\w+-(purple|pink|green|blue)$/.test(text);

export interface Marker {
  seat: number;
  field: number;
  track: Track;
  /** How many lie below it on its field, and how many share the field. */
  below: number;
  stack: number;
}

/** All markers of a station, those that lie lower first. */
export function markers(station: Station): Marker[] {
  return (["inner", "outer"] as const).flatMap((track) =>
    station[track].flatMap((seats, field) =>
      seats.toReversed().map((seat, below) => ({ seat, field, track, below, stack: seats.length })),
    ),
  );
}

export const energyOf = (station: Station, seat: number): number | undefined =>
  markers(station).find((one) => one.seat === seat)?.field;

/** The place of the active station, or -1 before the first round. */
export const activePlace = (view: View): number => view.stations.findIndex((one) => one.active);
export const placeOf = (view: View, name: string): number => view.stations.findIndex((one) => one.name === name);

/** The stations that n energy of the biotope reach one way round: full ones are skipped. */
export function reached(view: View, seat: number, clockwise: boolean, n: number): StationName[] {
  const found: StationName[] = [];
  for (let step = 1; step < PLACES && found.length < n; step++) {
    const station = view.stations[(activePlace(view) + (clockwise ? step : PLACES - step)) % PLACES]!;
    if ((energyOf(station, seat) ?? 0) < MOST) found.push(station.name);
  }
  return found;
}

/** What an action would change, to show it before it is played: energy by station, and the laser. */
export function effects(text: string, view: View): { energy: Partial<Record<StationName, number>>; laser: number } {
  const seat = view.to_act;
  const here = view.active;
  const none = { energy: {}, laser: 0 };
  if (!here) return none;
  const [card = "", to] = text.replace("+", "").split(">");
  if (view.phase === "fill" && isCard(text)) return { energy: { [here]: 1 }, laser: 0 };
  if (view.phase === "move" && to) return { energy: { [here]: -1, [to]: 1 }, laser: 0 };
  if (view.phase === "charge" && isCard(card))
    return { energy: { [stationOf(card)]: 1, ...(text.startsWith("+") ? {} : { [here]: -1 }) }, laser: 0 };
  if (view.phase === "dock" && to) return { energy: { [here]: -1 }, laser: 0 };
  if (view.phase === "amount") return { energy: { [here]: -Number(text) || 0 }, laser: 0 };
  if (view.phase === "fire" && isCard(text)) {
    const from = view.shuttles[colourOf(text)];
    return from === null ? none : { energy: from === here ? { [here]: -2 } : { [here]: -1, [from]: -1 }, laser: 1 };
  }
  const spread = /^(clockwise|counter)-(\d)$/.exec(text);
  if (spread) {
    const n = Number(spread[2]);
    const served = reached(view, seat, spread[1] === "clockwise", n);
    return { energy: { [here]: -1 - n, ...Object.fromEntries(served.map((name) => [name, 1])) }, laser: 0 };
  }
  return none;
}
