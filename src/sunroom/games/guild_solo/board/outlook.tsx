// The outlook: every order in which the tiles can still come, counted.

import { percent } from "@web/words";
import { Tile } from "./art";
import { letters, nameOf, type Chance, type Props } from "./view";

interface Bar {
  label: string;
  chance: Chance;
  text: string;
  own?: boolean;
}

export function OutlookPanel({ view, say }: Pick<Props, "view" | "say">) {
  const found = view.outlook;
  const { purse } = view;
  return (
    <section
      class="gs-outlook"
      data-rule="GLD-9.4"
      data-name="outlook"
      aria-label={say("board_outlook")}
      title={say("board_outlook_note")}
    >
      <h3>{say("board_outlook")}</h3>
      {!found && <p>{say("no_outlook")}</p>}
      {found && !found.reachable && <p class="gs-red">{say("unreachable")}</p>}
      {found?.reachable && <Bars bars={bars(view, say, purse)} head={say("board_outlook_swaps")} />}
      {found && (
        <div class="gs-rows" data-name="unfinished">
          <h4>{say("board_unfinished")}</h4>
          <ul>
            {view.guilds.map((guild) => {
              const chance = found.unfinished[guild]!;
              return (
                <li key={guild} aria-label={`${nameOf(guild, say)} ${percent(chance.value)}`}>
                  <Tile guild={guild} letter={letters(view, say)[guild]!} />
                  <span class="gs-track">
                    <i style={{ width: `${100 * chance.value}%` }} />
                  </span>
                  <b title={chance.fraction}>{percent(chance.value)}</b>
                </li>
              );
            })}
          </ul>
        </div>
      )}
    </section>
  );
}

function bars(view: Props["view"], say: Props["say"], purse: number | null): Bar[] {
  const found = view.outlook!;
  const rich = found.purse !== null && purse !== null && purse > 3;
  const counted: Bar[] = found.by_swaps.slice(0, rich ? 3 : 4).map((chance, n) => ({
    label: String(n),
    chance,
    text: say("board_with_swaps", { n }),
    own: purse === n,
  }));
  counted.push({ label: "∞", chance: found.unlimited, text: say("chance_unlimited"), own: purse === null });
  if (rich) counted.splice(3, 0, { label: String(purse), chance: found.purse!, text: say("chance_purse"), own: true });
  return counted;
}

/** A column for each number of swaps; the one that the purse can pay stands out. */
function Bars({ bars: all, head }: { bars: Bar[]; head: string }) {
  return (
    <figure class="gs-bars">
      <ol>
        {all.map((bar) => (
          <li
            key={bar.label}
            class={bar.own ? "own" : ""}
            title={`${bar.text}: ${percent(bar.chance.value, 1)} (${bar.chance.fraction})`}
            aria-label={`${bar.text}: ${percent(bar.chance.value, 1)}`}
          >
            <b>{percent(bar.chance.value)}</b>
            <span class="gs-column">
              <i style={{ height: `${Math.max(100 * bar.chance.value, 1)}%` }} />
            </span>
            <span>{bar.label}</span>
          </li>
        ))}
      </ol>
      <figcaption>{head}</figcaption>
    </figure>
  );
}
