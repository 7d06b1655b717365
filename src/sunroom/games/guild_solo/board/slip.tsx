// The slip with what is asked now, and the answers.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { percent } from "@web/words";
import { Seal, Sign, Tile } from "./art";
import { FieldNote } from "./field";
import { Landscape } from "./landscape";
import { NumberGrid, Stepper } from "./number";
import { Steps } from "./steps";
import { Verdict } from "./verdict";
import {
  MEDALS,
  PLACES,
  cardsText,
  drawn,
  here,
  letters,
  mostOf,
  nameOf,
  pickedText,
  signed,
  type Props,
} from "./view";

type Part = Pick<Props, "view" | "legal" | "play" | "say">;
const GRID = 20; // more buildings than that are told with a stepper

export function Slip(props: Part) {
  const { view } = props;
  return (
    <section class={`gs-slip ${view.phase}`} aria-label={props.say("board_slip")} data-name="slip">
      <Steps view={view} say={props.say} />
      <div class="gs-asked-now">
        <Question {...props} />
      </div>
    </section>
  );
}

function Question(props: Part) {
  switch (props.view.phase) {
    case "swap":
      return <AskSwap {...props} />;
    case "check":
      return <AskCheck {...props} />;
    case "number":
      return <AskNumber {...props} />;
    case "mine":
      return <AskMine {...props} />;
    case "medal":
      return <AskMedal {...props} />;
    case "turn":
      return <AskTurn {...props} />;
    case "points":
      return <AskPoints {...props} />;
    case "done":
      return <Verdict view={props.view} say={props.say} />;
    case "chance":
      return <AskChance {...props} />;
  }
}

/** One answer: a click plays it. */
function Answer({
  plays,
  legal,
  play,
  kind,
  name,
  label,
  children,
}: { plays: string; kind?: string; name?: string; label?: string; children: ComponentChildren } & Pick<
  Props,
  "legal" | "play"
>) {
  const can = legal.includes(plays);
  return (
    <button
      type="button"
      class={`gs-answer ${kind ?? ""} ${can ? "can" : ""}`}
      data-plays={plays}
      data-name={name ?? plays}
      aria-label={label}
      onClick={(event) => play(plays, event.currentTarget)}
    >
      {children}
    </button>
  );
}

function AskSwap({ view, legal, play, say }: Part) {
  const guild = view.queue[0];
  const aim = view.outlook?.coming[0];
  const swaps = view.outlook?.swaps ?? {};
  const values = Object.values(swaps).map((chance) => chance.value);
  const best = Math.min(...values) < Math.max(...values) ? Math.max(...values) : undefined;
  const share = (name: string) => {
    const chance = swaps[name];
    return chance && <span class={`gs-share ${chance.value === best ? "best" : ""}`}>{percent(chance.value)}</span>;
  };
  return (
    <>
      <h3 data-rule="GLD-3.1">{say("board_swap_head")}</h3>
      <p>{say(view.ledger ? "board_swap_text_ledger" : "board_swap_text")}</p>
      <div class="gs-answers" data-rule="GLD-3.2">
        <Answer plays="keep" kind="main" legal={legal} play={play}>
          {guild && <Tile guild={guild} letter={letters(view, say)[guild]!} />}
          <span>
            {guild && aim ? say("board_keep", { guild: nameOf(guild, say), field: aim.field }) : say("board_keep_any")}
          </span>
          {share("keep")}
        </Answer>
        {["swap-1-2", "swap-2-3"].map((text, n) => (
          <Answer
            key={text}
            plays={text}
            label={say("board_swap", { one: PLACES[n]!, two: PLACES[n + 1]! })}
            legal={legal}
            play={play}
          >
            <span>{say("board_swap_short", { one: PLACES[n]!, two: PLACES[n + 1]! })}</span>
            {share(text)}
          </Answer>
        ))}
      </div>
      <p class="gs-small">{say(view.ledger ? "board_share_note_ledger" : "board_share_note")}</p>
    </>
  );
}

function AskCheck(props: Part) {
  const { view, say } = props;
  const field = here(view)!;
  return (
    <Beside
      {...props}
      note={
        <>
          <Note text={cardsText(view, say) ?? pickedText(view, say)} />
          <FieldNote field={field} say={say} brief />
        </>
      }
      answers={view.ledger ? <ByLedger {...props} /> : <YesNo {...props} />}
    />
  );
}

