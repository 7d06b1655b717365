// "What is this?": point at anything, get its rule. Pointing shows it; a click, a tap or Enter holds it.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { api } from "../server";
import { lit } from "../table/light";
import { language, t } from "../words";
import { around, placeBeside, type Rect } from "./beside";
import { lastTable } from "./memory";
import { Marked, opening, plain } from "./markup";

export const asking = signal(false);

interface Found {
  of: Element;
  ids: string[];
  label: string;
  beside: Rect;
}

const PLACES = ".stage, .seats, .rail .log";
const BEGINS = ".top .asks"; // the button that begins and ends it
const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function WhatIsThis({ game }: { game: string }) {
  const [found, setFound] = useState<Found | null>(null);
  const [held, setHeld] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const rules = useRules(asking.value ? game : undefined);
  useEffect(() => {
    lastTable.value = { game, path: location.pathname + location.search + location.hash };
    return () => {
      asking.value = false;
    };
  }, [game]);
  // Who reads that the arrow keys work may press one at once: not after the next paint.
  useLayoutEffect(() => {
    setFound(null);
    setHeld(false);
    return asking.value ? listen(setFound, setHeld) : undefined;
  }, [asking.value]);
  useLayoutEffect(() => {
    if (box.current && found) placeBeside(box.current, found.beside);
  }, [found, rules]);
  useEffect(() => {
    if (held && document.activeElement?.closest(".stage, .seats, .top")) box.current?.querySelector("a")?.focus();
  }, [held, found]);
  if (!asking.value) return null;
  return (
    <>
      {found && <Ring rect={found.beside} />}
      <div
        ref={box}
        class={`what paper ${found ? "" : "nothing"} ${held ? "held" : ""}`}
        role="status"
        data-testid="what"
      >
        {found ? (
          <Answer game={game} found={found} rules={rules} />
        ) : (
          <p>{matchMedia("(hover: none)").matches ? t("what_tap") : t("what_point")}</p>
        )}
        {(held || !found) && (
          <button type="button" class="quiet enough" onClick={end}>
            {t("enough")}
          </button>
        )}
      </div>
    </>
  );
}

function Answer({ game, found, rules }: { game: string; found: Found; rules: Record<string, string> | null }) {
  return (
    <>
      {found.label && <h2>{found.label}</h2>}
      {found.ids.map((id) => (
        <p key={id}>
          {rules ? <Marked text={plain(rules[id] ?? "")} ids="text" /> : "…"}{" "}
          <a href={`/rules/${game}#${id}`} aria-label={`${t("in_the_rules")}: ${opening(rules?.[id] ?? "")}`}>
            {t("in_the_rules")}
          </a>
        </p>
      ))}
    </>
  );
}

function Ring({ rect }: { rect: Rect }) {
  const style = {
    left: `${rect.left - 4}px`,
    top: `${rect.top - 4}px`,
    width: `${rect.right - rect.left + 8}px`,
    height: `${rect.bottom - rect.top + 8}px`,
  };
  return <div class="what-ring" style={style} aria-hidden="true" />;
}

/** Back to where one began. */
function end(): void {
  if (document.activeElement?.closest(".what")) document.querySelector<HTMLElement>(BEGINS)?.focus();
  asking.value = false;
}

/** While one asks, nothing on the table is played. */
function listen(show: (found: Found | null) => void, hold: (held: boolean) => void): () => void {
  let held = false;
  let current: Element | null = null;
  const keep = (now: boolean) => {
    held = now;
    hold(now);
  };
  const point = (element: Element, x: number, y: number) => {
    const found = explained(element, x, y);
    if (found?.of !== current) show(found);
    current = found?.of ?? null;
    return found;
  };
  const over = (event: PointerEvent) => {
    const target = event.target as Element;
    if (held || event.pointerType === "touch" || !target.closest(PLACES)) return;
    // The log lights what it speaks of only after this event.
    setTimeout(() => !held && point(target, event.clientX, event.clientY));
  };
  const swallow = (event: Event) => {
    if (!(event.target as Element).closest(PLACES)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const click = (event: MouseEvent) => {
    if (!swallow(event)) return;
    const target = event.target as Element;
    setTimeout(() => keep(Boolean(point(target, event.clientX, event.clientY))));
  };
  const key = (event: KeyboardEvent) => {
    if (event.key === "Escape") end();
    if ((event.target as Element).closest?.("input, textarea, select, .what")) return;
    const way = ARROWS[event.key];
    if (way) {
      event.preventDefault();
      keep(false);
      const next = neighbour(current, way);
      if (next) point(next, ...middle(next));
    } else if (
      (event.key === "Enter" || event.key === " ") &&
      (asks(event.target as Element) ? current : swallow(event))
    ) {
      event.preventDefault();
      keep(current !== null);
    }
  };
  const focus = (event: FocusEvent) => {
    const target = event.target as Element;
    if (!held && target.closest(PLACES) && target.matches(":focus-visible")) point(target, ...middle(target));
  };
  const gone = () => {
    current = null;
    keep(false);
    show(null);
  };
  const listening = new AbortController();
  const first = { capture: true, signal: listening.signal };
  document.addEventListener("click", click, first);
  document.addEventListener("pointerdown", swallow, first);
  document.addEventListener("pointerover", over, first);
  document.addEventListener("focusin", focus, first);
  document.addEventListener("keydown", key, first);
  addEventListener("resize", gone, first);
  return () => listening.abort();
}

/** Who goes on with the arrow keys may still stand on the button that began it. */
const asks = (element: Element): boolean => element === document.body || element.matches(BEGINS);

/** The rules of what one points at: its own, or those of what it names. */
function explained(element: Element, x: number, y: number): Found | null {
  const ruled = element.closest("[data-rule]");
  const line = ruled ? null : element.closest(".log li, .seats li");
  const of = ruled ?? line;
  if (!of) return null;
  const ids = ruled
    ? idsOf(ruled)
    : namesakes(line!.closest(".log") ? lit.peek() : [line!.getAttribute("data-name") ?? ""]);
  if (ids.length === 0) return null;
  const label =
    element.closest("[aria-label]:not(.stage, .seats, .rail)")?.getAttribute("aria-label") ?? line?.textContent ?? "";
  const whole = of.closest(".spot") ?? of; // a part of something that lies there as one
  return { of, ids, label, beside: around(whole.getBoundingClientRect(), x, y) };
}

const idsOf = (element: Element): string[] => (element.getAttribute("data-rule") ?? "").split(" ").filter(Boolean);

/** The rules of everything on the board that has one of these names. */
function namesakes(names: readonly string[]): string[] {
  const wanted = new Set(names.filter(Boolean));
  const named = [...document.querySelectorAll(".stage [data-name]")].filter((one) =>
    (one.getAttribute("data-name") ?? "").split(" ").some((name) => wanted.has(name)),
  );
  const ids = named.flatMap((one) => idsOf(one.closest("[data-rule]") ?? one));
  return [...new Set(ids)].slice(0, 4);
}

/** The next thing with a rule, in the order in which one reads. */
function neighbour(current: Element | null, way: number): Element | undefined {
  const all = [...document.querySelectorAll(".stage [data-rule], .seats [data-rule]")].filter(
    (one) => one.getBoundingClientRect().width > 0,
  );
  const at = current ? all.indexOf(current) : -1;
  return all[at < 0 ? (way > 0 ? 0 : all.length - 1) : (at + way + all.length) % all.length];
}

function middle(element: Element): [number, number] {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [left + width / 2, top + height / 2];
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
