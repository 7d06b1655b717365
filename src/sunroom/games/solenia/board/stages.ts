// One step of the rules is shown in several, in the rule's order: the card lands, goods come, the airship steps,
// the cards of the first strip leave, the strip turns over, the rest slides.

import { useEffect, useRef, useState } from "preact/hooks";
import { reduced } from "@web/motion";
import type { Told } from "@web/wire";
import { COLUMNS, cardFace, isGood, lineOf, spaceOf, type Player, type Strip, type View } from "./view";

export interface Stage {
  view: View;
  /** How long it stays before the next one, in milliseconds. */
  hold: number;
  /** Which strip lies on which line: a strip stays the same when it moves. */
  strips: readonly number[];
  /** The space on which a card has just landed. */
  landed?: string;
  /** The spaces from which new goods come. */
  from?: string[];
  /** The face that the strip in front showed before it was turned over. */
  turned?: Strip;
}

const LAND = 430;
const GAIN = 420;
const STEP = 430;
const LEAVE = 480;
export const TURN = 900;

interface Play {
  owner: number;
  card: string;
  space: string;
}

function playOf(told: readonly Told[]): Play | null {
  const found = told.find((one) => one.id === "plays")?.args;
  const who = found?.["who"];
  const card = found?.["card"];
  const space = found?.["space"];
  if (typeof who !== "object" || !("seat" in who) || typeof card !== "object" || !("moves" in card) || typeof space !== "string") return null;
  return { owner: who.seat, card: card.moves[0] ?? "", space };
}

const looks = (strip: Strip) => `${strip.light} ${strip.spaces.map((space) => space.kind).join(" ")}`;

/** Whether the first strip has been laid in front. */
export function hasTurned(old: View, now: View): boolean {
  const before = old.strips.map(looks);
  const after = now.strips.map(looks);
  return before.join() !== after.join() && before.slice(1).join() === after.slice(0, -1).join();
}

const changed = (view: View, seat: number, change: Partial<Player>): Player[] =>
  view.players.map((player, n) => (n === seat ? { ...player, ...change } : player));

function withCard(view: View, { owner, card, space }: Play, eye: number): View {
  const strips = view.strips.map((strip, line) =>
    line !== lineOf(space)
      ? strip
      : { ...strip, spaces: strip.spaces.map((one) => (one.name === space ? { ...one, card: { owner, name: card, value: cardFace(card).value } } : one)) },
  );
  const at = owner === eye ? view.hand.indexOf(card) : -1;
  return { ...view, strips, hand: view.hand.filter((_, n) => n !== at), chosen: null, target: null, phase: "chance" };
}

/** What the space gives at once, as far as it can be told from what a player has afterwards. */
function withGain(view: View, now: View, { owner, card, space }: Play): View | null {
  const player = view.players[owner];
  const after = now.players[owner];
  if (!player || !after) return null;
  const value = cardFace(card).value;
  const kind = spaceOf(view, space).kind;
  if (!isGood(kind)) return value > 0 ? { ...view, players: changed(view, owner, { stars: player.stars + value }) } : null;
  const more = Math.min(after.goods[kind] - player.goods[kind], Math.max(value + 1, 1));
  if (more <= 0 || value === 0) return null;
  const goods = { ...player.goods, [kind]: player.goods[kind] + more };
  return { ...view, players: changed(view, owner, { goods, stored: player.stored + more }) };
}

const ahead = (view: View): View => ({ ...view, airship: `${view.airship[0]}${Math.min(lineOf(view.airship) + 2, 5)}` });

/** The tables between two that the server has told. */
export function stagesBetween(old: View, now: View, told: readonly Told[], strips: readonly number[], eye: number): Stage[] {
  const play = playOf(told);
  const turned = hasTurned(old, now);
  const out: Stage[] = [];
  let view = old;
  const add = (stage: Omit<Stage, "strips">) => out.push({ ...stage, strips });
  if (play && spaceOf(old, play.space).card === null) {
    view = withCard(view, play, eye);
    add({ view, hold: LAND, landed: play.space });
    const gained = withGain(view, now, play);
    if (gained) add({ view: (view = gained), hold: GAIN, from: [play.space] });
  }
  const flies = turned || lineOf(now.airship) > lineOf(old.airship);
  if (flies && lineOf(view.airship) === 2) add({ view: (view = ahead(view)), hold: STEP });
  if (!turned) return [...out, { view: now, hold: 0, strips }];
  const first = view.strips[0]!;
  const leaving = first.spaces.filter((space) => space.card).map((space) => space.name);
  const bare = { ...first, spaces: first.spaces.map((space) => ({ ...space, card: null })) };
  if (leaving.length > 0) add({ view: { ...view, strips: [bare, ...view.strips.slice(1)], players: now.players }, hold: LEAVE, from: leaving });
  const moved = [...strips.slice(1), strips[0]!];
  return [...out, { view: now, hold: TURN, strips: moved, turned: bare }, { view: now, hold: 0, strips: moved }];
}

/** The table as it is shown at this moment. While *busy* more is to come; `skip` shows the end at once. */
export function useStages(view: View, told: readonly Told[], eye: number): Stage & { busy: boolean; skip: () => void } {
  const latest = useRef(view);
  const shown = useRef<Stage>({ view, hold: 0, strips: COLUMNS.map((_, n) => n) });
  const queue = useRef<Stage[]>([]);
  const [, redraw] = useState(0);
  if (latest.current !== view) {
    const end = queue.current.at(-1) ?? shown.current;
    const more = reduced() ? stagesBetween(latest.current, view, told, end.strips, eye).slice(-1) : stagesBetween(latest.current, view, told, end.strips, eye);
    latest.current = view;
    queue.current.push(...more);
    if (shown.current.hold === 0) shown.current = queue.current.shift()!;
  }
  const stage = shown.current;
  const next = () => {
    shown.current = queue.current.shift() ?? { ...shown.current, hold: 0 };
    redraw((n) => n + 1);
  };
  const busy = queue.current.length > 0 || stage.hold > 0;
  useEffect(() => {
    if (stage.hold === 0 && queue.current.length === 0) return;
    const hurry = queue.current.length > 8 ? 0.4 : 1;
    const timer = setTimeout(next, stage.hold * hurry);
    return () => clearTimeout(timer);
  }, [stage]);
  const skip = () => {
    const end = queue.current.at(-1);
    queue.current = [];
    shown.current = { view: latest.current, hold: 0, strips: (end ?? shown.current).strips };
    redraw((n) => n + 1);
  };
  return { ...stage, busy, skip };
}
