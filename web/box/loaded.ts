// A box as the server has it, and how its game draws it.

import boards from "made:boards";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { BoardModule } from "../board";
import { attempt } from "../notice";
import { api } from "../server";
import { wordsOf } from "../texts";
import { language, speaker } from "../words";
import type { BoxInfo } from "../wire";
import type { Drawn } from "./work";

export function useBox(path: string): BoxInfo | undefined {
  const [box, setBox] = useState<BoxInfo>();
  useEffect(() => void attempt(async () => setBox(await api<BoxInfo>("GET", path))), [path]);
  return box;
}

/** How a game draws its pieces, as soon as that is known. */
export function useDrawn(game: string): Drawn | undefined {
  const [module, setModule] = useState<BoardModule | null>();
  const texts = wordsOf(game);
  useEffect(() => {
    const load = boards[game];
    if (!load) setModule(null);
    else void load().then((found) => setModule(found.default));
  }, [game]);
  const spoken = language.value;
  return useMemo(() => {
    if (!texts || module === undefined) return undefined;
    const say = speaker(texts, String, spoken);
    return (file, row) => module?.printed?.(file, row, say) ?? null;
  }, [texts, module, spoken]);
}
