// The table and what can be done there, in sentences.

import { doubtLines } from "@web/doubts";
import type { Say } from "@web/words";
import { cardText } from "./card";
import { discardText } from "./discards";
import { asked, tileText } from "./display";
import { cardName, spaceName, tileName } from "./names";
import { improvementNow, improvementText } from "./power";
import { sums } from "./score";
import { bonusText, improvements, levelText, slotText } from "./tableau";
import {
  COLUMNS,
  ROWS,
  isCard,
  isGood,
  isSpace,
  isTile,
  spaceOf,
  type Row,
  type Space,
  type Tile,
  type View,
} from "./view";

/** Who owns a card: a player, or the dummy of a solitaire game. */
export const ownerName = (view: View, say: Say, owner: number): string =>
  owner < view.players.length ? say.seat(owner) : say("board_dummy");

// words: board_do_pay, board_do_discard, board_do_bonus, board_do_spare, board_do_instead
const GOOD_PHASES = ["pay", "discard", "bonus", "spare", "instead"];

export function phrase(text: string, view: View, say: Say): string {
  if (view.phase === "chance") return chanceText(text, view, say);
  if (isCard(text)) return say("board_do_card", { card: cardName(text, say) });
  if (isSpace(text)) return spacePhrase(text, view, say);
  if (isGood(text) && GOOD_PHASES.includes(view.phase)) return say(`board_do_${view.phase}`, { good: say(text) });
  if (isTile(text)) return tilePhrase(text, view, say);
  if (text === "discard") return say("board_do_give_up");
  if (text === "as-asked") return say("board_do_as_asked");
  if (text.startsWith("slot-")) return slotPhrase(Number(text.slice(5)), view, say);
  if (text.split("+").every((name) => name in view.powers))
    return say("board_do_draft", {
      power: text
        .split("+")
        .map((name) => improvementText(name, view, say))
        .join("; "),
    });
  return say.notation(text);
}

/** What an action of another moment is about; which space lies somewhere then is not known. */
export function named(text: string, view: View | undefined, say: Say): string {
  if (isCard(text)) return say("board_the_card", { card: cardName(text, say) });
  if (isSpace(text)) return say("board_the_space", { at: text });
  const [tile, row] = view ? displayed(text, view) : [];
  if (tile && row) return say("board_the_tile", { tile: tileName(tile.asks, row, say) });
  if (isTile(text)) return say("board_a_tile");
  if (text.startsWith("slot-")) return say("board_the_slot", { n: Number(text.slice(5)) });
  if (isGood(text)) return say(text);
  return view ? phrase(text, view, say) : say.notation(text);
}

/** An outcome of chance that is entered by hand. */
export const chanceText = (text: string, view: View, say: Say): string =>
  isCard(text) ? cardText(text, say) : chanceName(text, view, say);

const ORDERS: Record<string, string> = {
  "night-first": "choice_order_night_first",
  "day-first": "choice_order_day_first",
};

/** The same where there is little room. */
// words: board_chance_strip, board_chance_first, board_chance_die
export function chanceName(text: string, view: View, say: Say): string {
  if (isCard(text)) return cardName(text, say);
  if (isTile(text)) return drawnTile(text, view, say);
  if (text in view.powers) return improvementText(text, view, say);
  const [, what, n] = /^(strip|first|die)-(\d)$/.exec(text) ?? [];
  if (what) return say(`board_chance_${what}`, { n: Number(n) });
  const order = ORDERS[text];
  return order ? say(order) : say.notation(text);
}

function spacePhrase(name: string, view: View, say: Say): string {
  const space = spaceOf(view, name);
  const cost = view.costs[name] ?? 0;
  const where = spaceName(space, say);
  return cost > 0 ? say("board_do_space_pay", { where, n: cost }) : say("board_do_space", { where });
}

function tilePhrase(name: string, view: View, say: Say): string {
  const [tile, row] = displayed(name, view);
  return tile ? say("board_do_tile", { tile: tileName(tile.asks, row, say), n: tile.stars }) : name;
}

/** A tile that may be drawn now. */
function drawnTile(name: string, view: View, say: Say): string {
  const tile = view.drawn.find((one) => one.name === name);
  return tile ? tileName(tile.asks, name.startsWith("D") ? "day" : "night", say) : name;
}

function displayed(name: string, view: View): [Tile | null, Row] {
  const row = ROWS.find((one) => view.display[one].some((tile) => tile?.name === name)) ?? "day";
  return [view.display[row].find((tile) => tile?.name === name) ?? null, row];
}

function slotPhrase(n: number, view: View, say: Say): string {
  const what = view.row
    ? [...levelText(view, view.row, n - 1, say), slotText(view, view.turn, view.row, n - 1, say)]
    : [];
  return say("board_do_slot", { n, what: what.join(", ") });
}

export function marks(text: string, view: View): string[] {
  if (view.phase === "draft") return [text];
  if (isSpace(text) && view.chosen) return [view.chosen, text];
  return [text];
}

