// Who sits where, whose turn it is, and what they have.

import { useEffect, useState } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { numbered } from "../names";
import { attempt } from "../notice";
import { drawn, underWay } from "../scenes";
import { t } from "../words";
import { isFree, shareIn } from "./dealing";
import { Doubts } from "./fair";
import type { Match } from "./match";

export function Seats({ match, module }: { match: Match; module: BoardModule }) {
  const about = match.about.value!;
  const state = match.shown.value!;
  const say = match.say.value!;
  const atTable = about.seats.some((seat) => seat.yours);
  const alone = about.seats.filter((seat) => seat.yours).length === 1; // at a device that is passed on all are
  const { away = [], watching = 0 } = match.presence.value ?? {};
  // Of the moment that is on the board: what flies there is not scored yet.
  const view = drawn.value ?? state.view;
  const result = underWay.value ? undefined : state.result;
  return (
    <div class="sitting">
      <Doubts match={match} />
      <ol class="seats" aria-label={t("seats")} data-count={about.seats.length}>
        {about.seats.map((seat, n) => {
          const free = isFree(seat);
          const points = result?.points?.[n] ?? (result?.verdict ? undefined : result?.scores?.[n]);
          const won = result?.winners?.includes(n) ?? false;
          const means = points === undefined ? module.scoreMeans?.(say) : undefined;
          const score = points ?? (view === undefined ? undefined : module.score?.(view, n, say));
          return (
            <li
              key={n}
              class={classes({ acts: match.turn.value === n, won, you: seat.yours && alone, away: away.includes(n) })}
              data-name={`seat-${n + 1}`}
              aria-current={match.turn.value === n ? "true" : undefined}
            >
              <Emblem seat={n} colour={view === undefined ? undefined : module.colour?.(view, n)} />
              <span class="who">
                <Name text={match.nameOf(n)} />
                {seat.yours && alone && about.seats.length > 1 && <YouTag />}
                {seat.out && <small> {t(`out_${seat.out}`)}</small>}
                {away.includes(n) && <small class="is-away"> {t("is_away")}</small>}
              </span>
              {score !== undefined && (
                <b class="score" title={means}>
                  {score}
                  {means && <span class="unseen"> {means}</span>}
                </b>
              )}
              {state.clock && <Clock match={match} seat={n} />}
              {free && !atTable && (seat.kind === "open" || seat.kept || match.key) && (
                <button
                  type="button"
                  class="main"
                  onClick={(event) =>
                    void attempt(
                      () => match.send({ t: "sit", seat: n, key: match.key, promise: shareIn(match.id).promise }),
                      event.currentTarget,
                    )
                  }
                >
                  {t("sit")}
                </button>
              )}
            </li>
          );
        })}
      </ol>
      <Watching watches={!atTable} count={watching} />
    </div>
  );
}

/** Where there is no room for a name its number stays. */
function Name({ text }: { text: string }) {
  const [called, number] = numbered(text);
  return (
    <span class="name">
      <span>{called}</span>
      {number}
    </span>
  );
}

/** Which one you are: with parentheses where it is read as text. */
const YouTag = () => (
  <b class="you-tag">
    <i hidden>(</i>
    {t("you_short")}
    <i hidden>)</i>
  </b>
);

const classes = (which: Record<string, boolean | undefined>): string =>
  Object.keys(which)
    .filter((one) => which[one])
    .join(" ");

/** Who only watches knows it, and everybody knows how many do. */
function Watching({ watches, count }: { watches: boolean; count: number }) {
  if (!watches && count === 0) return null;
  return (
    <p class="watching">
      {watches && <b>{t("you_watch")}</b>} {count > (watches ? 1 : 0) && t("watching", { n: count })}
    </p>
  );
}

/** The time runs between two frames. */
function Clock({ match, seat }: { match: Match; seat: number }) {
  const [, tick] = useState(0);
  const clock = match.newest.value?.clock;
  useEffect(() => {
    const timer = setInterval(() => tick((n) => n + 1), 500);
    return () => clearInterval(timer);
  }, []);
  if (!clock) return null;
  const left = Math.max((clock.left[seat] ?? 0) - (clock.running === seat ? Date.now() - match.arrived.value : 0), 0);
  return (
    <b class="clock" role="timer">
      {Math.floor(left / 60000)}:{String(Math.floor(left / 1000) % 60).padStart(2, "0")}
    </b>
  );
}
