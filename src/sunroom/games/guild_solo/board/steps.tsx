// The turn as a list: what is done, what is now, what comes.

import type { Say } from "@web/words";
import { fieldNamed, here, inBag, type Field, type Props, type View } from "./view";

type Status = "done" | "due" | "now" | "later"; // due: the companion cannot know
export interface Step {
  id: string;
  text: string;
  status: Status;
  rule: string;
  /** Done at the player's table, where the companion does not look. */
  table?: boolean;
}

const LIGHT: Record<string, string> = {
  A2: "board_step_building",
  B4: "board_step_building",
  A4: "board_step_cards",
  B2: "board_step_line",
};
const RED: Record<string, string> = {
  A2: "board_step_foreign",
  B4: "board_step_foreign",
  A4: "board_step_cards",
  A5: "board_step_line",
  C3: "board_step_line",
  B5: "board_step_back",
  C1: "board_step_cards",
  C4: "board_step_medal",
};

/** Which of the steps is now. */
function at(view: View): string {
  const field = here(view);
  const open = field?.outcome === "open";
  if (view.phase === "chance") {
    if (!field) return "fill";
    return view.queue[0] === null ? (open ? "light" : "after") : "draw";
  }
  if (view.phase === "number") return open ? "light" : "after";
  return { swap: "swap", check: "check", mine: "after", medal: "after", turn: "actions", points: "end", done: "end" }[
    view.phase
  ];
}

export function stepsOf(view: View, say: Say): Step[] {
  const now = at(view);
  if (now === "fill") return [{ id: "fill", text: say("board_step_fill"), status: "now", rule: "GLD-2.2" }];
  const aim = view.phase === "swap" ? view.outlook?.coming[0]?.field : view.field;
  const steps: Omit<Step, "status">[] = [
    { id: "table", text: say("board_step_table"), rule: "GLD-3.1", table: true },
    { id: "swap", text: say("board_step_swap"), rule: "GLD-3.2" },
    {
      id: "place",
      text: aim ? say("board_step_place", { field: aim }) : say("board_step_place_any"),
      rule: "GLD-3.3 GLD-4.3",
    },
    ...ofField(view, fieldNamed(view, aim ?? null), say),
    ...(view.phase === "done" || view.last_turn
      ? [
          {
            id: "end",
            text: say(view.phase === "points" ? "board_step_end" : "board_step_over"),
            rule: "GLD-7.5 GLD-8.1 GLD-8.2",
          },
        ]
      : [
          ...(draws(view) ? [{ id: "draw", text: say("board_step_draw"), rule: "GLD-3.4" }] : []),
          { id: "actions", text: say("board_step_actions"), rule: "GLD-3.5", table: true },
        ]),
  ];
  const nowAt = steps.findIndex((step) => step.id === now);
  return steps.map((step, n) => ({
    ...step,
    status: n < nowAt ? (now === "swap" ? "due" : "done") : n === nowAt ? "now" : "later",
  }));
}

/** Whether there is a tile to draw in this turn, or one was drawn. */
const draws = (view: View): boolean => inBag(view) > 0 || (view.phase === "turn" && view.queue[2] !== null);

function ofField(view: View, field: Field | null, say: Say): Omit<Step, "status">[] {
  if (!field || field.token === "none") return [];
  const steps: Omit<Step, "status">[] = [];
  const light = LIGHT[field.name];
  if (light) steps.push({ id: "light", text: say(light), rule: "GLD-5.1" });
  steps.push({ id: "check", text: say("board_step_check", { field: field.name }), rule: "GLD-5.1" });
  const red = RED[field.name];
  if (field.outcome === "failed") {
    const coin = view.coins[field.name];
    if (red) steps.push({ id: "after", text: say(red), rule: "GLD-5.3" });
    if (coin) steps.push({ id: "coin", text: say("board_step_coin", { field: coin }), rule: "GLD-5.3 GLD-7.7" });
  } else if (field.token === "mine")
    steps.push({ id: "after", text: say("board_step_mine"), rule: "GLD-5.2 GLD-5.2a" });
  return steps;
}

export function Steps({ view, say }: Pick<Props, "view" | "say">) {
  const steps = stepsOf(view, say);
  return (
    <ol class="gs-steps" aria-label={say("board_steps")}>
      {steps.map((step) => (
        <li
          key={step.id}
          class={`${step.status} ${step.table ? "yours" : ""}`}
          data-rule={step.rule}
          data-name={`step-${step.id}`}
          aria-current={step.status === "now" ? "step" : undefined}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <rect x="3" y="3" width="18" height="18" rx="4" />
            {step.status === "done" && <path d="M7 12.5l4 4 7-9" />}
            {step.status === "now" && <circle cx="12" cy="12" r="4.5" />}
          </svg>
          <span>{step.text}</span>
        </li>
      ))}
    </ol>
  );
}
