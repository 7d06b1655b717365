// One step of the rules is shown in several, in the rule's order: the card lands, goods come, the airship steps, the
// cards of the first strip bring what they bring, owner by owner, and leave, the strip turns over, the rest slides.

import { STAGGER, TRAVEL } from "@web/motion";
import { type Scene, useScenes } from "@web/scenes";
import type { Message } from "@web/wire";
import { codeOf } from "@web/words";
import { fromHand, onSpace, toPile, toStorage, type Flight, type Place } from "./places";
import { COLUMNS, cardFace, isGood, lineOf, spaceOf, type Good, type Player, type Strip, type View } from "./view";

export interface Stage extends Scene<View> {
  /** Which strip lies on which line: a strip stays the same when it moves. */
  strips: readonly number[];
  /** The space on which a card has just landed. */
  landed?: string;
  /** What is in the air meanwhile, one after the other. */
  flights?: readonly Flight[];
  /** The spaces whose cards bring something before they leave. */
  bringing?: readonly string[];
  /** The face that the strip in front showed before it was turned over. */
  turned?: Strip;
}

const LAND = TRAVEL + 50;
const STEP = 430;
const NOTICE = 260; // a card that brings nothing
const LEAVE = TRAVEL + 60;
const MIDDLE = 2; // the airship's line between two turns
export const TURN = 1000;

const timeFor = (flights: readonly Flight[]): number =>
  flights.length > 0 ? TRAVEL + STAGGER * (flights.length - 1) + 40 : 0;

// What a message is about

const seatIn = ({ args }: Message): number => {
  const who = args?.who;
  return typeof who === "object" && "seat" in who ? who.seat : -1;
};
const codeIn = ({ args }: Message, name: string): string => codeOf(args?.[name]);
const goodIn = (one: Message): Good | null => {
  const good = codeIn(one, "good");
  return isGood(good) ? good : null;
};
const countIn = ({ args }: Message): number => (typeof args?.n === "number" ? args.n : 1);

const GAINS = ["gains_goods", "gains_stars", "takes"];
const LOSSES = ["pays", "returns"];

/** How many goods of a kind a seat gets and gives, of which something is told. */
const balance = (told: readonly Message[], seat: number, good: Good): number =>
  told
    .filter((one) => seatIn(one) === seat && goodIn(one) === good)
    .reduce((sum, one) => sum + (GAINS.includes(one.id) ? countIn(one) : LOSSES.includes(one.id) ? -1 : 0), 0);

// Tables on the way

const looks = (view: View) =>
  view.strips.map((strip) => `${strip.light} ${strip.spaces.map((space) => space.kind).join(" ")}`).join();

const withPlayer = (view: View, seat: number, change: (player: Player) => Partial<Player>): View => ({
  ...view,
  players: view.players.map((player, n) => (n === seat ? { ...player, ...change(player) } : player)),
});

const withGoods = (view: View, seat: number, good: Good, more: number): View =>
  withPlayer(view, seat, ({ goods, stored }) => ({
    goods: { ...goods, [good]: goods[good] + more },
    stored: stored + more,
  }));

const withSpaces = (view: View, change: (space: Strip["spaces"][number]) => Strip["spaces"][number]): View => ({
  ...view,
  strips: view.strips.map((strip) => ({ ...strip, spaces: strip.spaces.map(change) })),
});

function withCard(view: View, owner: number, card: string, space: string, eye: number): View {
  const laid = { owner, name: card, value: cardFace(card).value };
  const at = owner === eye ? view.hand.lastIndexOf(card) : -1;
  const hand = view.hand.filter((_, n) => n !== at);
  const lying = withSpaces(view, (one) => (one.name === space ? { ...one, card: laid } : one));
  return { ...lying, hand, chosen: null, target: null, phase: "chance" };
}

/** The tile where it lies in the end, and not in the display any more. */
function withDelivery(view: View, now: View, seat: number, tile: string): View {
  const without = (row: (typeof view.display)["day"]) => row.map((one) => (one?.name === tile ? null : one));
  const { slots, beyond } = now.players[seat]!;
  const laid = withPlayer(view, seat, () => ({ slots, beyond }));
  const display = { day: without(view.display.day), night: without(view.display.night) };
  return { ...laid, display, tile: now.tile, row: now.row, phase: "chance" };
}

/** The airship a number of lines farther. */
const flown = (view: View, lines: number): View => ({
  ...view,
  airship: `${view.airship[0]}${lineOf(view.airship) + 1 + lines}`,
});

const bareOf = (strip: Strip): Strip => ({ ...strip, spaces: strip.spaces.map((space) => ({ ...space, card: null })) });

