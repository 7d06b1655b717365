// Matches that are over: found by game and player, each with its way back and its file.

import "../core";
import { useEffect, useState } from "preact/hooks";
import { attempt } from "../notice";
import { go, here } from "../router";
import { date, language, t } from "../words";
import type { GameInfo, MatchLine } from "../wire";
import { findMatches, isKnown, useGames, useTitle } from "./lobby";
import { Room } from "./room";
import { Players } from "./players";

const PAGE = 50; // what the server sends at once
const PATIENCE = 300; // milliseconds after the last letter

export default function Archive() {
  useTitle(t("archive"));
  const games = useGames();
  const asked = here.value.search;
  const [lines, setLines] = useState<MatchLine[] | null>(null);
  const [more, setMore] = useState(false);
  const fetchLines = async (after: MatchLine[]) => {
    const before = after.at(-1)?.created;
    const found = await findMatches({ ...search(asked), ...(before !== undefined && { before: String(before) }) });
    if (here.peek().search !== asked) return; // something else was asked meanwhile
    setLines([...after, ...found]);
    setMore(found.length === PAGE);
  };
  useEffect(() => void attempt(() => fetchLines([])), [asked]);
  return (
    <Room>
      <main class="archive">
        <h1>{t("archive")}</h1>
        <Filters games={games} />
        <div aria-live="polite" aria-busy={lines === null}>
          {lines?.length === 0 && <p class="paper">{t("nothing_found")}</p>}
        </div>
        <ul class="past">
          {lines?.map((line) => (
            <Past key={line.id} line={line} game={games.find((one) => one.name === line.game)} />
          ))}
        </ul>
        {more && lines && (
          <button type="button" onClick={(event) => void attempt(() => fetchLines(lines), event.currentTarget)}>
            {t("more")}
          </button>
        )}
      </main>
    </Room>
  );
}

/** What the server is asked, from what the address says. */
function search(asked: string): Record<string, string> {
  const given = new URLSearchParams(asked);
  const wanted: Record<string, string> = { status: given.get("status") === "aborted" ? "aborted" : "over" };
  for (const key of ["game", "player", "mine"]) if (given.get(key)) wanted[key] = given.get(key)!;
  return wanted;
}

function Filters({ games }: { games: GameInfo[] }) {
  const given = here.value.searchParams;
  const set = (key: string, value: string) => {
    const changed = new URLSearchParams(here.peek().search);
    if (value) changed.set(key, value);
    else changed.delete(key);
    go(changed.size > 0 ? `/archive?${changed}` : "/archive", { replace: true });
  };
  return (
    <form class="filters paper" role="search" aria-label={t("archive")} onSubmit={(event) => event.preventDefault()}>
      <label>
        <span>{t("filter_game")}</span>
        <select value={given.get("game") ?? ""} onChange={(event) => set("game", event.currentTarget.value)}>
          <option value="">{t("all_games")}</option>
          {games.map((game) => (
            <option key={game.name} value={game.name}>
              {game.title[language.value]}
            </option>
          ))}
        </select>
      </label>
      <PlayerField given={given.get("player") ?? ""} put={(name) => set("player", name)} />
      <label>
        <span>{t("filter_end")}</span>
        <select value={given.get("status") ?? ""} onChange={(event) => set("status", event.currentTarget.value)}>
          <option value="">{t("finished")}</option>
          <option value="aborted">{t("called_off")}</option>
        </select>
      </label>
      <label class="setting">
        <input
          type="checkbox"
          checked={given.has("mine")}
          onChange={(event) => set("mine", event.currentTarget.checked ? "true" : "")}
        />
        <span>{t("mine_only")}</span>
      </label>
    </form>
  );
}

function PlayerField({ given, put }: { given: string; put: (name: string) => void }) {
  const [text, setText] = useState(given);
  useEffect(() => {
    if (text.trim() === given) return;
    const later = setTimeout(() => put(text.trim()), PATIENCE);
    return () => clearTimeout(later);
  }, [text]);
  return (
    <label>
      <span>{t("filter_player")}</span>
      <input type="search" value={text} maxLength={40} onInput={(event) => setText(event.currentTarget.value)} />
    </label>
  );
}

function Past({ line, game }: { line: MatchLine; game: GameInfo | undefined }) {
  const title = game?.title[language.value] ?? line.game;
  const when = date(line.ended ?? line.created);
  return (
    <li class="paper">
      <div>
        <h2>{title}</h2>
        <small>
          {when}
          {line.visibility === "public" && <> · {t("visibility_public")}</>}
          {isKnown(line) && <> · {t("known_deal_short")}</>}
          {line.reason === "rules_changed" && <> · {t("rules_changed_short")}</>}
        </small>
      </div>
      <Players seats={line.seats} />
      <div class="row">
        {line.reason === "rules_changed" ? (
          <a class="button" href={`/match/${line.id}`}>
            {t("lb_to_table")}
          </a>
        ) : (
          <a class="button" href={`/match/${line.id}/look-back`} aria-label={t("look_back_at", { game: title, when })}>
            {t("look_back")}
          </a>
        )}
        <a
          class="button quiet"
          href={`/api/matches/${line.id}/file`}
          download
          aria-label={t("file_of", { game: title, when })}
        >
          {t("as_file")}
        </a>
      </div>
    </li>
  );
}
