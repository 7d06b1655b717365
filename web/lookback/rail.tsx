// Beside the table: what has happened, what it was worth, the table in words, and what one can keep of it.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { lit, named } from "../table/light";
import { t, tOf } from "../words";
import { Keep } from "./keep";
import type { Past } from "./past";
import { isError } from "./review";
import { ReviewPanel, Sign, inWords } from "./reviewing";
import { useColours } from "./timeline";

const TABS = ["log", "review", "words", "keep"] as const;
const tab = signal<(typeof TABS)[number]>("log");

export function Rail({ past, module }: { past: Past; module: BoardModule }) {
  const shown = tab.value;
  // words: lb_tab_log, lb_tab_review, lb_tab_words, lb_tab_keep
  return (
    <aside class="rail" aria-label={t("beside")}>
      <div class="tabs" role="tablist">
        {TABS.map((one) => (
          <button key={one} type="button" role="tab" id={`tab-${one}`} aria-controls="rail-panel" aria-selected={shown === one} onClick={() => (tab.value = one)}>
            {tOf(`lb_tab_${one}`)}
          </button>
        ))}
      </div>
      <div id="rail-panel" role="tabpanel" aria-labelledby={`tab-${shown}`} tabIndex={0} class="panel">
        {shown === "log" && <Log past={past} module={module} />}
        {shown === "review" && <ReviewPanel past={past} module={module} />}
        {shown === "words" && <InWords past={past} module={module} />}
        {shown === "keep" && <Keep past={past} />}
      </div>
    </aside>
  );
}

function Log({ past, module }: { past: Past; module: BoardModule }) {
  const list = useRef<HTMLOListElement>(null);
  const say = past.match.say.value!;
  const course = past.course.value!;
  const step = past.step.value;
  const colours = useColours(past, module);
  const origin = past.match.about.value?.origin;
  useEffect(() => keepInSight(list.current), [step, course]);
  const light = (names: readonly string[]) => () => (lit.value = names);
  return (
    <ol ref={list} class="story">
      {origin && (
        <li>
          <a href={`/match/${origin.match}/look-back?step=${origin.step}`}>{t("lb_branched_from", { n: origin.step })}</a>
        </li>
      )}
      {course.steps.flatMap((made, n) => {
        const told = made.told ?? [];
        const judged = past.review.byStep.value.get(n);
        return told.map((message, m) => (
          <li key={`${n}-${m}`}>
            <button
              type="button" class="quiet" aria-current={step === n + 1 ? "step" : undefined} onClick={() => (past.pause(), past.go(n + 1))}
              onPointerEnter={light(named([message]))} onPointerLeave={light([])}
            >
              {made.actor >= 0 && m === 0 ? <Emblem seat={made.actor} colour={colours[made.actor]} size={16} /> : <span class="no-emblem" />}
              <span>
                {say.told(message)}
                {m === 0 && judged && isError(judged.verdict) && <em>{inWords(past, module, judged)}</em>}
              </span>
              {m === 0 && judged && <Sign one={judged} />}
            </button>
          </li>
        ));
      })}
    </ol>
  );
}

/** The entry that is spoken of now, or the last before it, in the middle of the panel. */
function keepInSight(list: HTMLElement | null): void {
  const panel = list?.parentElement;
  const now = list?.querySelector<HTMLElement>("[aria-current]");
  if (!panel || !now) return;
  const { top, bottom } = now.getBoundingClientRect();
  const around = panel.getBoundingClientRect();
  if (top < around.top + 8 || bottom > around.bottom - 8) panel.scrollTop += (top + bottom) / 2 - (around.top + around.bottom) / 2;
}

function InWords({ past, module }: { past: Past; module: BoardModule }) {
  const view = past.view.value;
  const say = past.match.say.value!;
  if (view === undefined) return null;
  return (
    <ul class="described">
      {module.describe(view, say, past.eye.value).map((line, n) => (
        <li key={n}>{line}</li>
      ))}
    </ul>
  );
}
