// A sentence with small pictures of its pieces in line. The words stand there all the same: to be read out and copied.

import type { ComponentChildren } from "preact";
import type { BoardModule } from "./board";
import type { Message } from "./wire";
import type { Say } from "./words";

interface ToldProps {
  message: Message;
  module: BoardModule;
  say: Say;
}

export const Told = ({ message, module: { Picture }, say }: ToldProps) => (
  <>
    {say.parts(message).map((part, n) =>
      typeof part === "string" ? (
        part
      ) : (
        <Named key={n} name={say.told(part.name)}>
          {Picture && <Picture look={part.look} say={say} />}
        </Named>
      ),
    )}
  </>
);

/** A name with its picture, which never stands alone at the end of a line. */
function Named({ name, children }: { name: string; children: ComponentChildren }) {
  const [first = ""] = name.split(" ");
  return (
    <>
      <span class="unbroken">
        {children}
        {first}
      </span>
      {name.slice(first.length)}
    </>
  );
}
