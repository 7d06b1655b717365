// Everything else that one can do at a table.

import { useRef, useState } from "preact/hooks";
import { type Doubts, doubtLines } from "../doubts";
import { asking } from "../learn/what";
import { attempt } from "../notice";
import { go } from "../router";
import { api } from "../server";
import { Mute, Settings } from "../settings";
import { Share } from "../share";
import { t } from "../words";
import type { Command, Invitation } from "../wire";
import { ConfirmSetting } from "./bar";
import { Fairness } from "./fair";
import { type Match, type Pace, pace } from "./match";

/** What of this table is not certain. */
function Uncertain({ match }: { match: Match }) {
  const say = match.say.value;
  const view = match.newest.value?.view as { doubts?: Doubts } | undefined;
  const lines = say ? doubtLines(view?.doubts, say) : [];
  if (lines.length === 0) return null;
  return (
    <p class="doubts">
      {lines.join(" ")} <a href={`/rules/${match.about.value!.game}#pieces`}>{t("pieces")}</a>
    </p>
  );
}

export function Menu({ match }: { match: Match }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [link, setLink] = useState("");
  const about = match.about.value!;
  const state = match.newest.value!;
  const plays = state.status === "playing" && match.mine.value.length > 0;
  const sure = (question: string, command: Command) => () => {
    dialog.current?.close();
    if (confirm(question)) void attempt(() => match.send(command));
  };
  const watch = () =>
    attempt(async () =>
      setLink((await api<Invitation>("POST", `/api/matches/${match.id}/links`, { kind: "watch" })).key),
    );
  return (
    <>
      <Mute />
      <a class="button quiet" href={`/rules/${about.game}`}>
        {t("rules")}
      </a>
      <button
        type="button"
        class="quiet asks"
        aria-pressed={asking.value}
        onClick={() => (asking.value = !asking.value)}
      >
        {t("what_is_this")}
      </button>
      <button type="button" class="quiet" aria-haspopup="dialog" onClick={() => dialog.current?.showModal()}>
        {t("menu")}
      </button>
      <dialog
        ref={dialog}
        class="menu"
        aria-label={t("menu")}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <div class="inside">
          <header class="row">
            <h2>{t("menu")}</h2>
            <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
              {t("close")}
            </button>
          </header>
          <ConfirmSetting />
          <label class="setting">
            <span>{t("pace")}</span>
            <select value={pace.value} onChange={(event) => (pace.value = event.currentTarget.value as Pace)}>
              {(["slow", "normal", "fast", "off"] as const).map((one) => (
                <option key={one} value={one}>
                  {t(`pace_${one}`)}
                </option>
              ))}
            </select>
          </label>
          <Settings />
          <div class="row">
            {plays && (
              <button
                type="button"
                onClick={() => {
                  dialog.current?.close();
                  void attempt(() => match.send({ t: "takeback", version: state.n }));
                }}
              >
                {t("takeback")}
              </button>
            )}
            {state.status !== "over" && state.status !== "aborted" && match.mine.value.length > 0 && (
              <button type="button" onClick={sure(t("sure_abort"), { t: "abort" })}>
                {t("abort")}
              </button>
            )}
            {plays && about.seats.length > 1 && (
              <button type="button" onClick={sure(t("sure_resign"), { t: "resign" })}>
                {t("resign")}
              </button>
            )}
            {match.mine.value.length > 0 && state.status === "gathering" && (
              <button type="button" onClick={() => void attempt(() => match.send({ t: "leave" })).then(() => go("/"))}>
                {t("leave")}
              </button>
            )}
            {about.host && (
              <button type="button" onClick={() => void watch()}>
                {t("watch_link")}
              </button>
            )}
          </div>
          {link && <Share address={`${location.origin}/join/${link}`} />}
          <Uncertain match={match} />
          <Fairness match={match} />
        </div>
      </dialog>
    </>
  );
}
