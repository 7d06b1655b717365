// The box of a game as it is laid out, in which its owner makes our pieces true.

import "../core";
import { useMemo, useState } from "preact/hooks";
import { useGames, useTitle } from "../home/lobby";
import { Room } from "../home/room";
import { language, t } from "../words";
import type { BoxInfo, GameInfo } from "../wire";
import { useFindings } from "./checking";
import { begin, ownFiles, renewed, rowsOf, type Draft, type Place } from "./draft";
import { Editor } from "./editor";
import { Findings } from "./findings";
import { useKeys } from "./keys";
import { Laid } from "./laid";
import { useBox, useDrawn } from "./loaded";
import { draftOf } from "./memory";
import { SharedBox } from "./shared";
import { Tools } from "./tools";
import { type Drawn, firstOpen, totals, type Work } from "./work";

export default function BoxPage({ game: name, shared }: { game: string; shared: string }) {
  const games = useGames();
  const game = games.find((one) => one.name === name);
  const box = useBox(`/api/games/${name}/box`);
  const drawn = useDrawn(name);
  return (
    <Room>
      {game && box && drawn && shared && <SharedBox game={game} box={box} digest={shared} drawn={drawn} />}
      {game && box && drawn && !shared && <Workshop game={game} box={box} drawn={drawn} />}
      {!(game && box && drawn) && (
        <main class="placeholder" aria-busy={games.length === 0 || game !== undefined}>
          <p>{games.length > 0 && !game ? t("no_such_game") : t("loading")}</p>
          <a class="button" href="/">
            {t("to_games")}
          </a>
        </main>
      )}
    </Room>
  );
}

function Workshop({ game, box, drawn }: { game: GameInfo; box: BoxInfo; drawn: Drawn }) {
  const work = useWork(game, box, drawn);
  const title = t("box_title", { game: game.title[language.value] });
  useTitle(title);
  useKeys(work.work);
  return (
    <main class="own-pieces">
      <header>
        <h1>{title}</h1>
        <p>{t("box_page_about")}</p>
        <Standing work={work.work} />
      </header>
      <Editor work={work.work} follow={work.follow} />
      <Findings work={work.work} />
      <Laid work={work.work} />
      <div class="tools">
        <Tools work={work.work} />
      </div>
    </main>
  );
}

function useWork(game: GameInfo, box: BoxInfo, drawn: Drawn): { work: Work; follow: { column: string } | null } {
  const kept = draftOf(game.name);
  const ours = useMemo(() => rowsOf(box), [box]);
  const fresh = useMemo(() => begin(box), [box]);
  const draft = kept.value ? current(kept.value, box) : fresh;
  const [place, setPlace] = useState<Place>(() => firstOpen(box, draft.rows));
  const [follow, setFollow] = useState<{ column: string } | null>(hasKeys() ? { column: "" } : null);
  const own = useMemo(() => ownFiles(draft.rows, ours), [draft.rows, ours]);
  const work: Work = {
    game,
    box,
    ours,
    draft,
    place,
    drawn,
    findings: useFindings(game.name, own),
    set: (next) => (kept.value = next),
    take: (next, following = false) => {
      setPlace(next);
      setFollow(following ? { column: following === true ? "" : following } : null);
    },
  };
  return { work, follow };
}

/** Where a keyboard is at hand one can type at once; on a phone it would cover the piece. */
const hasKeys = (): boolean => matchMedia("(pointer: fine)").matches;

const current = (draft: Draft, box: BoxInfo): Draft => (draft.rules === box.rules ? draft : renewed(draft, box));

function Standing({ work }: { work: Work }) {
  const { yours, all } = totals(work);
  return (
    <div class="standing">
      <progress value={yours} max={all} aria-labelledby="standing" />
      <span id="standing">{t("box_standing", { yours, all })}</span>
    </div>
  );
}
