// The rules to read: chapter by chapter, each with an address, searchable, and honest about where they come from.

import "../core";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { attempt, tell } from "../notice";
import { here } from "../router";
import { api } from "../server";
import { Shell } from "../shell";
import { language, t } from "../words";
import type { Chapter, GameInfo, Rulebook, Statement } from "../wire";
import { bare, folded, Marked } from "./markup";
import { Mark, Pieces } from "./pieces";
import { lastTable } from "./memory";
import { LanguageButton } from "../settings";

export default function RulesPage({ game }: { game: string }) {
  const book = useBook(game);
  const info = useInfo(game);
  const [sought, setSought] = useState("");
  const target = decodeURIComponent(here.value.hash.slice(1));
  useArrival(target, book);
  const words = useMemo(
    () =>
      folded(sought)
        .split(/\s+/)
        .filter((word) => word.length > 1),
    [sought],
  );
  const chapters = useMemo(() => (book ? keyed(book.chapters).map((one) => narrowed(one, words)) : []), [book, words]);
  const shown = chapters.filter(({ matches }) => matches);
  const title = book?.title ?? info?.title[language.value];
  useEffect(() => {
    if (title) document.title = `${t("rules_of", { title })} – Sunroom`;
  }, [title, language.value]);
  return (
    <Shell game={game} title={title} extra={<LanguageButton />}>
      <main class="rules">
        <nav class="contents" aria-label={t("contents")}>
          <Ways game={game} info={info} />
          <Search
            value={sought}
            onInput={setSought}
            found={words.length > 0 ? shown.reduce((sum, one) => sum + one.matches, 0) : -1}
          />
          <Contents chapters={shown} pieces={Boolean(info?.components.length) && words.length === 0} />
        </nav>
        <article class="book" aria-busy={!book}>
          {book && (
            <>
              <h1>{t("rules_of", { title: book.title })}</h1>
              {words.length === 0 &&
                book.text.map((text) => (
                  <p class="lead">
                    <Marked text={text} />
                  </p>
                ))}
              {words.length > 0 && shown.length === 0 && <p class="none">{t("found_nothing", { text: sought })}</p>}
              {shown.map((one) => (
                <ChapterText key={one.key} chapter={one} find={words} target={target} />
              ))}
              {words.length === 0 && info && <Pieces info={info} />}
            </>
          )}
        </article>
      </main>
    </Shell>
  );
}

// What is fetched

function useBook(game: string): Rulebook | null {
  const [book, setBook] = useState<Rulebook | null>(null);
  const spoken = language.value;
  useEffect(() => {
    void attempt(async () => setBook(await api<Rulebook>("GET", `/api/games/${game}/rulebook?lang=${spoken}`)));
  }, [game, spoken]);
  return book;
}

export function useInfo(game: string): GameInfo | undefined {
  const [infos, setInfos] = useState<GameInfo[]>([]);
  useEffect(() => void attempt(async () => setInfos(await api<GameInfo[]>("GET", "/api/games"))), []);
  return infos.find((one) => one.name === game);
}

// Finding one's way

/** Whoever comes for one rule is brought to it. */
function useArrival(target: string, book: Rulebook | null): void {
  const arrived = useRef("");
  useEffect(() => {
    const rule = target && book ? document.getElementById(target) : null;
    const now = `${target} ${here.value.href}`;
    if (!rule || arrived.current === now) return;
    arrived.current = now;
    rule.scrollIntoView({ block: rule.matches(".rule") ? "center" : "start" });
    rule.focus({ preventScroll: true });
  });
}

function Ways({ game, info }: { game: string; info: GameInfo | undefined }) {
  const from = lastTable.value;
  if (from?.game === game)
    return (
      <a class="button way" href={from.path}>
        <span aria-hidden="true">←</span> {t("back_to_table")}
      </a>
    );
  if (!info?.tutorial) return null;
  return (
    <a class="button way" href={`/learn/${game}`}>
      {t("learn_by_playing")}
    </a>
  );
}

function Search({ value, onInput, found }: { value: string; onInput: (text: string) => void; found: number }) {
  return (
    <search class="seek">
      <label>
        <span>{t("search_rules")}</span>
        <input
          type="search"
          value={value}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onInput(event.currentTarget.value)}
        />
      </label>
      <p role="status">{found >= 0 && t("found_rules", { n: found })}</p>
    </search>
  );
}

