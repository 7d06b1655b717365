// How a match has ended, in a sentence.

import type { Result } from "../wire";
import { listed, t } from "../words";
import type { Match } from "./match";

export function verdict(match: Match, result: Result): string {
  if (result.reason === "aborted" || result.reason === "rules_changed") return t(result.reason);
  const seats = match.about.value?.seats ?? [];
  const parts = seats.flatMap((seat, n) => (seat.out ? [t(seat.out, { who: match.nameOf(n) })] : []));
  const winners = result.winners ?? [];
  if (result.verdict) parts.push(match.say.value?.told(result.verdict) ?? "");
  else if (seats.length === 1) parts.push(t("over"));
  else if (winners.length === 1 && seats[winners[0]!]?.yours && seats.filter((seat) => seat.yours).length === 1)
    parts.push(t("you_win"));
  else if (winners.length > 0 && seats.length > 1)
    parts.push(t(winners.length > 1 ? "share" : "wins", { who: listed(winners.map((n) => match.nameOf(n))) }));
  return parts.length > 0 ? parts.join(" ") : t("over");
}
