// Language, light and sound: of this device.

import { effect } from "@preact/signals";
import { remembered } from "./memory";
import { chime, sounds } from "./sound";
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
          checked={sounds.value}
          onChange={(event) => {
            sounds.value = event.currentTarget.checked;
            chime("turn");
          }}
        />
        <span>{t("sounds")}</span>
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
      aria-label={t("other_language")}
      onClick={() => (language.value = other)}
    >
      <span class="long">{t("other_language")}</span>
      <span class="short">{other.toUpperCase()}</span>
    </button>
  );
}
