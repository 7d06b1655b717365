// Tables that wait for you, and those where a seat is free.

import { attempt } from "../notice";
import { go } from "../router";
import { api } from "../server";
import { date, language, listed, t } from "../words";
import type { GameInfo, MatchLine, MatchView } from "../wire";
import { findMatches, isKnown, playerName, useNews } from "./lobby";

const SHOWN = 6;

export interface Waiting {
  line: MatchLine;
  /** The seat to act, where that is known. */
  turn?: number | undefined;
}

export async function mine(): Promise<Waiting[]> {
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

const titleOf = (games: GameInfo[], { game }: MatchLine): string =>
  games.find((one) => one.name === game)?.title[language.value] ?? game;

/** A table of one's own, and how it stands. */
export function TableLine({ table, games }: { table: Waiting; games: GameInfo[] }) {
  return (
    <a class={`table-line ${yours(table) ? "yours" : ""}`} href={`/match/${table.line.id}`}>
      <b>{titleOf(games, table.line)}</b>
      <span class="with">{company(table.line)}</span>
      {isKnown(table.line) && <small>{t("known_deal_short")}</small>}
      <span class="stand">{stand(table)}</span>
    </a>
  );
}

export function Tables({ games }: { games: GameInfo[] }) {
  const others = useNews(open);
  return (
    <section aria-labelledby="open-tables">
      <h2 id="open-tables">{t("open_tables")}</h2>
      {others && others.length > 0 ? (
        <ul class="tables">
          {others.map((line) => (
            <li key={line.id} class="table-line">
              <b>{titleOf(games, line)}</b>
              <span class="with">{company(line)}</span>
              {isKnown(line) && <small>{t("known_deal_short")}</small>}
              <button
                type="button"
                aria-label={t("sit_at", { game: titleOf(games, line), who: company(line) })}
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
    : t("turn_of", { who: playerName(seat) });
}

/** Who else sits there. */
function company(line: MatchLine): string {
  const taken = line.seats.filter((seat) => !seat.yours && seat.kind !== "open" && seat.kind !== "reserved");
  if (line.seats.length === 1) return t("alone");
  return taken.length > 0 ? t("with", { who: listed(taken.map(playerName)) }) : "";
}
