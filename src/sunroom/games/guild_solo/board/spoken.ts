// The table and its actions in words.

import type { Choice } from "@web/board";
import { percent, type Say } from "@web/words";
import { HAS_LIGHT, fieldText } from "./field";
import { stepsOf } from "./steps";
import {
  PLACES,
  canCount,
  cardsText,
  itemsOf,
  nameOf,
  pickedText,
  placeText,
  signed,
  turnText,
  type Field,
  type View,
} from "./view";

export function describe(view: View, say: Say): string[] {
  return [
    ...ofTurn(view, say),
    ...ofRows(view, say),
    ...ofQueue(view, say),
    ...ofOwn(view, say),
    ...ofOutlook(view, say),
    say("board_base_note"),
  ].filter(Boolean);
}

function ofTurn(view: View, say: Say): string[] {
  const now = stepsOf(view, say).find((step) => step.status === "now");
  return [
    turnText(view, say),
    now ? say("board_now", { step: now.text }) : "",
    view.result === "playing"
      ? ""
      : say(`board_end_${view.result}`, {
          n: Math.abs(view.sums.total - view.sums.enough),
          field: view.field ?? "",
          met: view.met,
        }),
    say("finals_met", { n: view.met }),
    say("losses", { mines: view.lost_mines, points: view.lost_points }),
    canCount(view) && !isCounted(view)
      ? say("board_balance_text", { n: signed(view.balance), need: view.sums.enough - view.balance })
      : "",
    ...(isCounted(view) ? ofSum(view, say) : []),
  ];
}

const isCounted = (view: View): boolean => view.result === "won" || view.result === "lost_points";

/** The sum that decided, line by line. */
function ofSum(view: View, say: Say): string[] {
  return [
    `${say("board_sum_base")}: ${view.points}`,
    `${say("board_sum_finals")}: ${signed(view.sums.finals)}`,
    `${say("board_sum_mines", { n: view.lost_mines })}: ${signed(view.sums.mines)}`,
    `${say("board_sum_lost")}: ${signed(view.sums.lost)}`,
    `${say("board_sum_total", { enough: view.sums.enough })}: ${view.sums.total}`,
  ];
}

/** A field with all that it does while it is still to come. */
function ofField(view: View, field: Field, say: Say): string {
  const parts = [fieldText(view, field, say) + (field.name === view.field ? `, ${say("board_here")}` : "")];
  const isOpen = field.outcome === "open";
  const isHere = field.name === view.field;
  if ((isOpen || isHere) && HAS_LIGHT.includes(field.name)) parts.push(say(`light_${field.name}`));
  if (isOpen && field.red) parts.push(say("board_else", { red: say(field.red) }));
  if (isHere && field.outcome === "failed" && field.red) parts.push(say(field.red));
  if (isOpen && field.token === "mine") parts.push(say("mine_lost"));
  if (isOpen && field.token === "final") parts.push(say("board_red_final"));
  return parts.map((part) => (/[.?]$/.test(part) ? part : `${part}.`)).join(" ");
}

function ofRows(view: View, say: Say): string[] {
  return view.rows.flatMap((row) => [
    row.guild
      ? say("board_row_of", { row: row.name, guild: nameOf(row.guild, say) })
      : say("board_row_free", { row: row.name }),
    ...row.fields.map((field) => ofField(view, field, say)),
  ]);
}

function ofQueue(view: View, say: Say): string[] {
  const places = view.queue.map((_, n) => placeText(view, n, say));
  const bag = view.guilds.map((guild) => say("board_in_bag", { n: view.bag[guild] ?? 0, guild: nameOf(guild, say) }));
  return [...places, ...bag];
}

function ofOwn(view: View, say: Say): string[] {
  const lines = view.ledger ? itemsOf(view).map((item) => `${say(`item_${item}`)}: ${view.ledger![item]}`) : [];
  if (view.line) lines.push(say(view.line < 5 ? "line_column" : "line_row", { n: view.line, row: view.line - 3 }));
  for (const told of [cardsText(view, say), pickedText(view, say)]) if (told) lines.push(told);
  if (view.help.boxed > 0) lines.push(say("board_boxed", { n: view.help.boxed }));
  if (view.help.foreign > 0) lines.push(say("board_foreign", { n: view.help.foreign }));
  return [...lines, say("board_swaps_made", { n: view.swaps })];
}

