// The queue I, II, III with the swaps between its places, the bag, and the loss box.

import { percent } from "@web/words";
import { Mine, Pouch, Tile } from "./art";
import { PLACES, comingTo, drawn, fieldsOf, inBag, letters, nameOf, placeText, queueKeys, type Props } from "./view";

type Part = Pick<Props, "view" | "legal" | "play" | "say">;
const SWAPS = ["swap-1-2", "swap-2-3"] as const;

/** The places from III down to I, as on the sheet; lying down from I to III where there is no room. */
export function Queue(props: Part & { lying?: boolean }) {
  const order = props.lying ? [0, 1, 2] : [2, 1, 0];
  return (
    <div
      class={`gs-queue ${props.lying ? "lying" : ""}`}
      data-rule="GLD-2.2 GLD-3.3 GLD-3.4"
      role="group"
      aria-label={props.say("board_queue")}
    >
      {order.flatMap((n, i) => [
        <Place key={n} {...props} n={n} />,
        ...(i < 2 ? [<Swap key={`swap-${i}`} {...props} n={props.lying ? i : 1 - i} />] : []),
      ])}
    </div>
  );
}

function Place({ view, legal, play, say, n }: Part & { n: number }) {
  const guild = view.queue[n] ?? null;
  const aim = guild ? comingTo(view, n) : undefined;
  const can = n === 0 && legal.includes("keep");
  const label = placeText(view, n, say);
  return (
    <button
      type="button"
      class={`gs-place ${can ? "can" : ""} ${guild ? "" : "empty"}`}
      data-name={`${PLACES[n]} ${guild ?? ""}`}
      data-rule="GLD-3.3"
      data-plays={n === 0 ? "keep" : undefined}
      aria-label={label}
      title={label}
      onClick={(event) => n === 0 && guild && play("keep", event.currentTarget)}
    >
      <span class="gs-numeral">{PLACES[n]}</span>
      <span class="gs-slot">
        {guild && <Tile guild={guild} letter={letters(view, say)[guild]!} piece={queueKeys(view)[n]} />}
      </span>
      {aim && <span class="gs-aim">→ {aim.field}</span>}
      {guild && !aim && <span class="gs-aim">–</span>}
    </button>
  );
}

function Swap({ view, legal, play, say, n }: Part & { n: number }) {
  const text = SWAPS[n]!;
  const can = legal.includes(text);
  const now = view.outlook?.swaps.keep;
  const then = view.outlook?.swaps[text];
  const better = now && then ? Math.sign(Math.round(1000 * (then.value - now.value))) : 0;
  const label = say("board_swap", { one: PLACES[n]!, two: PLACES[n + 1]! }) + (then ? `: ${percent(then.value)}` : "");
  return (
    <button
      type="button"
      class={`gs-swap ${can ? "can" : ""} ${better > 0 ? "better" : ""}`}
      data-name={text}
      data-rule="GLD-3.2 GLD-3.2a GLD-3.2b"
      data-plays={text}
      aria-label={label}
      title={label}
      onClick={(event) => play(text, event.currentTarget)}
    >
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M8 20V5M4 9l4-4 4 4M16 4v15M12 15l4 4 4-4" />
      </svg>
      {can && then && <span>{percent(then.value)}</span>}
    </button>
  );
}

export function Bag({ view, legal, play, say }: Part) {
  const picks = drawn(view, legal) === "tile" && legal.length > 0;
  return (
    <section
      class="gs-bag"
      data-rule="GLD-2.1 GLD-3.4"
      data-name="bag"
      aria-label={say("board_bag", { n: inBag(view) })}
    >
      <Pouch />
      <ul>
        {view.guilds.map((guild) => (
          <li key={guild}>
            <button
              type="button"
              class={`gs-count ${legal.includes(guild) ? "can" : ""}`}
              data-plays={guild}
              data-name={guild}
              disabled={!picks}
              aria-label={say("board_in_bag", { n: view.bag[guild] ?? 0, guild: nameOf(guild, say) })}
              onClick={(event) => play(guild, event.currentTarget)}
            >
              <Tile guild={guild} letter={letters(view, say)[guild]!} />
              <b>{view.bag[guild]}</b>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function LossBox({ view, say }: Pick<Props, "view" | "say">) {
  const lost = fieldsOf(view).filter((field) => field.token === "mine" && field.outcome === "failed");
  return (
    <div
      class="gs-loss"
      data-name="loss-box"
      data-rule="GLD-5.3 GLD-8.2"
      title={say("board_loss_text", { n: lost.length })}
      role="img"
      aria-label={say("board_loss_text", { n: lost.length })}
    >
      <span>{say("board_loss")}</span>
      <span class="gs-lost">
        {lost.map((field) => (
          <Mine key={field.name} piece={`mine-${field.name}`} />
        ))}
      </span>
      <b>{lost.length > 0 ? `−${2 * lost.length}` : "0"}</b>
    </div>
  );
}
