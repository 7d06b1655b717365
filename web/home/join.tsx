// Behind a link: what table this is, who sits there, and a chair.

import "../core";
import { useEffect, useState } from "preact/hooks";
import { attempt } from "../notice";
import { go } from "../router";
import { api, me, Refusal, setMe } from "../server";
import { shareIn } from "../table/dealing";
import { language, t } from "../words";
import type { About, GameInfo, LinkTarget, MatchView, State } from "../wire";
import { useGames, useTitle } from "./lobby";
import { NameInput } from "./me";
import { Glass } from "./pane";
import { InsecureNote } from "./install";
import { Room } from "./room";
import { Players } from "./players";

interface Found extends LinkTarget {
  about: About;
  state: State;
}

async function follow(key: string): Promise<Found> {
  const linked = await api<LinkTarget>("GET", `/api/links/${key}`);
  const seen = await api<MatchView>("GET", `/api/matches/${linked.match}?key=${key}`);
  return { ...linked, about: seen.match, state: seen.state };
}

const watch = (found: LinkTarget, key: string) => go(`/match/${found.match}?key=${key}`, { replace: true });
const over = (state: State) => state.status === "over" || state.status === "aborted";

export default function Join({ signKey }: { signKey: string }) {
  useTitle(t("join"));
  const games = useGames();
  const [found, setFound] = useState<Found | null>(null);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    follow(signKey).then(
      (seen) => {
        if (seen.kind === "watch") watch(seen, signKey);
        else if (seen.kind === "invite" && seen.about.seats.some((seat) => seat.yours))
          go(`/match/${seen.match}`, { replace: true });
        else setFound(seen);
      },
      (why) => {
        if (!(why instanceof Refusal)) throw why;
        setTrouble(why.message);
      },
    );
  }, [signKey]);
  const game = games.find((one) => one.name === found?.game);
  return (
    <Room>
      {found && game ? (
        <Invited found={found} game={game} signKey={signKey} />
      ) : (
        <main class="placeholder" aria-busy={!trouble}>
          <h1>{t("join")}</h1>
          <p>{trouble || t("loading")}</p>
          {trouble && (
            <a class="button" href="/">
              {t("to_games")}
            </a>
          )}
        </main>
      )}
      <InsecureNote />
    </Room>
  );
}

function Invited({ found, game, signKey }: { found: Found; game: GameInfo; signKey: string }) {
  const title = game.title[language.value];
  const seats = found.about.seats;
  const taken = seats.filter(({ kind, name }) => kind === "person" && name).map(({ name }) => name!);
  return (
    <main class="invited">
      <Glass game={game.name} />
      <div class="paper">
        <h1>
          {taken[0] && found.kind === "invite"
            ? t("invited_by", { who: taken[0], game: title })
            : t("invited", { game: title })}
        </h1>
        <p>{game.why[language.value]}</p>
        <Players
          seats={seats.map((seat) => ({ ...seat, name: seat.kind === "ai" ? (seat.name ?? seat.level) : seat.name }))}
        />
        {found.about.known_deal && <p class="known">{t("known_deal")}</p>}
        <Chair found={found} signKey={signKey} />
        <p class="ways">
          {game.tutorial && <a href={`/learn/${game.name}`}>{t("learn")}</a>}
          <a href={`/rules/${game.name}`}>{t("rules")}</a>
        </p>
      </div>
    </main>
  );
}

/** Sit down, under a name or without; watch where no chair is free. */
function Chair({ found, signKey }: { found: Found; signKey: string }) {
  const [name, setName] = useState(me.value.name ?? "");
  const free =
    found.kind === "seat" ||
    found.about.seats.some(({ kind }) => kind === "open" || (found.seat !== null && kind === "reserved"));
  const sit = (event: SubmitEvent) => {
    event.preventDefault();
    void attempt(
      async () => {
        if (name.trim() && name.trim() !== me.value.name) await setMe({ name: name.trim() });
        await api("POST", `/api/matches/${found.match}/commands`, {
          t: "sit",
          key: signKey,
          promise: shareIn(found.match).promise,
        });
        go(`/match/${found.match}`, { replace: true });
      },
      (event.currentTarget as Element).querySelector("button"),
    );
  };
  if (over(found.state) || !free) {
    return (
      <>
        <p>{over(found.state) ? t("already_over") : t("already_full")}</p>
        <button
          type="button"
          class="main"
          onClick={() =>
            over(found.state) ? go(`/match/${found.match}/look-back?key=${signKey}`) : watch(found, signKey)
          }
        >
          {over(found.state) ? t("look_back") : t("watch")}
        </button>
      </>
    );
  }
  return (
    <form class="chair" onSubmit={sit}>
      {found.kind === "seat" ? (
        <p>{t("take_along", { n: (found.seat ?? 0) + 1 })}</p>
      ) : (
        <NameInput label={t("your_name_if")} value={name} change={setName} />
      )}
      <div class="row">
        <button type="submit" class="main big">
          {t("sit")}
        </button>
        <button type="button" class="quiet" onClick={() => watch(found, signKey)}>
          {t("watch_only")}
        </button>
      </div>
    </form>
  );
}
