// The piece in hand: drawn, with everything that is printed on it, and how sure we are of it.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { asData } from "../table/drawing";
import { language, t } from "../words";
import { columnsOf, isYours, printedOn, same, type Row } from "./draft";
import { Changeable } from "./drawing";
import { Field } from "./fields";
import { about } from "./checking";
import { Sentence } from "./findings";
import {
  again,
  another,
  asOurs,
  confirm,
  inHand,
  likeBefore,
  moreCopies,
  placeText,
  put,
  sheetOf,
  step,
  takeOut,
  type Work,
} from "./work";

export function Editor({ work, follow }: { work: Work; follow: { column: string } | null }) {
  const form = useRef<HTMLFormElement>(null);
  const row = inHand(work);
  const { file, at } = work.place;
  // Before the next key is pressed: people type fast.
  useLayoutEffect(() => {
    if (!follow) return;
    const all = form.current?.querySelectorAll<HTMLElement>("[data-field]") ?? [];
    ([...all].find((one) => one.dataset.field?.split(" ")[0] === follow.column) ?? all[0])?.focus();
  }, [follow]);
  if (!row) return null;
  const sheet = sheetOf(work.box, file);
  const told = about(work.findings ?? [], file, row);
  const wrong = (name: string) => told.some(({ column, kind }) => column === name && kind !== "fine");
  return (
    <section class="paper piece" aria-labelledby="piece">
      <header>
        <button type="button" aria-label={t("box_previous")} onClick={() => step(work, -1)}>
          ‹
        </button>
        <div>
          <h2 id="piece">
            {t("box_piece", { sheet: sheet.title[language.value], n: at + 1, all: work.draft.rows[file]!.length })}
          </h2>
          <p class="soft">{placeText(columnsOf(sheet, row), row)}</p>
        </div>
        <button type="button" aria-label={t("box_next")} onClick={() => step(work, 1)}>
          ›
        </button>
      </header>
      <Beside>
        <Changeable work={work} sheet={sheet} row={row} />
      </Beside>
      <form key={`${file} ${row.id}`} ref={form} onSubmit={(event) => event.preventDefault()}>
        <fieldset class="fields">
          <legend class="unseen">{`${sheet.title[language.value]} ${at + 1}`}</legend>
          {printedOn(sheet, row).map((column) => (
            <Field
              key={column.name}
              column={column}
              row={row}
              wrong={wrong(column.name)}
              put={(values) => put(work, values)}
            />
          ))}
          {!sheet.kinds && <Copies work={work} row={row} />}
        </fieldset>
      </form>
      {told.map((one, n) => (
        <Sentence key={n} finding={one} />
      ))}
      <Status row={row} />
      <button type="button" class="main" aria-keyshortcuts="Enter" onClick={() => confirm(work)}>
        {t("box_seen")}
      </button>
      <Ways work={work} row={row} />
    </section>
  );
}

/** How many are alike. */
function Copies({ work, row }: { work: Work; row: Row }) {
  return (
    <div class="field amount copies">
      <span>{t("box_copies")}</span>
      <button type="button" aria-label={t("box_less", { what: t("box_copies") })} onClick={() => moreCopies(work, -1)}>
        −
      </button>
      <output>{row.copies}</output>
      <button type="button" aria-label={t("box_more", { what: t("box_copies") })} onClick={() => moreCopies(work, 1)}>
        +
      </button>
    </div>
  );
}

// words: certain, likely, reconstructed, yours
export function Status({ row }: { row: Row }) {
  const status = row.status as "certain" | "likely" | "reconstructed" | "yours";
  return (
    <p class="stands" data-status={status}>
      <b>{t(status)}</b> <span lang={isYours(row) ? undefined : "en"}>{row.source}</span>
    </p>
  );
}

function Ways({ work, row }: { work: Work; row: Row }) {
  const ours = work.ours[work.place.file]?.find(({ id }) => id === row.id);
  const changed = ours !== undefined && !same([ours], [row]);
  return (
    <div class="ways">
      <button
        type="button"
        aria-keyshortcuts="Control+Z"
        disabled={work.draft.past.length === 0}
        onClick={() => again(work, false)}
      >
        {t("box_undo")}
      </button>
      <button
        type="button"
        aria-keyshortcuts="Control+Y"
        disabled={work.draft.future.length === 0}
        onClick={() => again(work, true)}
      >
        {t("box_redo")}
      </button>
      <details>
        <summary>{t("box_more_ways")}</summary>
        <div class="row">
          <button type="button" aria-keyshortcuts="=" disabled={work.place.at === 0} onClick={() => likeBefore(work)}>
            {t("box_like_before")}
          </button>
          <button type="button" aria-keyshortcuts="Delete" disabled={!changed} onClick={() => asOurs(work)}>
            {t("box_as_ours")}
          </button>
          <button type="button" onClick={() => another(work)}>
            {t("box_add")}
          </button>
          <button type="button" disabled={work.draft.rows[work.place.file]!.length < 2} onClick={() => takeOut(work)}>
            {t("box_remove")}
          </button>
        </div>
        <p class="soft">{t("box_keys")}</p>
      </details>
    </div>
  );
}

/** A photo beside the piece, for as long as the page is open; it stays on this device. */
function Beside({ children }: { children: ComponentChildren }) {
  const [photo, setPhoto] = useState("");
  const [near, setNear] = useState(1);
  return (
    <div class="beside">
      {children}
      {photo && (
        <figure>
          <div class="photo">
            <img src={photo} alt={t("box_photo")} style={{ width: `${near * 100}%` }} />
          </div>
          <div class="row">
            <label class="near">
              <span class="unseen">{t("box_photo_near")}</span>
              <input
                type="range"
                min="1"
                max="6"
                step="0.5"
                value={near}
                onInput={(event) => setNear(Number(event.currentTarget.value))}
              />
            </label>
            <button type="button" class="quiet" onClick={() => setPhoto("")}>
              {t("box_photo_away")}
            </button>
          </div>
        </figure>
      )}
      {!photo && (
        <label class="button quiet">
          {t("box_photo_lay")}
          <input
            class="unseen"
            type="file"
            accept="image/*"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void asData(file).then(setPhoto);
            }}
          />
        </label>
      )}
    </div>
  );
}
