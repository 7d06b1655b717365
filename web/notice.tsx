// Sentences for the reader: beside what they have touched, or above the page.

import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { useEscape } from "./escape";
import { shake } from "./motion";
import { Refusal } from "./server";
import { RuleLinks } from "./learn/links";
import { t } from "./words";

interface Notice {
  text: string;
  rules: string[];
  game?: string | undefined;
  beside?: DOMRect | undefined;
  good?: boolean;
}

export const notice = signal<Notice | null>(null);
/** For screen readers: what has happened. */
export const spoken = signal("");

/** Do something that may be refused, and say why, beside what was touched. */
export async function attempt<T>(work: () => Promise<T>, at?: Element | null, game?: string): Promise<T | undefined> {
  try {
    notice.value = null;
    return await work();
  } catch (why) {
    if (!(why instanceof Refusal)) throw why;
    if (at) shake(at);
    notice.value = { text: why.message, rules: why.rules, game, beside: at?.getBoundingClientRect() };
    return undefined;
  }
}

export function tell(text: string): void {
  notice.value = { text, rules: [], good: true };
}

export function Notices() {
  const said = notice.value;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [words, beside] = [box.current, said?.beside];
    if (!words || !beside) return;
    const grown = new ResizeObserver(() => place(words, beside)); // the words of rules may come later
    grown.observe(words);
    place(words, beside);
    return () => grown.disconnect();
  }, [said]);
  useEffect(() => {
    if (!said) return;
    const gone = setTimeout(() => (notice.value = null), said.good ? 4000 : 9000);
    return () => clearTimeout(gone);
  }, [said]);
  useEscape(said !== null, () => (notice.value = null));
  return (
    <>
      <div role="alert" class="notices">
        {said && (
          <div ref={box} class={`notice ${said.beside ? "beside" : ""} ${said.good ? "good" : ""}`}>
            <p>{said.text}</p>
            {said.game && said.rules.length > 0 && <RuleLinks game={said.game} ids={said.rules} />}
            <button type="button" class="close" aria-label={t("close")} onClick={() => (notice.value = null)}>
              <span aria-hidden="true">×</span>
            </button>
          </div>
        )}
      </div>
      <p class="unseen" aria-live="polite">
        {spoken.value}
      </p>
    </>
  );
}

/** Below what was touched, or above it where there is more room; always whole on the screen. */
export function place(box: HTMLElement, beside: DOMRect): void {
  const { width, height } = box.getBoundingClientRect();
  const left = Math.min(Math.max(beside.x + beside.width / 2 - width / 2, 8), innerWidth - width - 8);
  const below = beside.bottom + 8;
  const top = below + height < innerHeight - 8 ? below : Math.max(beside.top - height - 8, 8);
  Object.assign(box.style, { left: `${left}px`, top: `${top}px` });
}
