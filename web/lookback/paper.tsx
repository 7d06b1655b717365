// The report of a match on paper: the server's text, with its headings, lists and the table as such.

import type { ComponentChildren } from "preact";

const HEADING = /^(#{1,2}) (.*)/;

/** Nothing on a screen; printed, the only thing there is. */
export function Paper({ text }: { text: string }) {
  return <article class="lb-paper">{text.trim().split("\n\n").map(block)}</article>;
}

function block(text: string, n: number): ComponentChildren {
  const [, level, title] = HEADING.exec(text) ?? [];
  if (level) return level === "#" ? <h1 key={n}>{title}</h1> : <h2 key={n}>{title}</h2>;
  const lines = text.split("\n");
  if (lines.every((line) => line.startsWith("- ")))
    return (
      <ul key={n}>
        {lines.map((line, at) => (
          <li key={at}>{line.slice(2)}</li>
        ))}
      </ul>
    );
  return <pre key={n}>{text.replace(/^```(text)?\n?|\n?```$/g, "")}</pre>;
}
