// What is printed on a piece, column by column. A key fills a field, and leads to the next one where nothing more
// can be typed.

import { useId } from "preact/hooks";
import { language, t } from "../words";
import type { ColumnInfo } from "../wire";
import type { Row } from "./draft";

interface FieldProps {
  column: ColumnInfo;
  row: Row;
  wrong: boolean;
  put: (values: Row) => void;
}

export function Field(props: FieldProps) {
  const { words, several, most } = props.column;
  if (several) return <Several {...props} />;
  if (words) return <Word {...props} />;
  return most === undefined ? <Free {...props} /> : <Amount {...props} />;
}

const titleOf = ({ title }: { title: ColumnInfo["title"] }): string => title[language.value];

/** The keyboard goes to the next field. */
function onwards(from: HTMLElement): void {
  const all = [...from.closest("form")!.querySelectorAll<HTMLElement>("[data-field]")];
  all[all.indexOf(from) + 1]?.focus();
}

function Amount({ column, row, wrong, put }: FieldProps) {
  const { name, least = 0, most = 0 } = column;
  const id = useId();
  const text = row[name] ?? "";
  const turn = (by: number) => {
    const n = (Number(text) || 0) + by;
    if (n >= least && n <= most) put({ [name]: String(n) });
  };
  const type = (field: HTMLInputElement) => {
    const value = typed(field.value, most);
    field.value = value;
    put({ [name]: value });
    if (isWhole(value, most)) onwards(field);
  };
  return (
    <div class="field amount">
      <label for={id}>{titleOf(column)}</label>
      <button
        type="button"
        tabindex={-1}
        aria-label={t("box_less", { what: titleOf(column) })}
        onClick={() => turn(-1)}
      >
        −
      </button>
      <input
        id={id}
        data-field={name}
        inputMode="numeric"
        autocomplete="off"
        aria-invalid={wrong}
        value={text}
        onFocus={(event) => event.currentTarget.select()}
        onInput={(event) => type(event.currentTarget)}
        onKeyDown={(event) => {
          const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
          if (!by) return;
          event.preventDefault();
          turn(by);
        }}
      />
      <button type="button" tabindex={-1} aria-label={t("box_more", { what: titleOf(column) })} onClick={() => turn(1)}>
        +
      </button>
    </div>
  );
}

/** The figures that were typed; where they are too many the last one begins again. */
export function typed(text: string, most: number): string {
  const figures = text.replace(/\D/g, "");
  if (figures === "") return "";
  return String(Number(figures) > most ? Math.min(Number(figures.at(-1)), most) : Number(figures));
}

/** Whether no figure can follow. */
export const isWhole = (value: string, most: number): boolean =>
  value !== "" && (value === "0" || Number(value) * 10 > most);

function Word({ column, row, wrong, put }: FieldProps) {
  const { name, words = [], optional } = column;
  const id = useId();
  const text = row[name] ?? "";
  const known = text === "" ? optional : words.some((word) => word.name === text);
  return (
    <div class="field">
      <label for={id}>{titleOf(column)}</label>
      <select
        id={id}
        data-field={name}
        aria-invalid={wrong}
        value={text}
        onChange={(event) => put({ [name]: event.currentTarget.value })}
        onKeyDown={(event) => {
          const word = wordOf(column, event.key);
          if (word === undefined) return;
          event.preventDefault();
          put({ [name]: word });
          onwards(event.currentTarget);
        }}
      >
        {!known && <option value={text}>{text || "?"}</option>}
        {optional && <option value="">{t("box_none")}</option>}
        {words.map((word, n) => (
          <option key={word.name} value={word.name}>
            {n < 9 ? `${n + 1}: ` : ""}
            {titleOf(word)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** The word that a figure stands for, 0 for none. */
export function wordOf({ words = [], optional }: ColumnInfo, key: string): string | undefined {
  if (!/^\d$/.test(key)) return undefined;
  return key === "0" ? (optional ? "" : undefined) : words[Number(key) - 1]?.name;
}

function Several({ column, row, wrong, put }: FieldProps) {
  const { name, words = [] } = column;
  const text = row[name] ?? "";
  return (
    <fieldset class="field chips" aria-invalid={wrong}>
      <legend>{titleOf(column)}</legend>
      {words.map((word) => (
        <label key={word.name} class="chip">
          <input
            type="checkbox"
            data-field={`${name} ${word.name}`}
            checked={text.split(" ").includes(word.name)}
            onChange={() => put({ [name]: toggled(column, text, word.name) })}
          />
          <span>{titleOf(word)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** A word more or fewer, in the order of the column. */
export function toggled({ words = [] }: ColumnInfo, text: string, word: string): string {
  const chosen = new Set(text.split(" ").filter(Boolean));
  if (!chosen.delete(word)) chosen.add(word);
  return words
    .map(({ name }) => name)
    .filter((name) => chosen.has(name))
    .join(" ");
}

function Free({ column, row, wrong, put }: FieldProps) {
  const { name } = column;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{titleOf(column)}</label>
      <input
        id={id}
        data-field={name}
        data-free
        maxLength={200}
        aria-invalid={wrong}
        value={row[name] ?? ""}
        onChange={(event) => put({ [name]: event.currentTarget.value.trim() })}
      />
    </div>
  );
}

/** What a click on a part of a drawing makes of its column: the next word or number, or another one of several. */
export function turned(column: ColumnInfo, text: string, word: string | undefined, by: number): string {
  const { words = [], several, least = 0, most = 0 } = column;
  if (several) return word ? toggled(column, text, word) : text;
  if (words.length > 0) {
    const all = words.map(({ name }) => name);
    return all[(all.indexOf(text) + by + all.length) % all.length]!;
  }
  const span = most - least + 1;
  return String(least + (((((Number(text) || 0) + by - least) % span) + span) % span));
}
