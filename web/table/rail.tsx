// What has happened, in words, and what people say.

import { useEffect, useRef } from "preact/hooks";
import { signal } from "@preact/signals";
import type { BoardModule } from "../board";
import { useEscape } from "../escape";
import { attempt } from "../notice";
import { Told } from "../told";
import { Tabs } from "../tabs";
import { t } from "../words";
import { lit, named } from "./light";
import type { Match } from "./match";

const isSmall = matchMedia("(max-width: 40rem)");

type Tab = "log" | "chat" | "words";
const tab = signal<Tab>("log");
const open = signal(false); // on a phone, where there is room for the tabs only

export function LogAndChat({ match, module, curtain }: { match: Match; module: BoardModule; curtain: boolean }) {
  const alone =
    match.about.value!.seats.every((seat) => seat.kind === "ai" || seat.yours) && match.chat.value.size === 0;
  const tabs: Tab[] = alone ? ["log", "words"] : ["log", "chat", "words"];
  const shown = tabs.includes(tab.value) ? tab.value : "log";
  const heard = [...match.chat.value.values()].filter((said) => !said.yours);
  const last = heard.at(-1)?.n ?? 0;
  const seen = useRef(last); // what is said before one comes is no news
  if (shown === "chat" && (open.value || !isSmall.matches)) seen.current = last;
  const unread = heard.filter((said) => said.n > seen.current).length;
  useEscape(open.value && isSmall.matches, () => (open.value = false));
  const choose = (one: Tab) => {
    open.value = one !== shown || !open.value;
    tab.value = one;
  };
  return (
    <aside class={`rail ${open.value ? "open" : ""}`} aria-label={t("beside")}>
      <Latest match={match} />
      <Tabs
        tabs={tabs}
        shown={shown}
        choose={choose}
        label={(one) => (
          <>
            {t(`tab_${one}`)}
            {one === "chat" && unread > 0 && <b class="unread">{unread}</b>}
          </>
        )}
      >
        {shown === "log" && <Log match={match} module={module} />}
        {shown === "chat" && <Talk match={match} />}
        {shown === "words" && !curtain && <InWords match={match} module={module} />}
      </Tabs>
    </aside>
  );
}

/** What has just happened, where the log has no room. */
function Latest({ match }: { match: Match }) {
  const last = match.log.value.at(-1)?.told.at(-1);
  return (
    <p class="latest" aria-hidden="true">
      {last && match.say.value?.told(last)}
    </p>
  );
}

function Log({ match, module }: { match: Match; module: BoardModule }) {
  const say = match.say.value!;
  const entries = match.log.value;
  const origin = match.about.value?.origin;
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const panel = list.current?.parentElement;
    if (panel) panel.scrollTop = panel.scrollHeight;
  }, [entries.length, open.value]); // what is not open has no height to scroll
  const light = (names: readonly string[]) => () => (lit.value = names);
  return (
    <ol ref={list} class="log" data-testid="log">
      {origin && (
        <li>
          <a href={`/match/${origin.match}/look-back?step=${origin.step}`}>
            {t("lb_branched_from", { n: origin.step })}
          </a>
        </li>
      )}
      {entries.flatMap((entry) =>
        entry.told.map((message, n) => (
          <li key={`${entry.n}-${n}`} onPointerEnter={light(named([message]))} onPointerLeave={light([])}>
            <Told message={message} module={module} say={say} />
          </li>
        )),
      )}
    </ol>
  );
}

/** The table in words, for whoever cannot see the board or likes to read it. */
function InWords({ match, module }: { match: Match; module: BoardModule }) {
  const view = match.shown.value?.view;
  const say = match.say.value!;
  if (view === undefined) return null;
  return (
    <ul class="described" data-testid="described">
      {module.describe(view, say, match.about.value?.eye ?? -1).map((line, n) => (
        <li key={n}>{line}</li>
      ))}
    </ul>
  );
}

const quiet = signal<ReadonlySet<string>>(new Set());

function Talk({ match }: { match: Match }) {
  const field = useRef<HTMLInputElement>(null);
  const speak = async (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (!text || !field.current) return;
    field.current.value = "";
    if ((await attempt(() => match.send({ t: "say", text }).then(() => true), field.current)) !== true && field.current)
      field.current.value = text;
  };
  const mute = (n: number, who: string) => () =>
    attempt(async () => {
      const on = !quiet.value.has(who);
      await match.send({ t: "mute", n, on });
      const next = new Set(quiet.value);
      if (on) next.add(who);
      else next.delete(who);
      quiet.value = next;
    });
  const lines = [...match.chat.value.values()];
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.lastElementChild?.scrollIntoView({ block: "nearest" }), [lines.at(-1)?.n]);
  return (
    <div class="talk">
      {lines[0]?.earlier && (
        <button
          type="button"
          class="quiet earlier"
          onClick={(event) => attempt(() => match.readEarlier(), event.currentTarget)}
        >
          {t("show_earlier")}
        </button>
      )}
      <ul ref={list} class="chat" aria-live="polite">
        {lines.map((said) => {
          const who = said.seat >= 0 ? match.nameOf(said.seat) : (said.name ?? t("nameless"));
          return (
            <li key={said.n}>
              <b>{who}</b> {said.text}
              {!said.yours && (
                <button type="button" class="quiet" onClick={mute(said.n, who)}>
                  {quiet.value.has(who) ? t("unmute") : t("mute")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      <form class="say" onSubmit={speak}>
        <input
          ref={field}
          maxLength={500}
          aria-label={t("say_something")}
          placeholder={t("say_something")}
          autocomplete="off"
        />
        <button type="submit">{t("send")}</button>
      </form>
    </div>
  );
}