/** The first strip lies in front with another face, and the board is moved back. */
function shifted(view: View, face: Strip): View {
  const strips = [...view.strips.slice(1), bareOf(face)].map((strip, line) => ({
    ...strip,
    spaces: strip.spaces.map((space) => ({ ...space, name: `${space.name[0]}${line + 1}` })),
  }));
  return flown({ ...view, strips }, -1);
}

/** The stages between two tables that the server has told, message by message. */
class Way {
  readonly stages: Stage[] = [];
  order: readonly number[];
  #view: View; // what is shown
  #next: View; // once all has landed that is in the air
  #air: Flight[] = [];
  #source: readonly Place[] = [];
  #bringing: string[] = [];
  #owner = -1; // whose cards bring something
  #leaving: { owner: number; card: string; space: string }[] = [];
  #card = ""; // the dummy's, turned up
  readonly #now: View;
  readonly #told: readonly Message[];
  readonly #eye: number;
  #turns: number;

  constructor(old: View, now: View, told: readonly Message[], strips: readonly number[], eye: number) {
    this.#view = this.#next = old;
    this.#now = now;
    this.#told = told;
    this.#eye = eye;
    this.order = strips;
    this.#turns = told.filter((one) => one.id === "strip_turned").length;
    for (const [n, one] of told.entries()) this.#tell(one, n);
    this.#leave();
  }

  get end(): View {
    return this.#next;
  }