function Contents({ chapters, pieces }: { chapters: KeyedChapter[]; pieces: boolean }) {
  const wide = useWide();
  const reading = useReading();
  const here = (key: string) => (key === reading ? "location" : undefined);
  return (
    <details class="list" open={wide}>
      <summary>{t("contents")}</summary>
      <ol>
        {chapters.map((one) => (
          <li key={one.key}>
            <a href={`#${one.key}`} aria-current={here(one.key)}>
              <span class="number">{one.number}</span> <span>{one.title}</span>
            </a>
          </li>
        ))}
        {pieces && (
          <li>
            <a href="#pieces" aria-current={here("pieces")}>
              <span class="number" /> <span>{t("pieces")}</span>
            </a>
          </li>
        )}
      </ol>
    </details>
  );
}

/** The chapter at which one is. */
function useReading(): string {
  const [reading, setReading] = useState("");
  useEffect(() => {
    const look = () => {
      const above = [...document.querySelectorAll<HTMLElement>(".book h2")].filter(
        (one) => one.getBoundingClientRect().top < innerHeight / 3,
      );
      setReading(above.at(-1)?.id ?? "");
    };
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, []);
  return reading;
}

function useWide(): boolean {
  const media = useMemo(() => matchMedia("(min-width: 60rem)"), []);
  const [wide, setWide] = useState(media.matches);
  useEffect(() => {
    const look = () => setWide(media.matches);
    media.addEventListener("change", look);
    return () => media.removeEventListener("change", look);
  }, []);
  return wide;
}

// Searching

interface KeyedChapter extends Chapter {
  key: string;
  matches: number;
}

const keyed = (chapters: Chapter[]): KeyedChapter[] =>
  chapters.map((one, n) => ({ ...one, key: one.number ? `chapter-${one.number}` : `part-${n}`, matches: 1 }));

/** A chapter with only those of its rules in which all words occur. */
function narrowed(chapter: KeyedChapter, words: string[]): KeyedChapter {
  if (words.length === 0) return chapter;
  const has = (text: string) => words.every((word) => folded(bare(text)).includes(word));
  const rules = (chapter.rules ?? []).filter((one) => has(`${one.id} ${one.text} ${one.note ?? ""}`));
  const points = (chapter.points ?? []).filter(has);
  return { ...chapter, text: [], points, rules, matches: rules.length + points.length };
}

// The text

function ChapterText({ chapter, find, target }: { chapter: KeyedChapter; find: string[]; target: string }) {
  return (
    <section aria-labelledby={chapter.key}>
      <h2 id={chapter.key} tabIndex={-1}>
        {chapter.number && <span class="number">{chapter.number}</span>} {chapter.title}
      </h2>
      {chapter.text?.map((text) => (
        <p class="aside">
          <Marked text={text} find={find} />
        </p>
      ))}
      {Boolean(chapter.points?.length) && (
        <ul class="points">
          {chapter.points!.map((text) => (
            <li>
              <Marked text={text} find={find} />
            </li>
          ))}
        </ul>
      )}
      {Boolean(chapter.rules?.length) && (
        <ol class="statements">
          {chapter.rules!.map((rule) => (
            <RuleText key={rule.id} rule={rule} find={find} lit={rule.id === target} />
          ))}
        </ol>
      )}
    </section>
  );
}

// words: kind_interpretation, kind_open, kind_reconstructed, kind_variant, kind_own_variant
function RuleText({ rule, find, lit }: { rule: Statement; find: string[]; lit: boolean }) {
  const finer = /[a-z]$/.test(rule.id);
  return (
    <li
      id={rule.id}
      class={`rule ${finer ? "finer" : ""} ${lit ? "arrived" : ""}`}
      tabIndex={-1}
      aria-current={lit ? "true" : undefined}
    >
      <a class="id" href={`#${rule.id}`}>
        {rule.id}
      </a>
      <div class="says">
        <p>
          {rule.kind && (
            <span class={`kind ${rule.kind}`}>
              {rule.certainty && <Mark status={rule.certainty} />} {t(`kind_${rule.kind}`)}
            </span>
          )}{" "}
          <Marked text={rule.text} find={find} />
        </p>
        {rule.note && (
          <p class="source">
            <Marked text={rule.note} find={find} />
          </p>
        )}
      </div>
      <CopyLink id={rule.id} />
    </li>
  );
}

function CopyLink({ id }: { id: string }) {
  const copy = async () => {
    const address = `${location.origin}${location.pathname}#${id}`;
    try {
      await navigator.clipboard.writeText(address);
      tell(t("copied"));
    } catch {
      tell(address); // without https there is no clipboard
    }
  };
  return (
    <button
      type="button"
      class="quiet copy"
      aria-label={t("copy_rule", { id })}
      title={t("copy_rule", { id })}
      onClick={() => void copy()}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.7 1.7" />
        <path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.7-1.7" />
      </svg>
    </button>
  );
}
