// What goes between page and server. web/wire.py makes it of the server's types: change those.

export type Both = { en: string; de: string };

/** A message in no language yet: its id, and what it is about. */
export interface Message {
  id: string;
  args?: Record<string, Argument>;
}

/** A piece by its name; a board draws its look, small in the line. */
export interface PieceName {
  piece: string;
  name: Message;
  look: string;
}

export type Argument = string | number | Message | PieceName | { seat: number } | { moves: string[] };

/** What is told of a game beside its rules. */
export interface Facts {
  author?: string;
  publisher?: string;
  minutes?: number;
  age?: number;
  hour?: number;
}

/** Part of a hint: its words are the players', so they come along. */
export interface Advice extends Message {
  said: Both;
}

export type Frame = State | Change | About | Chat | Done | Refused | Thinking | Waiting | Presence | Advised;
export type Command =
  | Play
  | Confirm
  | Undo
  | Takeback
  | Abort
  | Answer
  | Sit
  | Fill
  | Leave
  | Resign
  | Rematch
  | Say
  | Earlier
  | Look
  | Hint
  | Cancel
  | Mute
  | Changes
  | Ping
  | Promise
  | Share;

/** The table as one may see it now, and what has happened since the last frame. */
export interface State {
  t: "state";
  n: number;
  status: "gathering" | "playing" | "over" | "aborted";
  turn?: number;
  view?: unknown;
  told?: Message[];
  legal?: string[];
  ask?: Message;
  held?: number;
  undo?: boolean;
  back?: boolean;
  vote?: Vote;
  clock?: Clock;
  result?: Result;
  revealing?: number[];
  why?: string;
  known_deal?: boolean;
}

/** What a seat has proposed, and who has still to answer. */
export interface Vote {
  seat: number;
  what: "takeback" | "abort";
  waiting: number[];
}

export interface Clock {
  left: number[];
  running: number;
}

export interface Result {
  reason: "played" | "resigned" | "time" | "aborted" | "rules_changed";
  winners?: number[];
  scores?: number[];
  points?: string[];
  verdict?: Message;
  seed?: string;
}

/** The same for viewers who have seen the frame before: `view` says what has changed since, as `changes` has it, and
 *  is missing where nothing has. Without a `status` it is `playing`. What can be played is sent to whoever can play it.
 *  */
export interface Change {
  t: "change";
  n: number;
  status?: "gathering" | "playing" | "over" | "aborted";
  turn?: number;
  view?: unknown;
  told?: Message[];
  legal?: string[];
  ask?: Message;
  held?: number;
  undo?: boolean;
  back?: boolean;
  vote?: Vote;
  clock?: Clock;
  result?: Result;
  revealing?: number[];
  why?: string;
  known_deal?: boolean;
}

/** A match and who sits where; sent first, and when that changes. */
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
  clock?: ClockRule;
  next?: string;
  origin?: Origin;
  known_deal?: boolean;
  secrets?: boolean;
}

/** Who sits somewhere. */
export interface SeatInfo {
  kind: "open" | "reserved" | "person" | "ai";
  name?: string;
  level?: string;
  yours?: boolean;
  kept?: boolean;
  out?: "resigned" | "time";
  emblem?: number;
  promise?: string;
  share?: string;
  withheld?: boolean;
}

/** The match, and its step, from which another goes on. */
export interface Origin {
  match: string;
  step: number;
}

export interface Chat {
  t: "chat";
  n: number;
  name: string | null;
  seat: number;
  at: number;
  text: string;
  yours?: boolean;
  earlier?: boolean;
}

/** Your command was accepted, and is stored. */
export interface Done {
  t: "done";
  ref: number;
  n: number;
  answer?: unknown;
}

/** Your command was refused, and why. The state follows where it may have changed. */
export interface Refused {
  t: "refused";
  ref: number;
  status: number;
  id: string;
  text: string;
  rules?: string[];
}

/** An opponent thinks, or waits for its turn to. With *most* it waits until another match needs none: opponents
 *  think in so many at once for one person, or for one address. */
export interface Thinking {
  t: "thinking";
  seat: number;
  place: number;
  most?: number;
  whose?: string;
}

/** What you have asked for has to wait, or does not any more. */
export interface Waiting {
  t: "waiting";
  ref: number;
  place: number;
}

