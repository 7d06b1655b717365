// What the browser knows without the page: what this device remembers, and what it speaks.

export type Language = "en" | "de";

export const spoken = (): Language =>
  recalled<Language>("language") ?? (navigator.language.toLowerCase().startsWith("de") ? "de" : "en");

/** Private windows may refuse to remember: then it is forgotten with the page. */
export function recalled<T>(key: string): T | undefined {
  try {
    const text = localStorage.getItem(`sunroom.${key}`);
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    localStorage.setItem(`sunroom.${key}`, JSON.stringify(value));
  } catch {
    /* nothing is lost but the memory */
  }
}
