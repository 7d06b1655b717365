// Many choices in an order that one can read: together what begins alike.

import type { Choice } from "../board";

/** An action in notation, with how it stands in a list. */
export interface Listed extends Choice {
  text: string;
}

interface Group {
  /** What all of them begin with; nothing where they stand by themselves. */
  under?: Choice["under"];
  all: Listed[];
}

const FEW = 6; // are read as they are

export function grouped(legal: readonly string[], choice: (text: string) => Choice): Group[] {
  const all = legal.map((text): Listed => ({ text, ...choice(text) }));
  const groups = new Map<string, Group>();
  for (const one of all) {
    const key = one.under?.text ?? "";
    const group = groups.get(key) ?? { under: one.under, all: [] };
    group.all.push(one);
    groups.set(key, group);
  }
  return all.length > FEW && groups.size > 1 ? [...groups.values()] : [{ all }];
}