/** What the companion has drawn or counted for the field of this turn. */
function Note({ text }: { text: string | null | false | undefined }) {
  return text ? <p class="gs-do">{text}</p> : null;
}

/** A note with its answers at the side, or below where the side shows the line to clear. */
function Beside({ view, play, say, note, answers }: Part & { note: ComponentChildren; answers: ComponentChildren }) {
  const cleared = view.line !== null;
  return (
    <div class="gs-two">
      <div class="gs-note">
        {note}
        {cleared && <div class="gs-answers">{answers}</div>}
      </div>
      {cleared ? (
        <Landscape line={view.line} legal={[]} play={play} say={say} />
      ) : (
        <div class="gs-answers tall">{answers}</div>
      )}
    </div>
  );
}

function YesNo({ legal, play, say }: Part) {
  return (
    <>
      <Answer plays="yes" kind="yes" legal={legal} play={play}>
        <Seal outcome="met" /> {say("board_yes")}
      </Answer>
      <Answer plays="no" kind="no" legal={legal} play={play}>
        <Seal outcome="failed" /> {say("board_no")}
      </Answer>
    </>
  );
}

function ByLedger({ view, legal, play, say }: Part) {
  return (
    <>
      <ul class="gs-has">
        {view.asks[here(view)!.name]?.items.map((item) => (
          <li key={item}>
            <Sign name={item} /> {say(`item_${item}`)} <b>{view.ledger![item]}</b>
          </li>
        ))}
      </ul>
      <Answer plays="by-ledger" kind="main" legal={legal} play={play}>
        {say("board_by_ledger")}
      </Answer>
    </>
  );
}

const told = { buildings: 12, cards: 40 }; // what was entered last

function AskNumber({ view, legal, play, say }: Part) {
  const field = here(view)!;
  const buildings = view.number === "buildings";
  const kind = buildings ? "buildings" : "cards";
  const start = legal.includes(String(told[kind]))
    ? told[kind]
    : Number(legal.find((text) => /^\d+$/.test(text)) ?? told[kind]);
  return (
    <>
      <h3 data-rule="GLD-9.3">{say(buildings ? "board_how_many_buildings" : "board_how_many_cards")}</h3>
      <p>{say((field.outcome === "failed" && field.red) || `light_${field.name}`)}</p>
      <div class="gs-answers">
        <Stepper
          key={kind}
          start={start}
          most={mostOf(legal)}
          step={buildings ? 5 : 10}
          say={say}
          label={say(buildings ? "board_how_many_buildings" : "board_how_many_cards")}
          enter={say("board_enter")}
          onEnter={(n, at) => {
            told[kind] = n;
            play(String(n), at);
          }}
        />
        <Answer plays="skip" kind="quiet" legal={legal} play={play}>
          {say("board_skip")}
        </Answer>
      </div>
    </>
  );
}

function AskMine({ view, legal, play, say }: Part) {
  return (
    <>
      <h3 data-rule="GLD-5.2">
        <Seal outcome="met" /> {say("board_mine_head", { field: view.field ?? "" })}
      </h3>
      <p>{say("board_mine_text")}</p>
      <div class="gs-answers" data-rule="GLD-5.2a">
        <Answer plays="placed" kind="main" legal={legal} play={play}>
          {say("board_placed")}
        </Answer>
        <Answer plays="impossible" legal={legal} play={play}>
          {say("board_impossible")}
        </Answer>
      </div>
    </>
  );
}

function AskMedal({ view, legal, play, say }: Part) {
  return (
    <>
      <h3 data-rule="GLD-6.9 GLD-6.9a">{say("board_medal_head")}</h3>
      <div class="gs-answers">
        {MEDALS.map((medal) => (
          <Answer key={medal} plays={medal} name={`${medal} item_${medal}`} legal={legal} play={play}>
            <Sign name={medal} />
            <span>{say(`board_asks_${medal}`)}</span> <b>{view.ledger?.[medal]}</b>
          </Answer>
        ))}
      </div>
    </>
  );
}

