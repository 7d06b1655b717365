// An option that is an order: a list whose entries are moved up and down, with buttons or the arrow keys.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { wordsOf } from "../texts";
import { t } from "../words";
import type { OptionInfo } from "../wire";
import { listed, moved, written } from "./ordering";

interface OrderProps {
  game: string;
  option: OptionInfo;
  parts: readonly string[];
  about: ComponentChildren;
  value: string;
  put: (text: string) => void;
}

/** Where the keyboard is after something was moved: on the button that moved it. */
interface Moved {
  part: string;
  by: 1 | -1;
}

export function OrderField({ game, option, parts, about, value, put }: OrderProps) {
  const list = listed(value, parts);
  const root = useRef<HTMLOListElement>(null);
  const [last, note] = useState<Moved | null>(null);
  useLayoutEffect(() => {
    if (last) root.current?.querySelector<HTMLElement>(`[data-moves="${last.part} ${last.by}"]`)?.focus();
  }, [last, value]);
  const name = (part: string) => wordsOf(game)?.[part] ?? part;
  const move = (part: string, by: 1 | -1) => {
    note({ part, by });
    put(written(moved(list, list.indexOf(part), list.indexOf(part) + by), parts));
  };
  const said = last ? t("order_at", { what: name(last.part), n: list.indexOf(last.part) + 1, all: list.length }) : "";
  return (
    <div class="order" role="group" aria-labelledby={`${option.name}-about`}>
      <p id={`${option.name}-about`}>{about}</p>
      <ol ref={root}>
        {list.map((part, n) => (
          <li key={part} onKeyDown={(event) => onArrow(event, (by) => move(part, by))}>
            <span class="name">{name(part)}</span>
            <Mover part={part} by={-1} ends={n === 0} label={t("order_up", { what: name(part) })} move={move} />
            <Mover
              part={part}
              by={1}
              ends={n === list.length - 1}
              label={t("order_down", { what: name(part) })}
              move={move}
            />
          </li>
        ))}
      </ol>
      <p class="unseen" role="status">
        {said}
      </p>
      {value !== "" && (
        <button
          type="button"
          class="text-link"
          onClick={() => {
            note(null);
            put("");
          }}
        >
          {t("order_reset")}
        </button>
      )}
    </div>
  );
}

interface MoverProps {
  part: string;
  by: 1 | -1;
  ends: boolean;
  label: string;
  move: (part: string, by: 1 | -1) => void;
}

/** It stays where the keyboard is also at the ends, where it moves nothing. */
const Mover = ({ part, by, ends, label, move }: MoverProps) => (
  <button
    type="button"
    class="quiet"
    data-moves={`${part} ${by}`}
    aria-label={label}
    aria-disabled={ends}
    onClick={() => !ends && move(part, by)}
  >
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={by < 0 ? "M3 10l5-5 5 5" : "M3 6l5 5 5-5"} />
    </svg>
  </button>
);

function onArrow(event: KeyboardEvent, move: (by: 1 | -1) => void): void {
  if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
  event.preventDefault();
  move(event.key === "ArrowUp" ? -1 : 1);
}
