// What is in the box, and how sure we are of it. Never colour alone: full, half, dashed.

import { language, t } from "../words";
import type { GameInfo } from "../wire";

const STATUS = ["certain", "likely", "reconstructed"] as const;
type Status = (typeof STATUS)[number];

export function Mark({ status }: { status: Status }) {
  return (
    <svg class={`mark-of ${status}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle class="ring" cx="8" cy="8" r="6" />
      {status === "certain" && <circle class="full" cx="8" cy="8" r="6" />}
      {status === "likely" && <path class="full" d="M8 2a6 6 0 0 0 0 12z" />}
    </svg>
  );
}

// words: sure_certain, sure_likely, sure_reconstructed
export function Pieces({ info }: { info: GameInfo }) {
  if (info.components.length === 0) return null;
  const any = (status: Status) => info.components.some((box) => box[status] > 0);
  return (
    <section aria-labelledby="pieces">
      <h2 id="pieces" tabIndex={-1}>
        {t("pieces")}
      </h2>
      <p class="aside">
        {any("reconstructed")
          ? t("pieces_about")
          : any("likely")
            ? t("pieces_about_likely")
            : t("pieces_about_certain")}
      </p>
      <ul class="boxes">
        {info.components.map((box) => (
          <li key={box.name} class={box.reconstructed > 0 ? "reconstructed" : ""}>
            <h3>{box.title[language.value]}</h3>
            <Shares box={box} />
            <p class="counts">
              {STATUS.filter((status) => box[status] > 0).map((status) => (
                <span key={status} class={status}>
                  <Mark status={status} />{" "}
                  {box[status] === box.pieces && box.pieces > 1
                    ? t(`all_${status}`, { n: box.pieces })
                    : t(`sure_${status}`, { n: box[status] })}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
      {info.own_components && (
        <p>
          <a href={`/new/${info.name}`}>{t("own_pieces")}</a>
        </p>
      )}
    </section>
  );
}

// words: all_certain, all_likely, all_reconstructed
function Shares({ box }: { box: GameInfo["components"][number] }) {
  return (
    <span class="shares" aria-hidden="true">
      {STATUS.filter((status) => box[status] > 0).map((status) => (
        <span key={status} class={status} style={{ flexGrow: box[status] }} />
      ))}
    </span>
  );
}
