// A table that waits for players: the link, and opponents for empty seats.

import { useEffect, useState } from "preact/hooks";
import { Share } from "../share";
import { attempt } from "../notice";
import { api } from "../server";
import { t, tOf } from "../words";
import type { Invitation } from "../wire";
import type { Match } from "./match";

const LEVELS = ["novice", "casual", "club", "expert", "master"];

export function Invite({ match }: { match: Match }) {
  const about = match.about.value!;
  const [key, setKey] = useState("");
  useEffect(() => {
    if (!about.host) return;
    void attempt(async () => setKey((await api<Invitation>("POST", `/api/matches/${match.id}/links`, { kind: "invite" })).key));
  }, [match.id, about.host]);
  const free = about.seats.flatMap((seat, n) => (seat.kind === "open" || seat.kind === "reserved" ? [n] : []));
  if (!about.host) return <p class="waiting-text">{t("waiting")}</p>;
  return (
    <div class="invite paper">
      <h2>{t("invite")}</h2>
      {key && <Share address={`${location.origin}/join/${key}`} />}
      <ul class="fills">
        {free.map((seat) => (
          <li key={seat}>
            <span>{t("seat", { n: seat + 1 })}</span>
            <label>
              <span class="unseen">{t("fill_with", { n: seat + 1 })}</span>
              <select value="" onChange={(event) => void attempt(() => match.send({ t: "fill", seat, level: event.currentTarget.value }), event.currentTarget)}>
                <option value="" disabled>
                  {t("fill")}
                </option>
                {LEVELS.map((level) => (
                  <option key={level} value={level}>
                    {tOf(level)}
                  </option>
                ))}
              </select>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
