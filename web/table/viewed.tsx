// For a game that has no board of its own: the view as it is, and everything that can be played as a button. A value
// that reads like a move is that button itself.

import "../core";
import type { ComponentChildren } from "preact";
import type { BoardModule, BoardProps } from "../board";
import type { Say } from "../words";

type Value = null | boolean | number | string | readonly Value[] | { readonly [name: string]: Value };
type View = Record<string, Value>;
type Grid = readonly (readonly Value[])[];

/** How a cell is written in which nothing is. */
const EMPTY = new Set(["", ".", "·", "-"]);
const SIDE = 88; // pixels of a cell where there is room
const LEAST = 32;
const AROUND = 3; // cells that the room has besides a grid: its name, and what stands below it

export const isGrid = (value: Value): value is Grid =>
  Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row));
const isGroup = (value: Value): value is View => typeof value === "object" && value !== null && !Array.isArray(value);

/** What people call a value: the game's word for it, or its name. */
export function called(name: string, say: Say): string {
  const text = say.has(`view_${name}`) ? say(`view_${name}`) : name.replaceAll("_", " ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** One value as text; what holds others is written with them. */
export function written(value: Value, say: Say): string {
  if (typeof value === "boolean") return value ? "✓" : "–";
  if (Array.isArray(value)) return listed(value.map((one: Value) => written(one, say)));
  if (isGroup(value)) return linesOf(value, say).join("; ");
  return value === null ? "–" : String(value);
}

const listed = (texts: string[]): string => texts.join(texts.every((text) => text.length === 1) ? " " : ", ");

/** A view line by line, as a terminal writes it. */
export const linesOf = (view: View, say: Say): string[] =>
  Object.entries(view).flatMap(([name, value]) => {
    if (value === null) return [];
    const rows = isGrid(value) ? value : [value];
    return rows.map((row, n) => `${called(name, say)}${isGrid(value) ? ` ${n + 1}` : ""}: ${written(row, say)}`);
  });

/** What can be played that no value of the view offers. */
export function besides(view: View, legal: readonly string[]): string[] {
  const there = new Set<string>();
  const look = (value: Value): void => {
    if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
    else there.add(String(value));
  };
  look(view);
  return legal.filter((text) => !there.has(text));
}

function Board(props: BoardProps<View>) {
  const { view, legal, say } = props;
  return (
    <div class="viewed">
      <Parts {...props} />
      <ul class="viewed-choices">
        {besides(view, legal).map((text) => (
          <li key={text}>
            <Choice text={text} {...props}>
              {say.notation(text)}
            </Choice>
          </li>
        ))}
      </ul>
    </div>
  );
}

type Offer = Pick<BoardProps, "legal" | "play" | "say" | "room">;

/** What stands alone comes first, in one row. */
function Parts({ view, ...offer }: { view: View } & Offer) {
  const all = Object.entries(view).filter(([, value]) => value !== null);
  const single = all.filter(([, value]) => typeof value !== "object");
  const whole = all.filter(([, value]) => typeof value === "object");
  return (
    <>
      {single.length > 0 && (
        <dl class="viewed-facts">
          {single.map(([name, value]) => (
            <div key={name}>
              <dt>{called(name, offer.say)}</dt>
              <dd>
                <Cell value={value} {...offer} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {whole.map(([name, value]) => (
        <section key={name} class="viewed-part">
          <h3>{called(name, offer.say)}</h3>
          <Part value={value} {...offer} />
        </section>
      ))}
    </>
  );
}

function Part({ value, ...offer }: { value: Value } & Offer) {
  if (isGrid(value)) return <Cells grid={value} {...offer} />;
  if (Array.isArray(value)) return <Row values={value} {...offer} />;
  return isGroup(value) ? <Parts view={value} {...offer} /> : <Cell value={value} {...offer} />;
}

function Row({ values, ...offer }: { values: readonly Value[] } & Offer) {
  if (values.length === 0) return <p class="viewed-none">–</p>;
  return (
    <ul class="viewed-row">
      {values.map((value, n) => (
        <li key={n} class={isGroup(value) ? "viewed-group" : ""}>
          <Part value={value} {...offer} />
        </li>
      ))}
    </ul>
  );
}

/** As large as the room allows, and never so small that a cell cannot be touched. */
function sideOf(grid: Grid, room: BoardProps["room"]): number {
  const columns = Math.max(...grid.map((row) => row.length), 1);
  const side = Math.min(SIDE, room.width / (columns + 1), room.height / (grid.length + AROUND));
  return Math.max(Math.floor(side), LEAST);
}

function Cells({ grid, ...offer }: { grid: Grid } & Offer) {
  return (
    <div class="viewed-grid" style={{ "--cell": `${sideOf(grid, offer.room)}px` }}>
      <table>
        <tbody>
          {grid.map((row, y) => (
            <tr key={y}>
              {row.map((value, x) => (
                <td key={x}>
                  <Cell value={value} {...offer} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ value, ...offer }: { value: Value } & Offer) {
  const text = written(value, offer.say);
  if (offer.legal.includes(text)) {
    return (
      <Choice text={text} {...offer}>
        {offer.say.notation(text)}
      </Choice>
    );
  }
  return (
    <span class={EMPTY.has(text) ? "viewed-empty" : ""} data-name={nameOf(text)}>
      {text}
    </span>
  );
}

function Choice({ text, play, children }: { text: string; children: ComponentChildren } & Offer) {
  return (
    <button
      type="button"
      class="spot can"
      data-name={nameOf(text)}
      data-plays={text}
      onClick={(event) => play(text, event.currentTarget)}
    >
      {children}
    </button>
  );
}

/** A name that can be lit: one with spaces would be several. */
const nameOf = (text: string): string => text.replaceAll(" ", "_");

/** The button of a move, and what is called like a word of it; a sign or a number may stand for something else. */
export const marks = (text: string): string[] => [
  nameOf(text),
  ...text.split(" ").filter((word) => word.length > 1 && /\p{L}/u.test(word)),
];

const viewed: BoardModule<View> = {
  Board,
  describe: linesOf,
  phrase: (text, _, say) => say.notation(text),
  marks,
};
export default viewed;
