// The few marks of a rulebook: bold, emphasis, code; a rule's id leads to it, and what was searched for is marked.

import type { ComponentChildren } from "preact";

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\b([A-Z]{3}-\d+\.\d+[a-z]?)\b/g;

interface MarkedProps {
  text: string;
  find?: readonly string[];
  /** Whether a rule's id leads to it on the same page, or is only named. */
  ids?: "link" | "text";
}

export function Marked({ text, find = [], ids = "link" }: MarkedProps) {
  const parts: ComponentChildren[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKS)) {
    const [whole, bold, leaning, code, id] = match;
    parts.push(<Found text={text.slice(at, match.index)} find={find} />);
    at = match.index + whole.length;
    if (bold)
      parts.push(
        <b>
          <Found text={bold} find={find} />
        </b>,
      );
    else if (leaning)
      parts.push(
        <em>
          <Found text={leaning} find={find} />
        </em>,
      );
    else if (code)
      parts.push(
        <code>
          <Found text={code} find={find} />
        </code>,
      );
    else parts.push(ids === "link" ? <a href={`#${id}`}>{id}</a> : <b>{id}</b>);
  }
  return <>{[...parts, <Found text={text.slice(at)} find={find} />]}</>;
}

const SURE = /\s\((?:Reconstructed|Rekonstruiert|Likely|Wahrscheinlich|Certain|Certain by logic|Sicher)\.\)/g;

/** A rule without what only matters to those who look into the program: options, ids, how sure a source is. */
export const plain = (text: string): string =>
  text
    .replace(/ \([Oo]ption `[^)]*\)/g, "")
    .replace(/ \([A-Z]{3}-\d+\.\d+[a-z]?\)/g, "")
    .replace(SURE, "");

const LONGEST = 48; // characters of a link

/** The first words of a rule, by which people know it: they lead there. */
export function opening(text: string): string {
  const said = bare(plain(text)).replace(/^[^:.]{1,24}: /, "");
  const [clause = ""] = said.split(/[.:;,](?= |$)/);
  if (clause.length <= LONGEST) return clause;
  return `${clause.slice(0, clause.lastIndexOf(" ", LONGEST))} …`;
}

/** Text without its marks. */
export const bare = (text: string): string => text.replace(/\*\*?|`/g, "");

/** Text as one searches for it: without case and accents, each letter still one letter. */
export const folded = (text: string): string =>
  [...text.toLowerCase()].map((letter) => letter.normalize("NFD")[0] ?? letter).join("");

function Found({ text, find }: { text: string; find: readonly string[] }) {
  if (find.length === 0) return <>{text}</>;
  const lowered = folded(text);
  const parts: ComponentChildren[] = [];
  let at = 0;
  while (at < text.length) {
    const next = find.map((word) => ({ word, from: lowered.indexOf(word, at) })).filter(({ from }) => from >= 0);
    const first = next.sort((one, other) => one.from - other.from)[0];
    if (!first) break;
    const end = first.from + first.word.length;
    parts.push(text.slice(at, first.from), <mark>{text.slice(first.from, end)}</mark>);
    at = end;
  }
  return <>{[...parts, text.slice(at)]}</>;
}