/** Who is at the match; sent to those who ping, and when it changes. */
export interface Presence {
  t: "presence";
  away?: number[];
  watching?: number;
}

/** A closer look, after a hint that was a first look; the table is still the same. */
export interface Advised {
  t: "advised";
  n: number;
  advice: Message[];
}

/** Decide, at the version that was seen; *hold* keeps it to oneself until `confirm`. */
export interface Play {
  t: "play";
  ref?: number;
  text: string;
  version: number;
  hold?: boolean;
}

/** Stand by what was held back. */
export interface Confirm {
  t: "confirm";
  ref?: number;
  version: number;
}

/** Take back the last decision of this turn, or all of it. */
export interface Undo {
  t: "undo";
  ref?: number;
  version: number;
  all?: boolean;
}

/** Ask the others to take back one's last turn; opponents always agree. */
export interface Takeback {
  t: "takeback";
  ref?: number;
  version: number;
}

/** Call the match off, or ask the others to. */
export interface Abort {
  t: "abort";
  ref?: number;
}

/** Agree to what another has asked for, or not. */
export interface Answer {
  t: "answer";
  ref?: number;
  agree: boolean;
}

/** Take an open seat; *key* where one was invited. */
export interface Sit {
  t: "sit";
  ref?: number;
  seat?: number;
  key?: string;
  promise?: string;
}

/** Let an opponent take an open seat: novice (learning), casual (plays now and then), club (plays every week),
 *  expert (hard to beat) or master (as strong as it gets). */
export interface Fill {
  t: "fill";
  ref?: number;
  seat: number;
  level: string;
}

/** Give one's seat back for somebody else to take. */
export interface Leave {
  t: "leave";
  ref?: number;
}

/** Give up. */
export interface Resign {
  t: "resign";
  ref?: number;
}

/** The same again, with the seats moved on by one. Where it waits for its players, whoever comes may promise a share
 *  in the dealing. */
export interface Rematch {
  t: "rematch";
  ref?: number;
  promise?: string;
}

/** Say something to all. */
export interface Say {
  t: "say";
  ref?: number;
  text: string;
}

/** Ask what was said before a line of the chat; the answer is a page of lines. */
export interface Earlier {
  t: "earlier";
  ref?: number;
  before: number;
}

/** See the table from another seat of one's own, or as a spectator (-1). */
export interface Look {
  t: "look";
  ref?: number;
  seat: number;
}

/** Ask for a good move and the reason. Over a socket the answer may come after those of later commands. */
export interface Hint {
  t: "hint";
  ref?: number;
}

/** Wait no longer for a hint, and leave the queue: it is answered with a refusal. The answer to this is whether it
 *  was still to come. */
export interface Cancel {
  t: "cancel";
  ref?: number;
  of: number;
}

/** Do not hear any more who said something, or hear them again. */
export interface Mute {
  t: "mute";
  ref?: number;
  n: number;
  on: boolean;
}

/** Be sent what changes of a table, instead of the whole of it each time. What comes at the same time is one message
 *  from then on, a line for each frame. */
export interface Changes {
  t: "changes";
  ref?: number;
}

/** Show that the line holds, every few seconds; from the first on one is told who is here. Who is *resting* will not
 *  ping for a while. */
export interface Ping {
  t: "ping";
  ref?: number;
  resting?: boolean;
}

/** Promise a share in the dealing, before the last seat is taken: the SHA-256 of the text `sunroom share`, a line
 *  feed and the share. */
export interface Promise {
  t: "promise";
  ref?: number;
  promise: string;
}

/** Show the share that was promised, 16 random bytes in hex: once a state names your seat in `revealing`. */
export interface Share {
  t: "share";
  ref?: number;
  share: string;
}

export interface GameInfo {
  name: string;
  title: Both;
  why: Both;
  seats: number[];
  notes: SeatsNote[];
  version: number;
  options: OptionInfo[];
  levels: string[];
  puzzles: boolean;
  tutorial: boolean;
  solved: boolean;
  components: ComponentInfo[];
  own_components: boolean;
  facts: Facts;
}

/** What is to be known before so many play. */
export interface SeatsNote {
  seats: number;
  text: Both;
}

export interface OptionInfo {
  name: string;
  rule: string;
  choices: string[];
  examples: string[];
  about: Both;
  open?: boolean;
  seats?: boolean;
  order?: string[];
}

