// Beside the table: what has happened, what it was worth, the table in words, and what one can keep of it.

import { memo } from "preact/compat";
import { useEffect, useRef } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { lit, named } from "../table/light";
import { Tabs } from "../tabs";
import { Told } from "../told";
import type { Message } from "../wire";
import { t, tOf } from "../words";
import { Export } from "./export";
import type { Past } from "./past";
import { isError } from "./review";
import { ReviewPanel, Sign, TABS, inWords, tab } from "./reviewing";
import { useColours } from "./timeline";

export function Rail({ past, module }: { past: Past; module: BoardModule }) {
  const shown = tab.value;
  // words: lb_tab_log, lb_tab_review, lb_tab_words, lb_tab_keep
  return (
    <aside class="rail" aria-label={t("beside")}>
      <Tabs tabs={TABS} shown={shown} choose={(one) => (tab.value = one)} label={(one) => tOf(`lb_tab_${one}`)}>
        {shown === "log" && <Log past={past} module={module} />}
        {shown === "review" && <ReviewPanel past={past} module={module} />}
        {shown === "words" && <InWords past={past} module={module} />}
        {shown === "keep" && <Export past={past} module={module} />}
      </Tabs>
    </aside>
  );
}

function Log({ past, module }: { past: Past; module: BoardModule }) {
  const list = useRef<HTMLOListElement>(null);
  const timeline = past.timeline.value!;
  const step = past.step.value;
  const colours = useColours(past, module);
  const origin = past.match.about.value?.origin;
  useEffect(() => keepInSight(list.current), [step, timeline]);
  return (
    <ol ref={list} class="lb-story">
      {origin && (
        <li>
          <a href={`/match/${origin.match}/look-back?step=${origin.step}`}>
            {t("lb_branched_from", { n: origin.step })}
          </a>
        </li>
      )}
      {timeline.steps.flatMap((made, n) =>
        (made.told ?? []).map((message, m) => (
          <Sentence
            key={`${n}-${m}`}
            past={past}
            module={module}
            message={message}
            step={n}
            seat={m === 0 ? made.actor : -1}
            colour={colours[made.actor]}
            current={step === n + 1}
          />
        )),
      )}
    </ol>
  );
}

interface SentenceProps {
  past: Past;
  module: BoardModule;
  message: Message;
  step: number;
  /** Who did it, where that is to be shown. */
  seat: number;
  colour: string | undefined;
  current: boolean;
}

/** One sentence; drawn again only when it becomes the one that is spoken of. */
const Sentence = memo(function Sentence({ past, module, message, step, seat, colour, current }: SentenceProps) {
  const judged = seat >= 0 ? past.review.byStep.value.get(step) : undefined;
  const light = (names: readonly string[]) => () => (lit.value = names);
  return (
    <li>
      <button
        type="button"
        class="quiet"
        aria-current={current ? "step" : undefined}
        onClick={() => past.jump(step + 1)}
        onPointerEnter={light(named([message]))}
        onPointerLeave={light([])}
      >
        {seat >= 0 ? <Emblem seat={seat} colour={colour} size={16} /> : <span class="lb-no-emblem" />}
        <span>
          <Told message={message} module={module} say={past.match.say.value!} />
          {judged && isError(judged.verdict) && <em>{inWords(past, module, judged)}</em>}
        </span>
        {judged && <Sign one={judged} />}
      </button>
    </li>
  );
});

/** The entry that is spoken of now, or the last before it, in the middle of the panel. */
function keepInSight(list: HTMLElement | null): void {
  const panel = list?.parentElement;
  const now = list?.querySelector<HTMLElement>("[aria-current]");
  if (!panel || !now) return;
  const { top, bottom } = now.getBoundingClientRect();
  const around = panel.getBoundingClientRect();
  if (top < around.top + 8 || bottom > around.bottom - 8)
    panel.scrollTop += (top + bottom) / 2 - (around.top + around.bottom) / 2;
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
