// The ledger: what the player owns at the table, where the companion keeps it.

import { useEffect, useState } from "preact/hooks";
import { useEscape } from "@web/escape";
import { Sign } from "./art";
import { NumberGrid, Stepper } from "./number";
import { MEDALS, here, itemsOf, type Item, type Props } from "./view";

const FEW = 9;

export function Ledger({
  view,
  legal,
  play,
  say,
  small,
}: Pick<Props, "view" | "legal" | "play" | "say"> & { small?: boolean }) {
  const [open, setOpen] = useState<Item | null>(null);
  const facts = view.ledger;
  useEffect(() => setOpen(null), [facts && JSON.stringify(facts), view.turn]);
  useEscape(open !== null, () => setOpen(null));
  if (!facts) return null;
  const asked = view.phase === "check" ? (view.asks[here(view)!.name]?.items ?? []) : [];
  const offered = legal.some((text) => text.includes("="));
  return (
    <section class="gs-ledger" data-rule="GLD-9.2" data-name="ledger" aria-label={say("board_ledger")}>
      <h3>{say("board_ledger")}</h3>
      {open ? (
        <Editor
          item={open}
          value={facts[open]}
          most={view.most![open]}
          play={play}
          say={say}
          close={() => setOpen(null)}
        />
      ) : (
        <ul>
          {itemsOf(view).map((item) => (
            <li key={item} class={MEDALS.includes(item) ? "medal" : undefined}>
              <button
                type="button"
                class={`gs-item ${asked.includes(item) ? "asked" : ""}`}
                data-name={`item_${item} ${item}`}
                disabled={!offered}
                aria-label={say("board_edit", { item: say(`item_${item}`), n: facts[item] })}
                onClick={() => setOpen(item)}
              >
                <Sign name={item} />
                <span>{say(small && MEDALS.includes(item) ? `board_asks_${item}` : `item_${item}`)}</span>
                <b>{facts[item]}</b>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Editor({
  item,
  value,
  most,
  play,
  say,
  close,
}: { item: Item; value: number; most: number; close: () => void } & Pick<Props, "play" | "say">) {
  const enter = (n: number, at: Element) => (n === value ? close() : play(`${item}=${n}`, at));
  return (
    <div class="gs-editor">
      <p>
        <Sign name={item} /> {say(`item_${item}`)}
      </p>
      {most <= FEW ? (
        <NumberGrid
          numbers={Array.from({ length: most + 1 }, (_, n) => n)}
          can={(n) => n !== value}
          now={value}
          onPick={enter}
          label={say(`item_${item}`)}
        />
      ) : (
        <Stepper
          start={value}
          most={most}
          step={5}
          say={say}
          label={say(`item_${item}`)}
          enter={say("board_enter")}
          onEnter={enter}
        />
      )}
      <button type="button" class="quiet" onClick={close}>
        {say("board_back")}
      </button>
    </div>
  );
}
