// The cards: one's own, those on display, the pile and the discards.

import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";
import { useEscape } from "@web/escape";
import { Unsure } from "@web/art/unsure";
import { ruled } from "@web/doubts";
import type { Message } from "@web/wire";
import { codeOf } from "@web/words";
import { CardBack, CardFace, MiniCard, cardName } from "./art";
import { textsOf, type Choice } from "./choice";
import { Pick } from "./pick";
import { fits } from "./ring";
import { colourOf, stationOf } from "./view";

export function Hand({ c }: { c: Choice }) {
  const { view, say } = c;
  const seen = new Map<string, number>();
  const many = view.hand.length > 10;
  const chosen = ["take", "rob", "chance"].includes(view.phase) ? undefined : c.onCard;
  return (
    <section
      class="hand"
      data-place="hand"
      data-rule="LAR-2.1 LAR-7.4 LAR-9.4 LAR-9.4a LAR-12.1"
      aria-label={say("board_hand")}
      data-many={many ? "" : undefined}
      style={{ "--columns": view.hand.length > 5 ? Math.ceil(view.hand.length / 2) : 5 }}
    >
      {view.hand.map((card) => {
        const copy = seen.get(card) ?? 0;
        seen.set(card, copy + 1);
        const can = !["take", "chance"].includes(view.phase) && textsOf(card, c.legal).length > 0 && fits(c, card);
        const dim =
          c.legal.length > 0 && !can && ["fill", "move", "charge", "fire", "swap", "discard"].includes(view.phase);
        return (
          <Pick
            key={`${card} ${copy}`}
            c={c}
            class={`lar-card ${dim ? "dim" : ""}`}
            data-piece={`hand-${card}-${copy}`}
            data-station={stationOf(card)}
            data-colour={colourOf(card)}
            can={can}
            pressed={c.picked === card && copy === 0}
            label={cardName(card, say)}
            name={card}
            rule={ruled("LAR-1.2", view.doubts, "cards", "LAR-1.2a")}
            onPick={(at) => chosen?.(card, at)}
          >
            <CardFace card={card} say={say} />
          </Pick>
        );
      })}
      {view.hand.length === 0 && view.phase !== "done" && <p class="none">{say("board_no_cards")}</p>}
    </section>
  );
}

export function Deck({ c, told, children }: { c: Choice; told: readonly Message[]; children?: ComponentChildren }) {
  const { view, say } = c;
  const [open, setOpen] = useState(false);
  useEscape(open, () => setOpen(false));
  const top = useTop(c, told);
  const discarded = Object.values(view.discards).reduce((sum, n) => sum + n, 0);
  const swaps = view.phase === "action" && c.picked !== null && c.legal.includes("swap"); // else one looks at them
  return (
    <section class="deck" aria-label={say("board_deck")}>
      {(["board_cap_pile", "board_tab_deck", "board_cap_discards"] as const).map((id) => (
        <span key={id} class="caption" aria-hidden="true">
          {say(id)}
        </span>
      ))}
      <Pick
        c={c}
        class="lar-card pile"
        data-place="pile"
        plays="pile"
        label={say("board_pile", { n: view.pile })}
        name="pile"
        rule={ruled("LAR-2.1 LAR-8.4", view.doubts, "cards", "LAR-1.2a")}
      >
        <CardBack />
        <b>{view.pile}</b>
        <Unsure doubts={view.doubts} what="cards" rule="LAR-1.2a" say={say} />
      </Pick>
      <div class="display" data-place="display" data-rule="LAR-2.1 LAR-8.3">
        {view.display.map((card, n) =>
          card ? (
            <Pick
              key={`${n} ${card}`}
              c={c}
              class="lar-card"
              data-piece={`display-${n}-${card}`}
              plays={view.phase === "take" || !view.hand.includes(card) ? card : undefined}
              can={view.phase === "take" && c.legal.includes(card)}
              label={cardName(card, say)}
              name={card}
              rule="LAR-2.1 LAR-8.3"
            >
              <CardFace card={card} say={say} />
            </Pick>
          ) : (
            <span key={n} class="lar-card gap" />
          ),
        )}
      </div>
      <Pick
        c={c}
        class="lar-card discards"
        data-place="discards"
        can={swaps}
        label={say("board_discards", { n: discarded })}
        name="discards"
        rule="LAR-8.2 LAR-12.4 LAR-6.1"
        onPick={(at) => (swaps ? c.act("swap", at) : setOpen(!open))}
        aria-expanded={open}
      >
        {top ? (
          <span key={discarded} data-piece={`discard-${discarded}`}>
            <CardFace card={top} say={say} />
          </span>
        ) : (
          <span class="lar-card gap" />
        )}
        <b>{discarded}</b>
      </Pick>
      {children}
      {open && (
        <div class="spread" role="dialog" aria-label={say("board_discards", { n: discarded })}>
          <ul>
            {Object.entries(view.discards).map(([card, n]) => (
              <li key={card}>
                <MiniCard card={card} say={say} /> {n}
              </li>
            ))}
          </ul>
          <button type="button" onClick={() => setOpen(false)}>
            {say("board_close")}
          </button>
        </div>
      )}
    </section>
  );
}

/** The card that came to the discards last, as far as we saw it. */
function useTop({ view }: Choice, told: readonly Message[]): string | undefined {
  const last = useRef<string | undefined>(undefined);
  for (const { id, args } of told) {
    if (!["plays", "moves_energy", "charges", "fires", "discards", "flipped"].includes(id)) continue;
    last.current = codeOf(args?.card);
  }
  const kinds = Object.keys(view.discards);
  return last.current && last.current in view.discards ? last.current : kinds.at(-1);
}
