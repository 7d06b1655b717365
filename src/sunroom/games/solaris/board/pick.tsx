// Something beside the ring that can be chosen: a card, a player, a number.

import type { ComponentChildren, JSX } from "preact";
import { textsOf, type Choice } from "./choice";

interface PickProps extends Omit<JSX.IntrinsicElements["button"], "onClick" | "name" | "ref" | "label"> {
  c: Choice;
  /** What a click plays, in notation; or *onPick*. */
  plays?: string | undefined;
  onPick?: ((at: Element) => void) | undefined;
  can?: boolean;
  pressed?: boolean | undefined;
  label: string;
  name?: string | undefined;
  rule?: string | undefined;
  children: ComponentChildren;
}

/** Like Spot, in HTML: what cannot be chosen now is no stop for the keyboard, but a click still asks. */
export function Pick({ c, plays, onPick, can, pressed, label, name, rule, children, class: more, ...rest }: PickProps) {
  const offered = can ?? (plays !== undefined && c.legal.includes(plays));
  const texts = plays !== undefined ? [plays] : name ? textsOf(name, c.legal) : [];
  const look = () => offered && texts[0] !== undefined && c.consider(texts[0]);
  return (
    <button
      {...rest}
      type="button"
      class={`pick ${offered ? "can" : ""} ${pressed ? "pressed" : ""} ${more ?? ""}`}
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      tabIndex={offered ? 0 : -1}
      data-name={name}
      data-rule={rule}
      data-plays={plays}
      onClick={(event) =>
        onPick ? onPick(event.currentTarget) : plays !== undefined && c.play(plays, event.currentTarget)
      }
      onPointerEnter={look}
      onPointerLeave={() => c.consider(null)}
      onFocus={look}
      onBlur={() => c.consider(null)}
    >
      {children}
    </button>
  );
}
