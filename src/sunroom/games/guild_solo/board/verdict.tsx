// The end: won, or how it was lost, with the sum that decided.

import type { Say } from "@web/words";
import { Seal, Star } from "./art";
import { here, type View } from "./view";

// words: board_end_won, board_end_lost_final, board_end_lost_turns, board_end_lost_points
export function Verdict({ view, say }: { view: View; say: Say }) {
  const won = view.result === "won";
  const { finals, mines, lost, total, enough } = view.sums;
  const field = here(view);
  const counted = won || view.result === "lost_points";
  return (
    <div class={`gs-verdict ${won ? "won" : "lost"}`} data-rule="GLD-7.6 GLD-8.1 GLD-8.3" data-name="verdict">
      <div class="gs-bigseal">
        <Seal outcome={won ? "met" : "failed"} />
      </div>
      <div>
        <h2>{say(won ? "verdict_won" : "verdict_lost")}</h2>
        <p>
          {say(`board_end_${view.result}`, { n: Math.abs(total - enough), field: field?.name ?? "", met: view.met })}
          {view.result === "lost_final" && field?.condition && <em> {say(field.condition)}</em>}
        </p>
        {counted && (
          <dl class="gs-sum">
            <Line label={say("board_sum_base")} n={view.points} />
            <Line label={say("board_sum_finals")} n={finals} plus />
            {view.lost_mines > 0 && <Line label={say("board_sum_mines", { n: view.lost_mines })} n={mines} plus />}
            {view.lost_points > 0 && <Line label={say("board_sum_lost")} n={lost} plus />}
            <Line label={say("board_sum_total", { enough })} n={total} total />
          </dl>
        )}
        <p class="gs-finals">
          {[0, 1].map((n) => (
            <Star key={n} full={view.met > n} />
          ))}
          <span>{say("finals_met", { n: view.met })}</span>
        </p>
      </div>
    </div>
  );
}

function Line({ label, n, plus, total }: { label: string; n: number; plus?: boolean; total?: boolean }) {
  return (
    <div class={total ? "total" : ""}>
      <dt>{label}</dt>
      <dd>{n < 0 ? `−${-n}` : plus ? `+${n}` : n}</dd>
    </div>
  );
}
