// When the end of a match is shown: after the last scene and a pause, to whoever was there when it ended.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { BoardModule } from "../board";
import { underWay } from "../scenes";
import type { Match } from "./match";

const PAUSE = 1100; // milliseconds in which the table stands still

/** Whether the end lies over the table. */
export const endShown = signal(false);

export type Ending = ComponentType<{ match: Match; module: BoardModule; close: () => void }>;

/** The panel of the end, fetched when it is needed; nothing as long as it is not to be seen. */
export function useEnding(match: Match, module: BoardModule | null): Ending | null {
  const [found, setFound] = useState<{ Ending: Ending } | null>(null);
  const wasThere = useRef(false);
  const over = match.over.value && match.current.value;
  const busy = underWay.value;
  const shown = endShown.value;
  if (match.shown.value?.status === "playing") wasThere.current = true;
  useEffect(() => {
    if (!over || busy || !wasThere.current || !module || module.ends) return;
    const timer = setTimeout(() => {
      wasThere.current = false; // once: whoever closes it has seen it
      endShown.value = true;
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [over, busy, module]);
  useEffect(() => {
    if (shown && !found) void import("./ending").then((loaded) => setFound({ Ending: loaded.default }));
  }, [shown]);
  useEffect(() => {
    if (!over) endShown.value = false; // a takeback after the end, or another match
  }, [over]);
  useEffect(
    () => () => {
      endShown.value = false;
    },
    [match],
  );
  return shown && over ? (found?.Ending ?? null) : null;
}
