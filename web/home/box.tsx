// The pieces of one's own box, as CSV files.

import { useRef, useState } from "preact/hooks";
import { api, away, Refusal } from "../server";
import { language, t } from "../words";
import type { GameInfo } from "../wire";
import { PiecesTable, sumOf, sure } from "./pieces";

interface OwnBoxProps {
  game: GameInfo;
  components: string;
  change: (components: string) => void;
}

export function OwnBox({ game, components, change }: OwnBoxProps) {
  const input = useRef<HTMLInputElement>(null);
  const [names, setNames] = useState<string[]>([]);
  const [trouble, setTrouble] = useState("");
  const take = async (chosen: File[]) => {
    change("");
    setTrouble("");
    setNames(chosen.map((file) => file.name));
    if (chosen.length === 0) return;
    try {
      const brought = Object.fromEntries(
        await Promise.all(chosen.map(async (file) => [fileName(game, file.name), await file.text()])),
      );
      const files = { ...(await ours(game, Object.keys(brought))), ...brought };
      change((await api<{ components: string }>("POST", `/api/games/${game.name}/boxes`, { files })).components);
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      setTrouble(why.message);
    }
  };
  const back = () => {
    if (input.current) input.current.value = "";
    void take([]);
  };
  return (
    <section class="paper" aria-labelledby="own-box">
      <h2 id="own-box">{t("pieces_what")}</h2>
      <p>{components ? t("box_taken", { n: names.length }) : t("box_ours", { sure: sure(sumOf(game)) })}</p>
      <details open={trouble !== ""}>
        <summary>{t("own_box")}</summary>
        <PiecesTable game={game} />
        <p>{t("own_box_about")}</p>
        <ul class="files">
          {game.components.map(({ name, title }) => (
            <li key={name}>
              <a
                href={`/api/games/${game.name}/boxes/${name}.csv`}
                download={`${name}.csv`}
                aria-label={`${name}.csv: ${title[language.value]}`}
              >
                {name}.csv
              </a>
            </li>
          ))}
        </ul>
        <label class="file">
          <span>{t("own_box_files")}</span>
          <input
            ref={input}
            type="file"
            accept=".csv,text/csv"
            multiple
            aria-describedby="box-trouble"
            onChange={(event) => void take([...(event.currentTarget.files ?? [])])}
          />
        </label>
        {(components || trouble) && (
          <button type="button" class="quiet" onClick={back}>
            {t("own_box_back")}
          </button>
        )}
        <div id="box-trouble" role="alert">
          {trouble && (
            <p class="trouble">
              {trouble} {t("nothing_lost")}
            </p>
          )}
        </div>
      </details>
    </section>
  );
}

/** Our files for those that nobody has brought. */
async function ours(game: GameInfo, brought: string[]): Promise<Record<string, string>> {
  const absent = game.components.map((box) => `${box.name}.csv`).filter((name) => !brought.includes(name));
  const texts = await Promise.all(
    absent.map((name) =>
      fetch(`/api/games/${game.name}/boxes/${name}`).then(
        (answer) => answer.text(),
        () => Promise.reject(away()),
      ),
    ),
  );
  return Object.fromEntries(absent.map((name, n) => [name, texts[n]!]));
}

/** A file may have been saved with the game's name in front, or as "tiles (1).csv". */
function fileName(game: GameInfo, name: string): string {
  const known = game.components.map((box) => `${box.name}.csv`);
  const short = name.replace(`${game.name}-`, "").replace(/ ?\(\d+\)\.csv$/, ".csv");
  return known.includes(short) ? short : name;
}
