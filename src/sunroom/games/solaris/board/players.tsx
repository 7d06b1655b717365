// What everybody has: laser, cards, what is known of them.

import { Emblem } from "@web/art/emblem";
import { Unsure } from "@web/art/unsure";
import { ruled } from "@web/doubts";
import { MiniCard } from "./art";
import type { Choice } from "./choice";
import { Pick } from "./pick";
import { playerLine } from "./speak";

export function Players({ c, eye }: { c: Choice; eye: number }) {
  const { view, say } = c;
  return (
    <ol class="players" aria-label={say("board_players")}>
      {view.players.map((player, seat) => {
        const known = seat === eye ? [] : player.known;
        const next = view.order.indexOf(seat);
        return (
          <li key={seat} data-place={`seat-${seat + 1}`}>
            <Pick
              c={c}
              class={`player ${view.to_act === seat ? "acts" : ""}`}
              plays={`seat-${seat + 1}`}
              label={playerLine(view, seat, say, eye)}
              name={`seat-${seat + 1}`}
              rule="LAR-12.1 LAR-12.2 LAR-7.8"
            >
              <Emblem seat={seat} colour={player.colour ?? undefined} size={26} />
              <span class="who">{say.seat(seat)}</span>
              {next >= 0 && (
                <span class="place" data-rule="LAR-3.2">
                  {next + 1}.
                </span>
              )}
              {player.halves.length > 0 && (
                <span
                  class="halves"
                  data-name={player.halves.join(" ")}
                  data-rule={ruled("LAR-2.4", view.doubts, "halves", "LAR-1.6a")}
                >
                  {player.halves.join(" ")}
                  <Unsure doubts={view.doubts} what="halves" rule="LAR-1.6a" say={say} />
                </span>
              )}
              <span class="count laser-count">
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <path d="M3 17 17 3M10 3h7v7" />
                </svg>
                {player.laser}
              </span>
              <span class="count">
                <svg viewBox="0 0 20 20" aria-hidden="true">
                  <rect x="5" y="2" width="10" height="15" rx="2" />
                </svg>
                {player.held}
              </span>
              {(known.length > 0 || player.aside.length > 0) && (
                <span class="known">
                  {known.map((card, n) => (
                    <MiniCard key={n} card={card} say={say} />
                  ))}
                  {player.aside.map(({ from, card }) => (
                    <span
                      key={`from ${from}`}
                      class="aside"
                      data-piece={`aside-${seat}-${from}`}
                      data-rule="LAR-7.8a LAR-12.3"
                    >
                      <MiniCard card={card} say={say} />
                    </span>
                  ))}
                </span>
              )}
            </Pick>
          </li>
        );
      })}
    </ol>
  );
}
