// Names of players where they have to be short.

/** A name and the number at its end, which tells opponents of the same kind apart. */
export function numbered(name: string): [name: string, number: string] {
  const [, called = name, number = ""] = /^(.*\S)(\s\d+)$/.exec(name) ?? [];
  return [called, number];
}

/** A name in at most so many letters, with its number. */
export function shortened(name: string, most: number): string {
  if (name.length <= most) return name;
  const [called, number] = numbered(name);
  return `${called.slice(0, Math.max(most - 1 - number.length, 1))}…${number}`;
}
