// Who sits where, whose turn it is, and what they have.

import { useEffect, useState } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { isKnown } from "../home/house";
import { attempt } from "../notice";
import { t } from "../words";
import type { Match } from "./match";

export function Seats({ match, module }: { match: Match; module: BoardModule }) {
  const about = match.about.value!;
  const state = match.shown.value!;
  const say = match.say.value!;
  const atTable = about.seats.some((seat) => seat.yours);
  return (
    <div class="sitting">
      {isKnown(about) && <p class="known">{t("known_deal")}</p>}
      <ol class="seats" aria-label={t("seats")} data-count={about.seats.length}>
        {about.seats.map((seat, n) => {
          const free = seat.kind === "open" || seat.kind === "reserved";
          const points = state.result?.points?.[n] ?? (state.result?.verdict ? undefined : state.result?.scores?.[n]);
          const won = state.result?.winners?.includes(n) ?? false;
          const score = points ?? (state.view !== undefined ? module.score?.(state.view, n, say) : undefined);
          return (
            <li
              key={n}
              class={`${match.turn.value === n ? "acts" : ""} ${won ? "won" : ""} ${seat.yours ? "you" : ""}`}
              data-name={`seat-${n + 1}`}
              aria-current={match.turn.value === n ? "true" : undefined}
            >
              <Emblem seat={n} colour={state.view !== undefined ? module.colour?.(state.view, n) : undefined} />
              <span class="who">
                {free ? t("free") : match.nameOf(n)}
                {seat.yours && about.seats.length > 1 && <small> {t("you_mark")}</small>}
                {seat.out && <small> {t(`out_${seat.out}`)}</small>}
              </span>
              {score !== undefined && <b class="score">{score}</b>}
              {state.clock && <Clock match={match} seat={n} />}
              {free && !atTable && (
                <button
                  type="button"
                  class="main"
                  onClick={(event) =>
                    void attempt(() => match.send({ t: "sit", seat: n, key: match.key }), event.currentTarget)
                  }
                >
                  {t("sit")}
                </button>
              )}
            </li>
          );
        })}
      </ol>
    </div>
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
