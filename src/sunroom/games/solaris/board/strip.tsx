// What can be done, and what has been done in this turn so far.

import { Emblem } from "@web/art/emblem";
import { Unsure } from "@web/art/unsure";
import { ruled } from "@web/doubts";
import { Bridge, CardFace, Icon, Shuttle, cardName } from "./art";
import { textsOf, type Choice } from "./choice";
import { Pick } from "./pick";
import { colourName, endOf, phrase, soFar } from "./speak";
import { COLOURS, isCard } from "./view";

const ACTIONS = ["fill", "move", "swap", "pass", "use"] as const;
type Action = (typeof ACTIONS)[number];
const SIGNS: Record<Exclude<Action, "use">, string> = {
  fill: "M12 20V5M6 11l6-6 6 6M5 20h14",
  move: "M3 16c4-7 14-7 18 0M21 16l-.5-5.5M21 16l-5.5-.5M3 20h2M19 20h2",
  swap: "M5 9h13l-3.5-3.5M19 15H6l3.5 3.5",
  pass: "M6 12h12",
};
const RULES: Record<Action, string> = {
  fill: "LAR-4.1 LAR-4.1a",
  move: "LAR-5.1 LAR-5.2 LAR-4.1a",
  swap: "LAR-6.1",
  pass: "LAR-6.2",
  use: "LAR-7.1 LAR-7.1a",
};

// words: board_do_fill, board_do_move, board_do_swap, board_do_pass
// words: board_use_machine, board_use_command, board_use_biotope, board_use_port, board_use_canteen, board_use_centre
export const actionName = ({ view, say }: Choice, action: string): string =>
  say(action === "use" ? `board_use_${view.active}` : `board_do_${action}`);

export function Strip({ c, small }: { c: Choice; small: boolean }) {
  const { view } = c;
  if (view.phase === "chance") return <ByHand c={c} />;
  if (view.phase === "action" && c.legal.length > 0) return <Actions c={c} />;
  return (
    <section class="strip">
      {view.phase === "done" && <Ending c={c} />}
      {!(small && ["amount", "rob"].includes(view.phase) && c.legal.length > 0) && <SoFar c={c} />}
      <div class="lar-chips">
        {c.picked && view.phase === "charge" && <Charges c={c} />}
        {c.legal
          .filter((text) => /^\d$/.test(text))
          .map((text) => (
            <Pick
              key={text}
              c={c}
              class="lar-chip"
              plays={text}
              label={c.say("board_spend", { n: Number(text) })}
              rule="LAR-7.1 LAR-7.1a LAR-7.3b"
            >
              {text}
            </Pick>
          ))}
        {view.phase === "colour" && <Colours c={c} />}
        {small && view.phase === "rob" && <Victims c={c} />}
        {small && view.phase === "dock" && <Hangar c={c} />}
        {c.legal.includes("done") && (
          <Pick c={c} class="lar-chip done" plays="done" label={c.say("board_done")} rule="LAR-8.1 LAR-8.1b">
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M5 13l5 5 9-11" />
            </svg>
            {c.say("board_done")}
          </Pick>
        )}
      </div>
    </section>
  );
}

