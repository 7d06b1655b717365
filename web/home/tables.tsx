// Tables that wait for you, and those where a seat is free.

import { attempt } from "../notice";
import { go } from "../router";
import { api } from "../server";
import { date, language, listed, t } from "../words";
import type { GameInfo, MatchLine, MatchView } from "../wire";
import { findMatches, isKnown, sitter, useNews } from "./house";

const SHOWN = 6;

interface Waiting {
  line: MatchLine;
  /** The seat to act, where that is known. */
  turn?: number | undefined;
}

async function mine(): Promise<Waiting[]> {
  const [playing, gathering] = await Promise.all([
    findMatches({ mine: "true", status: "playing" }),
    findMatches({ mine: "true", status: "gathering" }),
  ]);
  const shown = [...playing, ...gathering].slice(0, SHOWN);
  const tables = await Promise.all(shown.map(withTurn));
  return tables.sort((a, b) => Number(yours(b)) - Number(yours(a)));
}

async function withTurn(line: MatchLine): Promise<Waiting> {
  if (line.status !== "playing") return { line };
  return api<MatchView>("GET", `/api/matches/${line.id}`).then(
    ({ state }) => ({ line, turn: state.turn }),
    () => ({ line }),
  );
}

const yours = ({ line, turn }: Waiting) => turn !== undefined && (line.seats[turn]?.yours ?? false);

async function open(): Promise<MatchLine[]> {
  const found = await findMatches({ status: "gathering" });
  return found
    .filter(
      (line) =>
        line.visibility === "public" &&
        !line.seats.some((seat) => seat.yours) &&
        line.seats.some((seat) => seat.kind === "open"),
    )
    .slice(0, SHOWN);
}

export function Tables({ games }: { games: GameInfo[] }) {
  const own = useNews(mine);
  const others = useNews(open);
  const title = (line: MatchLine) => games.find((game) => game.name === line.game)?.title[language.value] ?? line.game;
  return (
    <>
      <section class="continue" aria-labelledby="continue">
        <h2 id="continue">{t("continue")}</h2>
        {own && own.length > 0 ? (
          <ul class="tables">
            {own.map((table) => (
              <li key={table.line.id}>
                <a class={`table-line ${yours(table) ? "yours" : ""}`} href={`/match/${table.line.id}`}>
                  <b>{title(table.line)}</b>
                  <span class="with">{company(table.line)}</span>
                  {isKnown(table.line) && <small>{t("known_deal_short")}</small>}
                  <span class="stand">{stand(table)}</span>
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p class="nothing">{own ? t("nothing_running") : t("loading")}</p>
        )}
      </section>
      <section aria-labelledby="open-tables">
        <h2 id="open-tables">{t("open_tables")}</h2>
        {others && others.length > 0 ? (
          <ul class="tables">
            {others.map((line) => (
              <li key={line.id} class="table-line">
                <b>{title(line)}</b>
                <span class="with">{company(line)}</span>
                {isKnown(line) && <small>{t("known_deal_short")}</small>}
                <button
                  type="button"
                  aria-label={t("sit_at", { game: title(line), who: company(line) })}
                  onClick={(event) => void attempt(() => sit(line), event.currentTarget)}
                >
                  {t("sit")}
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <p class="nothing">{others ? t("no_open_tables") : t("loading")}</p>
        )}
      </section>
    </>
  );
}

async function sit(line: MatchLine): Promise<void> {
  await api("POST", `/api/matches/${line.id}/commands`, { t: "sit" });
  go(`/match/${line.id}`);
}

function stand({ line, turn }: Waiting): string {
  if (line.status === "gathering")
    return t("seats_free", { n: line.seats.filter((seat) => seat.kind === "open" || seat.kind === "reserved").length });
  const seat = turn === undefined ? undefined : line.seats[turn];
  if (!seat) return date(line.created);
  return seat.yours && line.seats.filter((one) => one.yours).length === 1
    ? t("your_turn")
    : t("turn_of", { who: sitter(seat) });
}

/** Who else sits there. */
function company(line: MatchLine): string {
  const taken = line.seats.filter((seat) => !seat.yours && seat.kind !== "open" && seat.kind !== "reserved");
  if (line.seats.length === 1) return t("alone");
  return taken.length > 0 ? t("with", { who: listed(taken.map(sitter)) }) : "";
}
