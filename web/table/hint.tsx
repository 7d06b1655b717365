// A hint: one short sentence with the move that is advised, an arrow and a glow on the board, and more on request.

import { signal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { BoardModule } from "../board";
import { useEscape } from "../escape";
import { attempt } from "../notice";
import { Refusal } from "../server";
import { t } from "../words";
import type { Advice } from "../wire";
import { type Speech, advisedMove, inFull, inShort } from "./advice";
import { advised, lit } from "./light";
import type { Match } from "./match";
import { type Bow, type Box, arrow, placed } from "./pointing";

interface Given {
  match: Match;
  n: number; // the table that it is about
  advice: Advice[];
  move: string | undefined;
}

const given = signal<Given | null>(null);
const seeking = signal(false);
const unfolded = signal(false);

async function ask(match: Match, module: BoardModule): Promise<void> {
  seeking.value = true;
  const advice = (await attempt(() => match.send({ t: "hint" }).catch(givenUp))) as Advice[] | undefined;
  seeking.value = false;
  if (!advice) return;
  unfolded.value = false;
  show(advice, match, module);
}

/** Whoever has left the queue knows it. */
function givenUp(why: unknown): undefined {
  if (!(why instanceof Refusal) || why.id !== "given_up") throw why;
}

function show(advice: Advice[], match: Match, module: BoardModule): void {
  const state = match.shown.peek();
  if (!state) return;
  const move = advisedMove(advice, match.legal.peek());
  given.value = { match, n: state.n, advice, move };
  lit.value = []; // what a pointer rested on may be gone without a word
  advised.value = move === undefined ? [] : (module.marks?.(move, state.view) ?? [move]);
}

function close(): void {
  given.value = null;
  advised.value = [];
}

/** The hint about the table that is shown. */
function hintOf(match: Match): Given | null {
  const hint = given.value;
  return hint?.match === match && hint.n === match.shown.value?.n ? hint : null;
}

export function HintButton({ match, module }: { match: Match; module: BoardModule }) {
  if (match.waiting.value)
    return (
      <button type="button" onClick={() => match.leaveQueue()}>
        {t("hint_leave")}
      </button>
    );
  return (
    <button type="button" disabled={seeking.value} onClick={() => void ask(match, module)}>
      {seeking.value ? t("hinting") : t("hint")}
    </button>
  );
}

/** The words of a hint, in the bar; they lie over the board where nothing is that they speak of. */
export function Hint({ match, module }: { match: Match; module: BoardModule }) {
  const n = match.shown.value?.n;
  useEffect(() => {
    lit.value = [];
    return close;
  }, [match, n]);
  useEffect(() => {
    const closer = match.closer.value;
    if (closer && hintOf(match)?.n === closer.n) show(closer.advice as Advice[], match, module);
  }, [match.closer.value]);
  const hint = hintOf(match);
  useEscape(hint !== null, close);
  return hint && <Words hint={hint} module={module} />;
}

function Words({ hint, module }: { hint: Given; module: BoardModule }) {
  const box = useRef<HTMLDivElement>(null);
  useWatched((stage) => box.current && settle(box.current, stage));
  const { match, advice, move } = hint;
  const speech: Speech = {
    module,
    view: match.shown.value?.view,
    say: match.say.value!,
    legal: match.legal.value,
  };
  const more = move !== undefined;
  return (
    <div ref={box} class="hint">
      <div class="text" role="status">
        {more && <p class="short">{inShort(move, advice[0]?.id === "hint_first_look", speech)}</p>}
        {(!more || unfolded.value) && inFull(advice, speech).map((said, n) => <p key={n}>{said}</p>)}
      </div>
      {more && (
        <button
          type="button"
          class="quiet"
          aria-expanded={unfolded.value}
          onClick={() => (unfolded.value = !unfolded.value)}
        >
          {t(unfolded.value ? "hint_less" : "more")}
        </button>
      )}
      <button type="button" class="close quiet" aria-label={t("close")} onClick={close}>
        <span aria-hidden="true">×</span>
      </button>
    </div>
  );
}

/** Put the words of a hint where they cover nothing that is lit; they stand in the bar below the stage. */
function settle(box: HTMLElement, stage: Element): void {
  const bar = box.parentElement!.getBoundingClientRect();
  const text = box.querySelector<HTMLElement>(".text")!;
  const now = box.getBoundingClientRect();
  const size = { width: now.width, height: now.height - text.clientHeight + text.scrollHeight };
  const spoken = advised.peek().flatMap((name) => seen(name, stage).map((one) => one.getBoundingClientRect()));
  const list = document.querySelector(".actions[open] ul");
  const beside = list ? [list.getBoundingClientRect()] : [];
  const place = placed(size, roomsOf(stage), spoken, beside);
  box.style.left = `${place.left - bar.left}px`;
  box.style.top = `${place.top - bar.top}px`;
  box.style.maxHeight = `${place.height}px`;
}

/** What of the stage is in the window; and for what is long, what stands above and below it as well. */
function roomsOf(stage: Element): Box[] {
  const { left, top, width, bottom, height } = stage.getBoundingClientRect();
  const [first, last] = [Math.max(top, 0), Math.min(bottom, innerHeight)];
  const higher = Math.max(stage.parentElement!.getBoundingClientRect().top, 0);
  if (last <= first) return [{ left, top, width, height }]; // it was scrolled away
  return [
    { left, top: first, width, height: last - first },
    { left, top: higher, width, height: innerHeight - EDGE - higher },
  ];
}
const EDGE = 6; // pixels that are left of the window

/** What is called so on the stage and can be seen. */
function seen(name: string, stage: Element): Element[] {
  return [...stage.querySelectorAll(`[data-name~="${CSS.escape(name)}"]`)].filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0;
  });
}

