// For a game that has no board here: the table as data that one can read.

import type { BoardModule, BoardProps } from "../board";

type View = Record<string, unknown>;

const lines = (view: View): string[] =>
  Object.entries(view).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${typeof value === "object" ? JSON.stringify(value) : String(value)}`],
  );

function Board({ view }: BoardProps<View>) {
  return (
    <ul class="lb-plain-table">
      {lines(view).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

export const plain: BoardModule<View> = {
  Board,
  describe: lines,
  phrase: (text, _, say) => say.notation(text),
};