/** How sure we are of the pieces of a box. */
export interface ComponentInfo {
  name: string;
  title: Both;
  pieces: number;
  certain: number;
  likely: number;
  reconstructed: number;
}

/** A match in a list. */
export interface MatchLine {
  id: string;
  game: string;
  status: "gathering" | "playing" | "over" | "aborted";
  visibility: "private" | "link" | "public";
  created: number;
  seats: SeatLine[];
  reason?: "played" | "resigned" | "time" | "aborted" | "rules_changed";
  ended?: number;
  known_deal?: boolean;
}

export interface SeatLine {
  kind: "open" | "reserved" | "person" | "ai";
  name?: string;
  yours?: boolean;
  points?: number;
  won?: boolean;
}

/** A match as the person who asks may see it. */
export interface MatchView {
  match: About;
  state: State;
}

/** A match to be created. Its creator gets all seats that are `me`, which may be several. */
export interface NewMatch {
  game: string;
  seats: SeatWish[];
  options?: Record<string, string>;
  visibility?: "private" | "link" | "public";
  hints?: boolean;
  clock?: ClockRule;
  by_hand?: boolean;
  components?: string;
}

/** Who gets a seat: `me`, anybody (`open`), one guest (`reserved`), or an opponent (`ai`). */
export interface SeatWish {
  kind: "me" | "open" | "reserved" | "ai";
  level?: string;
  name?: string;
}

/** Minutes for the whole match, and seconds that are added after each turn. */
export interface ClockRule {
  minutes: number;
  increment?: number;
}

export interface Created {
  id: string;
  invites: Invitation[];
}

/** A key for a link; it can be revoked. */
export interface Invitation {
  key: string;
  kind: "invite" | "seat" | "watch";
  seat: number | null;
}

export interface LinkTarget {
  match: string;
  game: string;
  kind: "invite" | "seat" | "watch";
  seat: number | null;
}

/** What a guest can change of the profile; what is left out stays as it is. */
export interface ProfileChange {
  name?: string;
  confirm?: boolean;
}

export interface Profile {
  name: string | null;
  confirm: boolean;
  token: string;
  fresh: boolean;
}

export interface MatchLog {
  line: Entry[];
  undone: Entry[][];
}

/** An event that changed the table. */
export interface Entry {
  n: number;
  at: number;
  seat: number;
  steps: number;
  told: Message[];
  texts?: string[];
}

export interface PastTable {
  step: number;
  steps: number;
  turn: number;
  views: unknown[];
  told?: Message[];
}

/** All steps of a match, without the tables between them. */
export interface Timeline {
  steps: TimelineStep[];
  scores: number[];
  ended?: boolean;
  secrets?: boolean;
  known?: boolean;
  alone?: number;
}

/** One step: who made it (-1 is chance), what the log says of it, and the score after it. */
export interface TimelineStep {
  actor: number;
  scores: number[];
  told?: Message[];
  points?: string[];
  text?: string;
}

/** So many decisions are done, and so many looked at; the last was judged so, unless there was nothing to choose.
 *  What was a first look only is judged once more. With a *place*, the next ones wait in the queue; *compiling*: closer
 *  looks wait for the search. */
export interface Progress {
  done: number;
  of: number;
  judged?: Evaluation;
  place?: number;
  looked?: number;
  compiling?: boolean;
}

/** One decision of a review. */
export interface Evaluation {
  step: number;
  seat: number;
  played: string;
  best: string;
  value: number;
  best_value: number;
  verdict: "best" | "fine" | "inaccuracy" | "mistake" | "blunder";
  points: number[];
  first_look: number;
}

/** A match that has been created. */
export interface MatchRef {
  id: string;
}

export interface Rulebook {
  title: string;
  text: string[];
  chapters: Chapter[];
}

export interface Chapter {
  title: string;
  number?: string;
  text?: string[];
  points?: string[];
  rules?: Statement[];
}

/** One rule: its text, its kind, and its source. */
export interface Statement {
  id: string;
  text: string;
  kind?: "interpretation" | "open" | "reconstructed" | "variant" | "own_variant";
  note?: string;
  certainty?: "certain" | "likely" | "reconstructed";
}

export interface Tutorial {
  seats: number;
  seed: number;
  step: TutorialStep[];
  options?: Record<string, string>;
}

export interface TutorialStep {
  en: string;
  de?: string;
  light?: string[];
  rule?: string;
  choose?: string[];
  play?: string[];
}

