// The table: a board with everything that people need around it.

import "../core";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import boards from "made:boards";
import type { BoardModule, BoardProps } from "../board";
import { Sorry, Waiting } from "../placeholder";
import { useArrows } from "../arrows";
import { breathe } from "../motion";
import { attempt, spoken } from "../notice";
import { SoundQuestion } from "../settings";
import { chime, play as sound, tonesOf } from "../sound";
import { Shell } from "../shell";
import { t } from "../words";
import { Actions } from "./actions";
import { Bar, headline, question } from "./bar";
import { type Ending, endShown, useEnding } from "./ended";
import { HintArrow } from "./hint";
import { Invite } from "./invite";
import { Match } from "./match";
import { Menu } from "./menu";
import { LogAndChat } from "./rail";
import { Seats } from "./seats";
import { useKeptFocus } from "./focus";
import { useHighlight } from "./light";
import { WhatIsThis, asking } from "../learn/what";
import type { ComponentChildren } from "preact";

const CHOICES = ".stage .can:is([data-name], [data-plays]):not(.opens)"; // not what only opens or turns something

/** What a tutorial puts in the place of bar and menu. */
export interface Coach {
  panel: (choices: ComponentChildren) => ComponentChildren;
  extra: ComponentChildren;
}

export default function TablePage({ id, signKey }: { id: string; signKey: string }) {
  const match = useMemo(() => new Match(id, signKey), [id, signKey]);
  useEffect(() => () => match.close(), [match]);
  return <Table match={match} />;
}

export function Table({ match, coach }: { match: Match; coach?: Coach }) {
  const about = match.about.value;
  const module = useBoard(about?.game);
  const say = match.say.value;
  const state = match.shown.value;
  const secret = about && Boolean(about.secrets) && !coach;
  useLayoutEffect(() => {
    match.secret.value = secret;
    match.lookAround();
  }, [match, secret]);
  useTurnSignals(match, module);
  const Ending = useEnding(match, module);
  const [hasPlayed, setPlayed] = useState(false);
  const refused = match.refused.value;
  if (refused && !about)
    return <Sorry title={t("no_table")} text={refused.message} way={{ href: "/", label: t("to_games") }} />;
  if (!about || !state || !say || !module) return <Waiting />;
  const legal = match.legal.value;
  const play = (text: string, at?: Element | null) =>
    void attempt(() => match.play(text).then(() => true), at, about.game).then((played) => {
      if (played) return setPlayed(true);
      chime("refused");
      breathe(document.querySelectorAll(CHOICES));
    });
  const curtain = match.curtain.value;
  return (
    <Shell game={about.game} title={say("title")} extra={coach ? coach.extra : <Menu match={match} />}>
      <main
        class={`table ${match.decides.value ? "yours" : ""} ${asking.value ? "asking" : ""} ${coach ? "coached" : ""}`}
        data-game={about.game}
      >
        <h1 class="unseen">{say("title")}</h1>
        <Seats match={match} module={module} />
        {state.why ? (
          <section class="stage curtain">
            <p>{t("cannot_be_drawn")}</p>
          </section>
        ) : state.status === "gathering" ? (
          <section class="stage waiting">
            <Invite match={match} />
          </section>
        ) : curtain ? (
          <Curtain match={match} />
        ) : (
          <Stage match={match} module={module} legal={legal} play={play} Ending={Ending} />
        )}
        {coach ? (
          coach.panel(<Actions match={match} module={module} legal={legal} play={play} />)
        ) : (
          <Bar match={match} module={module} legal={curtain ? [] : legal} play={play} />
        )}
        <LogAndChat match={match} module={module} curtain={curtain} />
        {!coach && state.status === "playing" && <SoundQuestion busy={hasPlayed} />}
      </main>
      <WhatIsThis game={about.game} />
    </Shell>
  );
}

const viewed = () => import("./viewed");

/** The board of a game; one that has none is drawn as its view says. */
export function useBoard(game: string | undefined): BoardModule | null {
  const [module, setModule] = useState<BoardModule | null>(null);
  useEffect(() => {
    if (game) void (boards[game] ?? viewed)().then((found) => setModule(found.default));
  }, [game]);
  return module;
}

/** The room for a board, measured. */
export function useRoom() {
  const ref = useRef<HTMLElement>(null);
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!ref.current) return;
    const look = new ResizeObserver(
      ([entry]) =>
        entry && setRoom({ width: Math.floor(entry.contentRect.width), height: Math.floor(entry.contentRect.height) }),
    );
    look.observe(ref.current);
    return () => look.disconnect();
  }, []);
  return { ref, room };
}

interface StageProps {
  match: Match;
  module: BoardModule;
  legal: readonly string[];
  play: BoardProps["play"];
  Ending: Ending | null;
}

function Stage({ match, module, legal, play, Ending }: StageProps) {
  const { ref, room } = useRoom();
  const state = match.shown.value!;
  const say = match.say.value!;
  const about = match.about.value!;
  useHighlight(ref);
  useKeptFocus(ref, ".spot.can");
  useArrows(ref);
  return (
    <section ref={ref} class="stage" aria-labelledby="stage">
      <h2 id="stage" class="unseen">
        {t("the_table")}
      </h2>
      {room.width > 0 && state.view !== undefined && (
        <module.Board
          view={state.view}
          legal={legal}
          play={play}
          eye={about.eye ?? -1}
          turn={match.turn.value}
          seats={about.seats.length}
          told={state.told ?? []}
          say={say}
          room={room}
        />
      )}
      <HintArrow match={match} />
      {Ending && <Ending match={match} module={module} close={() => (endShown.value = false)} />}
    </section>
  );
}

/** Pass the device on: hands are not for all eyes. */
function Curtain({ match }: { match: Match }) {
  const who = match.nameOf(match.turn.value);
  return (
    <section class="stage curtain">
      <p>{t("pass_on", { who })}</p>
      <button type="button" class="main big" onClick={() => match.take()}>
        {t("i_am", { who })}
      </button>
    </section>
  );
}

/** It is your turn: in the title, to the ear, for screen readers. */
function useTurnSignals(match: Match, module: BoardModule | null): void {
  const decides = match.decides.value;
  const over = match.over.value;
  const title = match.say.value?.("title") ?? "Sunroom";
  useEffect(() => {
    document.title = `${decides ? "● " : ""}${title} – Sunroom`;
  }, [decides, title]);
  const state = match.shown.value;
  const wasThere = useRef(false); // when it ended: whoever looks at an old match hears nothing
  if (state?.status === "playing") wasThere.current = true;
  useEffect(() => {
    if (!over || !wasThere.current) return;
    const winners = state?.result?.winners ?? [];
    chime(match.mine.peek().some((seat) => winners.includes(seat)) ? "won" : "ended");
  }, [over]);
  useEffect(() => {
    const say = match.say.peek();
    if (!state || !say) return;
    const heard = state.back ? [] : tonesOf(state.told ?? [], module?.sounds ?? {});
    sound(decides ? [...heard, { cue: "turn", at: (heard.at(-1)?.at ?? -0.3) + 0.3, step: 0 }] : heard);
    const news = state.back ? [] : (state.told ?? []).map((one) => say.told(one));
    spoken.value = [...news, headline(match), question(match)].filter(Boolean).join(" ");
  }, [state, decides]);
}
