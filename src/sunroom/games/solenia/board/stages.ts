// One step of the rules is shown in several, in the rule's order: the card lands, goods come, the airship steps,
// the cards of the first strip leave, the strip turns over, the rest slides.

import { type Scene, useScenes } from "@web/scenes";
import type { Message } from "@web/wire";
import { COLUMNS, cardFace, isGood, lineOf, spaceOf, type Player, type Strip, type View } from "./view";

export interface Stage extends Scene<View> {
  /** Which strip lies on which line: a strip stays the same when it moves. */
  strips: readonly number[];
  /** The space on which a card has just landed. */
  landed?: string;
  /** The spaces from which new goods come. */
  from?: string[];
  /** The spaces whose cards are being expelled. */
  leaving?: string[];
  /** The face that the strip in front showed before it was turned over. */
  turned?: Strip;
}

const LAND = 430;
const GAIN = 420;
const STEP = 430;
const LEAVE = 480;
export const TURN = 900;
const MIDDLE = 2; // the airship's line between two turns

interface Play {
  owner: number;
  card: string;
  space: string;
}

/** Who plays what where, told of a player or, with the card that was turned up before, of the dummy. */
function playOf(one: Message, before: readonly Message[], dummy: number): Play | null {
  const { who, space } = one.args ?? {};
  const card = one.id === "plays" ? one.args?.card : before.findLast((told) => told.id === "dummy_card")?.args?.card;
  const owner = typeof who === "object" && "seat" in who ? who.seat : dummy;
  if (
    !["plays", "dummy_places"].includes(one.id) ||
    typeof card !== "object" ||
    !("moves" in card) ||
    typeof space !== "string"
  )
    return null;
  return { owner, card: card.moves[0] ?? "", space };
}

const looks = (view: View) =>
  view.strips.map((strip) => `${strip.light} ${strip.spaces.map((space) => space.kind).join(" ")}`).join();

const changed = (view: View, seat: number, change: Partial<Player>): Player[] =>
  view.players.map((player, n) => (n === seat ? { ...player, ...change } : player));

function withCard(view: View, { owner, card, space }: Play, eye: number): View {
  const laid = { owner, name: card, value: cardFace(card).value };
  const strips = view.strips.map((strip) => ({
    ...strip,
    spaces: strip.spaces.map((one) => (one.name === space ? { ...one, card: laid } : one)),
  }));
  const at = owner === eye ? view.hand.indexOf(card) : -1;
  return { ...view, strips, hand: view.hand.filter((_, n) => n !== at), chosen: null, target: null, phase: "chance" };
}

/** What the space gives at once, as far as it can be told from what a player has afterwards. */
function withGain(view: View, now: View, { owner, card, space }: Play): View | null {
  const player = view.players[owner];
  const after = now.players[owner];
  const value = cardFace(card).value;
  if (!player || !after || value === 0) return null;
  const kind = spaceOf(view, space).kind;
  if (!isGood(kind)) return { ...view, players: changed(view, owner, { stars: player.stars + value }) };
  const more = Math.min(after.goods[kind] - player.goods[kind], value + 1);
  if (more <= 0) return null;
  const goods = { ...player.goods, [kind]: player.goods[kind] + more };
  return { ...view, players: changed(view, owner, { goods, stored: player.stored + more }) };
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

/** The tables between two that the server has told, in the order of what happened. */
export function stagesBetween(
  old: View,
  now: View,
  told: readonly Message[],
  strips: readonly number[],
  eye: number,
): Stage[] {
  const out: Stage[] = [];
  let view = old;
  let order = strips;
  let turns = told.filter((one) => one.id === "strip_turned").length;
  const show = (next: View, hold: number, more: Partial<Stage> = {}) => {
    view = next;
    out.push({ view, strips: order, hold, ...more });
  };
  told.forEach((one, n) => {
    const play = playOf(one, told.slice(0, n), old.players.length);
    if (play && spaceOf(view, play.space).card === null) {
      show(withCard(view, play, eye), LAND, { landed: play.space });
      const gained = withGain(view, now, play);
      if (gained) show(gained, GAIN, { from: [play.space] });
    }
    const flies = ["discards", "dummy_discards"].includes(one.id) || (play !== null && cardFace(play.card).value === 0);
    if (flies && lineOf(view.airship) === MIDDLE) show(flown(view, 1), STEP);
    if (one.id !== "strip_turned") return;
    const first = view.strips[0]!;
    const leaving = first.spaces.filter((space) => space.card).map((space) => space.name);
    if (leaving.length > 0) show({ ...view, players: now.players }, LEAVE, { from: leaving, leaving });
    order = [...order.slice(1), order[0]!];
    show(shifted(view, now.strips[now.strips.length - turns--]!), TURN, { turned: bareOf(first) });
  });
  // What was told does not lead here, as when it is told again: then there is nothing to show on the way.
  if (looks(view) !== looks(now)) return [{ view: now, hold: 0, strips: out[0]?.strips ?? strips }];
  return [...out, { view: now, hold: 0, strips: order }];
}

/** The table as it is shown at this moment. While *busy* more is to come; `skip` shows the end at once. */
export function useStages(
  view: View,
  told: readonly Message[],
  eye: number,
): Stage & { busy: boolean; skip: () => void } {
  const { scene, busy, skip } = useScenes<View, Stage>(
    view,
    () => ({ view, hold: 0, strips: COLUMNS.map((_, n) => n) }),
    (last, now) => stagesBetween(last.view, now, told, last.strips, eye),
  );
  return { ...scene, busy, skip };
}
