// What the pages before a match know: the games, the matches, and who sits where.

import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { remembered } from "../memory";
import { attempt } from "../notice";
import { go } from "../router";
import { api, online, Refusal } from "../server";
import { knows, t, tOf } from "../words";
import type { GameInfo, MatchLine } from "../wire";

const games = signal<GameInfo[]>([]);
export function useGames(): GameInfo[] {
  useEffect(() => {
    if (games.peek().length === 0)
      void attempt(async () => (games.value = inOrder(await api<GameInfo[]>("GET", "/api/games"))));
  }, []);
  return games.value;
}

/** In the order of the day: every game has its hour, from night to lamp light. */
const inOrder = (found: GameInfo[]) => [...found].sort((a, b) => (a.facts.hour ?? 24) - (b.facts.hour ?? 24));

/** The opponents of a game; none while the games are on their way. */
export const useLevels = (game: string): string[] => useGames().find((one) => one.name === game)?.levels ?? [];

/** Against whom each game was played last; a newcomer begins with the first rung. */
const played = remembered<Record<string, string>>("levels", {});
export const lastLevel = (game: GameInfo): string => {
  const last = played.value[game.name] ?? "";
  return game.levels.includes(last) ? last : (game.levels[0] ?? "");
};

/** A match for a number of seats, one of them ours, at once. */
export async function playNow(game: GameInfo, seats: number, level = lastLevel(game), components = ""): Promise<void> {
  const others = Array(seats - 1).fill({ kind: "ai", level });
  const data = { game: game.name, seats: [{ kind: "me" }, ...others], components };
  const { id } = await api<{ id: string }>("POST", "/api/matches", data);
  if (seats > 1) noteLevel(game.name, level);
  go(`/match/${id}`);
}

export function noteLevel(game: string, level: string): void {
  played.value = { ...played.peek(), [game]: level };
}

/** Fewer than two cannot beat anybody. */
export const fewest = (game: GameInfo): number =>
  Math.min(...game.seats.filter((n) => n > 1 || game.levels.length === 0));

export const findMatches = (search: Record<string, string>): Promise<MatchLine[]> =>
  api("GET", `/api/matches?${new URLSearchParams(search)}`);

export function playerName({ kind, name, yours }: MatchLine["seats"][number]): string {
  if (kind === "open" || kind === "reserved") return t("free");
  if (kind === "ai" && name && knows(name)) return tOf(name);
  return name ?? (yours ? t("you") : t("nameless"));
}

/** Whether somebody sits, or could sit, at a table whose host knows the deal. */
export const isKnown = ({ known_deal, seats }: Pick<MatchLine, "known_deal" | "seats">): boolean =>
  Boolean(known_deal) && seats.some(({ kind, yours }) => !yours && kind !== "ai");

/** What the server answers now, and again every few seconds while somebody looks. */
export function useNews<T>(ask: () => Promise<T>, seconds = 15): T | undefined {
  const [news, setNews] = useState<T>();
  const look = () => {
    if (document.visibilityState === "hidden") return;
    ask().then(
      (found) => {
        online.value = true;
        setNews(() => found);
      },
      (why) => {
        if (!(why instanceof Refusal)) throw why;
        if (why.id === "offline") online.value = false;
      },
    );
  };
  useEffect(() => {
    look();
    const timer = setInterval(look, seconds * 1000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, []);
  return news;
}

export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Sunroom`;
    return () => (document.title = "Sunroom");
  }, [title]);
}
