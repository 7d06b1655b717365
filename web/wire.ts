// What goes over the wire, as src/sunroom/table/wire.py has it. Fields at their default are left out there.

export interface Told {
  id: string;
  args?: Record<string, Argument>;
}
/** Part of a hint: its words are the players', so they come along. */
export interface Advice extends Told {
  said: Both;
}
export type Argument = string | number | Told | { seat: number } | { moves: string[] };

export interface SeatInfo {
  kind: "open" | "reserved" | "person" | "ai";
  name?: string;
  level?: string;
  yours?: boolean;
  out?: "resigned" | "time";
}

export interface Result {
  reason: "played" | "resigned" | "time" | "aborted";
  winners?: number[];
  scores?: number[];
  points?: string[];
  verdict?: Told;
  seed?: string;
}

export interface State {
  t: "state";
  n: number;
  status: "gathering" | "playing" | "over" | "aborted";
  turn?: number;
  view?: unknown;
  told?: Told[];
  legal?: string[];
  ask?: Told;
  held?: number;
  undo?: boolean;
  back?: boolean;
  vote?: { seat: number; what: "takeback" | "abort"; waiting: number[] };
  clock?: { left: number[]; running: number };
  result?: Result;
  why?: string;
  known_deal?: boolean;
}

/** A state for who has seen the one before: what has changed of `view`, see table/changes.ts. */
export type Change = Omit<State, "t" | "status"> & {
  t: "change";
  status?: State["status"];
};

export interface About {
  t: "match";
  id: string;
  game: string;
  rules: number;
  options: Record<string, string>;
  visibility: "private" | "link" | "public";
  seats: SeatInfo[];
  commitment: string;
  created: number;
  host?: boolean;
  eye?: number;
  by_hand?: boolean;
  hints?: boolean;
  components?: string;
  clock?: { minutes: number; increment: number };
  next?: string;
  origin?: { match: string; step: number };
  known_deal?: boolean;
}

export interface Chat {
  t: "chat";
  n: number;
  name: string | null;
  seat: number;
  at: number;
  text: string;
  yours?: boolean;
  earlier?: boolean; // there are lines before it that were not sent
}

export interface Done {
  t: "done";
  ref: number;
  n: number;
  answer?: unknown;
}

export interface Problem {
  id: string;
  text: string;
  rules?: string[];
}

export type Refused = Problem & { t: "refused"; ref: number; status: number };
export type Thinking = { t: "thinking"; seat: number; place: number };
export type Frame = State | Change | About | Chat | Done | Refused | Thinking;

export type Command =
  | { t: "play"; text: string; version: number; hold?: boolean }
  | { t: "confirm"; version: number }
  | { t: "undo"; version: number; all?: boolean }
  | { t: "takeback"; version: number }
  | { t: "abort" | "resign" | "leave" | "rematch" | "hint" | "changes" }
  | { t: "answer"; agree: boolean }
  | { t: "sit"; seat?: number; key?: string }
  | { t: "fill"; seat: number; level: string }
  | { t: "say"; text: string }
  | { t: "earlier"; before: number }
  | { t: "mute"; n: number; on: boolean }
  | { t: "look"; seat: number };

// HTTP

export interface GameInfo {
  name: string;
  title: Both;
  why: Both;
  seats: number[];
  version: number;
  options: {
    name: string;
    rule: string;
    choices: string[];
    examples?: string[];
    about: Both;
    open?: boolean;
    seats?: boolean;
  }[];
  levels: string[];
  solved: boolean;
  components: { name: string; pieces: number; certain: number; likely: number; reconstructed: number }[];
  own_components: boolean;
  facts: { author?: string; publisher?: string; minutes?: number; age?: number };
}
export type Both = { en: string; de: string };

export interface MatchLine {
  id: string;
  game: string;
  status: State["status"];
  visibility: About["visibility"];
  created: number;
  seats: { kind: SeatInfo["kind"]; name?: string; yours?: boolean; points?: number; won?: boolean }[];
  reason?: Result["reason"];
  ended?: number;
  known_deal?: boolean;
}

export interface Invitation {
  key: string;
  kind: "invite" | "seat" | "watch";
  seat: number | null;
}
