import { Emblem } from "../art/emblem";
import { t } from "../words";
import type { MatchLine } from "../wire";
import { playerName } from "./lobby";

/** Everybody at a table, and how it ended for them. */
export function Players({ seats }: { seats: MatchLine["seats"] }) {
  return (
    <ol class="sitters" aria-label={t("seats")}>
      {seats.map((seat, n) => (
        <li key={n} class={seat.won ? "won" : ""}>
          <Emblem seat={n} size={20} />
          <span>
            {playerName(seat)}
            {seat.yours && seat.name && seats.length > 1 && <small> {t("you_mark")}</small>}
          </span>
          {seat.points !== undefined && <b>{seat.points}</b>}
          {seat.won && <small>{t("won")}</small>}
        </li>
      ))}
    </ol>
  );
}
