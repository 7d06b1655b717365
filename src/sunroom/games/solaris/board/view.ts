// The table as view.py gives it, and what can be read from it.

import type { Doubts } from "@web/doubts";
export const COLOURS = ["purple", "pink", "green", "blue"] as const;
export type Colour = (typeof COLOURS)[number];
export type StationName = "machine" | "command" | "biotope" | "port" | "canteen" | "centre";
export type Track = "inner" | "outer";
export const PLACES = 6; // that are drawn

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
  /** Of the markers; null until it is chosen. */
  colour: string | null;
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
  /** The cards that the cards played so far will bring. */
  earned: number;
  laser_fields: number;
  /** For the seat to act: the cards in hand with which each action can go on. */
  suits: Record<string, string[]>;
  /** For the seat to act: the fields to which each action would move its markers, from the active station on. */
  effects: Record<string, [StationName | "laser", number][]>;
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

/** The fields to which an action would move the markers of the seat to act. */
export const movesTo = (text: string, view: View): { station: StationName; field: number }[] =>
  (view.effects[text] ?? []).flatMap(([name, field]) => (name === "laser" ? [] : [{ station: name, field }]));

/** The field of the laser to which an action would bring it. */
export const firesTo = (text: string, view: View): number | undefined =>
  view.effects[text]?.find(([name]) => name === "laser")?.[1];

/** The other stations at which an action changes something, in the order in which it goes there. */
export const reached = (text: string, view: View): StationName[] =>
  movesTo(text, view)
    .map((one) => one.station)
    .filter((name) => name !== view.active);