function ofOutlook(view: View, say: Say): string[] {
  const found = view.outlook;
  if (!found) return [];
  if (!found.reachable) return [say("unreachable")];
  const lines = found.by_swaps.map((chance, n) => `${say("board_with_swaps", { n })}: ${percent(chance.value, 1)}`);
  if (found.purse) lines.push(`${say("chance_purse")}: ${percent(found.purse.value, 1)}`);
  lines.push(`${say("chance_unlimited")}: ${percent(found.unlimited.value, 1)}`);
  const unfinished = view.guilds.map((guild) => `${nameOf(guild, say)} ${percent(found.unfinished[guild]!.value)}`);
  return [say("board_outlook"), ...lines, `${say("board_unfinished")}: ${unfinished.join(", ")}`];
}

const SAID: Record<string, string> = {
  yes: "board_say_yes",
  no: "board_say_no",
  "by-ledger": "board_by_ledger",
  placed: "board_say_placed",
  impossible: "board_say_impossible",
  skip: "board_say_skip",
  next: "board_next",
};

/** An action as a person would say it. */
export function phrase(text: string, view: View, say: Say): string {
  const said = SAID[text];
  if (said) return say(said, { field: view.field ?? "" });
  if (text === "keep") {
    const guild = view.queue[0];
    const aim = view.outlook?.coming[0];
    return guild && aim ? say("board_keep", { guild: nameOf(guild, say), field: aim.field }) : say("board_keep_any");
  }
  const [head, tail = ""] = text.split(/[-=](.*)/);
  if (text.includes("=")) return say("board_enter_item", { item: say(`item_${head}`), n: Number(tail) });
  if (head === "swap")
    return say("board_swap", { one: PLACES[Number(tail[0]) - 1]!, two: PLACES[Number(tail[2]) - 1]! });
  if (head === "points") return say("board_say_points", { n: Number(tail) });
  if (head === "die")
    return say(Number(tail) < 5 ? "board_die_column" : "board_die_row", { n: Number(tail), row: Number(tail) - 3 });
  if (head === "building") return say("board_say_building", { n: Number(tail) });
  if (view.guilds.includes(text)) return say("board_say_drawn", { guild: nameOf(text, say) });
  if (/^\d+$/.test(text))
    return say(view.number === "buildings" ? "board_say_buildings" : "board_say_cards", {
      n: Number(text),
    });
  return say("board_say_medal", { medal: say(`item_${text}`) });
}

const TEN = 10;

/** In a list: entries under what is entered, numbers by tens. */
export function choice(text: string, view: View, say: Say): Choice {
  const [, head, number] = /^(?:(\w+)[-=])?(\d+)$/.exec(text) ?? [];
  if (number === undefined) return view.guilds.includes(text) ? { looks: [`guild ${text}`] } : {};
  if (text.includes("=")) return { under: { text: say(`item_${head}`) }, rest: number };
  const first = Number(number) - (Number(number) % TEN);
  return { under: { text: say("board_numbers", { n: first, most: first + TEN - 1 }) }, rest: number };
}

/** What an action is about. */
export function marks(text: string, view: View): string[] {
  const field = view.field ? [view.field] : [];
  if (text === "keep") return ["I", ...(view.outlook?.coming.slice(0, 1).map((one) => one.field) ?? [])];
  if (text.startsWith("swap-")) return [PLACES[Number(text[5]) - 1]!, PLACES[Number(text[7]) - 1]!, text];
  if (text.includes("=")) return [`item_${text.split("=")[0]}`];
  if (["yes", "no", "by-ledger", "placed", "impossible"].includes(text)) return [...field, text];
  return [text, ...(/^\d+$/.test(text) || text === "skip" ? field : [])];
}
