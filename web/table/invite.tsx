// A table that waits for players: who is here, the link for the others, opponents for empty seats.

import { useEffect, useState } from "preact/hooks";
import { Emblem } from "../art/emblem";
import { useLevels } from "../home/lobby";
import { NameField } from "../home/me";
import { attempt } from "../notice";
import { go } from "../router";
import { api } from "../server";
import { Share } from "../share";
import { levelMeaning, t } from "../words";
import type { Invitation } from "../wire";
import { isFree } from "./dealing";
import type { Match } from "./match";

export function Invite({ match }: { match: Match }) {
  const about = match.about.value!;
  const key = useInvitation(match, about.host ?? false);
  const missing = about.seats.filter(isFree).length;
  if (missing === 0) return <p class="invite paper">{t("all_here")}</p>;
  return (
    <div class="invite paper">
      <h2>{about.host ? t("invite") : t("waiting_for", { n: missing })}</h2>
      {key && <Share address={`${location.origin}/join/${key}`} />}
      <ul class="fills">
        {about.seats.map((seat, n) => (
          <li key={n} class={isFree(seat) ? "free" : ""}>
            <Emblem seat={n} />
            <span>
              {match.nameOf(n)} {seat.yours && <small>{t("you_mark")}</small>}
            </span>
            {about.host && isFree(seat) && <Fill match={match} seat={n} />}
          </li>
        ))}
      </ul>
      {match.mine.value.length > 0 && <NameField />}
      {!about.host && match.mine.value.length > 0 && (
        <button
          type="button"
          onClick={(event) => void attempt(() => match.send({ t: "leave" }).then(() => go("/")), event.currentTarget)}
        >
          {t("leave")}
        </button>
      )}
    </div>
  );
}

/** The key for the others: made once, and kept for when the page is loaded again. */
function useInvitation(match: Match, host: boolean): string {
  const place = `sunroom.invite.${match.id}`;
  const [key, setKey] = useState(sessionStorage.getItem(place) ?? "");
  useEffect(() => {
    if (!host || key) return;
    void attempt(async () => {
      const made = await api<Invitation>("POST", `/api/matches/${match.id}/links`, { kind: "invite" });
      sessionStorage.setItem(place, made.key);
      setKey(made.key);
    });
  }, [match.id, host]);
  return host ? key : "";
}

function Fill({ match, seat }: { match: Match; seat: number }) {
  return (
    <label>
      <span class="unseen">{t("fill_with", { n: seat + 1 })}</span>
      <select
        value=""
        onChange={(event) =>
          void attempt(() => match.send({ t: "fill", seat, level: event.currentTarget.value }), event.currentTarget)
        }
      >
        <option value="" disabled>
          {t("fill")}
        </option>
        {useLevels(match.about.value!.game).map((level) => (
          <option key={level} value={level}>
            {levelMeaning(level)}
          </option>
        ))}
      </select>
    </label>
  );
}
