// All that can be played, as a list of sentences: for the keyboard, for screen readers, for people who like to read.

import { signal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { BoardModule } from "../board";
import { useEscape } from "../escape";
import { t } from "../words";
import { useKeptFocus } from "./focus";
import { lit } from "./light";
import type { Match } from "./match";

const unfolded = signal(false); // who plays with the list has it open in the next turn too

interface ActionsProps {
  match: Match;
  module: BoardModule;
  legal: readonly string[];
  play: (text: string, at: Element) => void;
}

/** A sentence and its notation, where that is another. */
const Phrase = ({ said, text }: { said: string; text: string }) => (
  <>
    {said} {said !== text && <code>{text}</code>}
  </>
);

export function Actions({ match, module, legal, play }: ActionsProps) {
  const list = useRef<HTMLDetailsElement>(null);
  useEscape(unfolded.value && legal.length > 0, () => (unfolded.value = false));
  useKeptFocus(list, unfolded.value ? "[data-action]" : "summary");
  const field = useRef<HTMLInputElement>(null);
  const say = match.say.value!;
  const view = match.shown.value?.view;
  const light = (text: string) => () => (lit.value = module.marks?.(text, view) ?? [text]);
  const dim = () => (lit.value = []);
  const type = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (text && field.current) play(text, field.current);
  };
  return (
    <details
      ref={list}
      class="actions"
      hidden={legal.length === 0}
      open={unfolded.value}
      onToggle={(event) => (unfolded.value = event.currentTarget.open)}
    >
      <summary>{t("actions", { n: legal.length })}</summary>
      <ul>
        {legal.map((text) => (
          <li key={text}>
            <button
              type="button"
              data-action={text}
              onClick={(event) => play(text, event.currentTarget)}
              onFocus={light(text)}
              onBlur={dim}
              onPointerEnter={light(text)}
              onPointerLeave={dim}
            >
              <Phrase said={module.phrase(text, view, say)} text={text} />
            </button>
          </li>
        ))}
      </ul>
      <form class="typed" onSubmit={type}>
        <label>
          <span>{t("in_notation")}</span>
          <input ref={field} autocomplete="off" autocapitalize="off" spellcheck={false} maxLength={200} />
        </label>
        <button type="submit">{t("play")}</button>
      </form>
    </details>
  );
}
