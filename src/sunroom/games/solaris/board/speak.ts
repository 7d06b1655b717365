// The table and every action in words.

import { doubtLines } from "@web/doubts";
import type { Choice } from "@web/board";
import type { Say } from "@web/words";
import { cardName } from "./art";
import { COLOURS, colourOf, energyOf, isCard, movesTo, reached, stationOf, type Station, type View } from "./view";

const listed = (items: string[], say: Say): string => new Intl.ListFormat(say.language).format(items);
const cards = (names: readonly string[], say: Say): string =>
  listed(
    names.map((card) => cardName(card, say)),
    say,
  );

/** A station with all that lies there; on each field who lies on top comes first. */
export function stationLine(station: Station, view: View, say: Say, eye: number): string {
  const fields = (["inner", "outer"] as const).flatMap((track) =>
    station[track]
      .map((seats, field) => ({ seats, field }))
      .filter(({ seats }) => seats.length > 0)
      .reverse()
      .map(({ seats, field }) =>
        say(track === "inner" ? "board_field" : "board_outer_field", {
          n: field,
          who: listed(
            seats.map((seat) => say.seat(seat)),
            say,
          ),
        }),
      ),
  );
  const parts = [say(station.name), ...(station.active ? [say("board_active")] : [])];
  const own = eye >= 0 ? energyOf(station, eye) : undefined;
  if (own !== undefined) parts.push(say("board_your_energy", { n: own }));
  if (station.shuttles.length > 0)
    parts.push(
      say("board_shuttles_here", {
        list: listed(
          station.shuttles.map((one) => say(one)),
          say,
        ),
      }),
    );
  if (station.bridge)
    parts.push(
      say("board_bridge_on", {
        colour: { id: station.bridge },
        station: { id: view.stations[(view.stations.indexOf(station) + 1) % 6]!.name },
      }),
    );
  const line = `${parts.join(", ")}. ${fields.join(" ")}`.trim();
  return line.charAt(0).toUpperCase() + line.slice(1);
}

export function playerLine(view: View, seat: number, say: Say, eye: number): string {
  const player = view.players[seat]!;
  const parts = [say("player_line", { who: { seat }, laser: player.laser, n: player.held })];
  if (seat !== eye && player.known.length > 0) parts.push(say("known", { cards: cards(player.known, say) }));
  for (const { from, card } of player.aside)
    parts.push(say("board_aside", { who: { seat: from }, card: card ? cardName(card, say) : say("board_face_down") }));
  if (player.halves.length > 0) parts.push(say("board_halves", { list: player.halves.join(" ") }));
  return `${parts.join("; ")}.`;
}

export function describe(view: View, say: Say, eye: number): string[] {
  const free = COLOURS.filter((colour) => view.shuttles[colour] === null);
  const lines = [
    view.round === 0
      ? say("before_round")
      : view.rounds === null
        ? say("round", { n: view.round, last: view.last_round ?? 0 })
        : say("round_of", { n: view.round, all: view.rounds }),
  ];
  if (view.turn !== null && view.phase !== "done")
    lines.push(
      say("board_turn", { who: { seat: view.turn } }) +
        (view.order.length > 0
          ? ` ${say("order", {
              who: listed(
                view.order.map((seat) => say.seat(seat)),
                say,
              ),
            })}.`
          : ""),
    );
  lines.push(...view.stations.map((station) => stationLine(station, view, say, eye)));
  if (view.spare.length > 0)
    lines.push(
      `${say("spare", {
        bridges: listed(
          view.spare.map((one) => say(one)),
          say,
        ),
      })}.`,
    );
  lines.push(
    `${say("beside", {
      shuttles:
        free.length > 0
          ? listed(
              free.map((one) => say(one)),
              say,
            )
          : say("board_none"),
    })}.`,
  );
  lines.push(...view.players.map((_, seat) => playerLine(view, seat, say, eye)));
  const display = view.display.filter((card) => card !== null);
  lines.push(`${say("display", { cards: display.length > 0 ? cards(display, say) : say("board_none") })}.`);
  const discarded = Object.entries(view.discards);
  lines.push(`${say("piles", { n: view.pile, discards: discarded.reduce((sum, [, n]) => sum + n, 0) })}.`);
  if (discarded.length > 0)
    lines.push(
      `${say("board_discarded", {
        list: listed(
          discarded.map(([card, n]) => `${n} × ${cardName(card, say)}`),
          say,
        ),
      })}.`,
    );
  if (eye >= 0 && view.phase !== "done")
    lines.push(`${say("hand", { cards: view.hand.length > 0 ? cards(view.hand, say) : say("board_none") })}.`);
  lines.push(...ofTurn(view, say));
  if (view.phase === "done") lines.push(endOf(view, say));
  lines.push(...doubtLines(view.doubts, say));
  return lines;
}

/** Why the game is over: the laser, the last round of the race, or the one after which we end it (LAR-10.4). */
export function endOf(view: View, say: Say): string {
  const reached = view.players.some(({ laser }) => laser >= (view.goal ?? 0));
  return reached ? say("game_over") : say("out_of_rounds", { n: view.round });
}

/** What has been chosen in this turn, and who has to discard. */
function ofTurn(view: View, say: Say): string[] {
  const { action } = view.so_far;
  const parts = soFar(view, say).map((part) => `${part.charAt(0).toUpperCase() + part.slice(1)}.`);
  if (view.phase === "done" || view.round === 0) return [];
  if (view.phase === "discard") return [say("board_discards_now", { who: { seat: view.to_act } }), ...parts];
  return action ? [say("board_chosen", { action: actionPhrase(action, view, say) }), ...parts] : parts;
}

