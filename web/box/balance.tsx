// How a box plays beside ours: thousands of games, counted.

import { useEffect, useRef, useState } from "preact/hooks";
import { linesOf } from "../ndjson";
import { attempt } from "../notice";
import { ask, Refusal } from "../server";
import { percent, t } from "../words";
import type { BalanceProgress, Comparison, Figures, PieceShare, Problem } from "../wire";
import { bring } from "./bring";
import { columnsOf } from "./draft";
import { pieceText, sheetOf, type Work } from "./work";

export function Balance({ work }: { work: Work }) {
  const [progress, setProgress] = useState<BalanceProgress | null>(null);
  const [found, setFound] = useState<Comparison | null>(null);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const begin = async () => {
    setFound(null);
    setProgress({ done: 0, of: 0 });
    stop.current = new AbortController();
    const { signal } = stop.current;
    try {
      await compare(await bring(work.game.name, work.draft.rows), signal, (line) => {
        setProgress(line);
        if (line.found) setFound(line.found);
      });
    } catch (why) {
      if (!signal.aborted) throw why;
    } finally {
      setProgress(null);
    }
  };
  return (
    <section class="paper balance" aria-labelledby="box-balance">
      <h2 id="box-balance">{t("box_balance")}</h2>
      <p>{t("box_balance_about")}</p>
      <div class="row">
        <button
          type="button"
          disabled={progress !== null}
          onClick={(event) => void attempt(begin, event.currentTarget)}
        >
          {t("box_balance_begin")}
        </button>
        {progress && (
          <button type="button" class="quiet" onClick={() => stop.current?.abort()}>
            {t("cancel")}
          </button>
        )}
      </div>
      {progress && <Progress progress={progress} />}
      {found && <Found work={work} found={found} />}
    </section>
  );
}

/** Reads to the end; whoever aborts ends it. */
async function compare(digest: string, signal: AbortSignal, tell: (line: BalanceProgress) => void): Promise<void> {
  const answer = await ask("POST", `/api/boxes/${digest}/balance/stream`, {}, signal);
  for await (const line of linesOf(answer.body!)) {
    if (line === "") continue;
    const said = JSON.parse(line) as BalanceProgress | Problem;
    if ("id" in said) throw new Refusal(said);
    tell(said);
  }
}

function Progress({ progress: { done, of, left, place, compiling } }: { progress: BalanceProgress }) {
  const parts = [
    of > 0 ? t("box_balance_done", { n: done, all: of }) : "",
    left !== undefined ? t("box_balance_left", { n: left }) : "",
    place ? t("box_balance_place", { n: place }) : "",
    compiling ? t("box_balance_preparing") : "",
  ];
  return (
    <div>
      <progress {...(of > 0 ? { value: done, max: of } : {})} aria-label={t("box_balance")} />
      <p class="soft">{parts.filter(Boolean).join(" · ") || t("loading")}</p>
    </div>
  );
}

type Line = [label: string, figure: (figures: Figures) => string];

const round = (n: number): string => n.toFixed(1);

/** What is told of all games; turns that are stuck only where there are turns to count. */
const linesFor = (found: Comparison): Line[] => [
  [t("box_balance_score"), ({ median }) => String(median)],
  [t("box_balance_span"), ({ low, high }) => `${low}–${high}`],
  [t("box_balance_first"), ({ seats }) => percent(seats[0]?.won ?? 0)],
  [t("box_balance_steps"), ({ steps }) => round(steps)],
  ...(found.random.turns > 0
    ? [[t("box_balance_stuck"), ({ turns, stuck }) => percent(stuck / Math.max(turns, 1), 1)] as Line]
    : []),
];

function Found({ work, found }: { work: Work; found: Comparison }) {
  const all = [found.random, found.our_random, found.club, found.our_club];
  return (
    <div class="figures">
      <table>
        <thead>
          <tr>
            <td />
            {[t("box_balance_random"), t("box_balance_club")].map((who) => (
              <th key={who} colSpan={2} scope="colgroup">
                {who}
              </th>
            ))}
          </tr>
          <tr>
            <td />
            {[0, 1].flatMap((n) =>
              (["yours", "ours"] as const).map((whose) => (
                <th key={`${n} ${whose}`} scope="col">
                  {t(`box_balance_${whose}`)}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {linesFor(found).map(([label, figure]) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {all.map((figures, n) => (
                <td key={n}>{figure(figures)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {found.club.shares.length > 0 && <Shares work={work} found={found} />}
    </div>
  );
}

const shareOf = (one: PieceShare | undefined): string =>
  one && one.offered > 0 ? percent(one.taken / one.offered) : "–";

/** Each piece of the owner's beside the one of ours with its id. */
function Shares({ work, found }: { work: Work; found: Comparison }) {
  const ours = new Map(found.our_club.shares.map((one) => [`${one.file} ${one.id}`, one]));
  return (
    <details>
      <summary>{t("box_balance_pieces")}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("box_balance_piece")}</th>
            <th scope="col">{t("box_balance_yours")}</th>
            <th scope="col">{t("box_balance_ours")}</th>
          </tr>
        </thead>
        <tbody>
          {found.club.shares.map((one) => (
            <tr key={`${one.file} ${one.id}`}>
              <th scope="row">{named(work, one)}</th>
              <td>{shareOf(one)}</td>
              <td>{shareOf(ours.get(`${one.file} ${one.id}`))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The piece in words, as it is in the draft now. */
function named({ box, draft }: Work, { file, id }: PieceShare): string {
  const row = draft.rows[file]?.find((one) => one.id === id);
  return row ? pieceText(columnsOf(sheetOf(box, file), row), row) : id;
}