function Actions({ c }: { c: Choice }) {
  const { view } = c;
  const card = c.picked && isCard(c.picked) ? c.picked : null;
  return (
    <section class="strip acts" aria-label={c.say("board_actions")}>
      {ACTIONS.map((action) => (
        <Pick
          key={action}
          c={c}
          class={`act ${card && !view.suits[action]?.includes(card) ? "dim" : ""}`}
          plays={action}
          label={phrase(action, view, c.say)}
          name={action}
          rule={RULES[action]}
          onPick={(at) => c.act(action, at)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            {action === "use" && view.active ? (
              <g transform="translate(12 12)">
                <Icon station={view.active} size={24} />
              </g>
            ) : (
              <path d={SIGNS[action as keyof typeof SIGNS]} />
            )}
          </svg>
          <span>{actionName(c, action)}</span>
        </Pick>
      ))}
    </section>
  );
}

/** One card at the machine deck, for the energy that was spent or for another one. */
function Charges({ c }: { c: Choice }) {
  const texts = textsOf(c.picked!, c.legal);
  return (
    <>
      {texts.map((text) => (
        <Pick key={text} c={c} class="lar-chip" plays={text} label={phrase(text, c.view, c.say)} rule="LAR-7.2">
          {isCard(c.picked!)
            ? c.say(text.startsWith("+") ? "board_same_energy" : "board_new_energy")
            : cardName(text.replace("+", ""), c.say) + (text.startsWith("+") ? " +" : "")}
        </Pick>
      ))}
    </>
  );
}

/** The colours of markers that are left. */
function Colours({ c }: { c: Choice }) {
  return (
    <>
      {c.legal.map((text) => (
        <Pick
          key={text}
          c={c}
          class="lar-chip own-colour"
          plays={text}
          label={phrase(text, c.view, c.say)}
          name={text}
          rule="LAR-2.9"
        >
          <Emblem seat={c.view.to_act} colour={text} size={26} />
          {colourName(text, c.say)}
        </Pick>
      ))}
    </>
  );
}

function Victims({ c }: { c: Choice }) {
  const seats = c.view.players.map((_, seat) => seat).filter((seat) => seat !== c.view.to_act);
  return (
    <>
      {seats.map((seat) => (
        <Pick
          key={seat}
          c={c}
          class="lar-chip"
          plays={`seat-${seat + 1}`}
          label={phrase(`seat-${seat + 1}`, c.view, c.say)}
          rule="LAR-7.8"
        >
          <Emblem seat={seat} colour={c.view.players[seat]!.colour ?? undefined} size={22} />{" "}
          {c.view.players[seat]!.held}
        </Pick>
      ))}
    </>
  );
}

/** Free shuttles, where the ring has no room for them. */
export function Hangar({ c }: { c: Choice }) {
  const { view, say } = c;
  return (
    <>
      {COLOURS.filter((colour) => view.shuttles[colour] === null).map((colour) => (
        <Pick
          key={colour}
          c={c}
          class="piece"
          can={view.phase === "dock" && textsOf(colour, c.legal).length > 0}
          pressed={c.picked === colour}
          label={say("board_free", { colour: { id: colour } })}
          name={colour}
          rule={ruled("LAR-2.7 LAR-7.7", view.doubts, "shuttles", "LAR-1.4a")}
          onPick={(at) => c.onShuttle(colour, at)}
        >
          <svg viewBox="-24 -28 48 50" aria-hidden="true">
            <Shuttle colour={colour} size={40} say={say} />
          </svg>
        </Pick>
      ))}
    </>
  );
}

/** What lies beside the ring, for a phone: spare bridges and free shuttles. */
export function BesideRing({ c }: { c: Choice }) {
  const { view, say } = c;
  const free = COLOURS.some((colour) => view.shuttles[colour] === null);
  return (
    <div class="beside-ring">
      {c.view.spare.map((colour, n) => (
        <span
          key={n}
          class="piece"
          role="img"
          aria-label={c.say("board_spare", { colour: { id: colour } })}
          data-rule={ruled("LAR-2.3 LAR-9.2", c.view.doubts, "bridges", "LAR-1.3a")}
        >
          <svg viewBox="-28 -22 56 44" aria-hidden="true">
            <Bridge colour={colour} size={36} length={50} angle={0} say={c.say} />
          </svg>
        </span>
      ))}
      {view.spare.length > 0 && <Unsure doubts={view.doubts} what="bridges" rule="LAR-1.3a" say={say} />}
      <Hangar c={c} />
      {free && <Unsure doubts={view.doubts} what="shuttles" rule="LAR-1.4a" say={say} />}
    </div>
  );
}

/** Why the game is over. */
function Ending({ c }: { c: Choice }) {
  return (
    <p class="so-far ending" data-rule={c.view.rounds === null ? "LAR-10.1 LAR-10.4" : "LAR-11.1"}>
      {endOf(c.view, c.say)}
    </p>
  );
}

/** The turn so far, as a short line. */
function SoFar({ c }: { c: Choice }) {
  const { view, say } = c;
  const { action } = view.so_far;
  if (view.phase === "done" || view.round === 0) return null;
  const seat = view.phase === "discard" ? view.to_act : view.turn;
  return (
    <p class="so-far" data-rule="LAR-3.7 LAR-8.1 LAR-8.1b">
      {seat !== null && seat >= 0 && <Emblem seat={seat} colour={view.players[seat]!.colour ?? undefined} size={24} />}
      <span>
        <b>
          {view.phase === "discard"
            ? say("board_too_many")
            : action
              ? actionName(c, action)
              : say("board_chooses", { who: { seat: view.turn ?? 0 } })}
        </b>
        {soFar(view, say).map((part) => (
          <span key={part} class="part">
            {part}
          </span>
        ))}
      </span>
    </p>
  );
}

/** Dealing at a real table: what has come. */
function ByHand({ c }: { c: Choice }) {
  if (c.legal.length === 0) return <section class="strip" />;
  return (
    <section class="strip by-hand">
      {c.legal.map((text) => (
        <Pick
          key={text}
          c={c}
          class={isCard(text) ? "lar-card" : "lar-chip"}
          plays={text}
          label={phrase(text, c.view, c.say)}
        >
          {isCard(text) ? <CardFace card={text} say={c.say} /> : phrase(text, c.view, c.say)}
        </Pick>
      ))}
    </section>
  );
}
