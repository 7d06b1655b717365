// What can be done with a box: played with, kept, shared, printed, and contributed.

import { useRef, useState } from "preact/hooks";
import { fewest, lastLevel, playNow } from "../home/lobby";
import { attempt } from "../notice";
import { Share } from "../share";
import { t, tOf } from "../words";
import { Balance } from "./balance";
import { bring } from "./bring";
import { isYours, replaced } from "./draft";
import { keepContribution, keepFiles, rowsIn } from "./files";
import { choose, chosen, edition, owner } from "./memory";
import { nameSource, startAgain, type Work } from "./work";

export function Tools({ work }: { work: Work }) {
  return (
    <>
      {work.box.own && <Play work={work} />}
      {work.box.own && <Balance work={work} />}
      <Keep work={work} />
      <Contribute work={work} />
    </>
  );
}

function Play({ work }: { work: Work }) {
  const { game, draft } = work;
  const [busy, setBusy] = useState(false);
  const level = lastLevel(game);
  const play = (event: MouseEvent) => {
    setBusy(true);
    const begin = async () => playNow(game, fewest(game), level, await bring(game.name, draft.rows));
    void attempt(begin, event.currentTarget as Element).finally(() => setBusy(false));
  };
  return (
    <section class="paper" aria-labelledby="box-play">
      <h2 id="box-play">{t("box_play")}</h2>
      <button type="button" class="main" disabled={busy} onClick={play}>
        {t("box_play_now", { level: tOf(level) })}
      </button>
      <label class="setting">
        <input
          type="checkbox"
          checked={chosen.value.includes(game.name)}
          onChange={(event) => choose(game.name, event.currentTarget.checked)}
        />
        <span>{t("box_always")}</span>
      </label>
      <div class="row">
        <a class="button quiet" href={`/new/${game.name}`}>
          {t("new_table")}
        </a>
      </div>
    </section>
  );
}

function Keep({ work }: { work: Work }) {
  const { game, draft } = work;
  const save = (separator: "," | ";") => (event: MouseEvent) =>
    void attempt(() => keepFiles(game.name, draft.rows, separator), event.currentTarget as Element);
  const brought = useRef<HTMLInputElement>(null);
  const take = async (files: File[]) => {
    await attempt(async () => work.set(replaced(draft, await rowsIn(work.box, files))), brought.current);
    if (brought.current) brought.current.value = "";
  };
  return (
    <section class="paper" aria-labelledby="box-keep">
      <h2 id="box-keep">{t("box_keep")}</h2>
      <p>{t("box_keep_about")}</p>
      <div class="row">
        <button type="button" onClick={save(",")}>
          {t("box_csv")}
        </button>
        <button type="button" onClick={save(";")}>
          {t("box_csv_semicolons")}
        </button>
        <label class="button">
          {t("box_bring")}
          <input
            ref={brought}
            class="unseen"
            type="file"
            accept=".csv,text/csv,.zip,application/zip"
            multiple
            onChange={(event) => void take([...(event.currentTarget.files ?? [])])}
          />
        </label>
        <button type="button" onClick={() => print()}>
          {t("box_print")}
        </button>
        <button type="button" onClick={() => startAgain(work)}>
          {t("own_box_back")}
        </button>
      </div>
      {work.box.own && <Link work={work} />}
    </section>
  );
}

/** A link to the box as it is now. */
function Link({ work }: { work: Work }) {
  const { game, draft } = work;
  const [shared, setShared] = useState<{ rows: unknown; address: string } | null>(null);
  const make = async () => {
    const digest = await bring(game.name, draft.rows);
    setShared({ rows: draft.rows, address: `${location.origin}/box/${game.name}/${digest}` });
  };
  if (shared?.rows === draft.rows) return <Share address={shared.address} />;
  return (
    <div class="row">
      <button type="button" onClick={(event) => void attempt(make, event.currentTarget)}>
        {t("box_link")}
      </button>
    </div>
  );
}

function Contribute({ work }: { work: Work }) {
  const { game, draft } = work;
  const some = Object.values(draft.rows).some((rows) => rows.some(isYours));
  const keep = (event: MouseEvent) =>
    void attempt(() => keepContribution(game.name, draft.rows, owner()), event.currentTarget as Element);
  return (
    <section class="paper" aria-labelledby="box-contribute">
      <h2 id="box-contribute">{t("box_contribute")}</h2>
      <p>{t("box_contribute_about")}</p>
      <label class="field">
        <span>{t("box_edition")}</span>
        <input
          data-free
          maxLength={200}
          value={edition.value}
          placeholder={t("box_edition_like")}
          onChange={(event) => nameSource(work, event.currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="button" disabled={!some} onClick={keep}>
          {t("box_contribution")}
        </button>
      </div>
    </section>
  );
}