/** Look at the stage now, and whenever something on it may stand elsewhere. */
function useWatched(look: (stage: Element) => void): void {
  const now = useRef(look);
  now.current = look;
  useLayoutEffect(() => {
    const stage = document.querySelector(".stage");
    if (stage) now.current(stage);
  });
  useEffect(() => {
    const stage = document.querySelector(".stage");
    return stage ? watch(stage, () => now.current(stage)) : undefined;
  }, []);
}

const MOVES = ["scroll", "toggle", "animationend", "transitionend"] as const; // that of the list of choices, too

function watch(stage: Element, look: () => void): () => void {
  let frame = 0;
  const soon = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(look);
  };
  const sizes = new ResizeObserver(soon);
  sizes.observe(stage);
  const parts = new MutationObserver(soon);
  parts.observe(stage, {
    subtree: true,
    childList: true,
    attributeFilter: ["data-name", "class", "hidden", "open", "style", "transform"],
  });
  for (const one of MOVES) addEventListener(one, soon, true);
  return () => {
    cancelAnimationFrame(frame);
    sizes.disconnect();
    parts.disconnect();
    for (const one of MOVES) removeEventListener(one, soon, true);
  };
}

interface Drawn extends Bow {
  colour: string;
}

/** The arrow of a hint, over the board. */
export function HintArrow({ match }: { match: Match }) {
  const move = hintOf(match)?.move;
  return move === undefined ? null : <Arrow move={move} />;
}

function Arrow({ move }: { move: string }) {
  const root = useRef<SVGSVGElement>(null);
  const drawn = useDrawn(root, move);
  const way = drawn && `M${at(drawn.from)} Q${at(drawn.past)} ${at(drawn.to)}`;
  return (
    <svg ref={root} class="hint-arrow" aria-hidden="true" style={drawn ? { "--can": drawn.colour } : {}}>
      {drawn && way && (
        <>
          <path class="under" d={`${way} ${head(drawn)}`} />
          <path d={way} pathLength={1} class="way" />
          <path d={head(drawn)} class="head" />
        </>
      )}
    </svg>
  );
}

const at = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

const HEAD = 15; // pixels

/** The two strokes of an arrow's head. */
function head({ past, to }: Bow): string {
  const back = Math.atan2(past.y - to.y, past.x - to.x);
  const [one, other] = [-0.55, 0.55].map((turn) => ({
    x: to.x + HEAD * Math.cos(back + turn),
    y: to.y + HEAD * Math.sin(back + turn),
  }));
  return `M${at(one!)} L${at(to)} L${at(other!)}`;
}

/** From the first to the second thing that is advised and can be seen, in the colour that the game has for it; nothing
 *  where the first is the choice itself, which goes nowhere. */
function useDrawn(root: RefObject<Element | null>, move: string): Drawn | null {
  const [drawn, draw] = useState<Drawn | null>(null);
  const names = advised.value;
  useWatched((stage) => {
    const [from, to] = names.flatMap((name) => seen(name, stage).slice(0, 1));
    const here = root.current?.getBoundingClientRect();
    const goes = from && names[0] !== move && from.getAttribute("data-plays") !== move;
    const bow = goes && to && here && arrow(within(from, here), within(to, here));
    const next = bow ? { ...bow, colour: getComputedStyle(from).getPropertyValue("--can") } : null;
    draw((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
  });
  return drawn;
}

/** Where something is, seen from a corner. */
function within(one: Element, corner: DOMRect): Box {
  const { left, top, width, height } = one.getBoundingClientRect();
  return { left: left - corner.left, top: top - corner.top, width, height };
}
