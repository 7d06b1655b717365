// What can be taken away from a match: its file, a link to it, and the proof that it was dealt fairly.

import { createPortal } from "preact/compat";
import { useEffect, useState } from "preact/hooks";
import type { BoardModule } from "../board";
import { FilmButton } from "../film/button";
import { attempt } from "../notice";
import { api } from "../server";
import { Share } from "../share";
import { language, t } from "../words";
import type { Invitation } from "../wire";
import { Paper } from "./paper";
import type { Past } from "./past";

const SPECTATOR = -1;

export function Export({ past, module }: { past: Past; module: BoardModule }) {
  const eye = past.eyes.value;
  if (!past.ended.value) return <p>{t("lb_keep_later")}</p>;
  const query = past.match.key ? `?key=${past.match.key}` : "";
  return (
    <div class="lb-keep">
      <h2>{t("lb_file")}</h2>
      <p>{t("lb_file_about")}</p>
      <a class="button" href={`/api/matches/${past.match.id}/file${query}`} download>
        {t("lb_download")}
      </a>
      <Session past={past} />
      <h2>{t("film_title")}</h2>
      <p>{t("film_about")}</p>
      <FilmButton scene={{ match: past.match, module, eye: eye === "open" ? SPECTATOR : eye }} />
      <h2>{t("lb_link")}</h2>
      <Link past={past} />
      <h2>{t("lb_fair")}</h2>
      <Fair past={past} />
    </div>
  );
}

/** The match in words: a text to keep, and on paper. */
function Session({ past }: { past: Past }) {
  const [text, setText] = useState("");
  const address = `/api/matches/${past.match.id}/session?${new URLSearchParams({ lang: language.value, key: past.match.key })}`;
  useEffect(() => {
    void fetch(address).then(async (answer) => setText(answer.ok ? await answer.text() : ""), nothing);
  }, [address]);
  if (!text) return null;
  return (
    <>
      <h2>{t("lb_session")}</h2>
      <p>{t("lb_session_about")}</p>
      <p class="lb-session">
        <a class="button" href={address} download>
          {t("lb_session_text")}
        </a>
        <button type="button" onClick={() => print()}>
          {t("lb_session_print")}
        </button>
      </p>
      {createPortal(<Paper text={text} />, document.body)}
    </>
  );
}

const nothing = (): void => {};

function Link({ past }: { past: Past }) {
  const about = past.match.about.value!;
  const [key, setKey] = useState(past.match.key);
  const step = past.step.value;
  const address = (more: Record<string, string>) =>
    `${location.origin}/match/${about.id}/look-back?${new URLSearchParams({ ...more, step: String(step) })}`;
  const [shown, setShown] = useState(false);
  const atTable = about.host || about.seats.some((seat) => seat.yours);
  const make = () =>
    attempt(async () => {
      if (about.visibility === "private" && !key)
        setKey((await api<Invitation>("POST", `/api/matches/${about.id}/links`, { kind: "watch" })).key);
      setShown(true);
    });
  if (shown)
    return (
      <>
        <p>{t("lb_link_step", { n: step })}</p>
        <Share address={address(about.visibility === "private" ? { key } : {})} />
      </>
    );
  return (
    <>
      <p>{t(about.visibility === "private" ? "lb_link_private" : "lb_link_open")}</p>
      {(about.visibility !== "private" || key || atTable) && (
        <button type="button" onClick={() => void make()}>
          {t("lb_link_make")}
        </button>
      )}
    </>
  );
}

function Fair({ past }: { past: Past }) {
  const about = past.match.about.value!;
  const seed = past.match.newest.value?.result?.seed;
  if (about.by_hand) return <p>{t("lb_fair_by_hand")}</p>;
  return (
    <>
      <p>{t("lb_fair_about")}</p>
      <dl>
        <dt>{t("lb_fingerprint")}</dt>
        <dd>
          <code>{about.commitment}</code>
        </dd>
        {seed && (
          <>
            <dt>{t("lb_seed")}</dt>
            <dd>
              <code>{seed}</code>
            </dd>
          </>
        )}
      </dl>
      <p>{t("lb_fair_check")}</p>
      <p>
        <code class="lb-command">
          sunroom verify {about.game}-{about.id}.json
        </code>
      </p>
      {about.origin && <p>{t("lb_fair_branch")}</p>}
    </>
  );
}