function AskTurn(props: Part) {
  const { view, legal, play, say } = props;
  const field = here(view);
  const failed = field?.outcome === "failed";
  return (
    <Beside
      {...props}
      note={
        <>
          <h3 data-rule="GLD-3.5">{say("board_turn_head")}</h3>
          <Note text={failed && pickedText(view, say)} />
          {failed && field.red && <p class="gs-red">{say(field.red)}</p>}
          <Note text={failed && cardsText(view, say)} />
          {view.line !== null && (
            <p class="gs-do">{say(view.line < 5 ? "line_column" : "line_row", { n: view.line, row: view.line - 3 })}</p>
          )}
          <p>{say(view.ledger ? "board_turn_text_ledger" : "board_turn_text")}</p>
        </>
      }
      answers={
        <Answer plays="next" kind="main" legal={legal} play={play}>
          {say("board_next")}
        </Answer>
      }
    />
  );
}

function AskPoints({ view, legal, play, say }: Part) {
  const follow = (n: number) => {
    const total = n + view.balance;
    const { enough } = view.sums;
    const said = say(total >= enough ? "board_enough" : "board_too_few", { n: Math.abs(total - enough) });
    return `${n} ${view.balance < 0 ? "−" : "+"} ${Math.abs(view.balance)} = ${total}. ${said}`;
  };
  return (
    <>
      <h3 data-rule="GLD-7.5 GLD-8.2 GLD-8.3">{say("board_points_head")}</h3>
      <p>{say("board_points_text", { balance: signed(view.balance) })}</p>
      <div class="gs-answers">
        <Stepper
          start={60}
          most={mostOf(legal, "points-")}
          step={10}
          say={say}
          label={say("board_points_label")}
          enter={say("board_enter")}
          onEnter={(n, at) => play(`points-${n}`, at)}
          follow={follow}
        />
      </div>
    </>
  );
}

/** Where the player draws and rolls at the table: what came? */
function AskChance(props: Part) {
  const { view, legal, play, say } = props;
  const buildings = legal.filter((text) => text.startsWith("building-")).map((text) => Number(text.slice(9)));
  const last = useRef(1);
  const kind = drawn(view, legal);
  if (legal.length === 0) return <p>{say("board_chance")}</p>;
  if (kind === "die")
    return (
      <div class="gs-two">
        <div class="gs-note">
          <h3 data-rule="GLD-5.6">{say("board_die_head")}</h3>
          <p>{say("board_die_text")}</p>
        </div>
        <Landscape line={null} legal={legal} play={play} say={say} />
      </div>
    );
  if (kind === "building") {
    const most = Math.max(...buildings);
    const pick = (n: number, at: Element) => {
      last.current = n;
      play(`building-${n}`, at);
    };
    return (
      <>
        <h3 data-rule="GLD-6.1 GLD-6.5">{say("board_building_head")}</h3>
        <p>{say(here(view)?.outcome === "failed" ? "board_building_foreign" : "board_building_box")}</p>
        <div class="gs-answers">
          {most <= GRID ? (
            <NumberGrid
              numbers={Array.from({ length: most }, (_, n) => n + 1)}
              can={(n) => buildings.includes(n)}
              onPick={pick}
              label={say("board_building_head")}
            />
          ) : (
            <Stepper
              start={last.current}
              most={most}
              step={5}
              say={say}
              label={say("board_building_head")}
              enter={say("board_enter")}
              onEnter={pick}
            />
          )}
        </div>
      </>
    );
  }
  return (
    <>
      <h3 data-rule="GLD-2.1 GLD-2.2 GLD-3.4">{say("board_tile_head")}</h3>
      <p>
        {say(view.field ? "board_tile_text" : "board_tile_fill", {
          place: PLACES[Math.max(view.queue.indexOf(null), 0)]!,
        })}
      </p>
      <div class="gs-answers">
        {view.guilds.map((guild) => (
          <Answer key={guild} plays={guild} legal={legal} play={play}>
            <Tile guild={guild} letter={letters(view, say)[guild]!} />
            <span>{nameOf(guild, say)}</span>
            <small>{say("board_left", { n: view.bag[guild] ?? 0 })}</small>
          </Answer>
        ))}
      </div>
    </>
  );
}
