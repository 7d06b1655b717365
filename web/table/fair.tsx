// What can be said about the dealing of a match: what was fixed before, who has contributed, and who has not in time.

import { isKnown } from "../home/lobby";
import type { SeatInfo } from "../wire";
import { listed, t } from "../words";
import { isAsPromised } from "./dealing";
import type { Match } from "./match";

const named = (match: Match, which: (seat: SeatInfo) => unknown): string[] =>
  match.about.value!.seats.flatMap((seat, n) => (which(seat) ? [match.nameOf(n)] : []));

/** What everybody ought to know before they trust the dealing. */
export function Doubts({ match }: { match: Match }) {
  const about = match.about.value!;
  const withheld = named(match, (seat) => seat.withheld);
  return (
    <>
      {isKnown(about) && <p class="known">{t("known_deal")}</p>}
      {withheld.length > 0 && <p class="known">{t("withheld", { who: listed(withheld), n: withheld.length })}</p>}
      {isAsPromised(about, match.shown.value!) === false && (
        <p class="known" role="alert">
          {t("not_as_promised")}
        </p>
      )}
    </>
  );
}

/** Why the dealing can be trusted. */
export function Fairness({ match }: { match: Match }) {
  const about = match.about.value!;
  const contributed = named(match, (seat) => seat.share);
  return (
    <div class="fair">
      {about.known_deal && <p>{t("known_deal")}</p>}
      <details>
        <summary>{t("fair_short")}</summary>
        <p>
          {t("fair")} <code>{about.commitment.slice(0, 16)}…</code>
        </p>
      </details>
      {contributed.length > 0 && <p>{t("contributed", { who: listed(contributed), n: contributed.length })}</p>}
      {isAsPromised(about, match.newest.value!) && <p>{t("as_promised")}</p>}
    </div>
  );
}
