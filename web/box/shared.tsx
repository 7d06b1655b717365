// A box that somebody shares: to be looked at, played with, and put in the place of one's own.

import { fewest, lastLevel, playNow, useTitle } from "../home/lobby";
import { attempt } from "../notice";
import { go } from "../router";
import { language, t, tOf } from "../words";
import type { BoxInfo, GameInfo } from "../wire";
import { begin, columnsOf, ofAnother, replaced, rowsOf, standing } from "./draft";
import { useBox } from "./loaded";
import { draftOf } from "./memory";
import { pieceText, type Drawn } from "./work";

interface SharedProps {
  game: GameInfo;
  box: BoxInfo;
  digest: string;
  drawn: Drawn;
}

export function SharedBox({ game, box, digest, drawn }: SharedProps) {
  const theirs = useBox(`/api/boxes/${digest}`);
  const title = t("box_shared_title", { game: game.title[language.value] });
  useTitle(title);
  const kept = draftOf(game.name);
  const take = () => {
    kept.value = replaced(kept.peek() ?? begin(box), ofAnother(rowsOf(theirs!)));
    go(`/box/${game.name}`);
  };
  const level = lastLevel(game);
  const play = (event: MouseEvent) =>
    void attempt(() => playNow(game, fewest(game), level, digest), event.currentTarget as Element);
  const right = theirs?.game === game.name;
  return (
    <main class="own-pieces shared" aria-busy={!theirs}>
      <header>
        <h1>{title}</h1>
        {right && <p>{t("box_shared_about", standing(theirs, rowsOf(theirs)))}</p>}
        {right && kept.value && <p>{t("box_shared_instead")}</p>}
        {theirs && !right && <p>{t("no_such_game")}</p>}
        <div class="row">
          {right && (
            <button type="button" class="main" onClick={play}>
              {t("box_play_now", { level: tOf(level) })}
            </button>
          )}
          {right && (
            <button type="button" onClick={take}>
              {t(kept.value ? "box_replace" : "box_take_over")}
            </button>
          )}
          <a class="button quiet" href={`/box/${game.name}`}>
            {t(kept.value ? "box_to_mine" : "box_to")}
          </a>
        </div>
      </header>
      {right && <Pieces box={theirs} drawn={drawn} />}
    </main>
  );
}

function Pieces({ box, drawn }: { box: BoxInfo; drawn: Drawn }) {
  const rows = rowsOf(box);
  return (
    <div class="laid">
      {box.sheets.map((sheet) => (
        <section key={sheet.name} class="sheet">
          <h2>{sheet.title[language.value]}</h2>
          <ul>
            {rows[sheet.name]!.map((row) => (
              <li key={row.id} class="laid-piece" data-status={row.status}>
                {drawn(sheet.name, row)}
                <span class={drawn(sheet.name, row) ? "unseen" : "in-words"}>
                  {pieceText(columnsOf(sheet, row), row)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
