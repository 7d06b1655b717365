// What the server says of a table, and which towers are alike. No rules: only what anybody can see.

export const SYMBOLS = ["sun", "moon", "stars", "comet"] as const;
export type DiscSymbol = (typeof SYMBOLS)[number];
export const LETTER: Record<DiscSymbol, string> = { sun: "S", moon: "M", stars: "T", comet: "C" };
export const PLACES = "abcdefghijkl";

export interface Tower {
  place: string;
  height: number;
  symbol: DiscSymbol;
  discs: DiscSymbol[]; // from the table upwards
}

export interface View {
  phase: "throw" | "choose" | "stack" | "done";
  to_act: number;
  stars: number[];
  goal: number;
  pattern: DiscSymbol[];
  towers: (Tower | null)[];
}

/** What stands on the table; while discs are thrown one by one, those that lie already. */
export function standing(view: View): (Tower | null)[] {
  if (view.phase !== "throw") return view.towers;
  return [...PLACES].map((place, n) => {
    const symbol = view.pattern[n];
    return symbol ? { place, height: 1, symbol, discs: [symbol] } : null;
  });
}

export interface Likeness {
  symbol: boolean;
  height: boolean;
}

/** In which ways another tower is like this one. */
export function likeness(one: Tower | null | undefined, other: Tower | null | undefined): Likeness {
  if (!one || !other || one.place === other.place) return { symbol: false, height: false };
  return { symbol: one.symbol === other.symbol, height: one.height === other.height };
}

/** The classes that show a likeness. */
export function likenessClasses({ symbol, height }: Likeness): string {
  return symbol || height ? `like ${symbol ? "by-symbol" : ""} ${height ? "by-height" : ""}` : "";
}

export const isPair = (text: string): boolean => /^[a-l]>[a-l]$/.test(text);
