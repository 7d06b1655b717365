// Through the match with buttons and keys.

import { useEffect } from "preact/hooks";
import { t, type PageWord } from "../words";
import { type Past, tempo } from "./past";

const BAR = "M5 5v14";
const ICONS = {
  first: `${BAR}M19 6l-9 6 9 6z`,
  turnBack: "M12 6l-8 6 8 6zM20 6l-8 6 8 6z",
  back: "M16 6l-9 6 9 6z",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  on: "M8 6l9 6-9 6z",
  turnOn: "M12 6l8 6-8 6zM4 6l8 6-8 6z",
  last: "M19 5v14M5 6l9 6-9 6z",
} as const;

function Icon({ name }: { name: keyof typeof ICONS }) {
  return (
    <svg class={`lb-icon ${name}`} viewBox="0 0 24 24" width={24} height={24} aria-hidden="true">
      <path d={ICONS[name]} />
    </svg>
  );
}

export function Controls({ past }: { past: Past }) {
  useKeys(past);
  const playing = past.playing.value;
  const step = past.step.value;
  const atStart = step <= 0;
  const atEnd = step >= past.last.value;
  const button = (name: keyof typeof ICONS, word: PageWord, act: () => void, off: boolean) => (
    <button
      type="button"
      class={name === "play" || name === "pause" ? "main" : "quiet"}
      aria-label={t(word)}
      title={t(word)}
      disabled={off}
      onClick={act}
    >
      <Icon name={name} />
    </button>
  );
  const jump = (to: number) => () => past.jump(to);
  return (
    <div class="lb-controls" role="group" aria-label={t("lb_controls")}>
      {button("first", "lb_first", jump(0), atStart)}
      {button("turnBack", "lb_turn_back", () => past.byTurn(-1), atStart)}
      {button("back", "lb_back", () => past.by(-1), atStart)}
      {playing
        ? button("pause", "lb_pause", () => past.pause(), false)
        : button("play", "lb_play", () => past.toggle(), past.last.value === 0)}
      {button("on", "lb_on", () => past.by(1), atEnd)}
      {button("turnOn", "lb_turn_on", () => past.byTurn(1), atEnd)}
      {button("last", "lb_last", jump(past.last.value), atEnd)}
    </div>
  );
}

export function Tempo() {
  return (
    <label class="setting">
      <span>{t("lb_tempo")}</span>
      <select value={tempo.value} onChange={(event) => (tempo.value = event.currentTarget.value as typeof tempo.value)}>
        <option value="slow">{t("pace_slow")}</option>
        <option value="normal">{t("pace_normal")}</option>
        <option value="fast">{t("pace_fast")}</option>
      </select>
    </label>
  );
}

/** Arrows, Home and End, space; Page Up and Down or Shift go by turns, N and P from mistake to mistake. */
function useKeys(past: Past): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (target.matches("select, textarea, input:not([type=range])")) return;
      if (event.key === " " && target.matches("button, a, summary, [role=button]")) return;
      const act = keyed(past, event.shiftKey ? `Shift ${event.key}` : event.key);
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [past]);
}

function keyed(past: Past, key: string): (() => void) | undefined {
  const keys: Record<string, () => void> = {
    ArrowLeft: () => past.by(-1),
    ArrowRight: () => past.by(1),
    "Shift ArrowLeft": () => past.byTurn(-1),
    "Shift ArrowRight": () => past.byTurn(1),
    PageUp: () => past.byTurn(-1),
    PageDown: () => past.byTurn(1),
    Home: () => past.by(-past.last.peek()),
    End: () => past.by(past.last.peek()),
    " ": () => past.toggle(),
    n: () => past.toError(1),
    p: () => past.toError(-1),
  };
  return keys[key];
}
