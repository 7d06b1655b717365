// How sure we are of a game's pieces.

import { language, t } from "../words";
import type { GameInfo } from "../wire";
import { Dialog } from "./dialog";

type Sum = { pieces: number; certain: number; likely: number; reconstructed: number };

export function sumOf(game: GameInfo): Sum {
  const sum: Sum = { pieces: 0, certain: 0, likely: 0, reconstructed: 0 };
  for (const box of game.components) for (const key of Object.keys(sum) as (keyof Sum)[]) sum[key] += box[key];
  return sum;
}

/** In one sentence. */
export function sure({ pieces, certain, reconstructed }: Sum): string {
  if (reconstructed > 0) return t("some_reconstructed", { n: reconstructed, all: pieces });
  return certain === pieces ? t("box_all_certain") : t("some_likely");
}

export function Pieces({ game }: { game: GameInfo }) {
  if (game.components.length === 0) return null;
  return (
    <Dialog look="text-link" label={t("pieces_short")} title={t("pieces_of", { game: game.title[language.value] })}>
      <p>
        <b>{sure(sumOf(game))}.</b> {t("box_about")}
      </p>
      <PiecesTable game={game} />
      <p>
        {t("pieces_own")} <a href={`/box/${game.name}`}>{t("box_to")}</a>
      </p>
    </Dialog>
  );
}

export function PiecesTable({ game }: { game: GameInfo }) {
  return (
    <table class="pieces-table">
      <thead>
        <tr>
          <th scope="col">{t("pieces_what")}</th>
          <th scope="col">{t("certain")}</th>
          <th scope="col">{t("likely")}</th>
          <th scope="col">{t("reconstructed")}</th>
        </tr>
      </thead>
      <tbody>
        {game.components.map((box) => (
          <tr key={box.name}>
            <th scope="row">{box.title[language.value]}</th>
            <td>{box.certain || "–"}</td>
            <td>{box.likely || "–"}</td>
            <td>{box.reconstructed || "–"}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
