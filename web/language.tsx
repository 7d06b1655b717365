import { language, t } from "./words";

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
