// Below the board: how things stand, what is asked, and what can be done besides playing.

import type { BoardModule, BoardProps } from "../board";
import { attempt } from "../notice";
import { go } from "../router";
import { me, setMe } from "../server";
import { listed, t, tOf } from "../words";
import { Actions } from "./actions";
import { shareIn } from "./dealing";
import { endShown } from "./ended";
import { Hint, HintButton } from "./hint";
import type { Match } from "./match";
import { verdict } from "./verdict";

// words: read_only
export function headline(match: Match): string {
  const state = match.shown.value;
  const thinking = match.thinking.value;
  if (!state) return "";
  if (match.over.value) return verdict(match, state.result ?? { reason: "aborted" });
  if (state.why) return tOf(state.why);
  if (state.status === "gathering") return t(state.revealing ? "all_here" : "waiting");
  const turn = match.turn.value;
  const who = match.nameOf(turn);
  if (match.decides.value)
    return turn === -1 ? t("by_hand") : match.mine.value.length > 1 ? t("turn_of", { who }) : t("your_turn");
  if (thinking?.most) return t("held_up", { who });
  if (thinking?.place) return t("queued", { who, n: thinking.place });
  if (thinking) return match.slow.value ? t("thinking_long", { who }) : t("thinking", { who });
  if (turn < -1) return t("catching_up");
  return turn === -1 ? t("chance_decides") : t("turn_of", { who });
}

/** What is asked, as the board says it where it has words for it: without notation. */
export function question(match: Match): string {
  const ask = match.decides.value && match.shown.value?.ask;
  const say = match.say.value;
  if (!ask || !say) return "";
  return say.has(`board_${ask.id}`) ? say(`board_${ask.id}`, ask.args) : say.told(ask);
}

interface BarProps {
  match: Match;
  module: BoardModule;
  legal: readonly string[];
  play: BoardProps["play"];
}

export function Bar({ match, module, legal, play }: BarProps) {
  const state = match.shown.value!;
  const about = match.about.value!;
  const decides = match.decides.value;
  const thinking = match.over.value ? null : match.thinking.value;
  const onItsWay = match.kept.value?.text ?? match.sending.value;
  const held = decides ? (state.held ?? 0) : 0;
  const version = match.newest.value?.n ?? 0;
  const act = (command: Parameters<Match["send"]>[0]) => (event: Event) =>
    void attempt(() => match.send(command), event.currentTarget as Element);
  return (
    <section class={`bar ${decides ? "yours" : ""}`} aria-label={t("your_decision")}>
      <p class="ask" data-testid="headline">
        <strong>{headline(match)}</strong>{" "}
        {onItsWay !== "" ? (
          <OnItsWay match={match} text={onItsWay} module={module} />
        ) : (
          decides && state.ask && <span>{question(match)}</span>
        )}
        {match.waiting.value && <span role="status"> {t("hint_queued", { n: match.waiting.value.place })}</span>}
        {state.why && match.over.value && state.result?.reason !== "rules_changed" && <span>{tOf(state.why)}</span>}
        {thinking?.most && (
          <span> {t(thinking.whose === "person" ? "held_up_person" : "held_up_address", { n: thinking.most })}</span>
        )}
      </p>
      <Hint match={match} module={module} />
      <Vote match={match} />
      <div class="row">
        {match.behind.value > 1 && (
          <button type="button" onClick={() => match.skip()}>
            {t("skip")}
          </button>
        )}
        {held > 0 && (
          <button type="button" class="main" onClick={act({ t: "confirm", version })}>
            {t("confirm_turn", { n: held })}
          </button>
        )}
        {decides && state.undo && (
          <button type="button" onClick={act({ t: "undo", version })}>
            {t("undo")}
          </button>
        )}
        {decides && about.hints && (state.legal?.length ?? 0) > 0 && <HintButton match={match} module={module} />}
        <Actions match={match} module={module} legal={legal} play={play} />
        {match.over.value && !state.why && <AtTheEnd match={match} />}
      </div>
    </section>
  );
}

/** What was played and is not there yet: the line is slow, or down. */
function OnItsWay({ match, text, module }: { match: Match; text: string; module: BoardModule }) {
  const kept = match.kept.value !== null;
  const what = module.phrase(text, match.shown.value?.view, match.say.value!);
  return (
    <span class="on-its-way" role="status">
      {t(kept ? "kept" : "sending", { what })}{" "}
      {kept && (
        <button type="button" class="quiet" onClick={() => (match.kept.value = null)}>
          {t("forget_move")}
        </button>
      )}
    </span>
  );
}

function AtTheEnd({ match }: { match: Match }) {
  const next = match.about.value?.next;
  const sat = match.about.value?.seats.some((seat) => seat.yours); // whoever has resigned too
  const again = async (event: Event) => {
    const rematch = { t: "rematch", promise: next ? shareIn(next).promise : "" } as const; // a new one promises there
    const answer = await attempt(() => match.send(rematch), event.currentTarget as Element);
    const id = (answer as string | undefined) ?? match.about.peek()?.next;
    if (id) go(`/match/${id}`);
  };
  return (
    <>
      {sat && (
        <button type="button" class="main" onClick={again}>
          {t(next ? "to_rematch" : "rematch")}
        </button>
      )}
      {!sat && next && (
        <a class="button main" href={`/match/${next}`}>
          {t("to_rematch")}
        </a>
      )}
      {!endShown.value && (
        <button type="button" class="quiet" onClick={() => (endShown.value = true)}>
          {t("how_it_ended")}
        </button>
      )}
      <a class="button" href={`/match/${match.id}/look-back${match.key ? `?key=${match.key}` : ""}`}>
        {t("look_back")}
      </a>
    </>
  );
}

function Vote({ match }: { match: Match }) {
  const asked = match.newest.value?.vote;
  if (!asked) return null;
  const answers = match.mine.value.some((seat) => asked.waiting.includes(seat));
  const answer = (agree: boolean) => () => void attempt(() => match.send({ t: "answer", agree }));
  return (
    <div class="vote" role="group" aria-label={t("question")}>
      <span>{t(`vote_${asked.what}`, { who: match.nameOf(asked.seat) })}</span>
      {answers ? (
        <span class="row">
          <button type="button" class="main" onClick={answer(true)}>
            {t("agree")}
          </button>
          <button type="button" onClick={answer(false)}>
            {t("refuse")}
          </button>
        </span>
      ) : (
        <small>{t("vote_waits", { who: listed(asked.waiting.map((seat) => match.nameOf(seat))) })}</small>
      )}
    </div>
  );
}

export function ConfirmSetting() {
  return (
    <label class="setting">
      <input
        type="checkbox"
        checked={me.value.confirm}
        onChange={(event) => void attempt(() => setMe({ confirm: event.currentTarget.checked }))}
      />
      <span>{t("ask_confirm")}</span>
    </label>
  );
}