  #tell(one: Message, n: number): void {
    if (!one.id.startsWith("gains_") && !one.id.endsWith("expelled")) this.#leave();
    STEPS[one.id]?.(this, one, n);
  }

  #show(view: View, hold: number, more: Partial<Stage> = {}): void {
    this.#view = this.#next = view;
    this.stages.push({ view, strips: this.order, hold, ...more });
  }

  /** What is in the air flies, and lands. */
  #flush(): void {
    const next = this.#next;
    const [flights, bringing] = [this.#air, this.#bringing];
    if (flights.length + bringing.length > 0)
      this.#show(this.#view, timeFor(flights) || NOTICE, { flights, ...(bringing.length > 0 && { bringing }) });
    this.#air = [];
    this.#bringing = [];
    this.#view = this.#next = next;
  }

  lay(owner: number, card: string, space: string): void {
    this.#flush();
    if (!space || spaceOf(this.#view, space).card !== null) return;
    this.#source = onSpace(space);
    const laid = withCard(this.#view, owner, card, space, this.#eye);
    if (owner !== this.#eye) {
      const flight: Flight = { what: card, owner, piece: "", from: fromHand(owner), to: this.#source, stays: true };
      this.#show(this.#view, LAND, { flights: [flight] });
    }
    this.#show(laid, owner === this.#eye ? LAND : NOTICE, { landed: space });
  }

  dummy(one: Message): void {
    this.#card = codeIn(one, "card");
  }

  dummyLays(one: Message): void {
    this.lay(this.#view.players.length, this.#card, codeIn(one, "space"));
  }

  advance(): void {
    this.#flush();
    if (lineOf(this.#view.airship) === MIDDLE) this.#show(flown(this.#view, 1), STEP);
  }

  /** Own goods lie in their places at once and come from where they were; what others get is counted when it lands. */
  gain(one: Message): void {
    const [seat, good] = [seatIn(one), goodIn(one)];
    const mine = seat === Math.max(this.#eye, 0) && good !== null;
    const what = good ?? "star";
    const from = one.id === "takes" ? [`choice-${what}`, ...this.#source] : this.#source;
    for (let n = 0; n < countIn(one); n++) {
      const had = good ? (this.#next.players[seat]?.goods[good] ?? 0) : 0;
      const piece = good ? `good-${seat}-${good}-${had}` : "";
      this.#air.push({ what, owner: seat, piece, from, to: toStorage(seat, what) });
      const more = (view: View) =>
        good
          ? withGoods(view, seat, good, 1)
          : withPlayer(view, seat, ({ stars }) => ({ stars: stars + (n === 0 ? countIn(one) : 0) }));
      this.#next = more(this.#next);
      if (mine) this.#view = more(this.#view);
    }
  }

  /** A good leaves a storage for somewhere else. */
  #take(seat: number, good: Good, to: readonly Place[]): void {
    const last = this.#next.players[seat]!.goods[good] - 1;
    const piece = `good-${seat}-${good}-${last}`;
    this.#air.push({ what: good, owner: seat, piece, from: [piece, ...toStorage(seat, good)], to });
    this.#view = withGoods(this.#view, seat, good, -1);
    this.#next = withGoods(this.#next, seat, good, -1);
  }

  give(one: Message): void {
    const good = goodIn(one);
    const target = this.#next.target;
    this.#flush();
    if (good && (this.#next.players[seatIn(one)]?.goods[good] ?? 0) > 0)
      this.#take(seatIn(one), good, target ? onSpace(target) : []);
    this.#flush();
  }

  /** The goods go to the tile, then the tile to its place. */
  deliver(one: Message, n: number): void {
    const [seat, tile] = [seatIn(one), codeIn(one, "tile")];
    this.#flush();
    const at = `[data-name="${tile}"]`;
    for (const good of Object.keys(this.#now.players[seat]!.goods).filter(isGood)) {
      const more = balance(this.#told.slice(n + 1), seat, good);
      const spent = this.#next.players[seat]!.goods[good] - (this.#now.players[seat]!.goods[good] - more);
      for (let nth = 0; nth < spent; nth++) this.#take(seat, good, [at]);
    }
    this.#flush();
    this.#source = [at];
    const flight: Flight = {
      what: tile,
      owner: seat,
      piece: `tile-${tile}`,
      from: [`tile-${tile}`],
      to: toStorage(seat, "star"),
    };
    this.#show(withDelivery(this.#view, this.#now, seat, tile), LAND, { flights: [flight] });
  }

  /** The cards of one owner after those of another; all of them leave when the last one has brought what it brings. */
  expel(one: Message): void {
    const [owner, space] = [one.id === "expelled" ? seatIn(one) : this.#view.players.length, codeIn(one, "space")];
    if (owner !== this.#owner) this.#flush();
    this.#owner = owner;
    this.#leaving.push({ owner, card: codeIn(one, "card"), space });
    this.#source = onSpace(space);
    if (one.id === "expelled") this.#bringing.push(space);
  }

  #leave(): void {
    this.#flush();
    this.#owner = -1;
    if (this.#leaving.length === 0) return;
    const flights = this.#leaving.map(({ owner, card, space }): Flight => {
      return { what: card, owner, piece: "", from: onSpace(space), to: toPile(owner), together: true };
    });
    const spaces = this.#leaving.map((one) => one.space);
    const bare = withSpaces(this.#view, (one) => (spaces.includes(one.name) ? { ...one, card: null } : one));
    this.#leaving = [];
    this.#show(bare, LEAVE, { flights });
    this.#view = this.#next = { ...bare, discards_of: this.#now.discards_of };
  }

  turn(): void {
    const first = this.#view.strips[0]!;
    const { strips } = this.#now;
    this.order = [...this.order.slice(1), this.order[0]!];
    this.#show(shifted(this.#view, strips[strips.length - this.#turns--]!), TURN, { turned: bareOf(first) });
  }
}

const STEPS: Record<string, (way: Way, one: Message, n: number) => void> = {
  plays: (way, one) => way.lay(seatIn(one), codeIn(one, "card"), codeIn(one, "space")),
  dummy_card: (way, one) => way.dummy(one),
  dummy_places: (way, one) => way.dummyLays(one),
  airship_advances: (way) => way.advance(),
  discards: (way) => way.advance(),
  dummy_discards: (way) => way.advance(),
  gains_goods: (way, one) => way.gain(one),
  gains_stars: (way, one) => way.gain(one),
  takes: (way, one) => way.gain(one),
  pays: (way, one) => way.give(one),
  returns: (way, one) => way.give(one),
  delivers: (way, one, n) => way.deliver(one, n),
  expelled: (way, one) => way.expel(one),
  dummy_expelled: (way, one) => way.expel(one),
  strip_turned: (way) => way.turn(),
};

/** The tables between two that the server has told, in the order of what happened. */
export function stagesBetween(
  old: View,
  now: View,
  told: readonly Message[],
  strips: readonly number[],
  eye: number,
): Stage[] {
  const way = new Way(old, now, told, strips, eye);
  // What was told does not lead here, as when it is told again: then there is nothing to show on the way.
  if (looks(way.end) !== looks(now)) return [{ view: now, hold: 0, strips: way.stages[0]?.strips ?? strips }];
  return [...way.stages, { view: now, hold: 0, strips: way.order }];
}

/** The table as it is shown at this moment. While *busy* more is to come; `skip` shows the end at once. */
export function useStages(
  view: View,
  told: readonly Message[],
  eye: number,
): Stage & { number: number; busy: boolean; skip: () => void } {
  const { scene, number, busy, skip } = useScenes<View, Stage>(
    view,
    () => ({ view, hold: 0, strips: COLUMNS.map((_, n) => n) }),
    (last, now) => stagesBetween(last.view, now, told, last.strips, eye),
  );
  return { ...scene, number, busy, skip };
}
