// A film on its way: how far it is, then the film itself, to be looked at, shared and kept.

import { useEffect, useRef, useState } from "preact/hooks";
import { reduced } from "../motion";
import { Refusal } from "../server";
import { asData } from "../table/drawing";
import { canShare, fileOf, keepFile, shareFile } from "../table/handover";
import { language, t } from "../words";
import { type Film, type Scene, makeFilm } from "./make";

interface Progress {
  done: number;
  of: number;
  /** Seconds, once some frames have shown how long one takes. */
  left: number | null;
}
const ENOUGH = 3; // frames

export default function Making({ scene, close }: { scene: Scene; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [progress, setProgress] = useState<Progress>({ done: 0, of: 1, left: null });
  const [film, setFilm] = useState<Film | null>(null);
  const [why, setWhy] = useState("");
  useEffect(() => {
    dialog.current?.showModal();
    const stop = new AbortController();
    makeFilm(scene, progressTo(setProgress), stop.signal).then(setFilm, (reason: Error) => {
      if (!stop.signal.aborted) setWhy(reason instanceof Refusal ? reason.message : t("film_failed"));
    });
    return () => stop.abort();
  }, []);
  return (
    <dialog ref={dialog} class="film" aria-label={t("film_title")} onClose={close}>
      <div class="inside">
        <header class="row">
          <h2>{t("film_title")}</h2>
          <button type="button" class="quiet" onClick={() => dialog.current?.close()}>
            {t(film || why ? "close" : "cancel")}
          </button>
        </header>
        {film ? <Made film={film} scene={scene} /> : why ? <p role="alert">{why}</p> : <Bar progress={progress} />}
      </div>
    </dialog>
  );
}

function progressTo(show: (progress: Progress) => void): (done: number, of: number) => void {
  let begun = 0; // with the second frame: the first one has waited for styles and tables
  return (done, of) => {
    if (done === 1) begun = performance.now();
    const each = (performance.now() - begun) / (done - 1) / 1000;
    show({ done, of, left: done > ENOUGH ? Math.ceil(each * (of - done)) : null });
  };
}

function Bar({ progress: { done, of, left } }: { progress: Progress }) {
  return (
    <>
      <progress max={of} value={done} aria-label={t("film_title")} />
      <p>
        {t("film_drawn")} {left !== null && t("film_left", { n: left })}
      </p>
    </>
  );
}

function Made({ film, scene: { match } }: { film: Film; scene: Scene }) {
  const [moving, setMoving] = useState(!reduced());
  const [source, setSource] = useState("");
  const [file] = useState(() => fileOf(film.blob, match, "gif"));
  useEffect(() => void asData(film.blob).then(setSource), [film]);
  const size = (film.blob.size / 1e6).toLocaleString(language.value, { maximumFractionDigits: 1 });
  return (
    <>
      <img src={moving && source ? source : film.still} alt={t("film_title")} />
      <p role="status">{t("film_made", { n: film.turns, size })}</p>
      <div class="row">
        {canShare(file, match) && (
          <button type="button" class="main" onClick={() => void shareFile(file, match)}>
            {t("film_share")}
          </button>
        )}
        <button type="button" class={canShare(file, match) ? "" : "main"} onClick={() => keepFile(file)}>
          {t("film_keep")}
        </button>
        <button type="button" class="quiet" onClick={() => setMoving(!moving)}>
          {t(moving ? "film_stop" : "film_play")}
        </button>
      </div>
    </>
  );
}
