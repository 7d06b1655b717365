// What stands below a table in a picture or a film: the game, what has happened, and what everybody has.

import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import type { Result } from "../wire";
import { language } from "../words";
import type { Match } from "./match";

interface CaptionProps {
  match: Match;
  module: BoardModule;
  view: unknown;
  /** What has happened: a turn, or how it ended. */
  line: string;
  scores: readonly string[];
  /** Who is ahead of others here: whoever has just played, or has won. */
  marked: readonly number[];
}

export function Caption({ match, module, view, line, scores, marked }: CaptionProps) {
  const say = match.say.peek()!;
  return (
    <>
      <p class="line">
        <b>{say("title")}</b> {line}
      </p>
      <ul>
        {match.about.peek()!.seats.map((_, seat) => (
          <li key={seat} class={marked.includes(seat) ? "marked" : ""}>
            <Emblem seat={seat} colour={module.colour?.(view, seat)} size={18} />
            <span class="who">{match.nameOf(seat)}</span>
            {scores[seat] && <b>{scores[seat]}</b>}
          </li>
        ))}
      </ul>
      <small>Sunroom · {playedOn(match)}</small>
    </>
  );
}

const playedOn = (match: Match): string =>
  new Date(match.about.peek()!.created).toLocaleDateString(language.value, { dateStyle: "medium" });

/** What everybody has, in the board's own words; in the end as it was counted where there is more to it. */
export function scoresOf(match: Match, module: BoardModule, view: unknown, result: Result | null): string[] {
  const say = match.say.peek()!;
  const seats = match.about.peek()!.seats;
  return seats.map((_, seat) =>
    String(result?.points?.[seat] ?? module.score?.(view, seat, say) ?? result?.scores?.[seat] ?? ""),
  );
}
