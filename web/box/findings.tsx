// What is to be said of a draft, in sentences that lead to the piece.

import { language, t } from "../words";
import type { FindingInfo } from "../wire";
import type { Work } from "./work";

const SIGNS = { mistake: "✕", strange: "?", fine: "✓" };

// words: box_kind_mistake, box_kind_strange, box_kind_fine
export function Sentence({ finding: { kind, said } }: { finding: FindingInfo }) {
  return (
    <p class="finding" data-kind={kind}>
      <span class="sign" aria-hidden="true">
        {SIGNS[kind]}
      </span>
      <span>
        <span class="unseen">{t(`box_kind_${kind}`)}: </span>
        {said[language.value]}
      </span>
    </p>
  );
}

const MOST = 8; // that are told at once

export function Findings({ work }: { work: Work }) {
  const found = work.findings;
  const rest = found?.slice(MOST) ?? [];
  return (
    <section class="paper findings" aria-labelledby="findings">
      <h2 id="findings">{t("box_checked")}</h2>
      <div aria-live="polite" aria-busy={found === null}>
        {found?.length === 0 && <p>{t("box_all_well")}</p>}
        {found && found.length > 0 && <List work={work} found={found.slice(0, MOST)} />}
      </div>
      {rest.length > 0 && (
        <details>
          <summary>{t("box_more_findings", { n: rest.length })}</summary>
          <List work={work} found={rest} />
        </details>
      )}
    </section>
  );
}

function List({ work, found }: { work: Work; found: readonly FindingInfo[] }) {
  return (
    <ul>
      {found.map((one, n) => (
        <li key={n}>
          <Told work={work} finding={one} />
        </li>
      ))}
    </ul>
  );
}

/** Leads to the row that it is about. */
function Told({ work, finding }: { work: Work; finding: FindingInfo }) {
  const { file, id, column } = finding;
  const at = id ? work.draft.rows[file]?.findIndex((row) => row.id === id) : -1;
  if (at === undefined || at < 0) return <Sentence finding={finding} />;
  return (
    <button type="button" class="told" onClick={() => work.take({ file, at }, column || true)}>
      <Sentence finding={finding} />
    </button>
  );
}
