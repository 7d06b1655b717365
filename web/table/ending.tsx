// The end of a match: who has won and by how much, the points counted up, and its story as soon as the review knows it.

import { effect } from "@preact/signals";
import { useEffect, useMemo, useState } from "preact/hooks";
import { EmblemShape, Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { useEscape } from "../escape";
import { Review } from "../lookback/review";
import { reduced } from "../motion";
import { attempt } from "../notice";
import { Refusal, api } from "../server";
import { type PageWord, percent, t } from "../words";
import type { PastTable, Timeline } from "../wire";
import type { Match } from "./match";
import { type Sentence, marginOf, pointsOf, storyOf } from "./story";
import { verdict } from "./verdict";

interface EndingProps {
  match: Match;
  module: BoardModule;
  close: () => void;
}

export default function Ending({ match, module, close }: EndingProps) {
  const result = match.shown.value?.result ?? { reason: "aborted" };
  const winners = result.winners ?? [];
  const margin = marginOf(result);
  useEscape(true, close);
  return (
    <section class={`ending ${winners.length > 0 ? "won" : ""}`} aria-label={t("the_end")} data-testid="ending">
      <div class="ending-light" aria-hidden="true">
        <svg viewBox="-60 -40 120 80">
          <circle class="halo" r="34" />
          {winners.map((seat, n) => (
            <g key={seat} class={`emblem seat-${colourOf(match, module, seat)}`}>
              <g transform={`translate(${(n - (winners.length - 1) / 2) * 40 - 24} -24) scale(2)`}>
                <EmblemShape seat={seat} />
              </g>
            </g>
          ))}
        </svg>
      </div>
      <h2>{verdict(match, result)}</h2>
      {margin !== null && margin > 1 && <p class="margin">{t("margin", { n: margin })}</p>}
      <Count match={match} module={module} />
      {match.say.value!.has("points_note") && result.points && <small>{match.say.value!("points_note")}</small>}
      <Story match={match} module={module} />
      <div class="row">
        <button type="button" onClick={(event) => void share(match, module, event.currentTarget)}>
          {t("share_picture")}
        </button>
        <button type="button" class="quiet" onClick={close}>
          {t("look_at_table")}
        </button>
      </div>
    </section>
  );
}

const colourOf = (match: Match, module: BoardModule, seat: number): string =>
  module.colour?.(match.shown.peek()?.view, seat) ?? String(seat);

/** The picture is made by code that is fetched when somebody wants one. */
async function share(match: Match, module: BoardModule, at: Element): Promise<void> {
  await attempt(async () => (await import("./picture")).sharePicture(match, module), at);
}

// The points

const STEP = 420; // milliseconds for a part of the points
const TICKS = 12; // of a total that has no parts

/** How many of a number of things are shown by now, one after the other; all at once for who wants no motion. */
function usePaced(of: number, pause: number): number {
  const [shown, setShown] = useState(reduced() ? of : 0);
  useEffect(() => {
    if (shown >= of) return;
    const timer = setTimeout(() => setShown(shown + 1), pause);
    return () => clearTimeout(timer);
  }, [shown, of, pause]);
  return shown;
}

/** A column for everybody: each part of their points, then the sum, which grows with the parts. */
function Count({ match, module }: { match: Match; module: BoardModule }) {
  const say = match.say.value!;
  const { view, result } = match.shown.value!;
  const seats = match.about.value!.seats;
  const totals = seats.map((_, seat) => (result ? pointsOf(result, seat) : null));
  const tallies = useMemo(() => seats.map((_, seat) => module.tally?.(view, seat, say) ?? []), [view, say]);
  const parts = tallies[0] ?? [];
  const done = usePaced(parts.length || TICKS, parts.length > 0 ? STEP : STEP / TICKS);
  if (totals.includes(null)) return null;
  const sumOf = (seat: number) =>
    parts.length === 0
      ? Math.round((totals[seat]! * done) / TICKS)
      : done === parts.length
        ? totals[seat]!
        : tallies[seat]!.slice(0, done).reduce((sum, part) => sum + part.n, 0);
  return (
    <table class="count">
      <thead>
        <tr>
          <td />
          {seats.map((_, seat) => (
            <th key={seat} scope="col">
              <Emblem seat={seat} colour={module.colour?.(view, seat)} size={18} /> {match.nameOf(seat)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {parts.map((part, n) => (
          <tr key={part.label} class={n < done ? "" : "to-come"}>
            <th scope="row">{part.label}</th>
            {tallies.map((tally, seat) => (
              <td key={seat}>{tally[n]?.n ?? 0}</td>
            ))}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr class={(result?.winners ?? []).length > 0 && done === (parts.length || TICKS) ? "final" : ""}>
          <th scope="row">{t("in_all")}</th>
          {seats.map((_, seat) => (
            <td key={seat} class={result?.winners?.includes(seat) ? "winner" : ""}>
              {done === (parts.length || TICKS) ? (result?.points?.[seat] ?? sumOf(seat)) : sumOf(seat)}
            </td>
          ))}
        </tr>
      </tfoot>
    </table>
  );
}

// The story

interface Told {
  sentences: string[];
  /** The step at which one would begin again. */
  step: number;
}

/** Whose story is told: one's own; where several share the device, that of one who has lost. */
function teller(match: Match): number | undefined {
  const winners = match.shown.peek()?.result?.winners ?? [];
  const mine = match.mine.peek();
  return mine.find((seat) => !winners.includes(seat)) ?? mine[0];
}

function Story({ match, module }: { match: Match; module: BoardModule }) {
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const seat = teller(match);
    if (seat === undefined || match.shown.peek()?.result?.reason === "aborted") return;
    const review = new Review(match.id, match.key);
    const phrases = new Phrases(match, module);
    let stop = () => {};
    let closed = false;
    setBusy(true);
    void timelineOf(match).then((timeline) => {
      if (!timeline || closed) return setBusy(false);
      void review.start();
      stop = effect(() => {
        if (review.state.value === "none" || looked(review)) setBusy(false);
        if (!looked(review)) return;
        const story = storyOf(timeline, review.judged.value, seat, match.shown.peek()?.result?.winners ?? []);
        void sentencesOf(story, timeline, match, phrases).then((sentences) => {
          if (!closed) setTold(story.length > 0 ? { sentences, step: story.at(-1)!.step } : null);
        });
      });
    });
    return () => {
      closed = true;
      stop();
      review.close();
    };
  }, [match]);
  if (busy) return <p class="story looking">{t("story_comes")}</p>;
  if (!told) return null;
  const address = new URLSearchParams({ step: String(told.step), again: "1", ...keyOf(match) });
  return (
    <div class="story" role="status">
      <p>{told.sentences.join(" ")}</p>
      <a class="button main" href={`/match/${match.id}/look-back?${address}`}>
        {t("story_again")}
      </a>
    </div>
  );
}

const keyOf = (match: Match): Record<string, string> => (match.key ? { key: match.key } : {});

/** Whether every decision was looked at, if only for a moment; closer looks may change the story. */
const looked = (review: Review): boolean => review.of.value > 0 && review.looked.value >= review.of.value;

/** What has happened; nothing where it cannot be had: a match without its story is still a match. */
async function timelineOf(match: Match): Promise<Timeline | null> {
  try {
    const timeline = await api<Timeline>("GET", `/api/matches/${match.id}/course?${new URLSearchParams(keyOf(match))}`);
    return timeline.ended ? timeline : null;
  } catch (why) {
    if (why instanceof Refusal) return null;
    throw why;
  }
}

/** Decisions as the board says them, by the table before each; asked for once. */
class Phrases {
  #found = new Map<number, Promise<string>>();

  constructor(
    private readonly match: Match,
    private readonly module: BoardModule,
  ) {}

  of(one: Sentence): Promise<string> {
    const found = this.#found.get(one.step) ?? this.#ask(one);
    this.#found.set(one.step, found);
    return found;
  }

  async #ask(one: Sentence): Promise<string> {
    const wanted = { first: String(one.step), count: "1", eye: String(one.seat), ...keyOf(this.match) };
    const [table] = await api<PastTable[]>("GET", `/api/matches/${this.match.id}/steps?${new URLSearchParams(wanted)}`);
    return this.module.phrase(one.played, table!.views[0], this.match.say.peek()!);
  }
}

const sentencesOf = (story: Sentence[], timeline: Timeline, match: Match, phrases: Phrases): Promise<string[]> =>
  Promise.all(story.map((one) => said(one, match, phrases, timeline)));

// words: story_ahead, story_behind, story_clean, story_dearest, story_dearest_points
// words: story_ahead_of, story_behind_of, story_clean_of, story_dearest_of, story_dearest_points_of
async function said(one: Sentence, match: Match, phrases: Phrases, timeline: Timeline): Promise<string> {
  const own = match.mine.peek().length === 1;
  const points = one.id === "dearest" && timeline.alone;
  return t(`story_${one.id}${points ? "_points" : ""}${own ? "" : "_of"}` as PageWord, {
    who: match.nameOf(one.seat),
    n: points ? Math.round(one.share * timeline.alone!) : one.turn,
    share: percent(one.share),
    what: one.id === "dearest" ? await phrases.of(one) : "",
  });
}
