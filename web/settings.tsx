// Language, light and sound: of this device.

import { effect } from "@preact/signals";
import { remembered } from "./memory";
import { sounds, volume } from "./sound";
import { language, t, type Language } from "./words";

export type Theme = "auto" | "light" | "dark";
export const theme = remembered<Theme>("theme", "auto");

effect(() => {
  document.documentElement.dataset.theme = theme.value;
  document.documentElement.lang = language.value;
});

export function Settings() {
  return (
    <>
      <label class="setting">
        <span>{t("language")}</span>
        <select value={language.value} onChange={(event) => (language.value = event.currentTarget.value as Language)}>
          <option value="en">English</option>
          <option value="de">Deutsch</option>
        </select>
      </label>
      <label class="setting">
        <span>{t("theme")}</span>
        <select value={theme.value} onChange={(event) => (theme.value = event.currentTarget.value as Theme)}>
          {(["auto", "light", "dark"] as const).map((one) => (
            <option key={one} value={one}>
              {t(`theme_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <label class="setting">
        <input
          type="checkbox"
          checked={sounds.value === true}
          onChange={(event) => (sounds.value = event.currentTarget.checked)}
        />
        <span>{t("sounds")}</span>
      </label>
      <label class="setting volume">
        <span>{t("volume")}</span>
        <input
          type="range"
          min={0}
          max={100}
          step={5}
          disabled={sounds.value !== true}
          value={Math.round(volume.value * 100)}
          onChange={(event) => (volume.value = event.currentTarget.valueAsNumber / 100)}
        />
      </label>
    </>
  );
}

/** To the other language, in that language. */
export function LanguageButton() {
  const other = language.value === "de" ? "en" : "de";
  return (
    <button
      type="button"
      class="quiet"
      lang={other}
      aria-label={`${t("other_language")} (${other.toUpperCase()})`}
      onClick={() => (language.value = other)}
    >
      <span class="long">{t("other_language")}</span>
      <span class="short">{other.toUpperCase()}</span>
    </button>
  );
}

/** Sounds on or off, at the table. */
export function Mute() {
  const on = sounds.value === true;
  return (
    <button
      type="button"
      class="quiet mute"
      aria-pressed={on}
      aria-label={t("sounds")}
      title={t(on ? "sounds_off" : "sounds_on")}
      onClick={() => (sounds.value = !on)}
    >
      <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
        <path class="cone" d="M4 9.5v5h3.5L12 19V5L7.5 9.5z" />
        {on ? <path d="M15 9a4.2 4.2 0 0 1 0 6M17.6 6.5a7.8 7.8 0 0 1 0 11" /> : <path d="M15.5 9.5l5 5m0-5l-5 5" />}
      </svg>
    </button>
  );
}

/** Asked at the first table, until somebody answers; whoever is *busy* playing is not held up. */
export function SoundQuestion({ busy }: { busy: boolean }) {
  if (sounds.value !== null || busy) return null;
  return (
    <section class="sound-question" aria-label={t("sounds")}>
      <span>{t("sounds_question")}</span>
      <button type="button" onClick={() => (sounds.value = true)}>
        {t("sounds_yes")}
      </button>
      <button type="button" class="quiet" onClick={() => (sounds.value = false)}>
        {t("sounds_no")}
      </button>
    </section>
  );
}
