// Below the table: where one is, what was just done, what would have been better.

import { useEffect } from "preact/hooks";
import type { BoardModule } from "../board";
import { spoken } from "../notice";
import { verdict } from "../table/verdict";
import { lit } from "../table/light";
import { t } from "../words";
import { playOn } from "./branch";
import type { Past } from "./past";
import { isError } from "./review";
import { Reviewing, Sign, inWords, spokenOf } from "./reviewing";

export function Bar({ past, module }: { past: Past; module: BoardModule }) {
  const ended = past.ended.value;
  const table = past.shown.value?.table;
  const judged = past.judged.value;
  const better = past.better.value;
  const canPlayOn = ended && table !== undefined && table.turn !== -2;
  return (
    <section class="bar" aria-label={t("lb_here")}>
      <div class="lb-now" data-testid="now">
        {better ? <Better past={past} module={module} /> : <Happened past={past} module={module} />}
      </div>
      <div class="row">
        <Reviewing past={past} />
        {better && (
          <button type="button" onClick={() => past.go(past.step.peek() + 1)}>
            {t("lb_as_played")}
          </button>
        )}
        {!better && judged && judged.best !== judged.played && (
          <button type="button" onClick={() => past.jump(judged.step, { better: true })}>
            {t("lb_show_better")}
          </button>
        )}
        {canPlayOn && (
          <button
            type="button"
            class={better ? "main" : ""}
            onClick={() => playOn(past, better ? judged?.best : undefined)}
          >
            {better ? t("lb_play_better") : t("lb_play_on")}
          </button>
        )}
      </div>
    </section>
  );
}

function Happened({ past, module }: { past: Past; module: BoardModule }) {
  const say = past.match.say.value!;
  const step = past.step.value;
  const made = past.timeline.value?.steps[step - 1];
  const judged = past.judged.value;
  const result = past.match.newest.value?.result;
  const atEnd = step === past.last.value;
  const news = made?.told?.map((one) => say.told(one)).join(" ") ?? silent(past, module);
  useEffect(() => {
    if (!past.playing.peek()) spoken.value = `${t("lb_step_of", { n: step, of: past.last.peek() })} ${news}`;
  }, [step, news]);
  return (
    <>
      <p>
        <b class="lb-count">{t("lb_step_of", { n: step, of: past.last.value })}</b> {news}{" "}
        {atEnd && past.ended.value && result && <strong>{verdict(past.match, result)}</strong>}
      </p>
      {judged && (isError(judged.verdict) || judged.best !== judged.played) ? (
        <p class={`lb-said ${judged.verdict}`}>
          <Sign one={judged} /> {inWords(past, module, judged)}
        </p>
      ) : (
        !past.ended.value && <p class="lb-kindly">{t("lb_running")}</p>
      )}
    </>
  );
}

/** A decision of which nothing is told, like the first half of a turn: what was chosen. */
function silent(past: Past, module: BoardModule): string {
  const step = past.step.value - 1;
  const made = past.timeline.value?.steps[step];
  if (!made?.text || made.actor < 0) return "";
  return `${past.match.nameOf(made.actor)}: ${spokenOf(past, module, made.text, { step, seat: made.actor })}`;
}

/** The table before a decision, with the better one lit. */
function Better({ past, module }: { past: Past; module: BoardModule }) {
  const judged = past.judged.value;
  const view = past.view.value;
  useEffect(() => {
    if (judged && view !== undefined) lit.value = module.marks?.(judged.best, view) ?? [judged.best];
  }, [judged, view]);
  if (!judged) return null;
  const move = (text: string) => spokenOf(past, module, text, judged);
  return (
    <>
      <p>
        <b>{t("lb_better_was", { who: past.match.nameOf(judged.seat) })}</b> {move(judged.best)}
      </p>
      <p class="lb-said">{t("lb_was_played", { move: move(judged.played) })}</p>
    </>
  );
}
