// Words in an order that somebody chooses: as a list, and as the text that a game reads.

/** The words in the order that a text says; as they are usually, where it says none. */
export const listed = (text: string, parts: readonly string[]): readonly string[] =>
  text === "" ? parts : text.split("-");

/** What is sent for an order: nothing for the usual one. */
export const written = (list: readonly string[], parts: readonly string[]): string =>
  list.every((part, n) => part === parts[n]) ? "" : list.join("-");

/** The list with the word at *from* moved to *to*. */
export function moved(list: readonly string[], from: number, to: number): readonly string[] {
  const part = list[from];
  return part === undefined || list[to] === undefined ? list : list.toSpliced(from, 1).toSpliced(to, 0, part);
}
