// All that can be played, as a list of sentences: for the keyboard, for screen readers, for people who like to read.

import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { BoardModule } from "../board";
import { useEscape } from "../escape";
import { remembered } from "../memory";
import { t } from "../words";
import { grouped, type Listed } from "./choices";
import { useKeptFocus } from "./focus";
import { lit } from "./light";
import type { Match } from "./match";

const unfolded = signal(false); // who plays with the list has it open in the next turn too

const notation = remembered("notation", false); // only who asks for it reads it, and types it

interface ActionsProps {
  match: Match;
  module: BoardModule;
  legal: readonly string[];
  play: (text: string, at: Element) => void;
}

export function Actions({ match, module, legal, play }: ActionsProps) {
  const list = useRef<HTMLDetailsElement>(null);
  useEscape(unfolded.value && legal.length > 0, () => (unfolded.value = false));
  useKeptFocus(list, unfolded.value ? "[data-action]" : "summary");
  const say = match.say.value!;
  const view = match.shown.value?.view;
  const groups = grouped(legal, (text) => module.choice?.(text, view, say) ?? {});
  const button = (one: Listed, short: boolean) => (
    <li key={one.text}>
      <Action one={one} short={short} match={match} module={module} play={play} />
    </li>
  );
  return (
    <details
      ref={list}
      class="actions"
      hidden={legal.length === 0}
      open={unfolded.value}
      onToggle={(event) => (unfolded.value = event.currentTarget.open)}
    >
      <summary>{t("actions", { n: legal.length })}</summary>
      <div class="choices">
        {groups.map(({ under, all }, n) =>
          under ? (
            <section key={under.text} aria-labelledby={`choices-${n}`}>
              <h3 id={`choices-${n}`}>
                {under.look && module.Picture && <module.Picture look={under.look} say={say} />} {under.text}
              </h3>
              <ul class="short">{all.map((one) => button(one, true))}</ul>
            </section>
          ) : (
            <ul key="all">{all.map((one) => button(one, false))}</ul>
          ),
        )}
      </div>
      <Typed play={play} />
    </details>
  );
}

interface ActionProps extends Omit<ActionsProps, "legal"> {
  one: Listed;
  /** Whether what it begins with stands above it. */
  short: boolean;
}

function Action({ one: { text, looks = [], under, rest }, short, match, module, play }: ActionProps) {
  const say = match.say.value!;
  const view = match.shown.value?.view;
  const said = module.phrase(text, view, say);
  const shown = short || !under?.look ? looks : [under.look, ...looks];
  const light = () => (lit.value = module.marks?.(text, view) ?? [text]);
  const dim = () => (lit.value = []);
  return (
    <button
      type="button"
      data-action={text}
      aria-label={short ? said : undefined}
      onClick={(event) => play(text, event.currentTarget)}
      onFocus={light}
      onBlur={dim}
      onPointerEnter={light}
      onPointerLeave={dim}
    >
      <span>
        {module.Picture && shown.map((look, n) => <Look key={n} look={look} match={match} module={module} />)}
        {short ? (rest ?? said) : said}
      </span>
      {notation.value && said !== text && <code>{text}</code>}
    </button>
  );
}

const Look = ({ look, match, module: { Picture } }: Pick<ActionProps, "match" | "module"> & { look: string }) =>
  Picture ? <Picture look={look} say={match.say.value!} /> : null;

/** For who knows how a move is written; nobody else need see it. */
function Typed({ play }: Pick<ActionsProps, "play">) {
  const field = useRef<HTMLInputElement>(null);
  const type = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (text && field.current) play(text, field.current);
  };
  return (
    <div class="typed">
      <button
        type="button"
        class="quiet"
        aria-expanded={notation.value}
        onClick={() => (notation.value = !notation.value)}
      >
        {t(notation.value ? "no_notation" : "in_notation")}
      </button>
      {notation.value && (
        <form onSubmit={type}>
          <input
            ref={field}
            aria-label={t("notation")}
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={200}
          />
          <button type="submit">{t("play")}</button>
        </form>
      )}
    </div>
  );
}
