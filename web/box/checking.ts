// What is to be said of a draft, asked again whenever it has changed.

import { useEffect, useState } from "preact/hooks";
import { api, Refusal } from "../server";
import type { FindingInfo } from "../wire";
import type { Row, Rows } from "./draft";

const PATIENCE = 500; // milliseconds after the last change
const LATER = 4000; // where the server cannot tell now

/** *rows* are the files that are not ours; null as long as nothing is known of them. */
export function useFindings(game: string, rows: Rows): FindingInfo[] | null {
  const [found, setFound] = useState<FindingInfo[] | null>(null);
  useEffect(() => {
    let latest = true;
    let timer = 0;
    const look = async () => {
      try {
        const told = await api<FindingInfo[]>("POST", `/api/games/${game}/boxes/check`, { rows });
        if (latest) setFound(told);
      } catch (why) {
        if (!(why instanceof Refusal)) throw why;
        if (latest) timer = setTimeout(look, LATER);
      }
    };
    timer = setTimeout(look, found === null ? 0 : PATIENCE);
    return () => {
      latest = false;
      clearTimeout(timer);
    };
  }, [game, rows]);
  return found;
}

/** The findings about a row, and those about its file as a whole. */
export const about = (found: readonly FindingInfo[], file: string, { id }: Row): FindingInfo[] =>
  found.filter((one) => one.file === file && one.id === id);
