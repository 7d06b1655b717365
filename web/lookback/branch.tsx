// Playing on from here, against opponents, in a match of one's own.

import { signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { remembered } from "../memory";
import { attempt } from "../notice";
import { go } from "../router";
import { useLevels } from "../home/lobby";
import { api } from "../server";
import { levelMeaning, t } from "../words";
import type { Past } from "./past";
import { spokenOf } from "./reviewing";

interface Wish {
  step: number;
  /** Who decides there. */
  turn: number;
  /** What is played first. */
  text?: string;
}
export const wish = signal<Wish | null>(null);
const level = remembered("branch.level", ""); // that was chosen last; a newcomer begins with the first rung

/** Ask where to sit, then play on from the table that is shown. */
export function playOn(past: Past, text?: string): void {
  past.pause();
  const shown = past.shown.peek();
  if (!shown) return;
  const { step, turn } = shown.table;
  wish.value = text === undefined ? { step, turn } : { step, turn, text };
}

export function BranchDialog({ past, module }: { past: Past; module: BoardModule }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = wish.value;
  useEffect(() => {
    if (asked) dialog.current?.showModal();
    else dialog.current?.close();
  }, [asked]);
  useEffect(
    () => () => {
      wish.value = null;
    },
    [],
  );
  const close = () => (wish.value = null);
  return (
    <dialog
      ref={dialog}
      class="branch"
      aria-labelledby="branch-title"
      onClose={close}
      onClick={(event) => event.target === dialog.current && close()}
    >
      {asked && <Form past={past} module={module} asked={asked} close={close} />}
    </dialog>
  );
}

function Form({ past, module, asked, close }: { past: Past; module: BoardModule; asked: Wish; close: () => void }) {
  const about = past.match.about.value!;
  const seats = about.seats;
  const own = past.match.mine.value;
  const [me, setMe] = useState(own.includes(asked.turn) || own.length === 0 ? Math.max(asked.turn, 0) : own[0]!);
  const known = useLevels(about.game);
  const before = seats.find((seat) => seat.level)?.level; // the same opponents again, unless others are wanted
  const [picked, pick] = useState(before);
  const chosen = picked ?? (known.includes(level.value) ? level.value : (known[0] ?? ""));
  const levels = known.length > 0 ? known : [chosen];
  const [busy, setBusy] = useState(false);
  const alone = seats.length === 1;
  const start = async (event: Event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    const wishes = seats.map((seat, n) =>
      n === me || about.by_hand
        ? { kind: "me" }
        : { kind: "ai", level: chosen === before ? (seat.level ?? chosen) : chosen },
    );
    const data = { step: asked.step, seats: wishes, ...(asked.text ? { text: asked.text } : {}) };
    const query = past.match.key ? `?key=${past.match.key}` : "";
    const made = await attempt(
      () => api<{ id: string }>("POST", `/api/matches/${past.match.id}/branch${query}`, data),
      event.target as Element,
      about.game,
    );
    setBusy(false);
    close();
    if (made) go(`/match/${made.id}`);
  };
  return (
    <form class="inside" onSubmit={start}>
      <header class="row">
        <h2 id="branch-title">{t("lb_play_on")}</h2>
        <button type="button" class="quiet" onClick={close}>
          {t("close")}
        </button>
      </header>
      <p>{t("lb_branch_about", { n: asked.step })}</p>
      {asked.text && (
        <p class="lb-first">
          <Emblem seat={asked.turn} size={20} />{" "}
          {t("lb_branch_first", {
            who: past.match.nameOf(asked.turn),
            move: spokenOf(past, module, asked.text, { step: asked.step, seat: asked.turn }),
          })}
        </p>
      )}
      {!alone && !about.by_hand && (
        <>
          <fieldset>
            <legend>{t("lb_branch_seat")}</legend>
            {seats.map((_, n) => (
              <label key={n} class="setting">
                <input type="radio" name="seat" checked={me === n} onChange={() => setMe(n)} />
                <Emblem seat={n} size={20} />
                <span>
                  {past.match.nameOf(n)} {n === asked.turn && <small>{t("lb_branch_next")}</small>}
                </span>
              </label>
            ))}
          </fieldset>
          <label class="setting">
            <span>{t("lb_branch_level")}</span>
            <select
              value={chosen}
              onChange={(event) => {
                level.value = event.currentTarget.value;
                pick(level.value);
              }}
            >
              {levels.map((one) => (
                <option key={one} value={one}>
                  {levelMeaning(one)}
                </option>
              ))}
            </select>
          </label>
        </>
      )}
      <button type="submit" class="main" disabled={busy}>
        {t("lb_branch_start")}
      </button>
    </form>
  );
}
