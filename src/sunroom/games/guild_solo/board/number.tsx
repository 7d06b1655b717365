// A number that is asked: a stepper for many, a grid for few.

import { useState } from "preact/hooks";
import type { Say } from "@web/words";

interface StepperProps {
  start: number;
  most: number;
  step: number;
  say: Say;
  label: string;
  enter: string;
  onEnter: (n: number, at: Element) => void;
  /** A line below that follows the number. */
  follow?: (n: number) => string;
}

export function Stepper({ start, most, step, say, label, enter, onEnter, follow }: StepperProps) {
  const [value, setValue] = useState(start);
  const to = (n: number) => setValue(Math.min(Math.max(n, 0), most));
  const by = (n: number) => (
    <button
      type="button"
      onClick={() => to(value + n)}
      aria-label={n < 0 ? say("board_less", { n: -n }) : say("board_more", { n })}
    >
      {n < 0 ? `−${-n}` : `+${n}`}
    </button>
  );
  return (
    <form
      class="gs-stepper"
      onSubmit={(event) => {
        event.preventDefault();
        onEnter(value, event.currentTarget);
      }}
    >
      <div class="gs-dial">
        {by(-step)}
        {by(-1)}
        <input
          type="text"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={3}
          value={value}
          aria-label={label}
          onInput={(event) => to(Number(event.currentTarget.value.replace(/\D/g, "")))}
          onFocus={(event) => event.currentTarget.select()}
        />
        {by(1)}
        {by(step)}
      </div>
      <button type="submit" class="main can" data-enter>
        {enter}
      </button>
      {follow && <p class="gs-follow">{follow(value)}</p>}
    </form>
  );
}

export function NumberGrid({
  numbers,
  can,
  onPick,
  label,
  now,
}: {
  numbers: number[];
  can: (n: number) => boolean;
  onPick: (n: number, at: Element) => void;
  label: string;
  now?: number;
}) {
  return (
    <div class="gs-grid" role="group" aria-label={label}>
      {numbers.map((n) => (
        <button
          key={n}
          type="button"
          class={can(n) ? "can" : "cannot"}
          aria-pressed={now === n ? true : undefined}
          onClick={(event) => onPick(n, event.currentTarget)}
        >
          {n}
        </button>
      ))}
    </div>
  );
}