/** A puzzle: its table and the legal actions. Find the only one that wins. */
export interface Puzzle {
  number: number;
  today: number;
  table: PuzzleTable;
  legal: string[];
  log: Message[];
}

/** A table after a step. */
export interface PuzzleTable {
  turn: number;
  view: unknown;
  text?: string;
  told?: Message[];
}

/** Whether an attempt was right; if not, how the opponent wins. */
export interface AttemptResult {
  right: boolean;
  line: PuzzleTable[];
}

/** Why a request was refused, in the reader's language. */
export interface Problem {
  id: string;
  text: string;
  rules?: string[];
  state?: State;
}

/** A box, its files in the order in which one takes the pieces out of it. */
export interface BoxInfo {
  game: string;
  rules: number;
  box: string;
  own: boolean;
  sheets: SheetInfo[];
}

/** A file of pieces. Where its rows are *kinds*, the copies are what is to be found out. */
export interface SheetInfo {
  name: string;
  title: Both;
  kinds: boolean;
  columns: ColumnInfo[];
  counts: CountInfo[];
  rows: PieceRow[];
}

/** What can stand in a column: one of some words, several of them with spaces between, a number, or any text. With
 *  *place* it says where the piece belongs, and is not printed on it. Of columns with one name the first counts whose
 *  words in *of* a row has. */
export interface ColumnInfo {
  name: string;
  title: Both;
  words?: WordInfo[];
  least?: number;
  most?: number;
  several?: boolean;
  optional?: boolean;
  place?: boolean;
  of?: Record<string, string>;
}

/** A word that can stand in a column, and what people call it. */
export interface WordInfo {
  name: string;
  title: Both;
}

/** How many pieces have these words. */
export interface CountInfo {
  n: number;
  having: Record<string, string>;
}

/** A row: a piece, or so many that are alike, how sure it is and whence. */
export interface PieceRow {
  id: string;
  copies: number;
  status: "certain" | "likely" | "reconstructed" | "yours";
  source: string;
  values: Record<string, string>;
}

/** Files of a box: as CSV, by file (`tiles.csv`), separated by commas or semicolons; or as rows, by name (`tiles`),
 *  each with `id`, `copies`, `status`, `source` and its columns. Of files that are missing our own are taken. */
export interface Draft {
  files?: Record<string, string>;
  rows?: Record<string, Record<string, string>[]>;
}

/** A draft, and what separates its columns. */
export interface Export {
  files?: Record<string, string>;
  rows?: Record<string, Record<string, string>[]>;
  separator?: string;
}

/** What is to be said of a draft: about a file, or the row with this *id*; *kind* is mistake (it cannot be played
 *  with), strange or fine (as the text says). */
export interface FindingInfo {
  kind: "mistake" | "strange" | "fine";
  file: string;
  message: Message;
  said: Both;
  id?: string;
  column?: string;
}

/** A draft, and the mark of its owner: made by chance, kept on their device, and said of nobody else. */
export interface Contributed {
  files?: Record<string, string>;
  rows?: Record<string, Record<string, string>[]>;
  owner: string;
}

/** With which settings; without them the usual ones. */
export interface Balance {
  seats?: number;
  options?: Record<string, string>;
}

/** So many games are played; about so many seconds are left. With a *place* they wait in the queue; *compiling*:
 *  they wait for the search. What is found comes last. */
export interface BalanceProgress {
  done: number;
  of: number;
  left?: number;
  place?: number;
  compiling?: boolean;
  found?: Comparison;
}

/** Games at random and among Club players, with a box and with our own. */
export interface Comparison {
  random: Figures;
  club: Figures;
  our_random: Figures;
  our_club: Figures;
}

/** What some games with a box came to. Nine scores of ten lie from *low* to *high*. */
export interface Figures {
  games: number;
  steps: number;
  least: number;
  low: number;
  median: number;
  high: number;
  most: number;
  mean: number;
  seats: SeatFigures[];
  turns: number;
  stuck: number;
  shares: PieceShare[];
}

/** How a seat fares: the share of games that it has won, where a shared win counts in part. */
export interface SeatFigures {
  won: number;
  score: number;
}

/** How often a piece could be taken or used, and was. */
export interface PieceShare {
  file: string;
  id: string;
  offered: number;
  taken: number;
}