/** The turn so far, each part in a few words. */
export function soFar(view: View, say: Say): string[] {
  const { played, due, amount, second_card } = view.so_far;
  const parts: string[] = [];
  if (played > 0) parts.push(say("board_played", { n: played }));
  if (view.phase === "take") parts.push(say("board_due", { n: due }));
  else if (view.earned > 0) parts.push(say("board_will_get", { n: view.earned }));
  if (view.phase === "rob") parts.push(say("board_to_rob", { n: amount }));
  if (view.phase === "dock" && amount > 0) parts.push(say("board_docked_now", { n: amount }));
  if (view.phase === "charge" && second_card) parts.push(say("board_second", { station: { id: second_card } }));
  return parts;
}

/** An action as a person would say it. */
export function phrase(text: string, view: View, say: Say): string {
  const { phase } = view;
  const here = view.active ?? "centre";
  if (phase === "chance") return chancePhrase(text, say);
  if (phase === "action") return actionPhrase(text, view, say);
  if (phase === "colour") return say("board_say_colour", { colour: colourName(text, say) });
  if (text === "done") return say("board_done");
  if (text === "pile") return say("board_say_pile");
  if (/^\d$/.test(text)) return say("board_spend", { n: Number(text) });
  const seat = /^seat-(\d)$/.exec(text);
  if (seat) return say("board_say_rob", { who: { seat: Number(seat[1]) - 1 } });
  const spread = /^(clockwise|counter)-(\d)$/.exec(text);
  if (spread)
    return say("board_say_spread", {
      k: spent(text, view),
      way: { id: spread[1]! },
      list: listed(
        reached(text, view).map((one) => say(one)),
        say,
      ),
    });
  const [what = "", to] = text.replace("+", "").split(">");
  if (phase === "dock" && to) return say("board_say_dock", { colour: { id: what }, station: { id: to } });
  const card = cardName(what, say);
  if (phase === "move" && to) return say("board_say_move", { card, station: { id: to } });
  if (phase === "fill") return say("board_say_fill", { card, station: { id: here } });
  if (phase === "charge")
    return say(text.startsWith("+") ? "board_say_second" : "board_say_charge", {
      card,
      station: { id: stationOf(what) },
    });
  if (phase === "fire") return say("board_say_fire", { card, station: { id: view.shuttles[colourOf(what)] ?? here } });
  if (phase === "take") return say("board_say_take", { card });
  return phase === "swap" || phase === "discard" ? say("board_say_discard", { card }) : say.notation(text);
}

// words: player_white, player_grey, player_yellow, player_black, player_orange
export const colourName = (colour: string, say: Say): string => say(`player_${colour}`);

/** How much energy of the active station an action would spend. */
function spent(text: string, view: View): number {
  const here = view.stations.find((one) => one.active);
  const left = movesTo(text, view).find((one) => one.station === here?.name)?.field;
  return here && left !== undefined ? (energyOf(here, view.to_act) ?? left) - left : 0;
}

// words: board_say_use_machine, board_say_use_command, board_say_use_biotope, board_say_use_port,
// board_say_use_canteen, board_say_use_centre
// words: board_say_action_fill, board_say_action_move, board_say_action_swap, board_say_action_pass
function actionPhrase(text: string, view: View, say: Say): string {
  return text === "use"
    ? say(`board_say_use_${view.active}`)
    : say(`board_say_action_${text}`, { station: { id: view.active ?? "centre" } });
}

function chancePhrase(text: string, say: Say): string {
  if (isCard(text)) return cardName(text, say);
  const seat = /^seat-(\d)$/.exec(text);
  return seat
    ? say.seat(Number(seat[1]) - 1)
    : text
        .split("-")
        .map((word) => say(word))
        .join(", ");
}

/** What an action of another moment is about, whatever is done with it then. */
export function named(text: string, view: View | undefined, say: Say): string {
  const [what = "", to] = text.replace("+", "").split(">");
  const one = isCard(what) ? cardName(what, say) : "";
  if (to) return `${one || say(what)} → ${say(to)}`;
  if (one) return one;
  const [way = "", number] = text.split("-");
  if (way === "clockwise" || way === "counter") return `${number} ${say(way)}`;
  if (["fill", "move", "swap", "pass"].includes(text)) return say(`board_say_action_${text}`);
  if (text === "use") return say(view?.active ? `board_say_use_${view.active}` : "board_use");
  return view ? phrase(text, { ...view, phase: "named" }, say) : say.notation(text);
}

/** In a list: cards under their station, shuttles under their colour. */
export function choice(text: string, view: View, say: Say): Choice {
  const { phase } = view;
  const [what = "", to] = text.replace("+", "").split(">");
  if (phase === "dock" && to)
    return {
      looks: [`station ${to}`],
      under: { text: say("board_shuttle", { colour: { id: what } }), look: `shuttle ${what}` },
      rest: say(to),
    };
  if (!isCard(what)) return phase === "spread" ? { looks: reached(text, view).map((one) => `station ${one}`) } : {};
  const looks = [`card ${what}`];
  if (phase === "chance") return { looks };
  const station = to ?? stationOf(what);
  return {
    looks,
    under: { text: say(to ? "board_towards" : station, { station: { id: station } }), look: `station ${station}` },
  };
}

/** Everything on the table that an action is about. */
export function marks(text: string, view: View): string[] {
  const here = view.active ?? "centre";
  const [what = "", to] = text.replace("+", "").split(">");
  if (text === "use") return ["use", here];
  if (text === "fill") return ["fill", here];
  if (view.phase === "amount") return [here];
  if (view.phase === "spread") return reached(text, view);
  if (view.phase === "fire" && isCard(what))
    return [what, "laser", colourOf(what), view.shuttles[colourOf(what)] ?? here];
  if (view.phase === "charge" && isCard(what)) return [what, stationOf(what)];
  return to ? [what, to] : [what];
}
