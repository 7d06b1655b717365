// How a match has ended, in a sentence.

import type { Result, SeatInfo } from "../wire";
import { listed, t } from "../words";
import type { Match } from "./match";

/** To whoever reads it at the table; with *named* to anybody: then nobody is "you". */
export function verdict(match: Match, result: Result, { named = false } = {}): string {
  if (result.reason === "aborted" || result.reason === "rules_changed") return t(result.reason);
  const seats = match.about.value?.seats ?? [];
  const parts = seats.flatMap((seat, n) => (seat.out ? [t(seat.out, { who: match.nameOf(n) })] : []));
  const winners = result.winners ?? [];
  if (result.verdict) parts.push(match.say.value?.told(result.verdict) ?? "");
  else if (seats.length === 1) parts.push(t("over"));
  else if (!named && winners.length === 1 && isOnlyYours(seats, winners[0]!)) parts.push(t("you_win"));
  else if (winners.length > 0 && seats.length > 1)
    parts.push(t(winners.length > 1 ? "share" : "wins", { who: listed(winners.map((n) => match.nameOf(n))) }));
  return parts.length > 0 ? parts.join(" ") : t("over");
}

const isOnlyYours = (seats: readonly SeatInfo[], seat: number): boolean =>
  Boolean(seats[seat]?.yours) && seats.filter((one) => one.yours).length === 1;