// words: board_phase_draft, board_phase_card, board_phase_space, board_phase_pay, board_phase_tile, board_phase_spare
// words: board_phase_instead, board_phase_slot, board_phase_bonus, board_phase_discard
// words: board_lie_steps, board_lie_ends, board_lie_plain
export function describe(view: View, say: Say, eye: number): string[] {
  return [
    ...situation(view, say),
    ...hand(view, say, eye),
    say("board_airship", { space: spaceName(spaceOf(view, view.airship), say) }),
    say(`board_lie_${view.lie}`),
    ...view.strips.map((_, line) => stripLine(view, say, line)).reverse(),
    ...ROWS.flatMap((row) => view.display[row].flatMap((tile) => (tile ? [tileText(tile, row, say)] : []))),
    ...view.players.flatMap((_, seat) => playerLines(view, say, seat)),
    ...printedLines(view, say),
    ...view.discards_of.flatMap((pile, owner) => discardLine(pile, owner, view, say)),
    ...[...view.offers.one, ...view.offers.pairs.flat()].map((name) =>
      say("board_offered", { power: improvementText(name, view, say) }),
    ),
    ...(view.reconstructed ? [say("board_reconstructed_note")] : []),
    ...doubtLines(view.doubts, say),
  ];
}

function situation(view: View, say: Say): string[] {
  if (view.phase === "done") return view.rank ? [say("game_over"), say("rank", { n: view.rank })] : [say("game_over")];
  if (view.phase === "chance") return [say("board_chance")];
  const said = say(`board_phase_${view.phase}`, {
    who: say.seat(view.to_act),
    n: view.phase === "bonus" ? view.choose : view.pay,
    space: view.target ? spaceName(spaceOf(view, view.target), say) : "",
    tile: view.tile && view.row ? tileName(view.tile.asks, view.row, say) : "",
  });
  return [said];
}

function hand(view: View, say: Say, eye: number): string[] {
  const lines =
    eye >= 0 && view.hand.length > 0 ? [say("board_hand"), ...view.hand.map((name) => cardText(name, say))] : [];
  return view.chosen ? [...lines, say("board_chosen", { card: cardText(view.chosen, say) })] : lines;
}

// words: board_light_day, board_light_night, board_light_dawn, board_light_dusk
function stripLine(view: View, say: Say, line: number): string {
  const strip = view.strips[line]!;
  const place = line === 0 ? say("board_first") : line === COLUMNS.length - 1 ? say("board_front") : "";
  const spaces = strip.spaces.map((space) => spaceWords(space, view, say)).join("; ");
  return say("board_strip", { n: line + 1, place, light: say(`board_light_${strip.light}`), spaces });
}

function spaceWords(space: Space, view: View, say: Say): string {
  const what = spaceName(space, say);
  const cost = view.costs[space.name] ?? 0;
  if (space.card) {
    const { owner, name } = space.card;
    return `${what} – ${say("board_lies", { who: ownerName(view, say, owner), card: cardText(name, say) })}`;
  }
  return cost > 0 ? `${what} (${say("board_way", { n: cost })})` : what;
}

function playerLines(view: View, say: Say, seat: number): string[] {
  const player = view.players[seat]!;
  const who = say.seat(seat);
  const goods = asked(player.goods, say) || say("board_no_goods");
  const lines = [
    say("board_player", {
      who,
      stars: player.stars,
      score: player.score,
      left: player.left,
      held: player.held,
      goods,
      stored: player.stored,
      storage: player.storage,
    }),
  ];
  for (const row of ROWS) {
    const tiles = player.slots[row].flatMap((tile, n) => (tile ? [`${n + 1}: ${deliveredText(tile, row, say)}`] : []));
    if (tiles.length > 0) lines.push(say("board_covered", { who, row: say(`board_${row}`), tiles: tiles.join("; ") }));
    const more = player.beyond[row].map((tile) => deliveredText(tile, row, say));
    if (more.length > 0) lines.push(say("board_beyond", { who, row: say(`board_${row}`), tiles: more.join("; ") }));
  }
  for (const name of improvements(view, seat))
    lines.push(say("board_improvement", { who, power: improvementNow(name, view, seat, say) }));
  if (view.phase === "done") {
    const sum = sums(player);
    lines.push(
      say("board_summed", {
        who,
        tiles: sum.tiles,
        stars: sum.stars,
        pairs: sum.pairs,
        goods: sum.goods,
        slots: sum.slots,
        total: sum.total,
      }),
    );
  }
  return lines;
}

/** The discard pile of an owner, once there is one. */
function discardLine(pile: Record<string, number>, owner: number, view: View, say: Say): string[] {
  const cards = Object.entries(pile).map(([name, n]) => discardText(name, n, say));
  const who = ownerName(view, say, owner);
  return cards.length > 0 ? [say("board_discards_of", { who, cards: cards.join("; ") })] : [];
}

const deliveredText = (tile: Tile, row: Row, say: Say): string =>
  `${tileName(tile.asks, row, say)} (${say("board_stars", { n: tile.stars })})`;

/** What the slots give; the same for everybody but for the columns of Improvement tiles. */
function printedLines(view: View, say: Say): string[] {
  const improved = Object.keys(view.powers).length > 0;
  return ROWS.map((row) => {
    const last = view.printed[row].length - 1;
    const slots = view.printed[row].map((bonus, n) => {
      const level = levelText(view, row, n, say)
        .map((text) => ` (${text})`)
        .join("");
      return `${n + 1}${level}: ${improved && (n === 0 || n === last) ? say("board_improved") : bonusText(bonus, say)}`;
    });
    return say("board_printed", { row: say(`board_${row}`), slots: slots.join("; ") });
  });
}
