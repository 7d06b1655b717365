// "What is this?": point at anything, get its rule.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../server";
import { language, t } from "../words";
import { place } from "../notice";

export const asking = signal(false);

export function WhatIsThis({ game }: { game: string }) {
  const [found, setFound] = useState<{ ids: string[]; label: string; beside: DOMRect } | null>(null);
  const rules = useRules(asking.value ? game : undefined);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!asking.value) {
      setFound(null);
      return;
    }
    const ask = (event: Event) => {
      const target = event.target as Element;
      if (!target.closest(".stage, .seats")) return;
      const ruled = target.closest("[data-rule]");
      event.preventDefault();
      event.stopPropagation();
      if (!ruled) return setFound(null);
      const label = target.closest("[aria-label]")?.getAttribute("aria-label") ?? "";
      setFound({ ids: (ruled.getAttribute("data-rule") ?? "").split(" "), label, beside: ruled.getBoundingClientRect() });
    };
    const key = (event: KeyboardEvent) => event.key === "Escape" && (asking.value = false);
    const onFocus = (event: Event) => (event.target as Element).matches(":focus-visible") && ask(event);
    document.addEventListener("click", ask, true);
    document.addEventListener("pointerover", ask, true);
    document.addEventListener("focusin", onFocus, true);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("click", ask, true);
      document.removeEventListener("pointerover", ask, true);
      document.removeEventListener("focusin", onFocus, true);
      document.removeEventListener("keydown", key);
    };
  }, [asking.value]);
  useLayoutEffect(() => {
    if (box.current && found) place(box.current, found.beside);
  }, [found, rules]);
  if (!asking.value) return null;
  return (
    <div ref={box} class={`what paper ${found ? "" : "nothing"}`} role="status">
      {found ? (
        <>
          {found.label && <h2>{found.label}</h2>}
          {found.ids.map((id) => (
            <p key={id}>
              {rules?.[id] ?? "…"} <a href={`/rules/${game}#${id}`}>{id}</a>
            </p>
          ))}
        </>
      ) : (
        <p>{t("point_at_something")}</p>
      )}
    </div>
  );
}

const known = signal<Record<string, Record<string, string>>>({});

/** The rules of a game by id, in the reader's language. */
export function useRules(game: string | undefined): Record<string, string> | null {
  const key = `${game} ${language.value}`;
  const there = game ? known.value[key] : undefined;
  useEffect(() => {
    if (!game || there) return;
    void api<Record<string, string>>("GET", `/api/games/${game}/rules?lang=${language.value}`)
      .then((rules) => (known.value = { ...known.peek(), [key]: rules }))
      .catch(() => undefined);
  }, [key, there]);
  return there ?? null;
}
