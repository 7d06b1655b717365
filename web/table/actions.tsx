// Everything that can be played, as a list of sentences: for the keyboard, for screen readers, for who likes to read.

import { useComputed } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { BoardModule } from "../board";
import { attempt } from "../notice";
import { t } from "../words";
import { lit } from "./light";
import type { Match } from "./match";

export function Actions({ match, module }: { match: Match; module: BoardModule }) {
  const legal = useComputed(() => match.legal.value).value;
  const field = useRef<HTMLInputElement>(null);
  const say = match.say.value!;
  const view = match.shown.value?.view;
  const game = match.about.value!.game;
  if (legal.length === 0) return null;
  const play = (text: string, at: Element) => void attempt(() => match.play(text), at, game);
  const type = (event: Event) => {
    event.preventDefault();
    const text = field.current?.value.trim();
    if (text && field.current) play(text, field.current);
  };
  return (
    <details class="actions">
      <summary>{t("actions", { n: legal.length })}</summary>
      <ul>
        {legal.map((text) => (
          <li key={text}>
            <button
              type="button" data-action={text} onClick={(event) => play(text, event.currentTarget)}
              onFocus={() => (lit.value = module.marks?.(text, view) ?? [text])} onBlur={() => (lit.value = [])}
              onPointerEnter={() => (lit.value = module.marks?.(text, view) ?? [text])} onPointerLeave={() => (lit.value = [])}
            >
              {module.phrase(text, view, say)} <code>{text}</code>
            </button>
          </li>
        ))}
      </ul>
      <form class="typed" onSubmit={type}>
        <label>
          <span>{t("in_notation")}</span>
          <input ref={field} autocomplete="off" autocapitalize="off" spellcheck={false} maxLength={200} />
        </label>
        <button>{t("play")}</button>
      </form>
    </details>
  );
}
