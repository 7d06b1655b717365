// Which pieces a new table has: ours, or those of one's own box.

import { useEffect, useState } from "preact/hooks";
import { bring } from "../box/bring";
import { choose, chosen, draftOf } from "../box/memory";
import { Refusal } from "../server";
import { t } from "../words";
import type { GameInfo } from "../wire";
import { sumOf, sure } from "./pieces";

interface OwnBoxProps {
  game: GameInfo;
  change: (components: string) => void;
}

export function OwnBox({ game, change }: OwnBoxProps) {
  const draft = draftOf(game.name).value;
  const own = draft !== null && chosen.value.includes(game.name);
  const [trouble, setTrouble] = useState("");
  useEffect(() => {
    change("");
    setTrouble("");
    if (!own) return;
    let latest = true;
    bring(game.name, draft.rows).then(
      (components) => latest && change(components),
      (why) => {
        if (!(why instanceof Refusal)) throw why;
        if (latest) setTrouble(why.message);
      },
    );
    return () => {
      latest = false;
    };
  }, [own]);
  return (
    <section class="paper" aria-labelledby="own-box">
      <h2 id="own-box">{t("pieces_what")}</h2>
      <p>{own ? t("box_taken") : t("box_ours", { sure: sure(sumOf(game)) })}</p>
      {draft && (
        <label class="setting">
          <input
            type="checkbox"
            checked={own}
            aria-describedby="box-trouble"
            onChange={(event) => choose(game.name, event.currentTarget.checked)}
          />
          <span>{t("box_always")}</span>
        </label>
      )}
      <div id="box-trouble" role="alert">
        {trouble && <p class="trouble">{trouble}</p>}
      </div>
      <a class="button" href={`/box/${game.name}`}>
        {t(draft ? "box_to_mine" : "box_to")}
      </a>
    </section>
  );
}
