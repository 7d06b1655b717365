// The story of a match that has ended, as soon as its review knows it: fetched, worded, and where to begin again.

import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import type { BoardModule } from "../board";
import { Review } from "../lookback/review";
import { Refusal, api } from "../server";
import { type PageWord, percent, t } from "../words";
import type { PastTable, Timeline } from "../wire";
import type { Match } from "./match";
import { type Sentence, againFrom, storyOf, tellerOf } from "./story";

interface StoryText {
  sentences: string[];
  /** The step from which one would try again; none where nothing was to be done better. */
  again: number | undefined;
}

export function Story({ match, module }: { match: Match; module: BoardModule }) {
  const [text, setText] = useState<StoryText | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const seat = tellerOf(match.about.peek()!.seats, match.shown.peek()?.result?.winners ?? []);
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
          if (!closed) setText(story.length > 0 ? { sentences, again: againFrom(story) } : null);
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
  if (!text) return null;
  return (
    <div class="story" role="status">
      <p>{text.sentences.join(" ")}</p>
      {text.again !== undefined && (
        <a class="button main" href={againAt(match, text.again)}>
          {t("story_again")}
        </a>
      )}
    </div>
  );
}

const againAt = (match: Match, step: number): string =>
  `/match/${match.id}/look-back?${new URLSearchParams({ step: String(step), again: "1", ...keyOf(match) })}`;

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

/** What was played and what was best, as the board says it. */
type Phrased = Record<"what" | "best", string>;

/** Decisions as the board says them, by the table before each; asked for once. */
class Phrases {
  #found = new Map<number, Promise<Phrased>>();

  constructor(
    private readonly match: Match,
    private readonly module: BoardModule,
  ) {}

  of(one: Sentence): Promise<Phrased> {
    const found = this.#found.get(one.step) ?? this.#ask(one);
    this.#found.set(one.step, found);
    return found;
  }

  async #ask(one: Sentence): Promise<Phrased> {
    const wanted = { first: String(one.step), count: "1", eye: String(one.seat), ...keyOf(this.match) };
    const [table] = await api<PastTable[]>("GET", `/api/matches/${this.match.id}/steps?${new URLSearchParams(wanted)}`);
    const phrase = (text: string) => this.module.phrase(text, table!.views[0], this.match.say.peek()!);
    return { what: phrase(one.played), best: phrase(one.best) };
  }
}

const sentencesOf = (story: Sentence[], timeline: Timeline, match: Match, phrases: Phrases): Promise<string[]> =>
  Promise.all(story.map((one) => said(one, match, phrases, timeline)));

// words: story_ahead, story_behind, story_clean, story_closest, story_dearest, story_dearest_points, story_everything
// words: story_ahead_of, story_behind_of, story_clean_of, story_closest_of, story_dearest_of, story_dearest_points_of
// words: story_everything_of
async function said(one: Sentence, match: Match, phrases: Phrases, timeline: Timeline): Promise<string> {
  const own = match.about.peek()!.seats.filter((seat) => seat.yours).length === 1;
  const points = one.id === "dearest" && timeline.alone;
  return t(`story_${one.id}${points ? "_points" : ""}${own ? "" : "_of"}` as PageWord, {
    who: match.nameOf(one.seat),
    n: one.turn,
    points: points ? Math.round(one.share * timeline.alone!) : "",
    share: percent(one.share),
    ...(one.id === "dearest" || one.id === "everything" ? await phrases.of(one) : {}),
  });
}
