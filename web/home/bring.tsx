// A match file comes back to the table: chosen, or dropped anywhere on the page.

import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../router";
import { api, Refusal } from "../server";
import { t } from "../words";
import type { State } from "../wire";

async function bring(file: File): Promise<void> {
  const { id } = await api<{ id: string }>("POST", "/api/imports", {
    file: await file.text(),
    name: file.name.slice(0, 100),
  });
  const { state } = await api<{ state: State }>("GET", `/api/matches/${id}`);
  go(state.status === "playing" ? `/match/${id}` : `/match/${id}/look-back`);
}

export function Bring() {
  const input = useRef<HTMLInputElement>(null);
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const take = async (file: File | undefined) => {
    if (!file) return;
    setTrouble("");
    setBusy(true);
    try {
      await bring(file);
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      setTrouble(why.message);
    }
    setBusy(false);
    if (input.current) input.current.value = ""; // the same file may be tried again
  };
  const over = useDrop((file) => void take(file));
  return (
    <section class="bring" aria-labelledby="bring">
      <h2 id="bring">{t("keep")}</h2>
      <p>{t("bring_about")}</p>
      <div class="row">
        <label class="button" aria-disabled={busy}>
          {busy ? t("loading") : t("bring")}
          <input
            ref={input}
            class="unseen"
            type="file"
            accept=".json,application/json"
            disabled={busy}
            onChange={(event) => void take(event.currentTarget.files?.[0])}
          />
        </label>
        <a class="button" href="/archive">
          {t("to_archive")}
        </a>
      </div>
      <div role="alert">
        {trouble && (
          <p class="trouble">
            {trouble} {t("nothing_lost")}
          </p>
        )}
      </div>
      {over && (
        <div class="drop" aria-hidden="true">
          <p>{t("drop_here")}</p>
        </div>
      )}
    </section>
  );
}

/** Whether a file is held over the page. */
function useDrop(take: (file: File | undefined) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const holds = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const move = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const drop = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      setOver(false);
      latest.current(event.dataTransfer?.files[0]);
    };
    addEventListener("dragover", move);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", move);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, []);
  return over;
}
