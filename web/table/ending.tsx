// The end of a match: who has won and by how much, the points counted up, and its story.

import { useEffect, useMemo, useState } from "preact/hooks";
import { EmblemShape, Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { useEscape } from "../escape";
import { FilmButton } from "../film/button";
import { reduced } from "../motion";
import { attempt } from "../notice";
import { t } from "../words";
import type { Match } from "./match";
import { marginOf, pointsOf } from "./story";
import { Story } from "./storyview";
import { verdict } from "./verdict";

interface EndingProps {
  match: Match;
  module: BoardModule;
  close: () => void;
}

export default function Ending({ match, module, close }: EndingProps) {
  const result = match.shown.value?.result ?? { reason: "aborted" };
  const winners = result.winners ?? [];
  const margin = marginOf(result);
  useEscape(true, close);
  return (
    <section class={`ending ${winners.length > 0 ? "won" : ""}`} aria-label={t("the_end")} data-testid="ending">
      {winners.length > 0 && (
        <div class="ending-light" aria-hidden="true">
          <svg viewBox="-60 -40 120 80">
            <circle class="halo" r="34" />
            {winners.map((seat, n) => (
              <g key={seat} class={`emblem seat-${colourOf(match, module, seat)}`}>
                <g transform={`translate(${(n - (winners.length - 1) / 2) * 40 - 24} -24) scale(2)`}>
                  <EmblemShape seat={seat} />
                </g>
              </g>
            ))}
          </svg>
        </div>
      )}
      <h2>{verdict(match, result)}</h2>
      {margin !== null && margin > 1 && <p class="margin">{t("margin", { n: margin })}</p>}
      <Count match={match} module={module} />
      {match.say.value!.has("points_note") && result.points && <small>{match.say.value!("points_note")}</small>}
      <Story match={match} module={module} />
      <div class="row">
        {match.shown.value?.view !== undefined && (
          <>
            <button type="button" onClick={(event) => void share(match, module, event.currentTarget)}>
              {t("share_picture")}
            </button>
            <FilmButton scene={{ match, module, eye: match.about.value?.eye ?? -1 }} />
          </>
        )}
        <button type="button" class="quiet leave" aria-label={t("look_at_table")} onClick={close}>
          <span>{t("look_at_table")}</span>
        </button>
      </div>
    </section>
  );
}

const colourOf = (match: Match, module: BoardModule, seat: number): string =>
  module.colour?.(match.shown.peek()?.view, seat) ?? String(seat);

/** The picture is made by code that is fetched when somebody wants one. */
async function share(match: Match, module: BoardModule, at: Element): Promise<void> {
  await attempt(async () => (await import("./picture")).sharePicture(match, module), at);
}

// The points

const STEP = 420; // milliseconds for a part of the points
const TICKS = 12; // of a total that has no parts

/** How many of a number of things are shown by now, one after the other; all at once for who wants no motion. */
function usePaced(of: number, pause: number): number {
  const [shown, setShown] = useState(reduced() ? of : 0);
  useEffect(() => {
    if (shown >= of) return;
    const timer = setTimeout(() => setShown(shown + 1), pause);
    return () => clearTimeout(timer);
  }, [shown, of, pause]);
  return shown;
}

/** A column for everybody: each part of their points, then the sum, which grows with the parts. */
function Count({ match, module }: { match: Match; module: BoardModule }) {
  const say = match.say.value!;
  const { view, result } = match.shown.value!;
  const seats = match.about.value!.seats;
  const totals = seats.map((_, seat) => (result ? pointsOf(result, seat) : null));
  const tallies = useMemo(() => seats.map((_, seat) => module.tally?.(view, seat, say) ?? []), [view, say]);
  const parts = tallies[0] ?? [];
  // Without parts it is what the board says of everybody, like "2 stars"; a number alone would not say of what.
  const inWords = (seat: number) =>
    result?.points?.[seat] ?? (parts.length === 0 ? module.score?.(view, seat, say) : undefined);
  const ticks = parts.length || (module.score && !result?.points ? 0 : TICKS);
  const done = usePaced(ticks, parts.length > 0 ? STEP : STEP / TICKS);
  const counted = done === ticks;
  if (totals.includes(null)) return null;
  const sumOf = (seat: number) =>
    counted
      ? totals[seat]!
      : parts.length === 0
        ? Math.round((totals[seat]! * done) / TICKS)
        : tallies[seat]!.slice(0, done).reduce((sum, part) => sum + part.n, 0);
  return (
    <table class="count">
      <thead>
        <tr>
          <td />
          {seats.map((_, seat) => (
            <th key={seat} scope="col">
              <Emblem seat={seat} colour={module.colour?.(view, seat)} size={18} /> {match.nameOf(seat)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part, n) => (
          <tr key={part.label} class={n < done ? "" : "to-come"}>
            <th scope="row">{part.label}</th>
            {tallies.map((tally, seat) => (
              <td key={seat}>{tally[n]?.n ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr class={(result?.winners ?? []).length > 0 && counted ? "final" : ""}>
          <th scope="row">{t("in_all")}</th>
          {seats.map((_, seat) => (
            <td key={seat} class={result?.winners?.includes(seat) ? "winner" : ""}>
              {(counted && inWords(seat)) || sumOf(seat)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}
