// The options of a game: variants first; what the rules leave open is folded away.

import pictures from "made:pictures";
import type { ComponentChildren } from "preact";
import { wordsOf } from "../texts";
import { language, t } from "../words";
import type { GameInfo } from "../wire";
import { OrderField } from "./order";

type Option = GameInfo["options"][number];
type Choices = Record<string, string>;

/** What can be chosen at a table with this many seats. */
function offered(option: Option, seats: number): string[] {
  return option.seats ? option.choices.slice(0, seats + 1) : option.choices;
}

/** What is asked for that is not as usual: nothing, where it cannot be chosen with this many seats. */
export function asked(option: Option, seats: number, chosen: Choices): string {
  const text = chosen[option.name]?.trim() ?? "";
  return option.choices.length === 0 || offered(option, seats).indexOf(text) > 0 ? text : "";
}

interface OptionsProps {
  game: GameInfo;
  seats: number;
  chosen: Choices;
  change: (chosen: Choices) => void;
  trouble: { option: string; why: string } | null;
}

export function Options({ game, seats, chosen, change, trouble }: OptionsProps) {
  const variants = game.options.filter((option) => !option.open);
  const open = game.options.filter((option) => option.open);
  const field = (option: Option) => (
    <Field
      key={option.name}
      game={game.name}
      option={option}
      choices={offered(option, seats)}
      value={chosen[option.name] ?? ""}
      put={(text) => change({ ...chosen, [option.name]: text })}
      trouble={trouble?.option === option.name ? trouble.why : ""}
    />
  );
  const changed = open.filter((option) => asked(option, seats, chosen)).length;
  return (
    <section class="paper" aria-labelledby="options">
      <h2 id="options">{t("how_played")}</h2>
      {variants.map(field)}
      {open.length > 0 && (
        <details open={trouble !== null && open.some((option) => option.name === trouble.option)}>
          <summary>{changed > 0 ? t("open_questions_changed", { n: changed }) : t("open_questions")}</summary>
          <p class="soft">{t("open_questions_about")}</p>
          {open.map(field)}
        </details>
      )}
    </section>
  );
}

interface FieldProps {
  game: string;
  option: Option;
  choices: string[];
  value: string;
  put: (text: string) => void;
  trouble: string;
}

function Field({ game, option, choices, value, put, trouble }: FieldProps) {
  const about = (
    <>
      {option.about[language.value]}{" "}
      <a href={`/rules/${game}#${option.rule}`} target="_blank" rel="noopener">
        {t("in_the_rules")}
      </a>
    </>
  );
  const chosen = choices.includes(value) ? value : choices[0];
  if (option.order)
    return <OrderField game={game} option={option} parts={option.order} about={about} value={value} put={put} />;
  const ChoicePicture = pictures[game]?.ChoicePicture;
  return choices.length > 0 ? (
    <fieldset class="chips">
      <legend>{about}</legend>
      {choices.map((choice) => (
        <label key={choice} class="chip">
          <input type="radio" name={option.name} checked={choice === chosen} onChange={() => put(choice)} />
          {ChoicePicture && <ChoicePicture option={option.name} choice={choice} />}
          <span>{choiceText(game, option.name, choice)}</span>
        </label>
      ))}
      <Wrong id={`${option.name}-wrong`} why={trouble} />
    </fieldset>
  ) : (
    <FreeText game={game} option={option} about={about} value={value} put={put} trouble={trouble} />
  );
}

function FreeText({
  game,
  option,
  about,
  value,
  put,
  trouble,
}: Omit<FieldProps, "choices"> & { about: ComponentChildren }) {
  const [list, said, wrong] = [`${option.name}-examples`, `${option.name}-about`, `${option.name}-wrong`];
  const examples = option.examples ?? [];
  return (
    <div class="free-text">
      <p id={said}>{about}</p>
      <input
        aria-labelledby={said}
        aria-describedby={wrong}
        aria-invalid={trouble !== ""}
        list={list}
        value={value}
        maxLength={100}
        autocomplete="off"
        spellcheck={false}
        placeholder={t("as_usual")}
        onInput={(event) => put(event.currentTarget.value)}
      />
      <datalist id={list}>
        {examples.map((example) => (
          <option key={example} value={example} />
        ))}
      </datalist>
      {examples.length > 0 && (
        <p class="soft">
          {t("for_example")}{" "}
          {examples.map((example) => (
            <button key={example} type="button" class="text-link" onClick={() => put(example)}>
              {exampleText(game, example)}
            </button>
          ))}
        </p>
      )}
      <Wrong id={wrong} why={trouble} />
    </div>
  );
}

function Wrong({ id, why }: { id: string; why: string }) {
  return <div id={id}>{why && <p class="trouble">{why}</p>}</div>;
}

/** An example in the game's words where it has one for each part, or as it is written. */
function exampleText(game: string, example: string): ComponentChildren {
  const words = example.split("-").map((part) => wordsOf(game)?.[part]);
  return words.every(Boolean) ? words.join(", ") : <code>{example}</code>;
}

/** A choice in the game's words, or as it is written. */
function choiceText(game: string, option: string, choice: string): string {
  return wordsOf(game)?.[`choice_${option}_${choice.replaceAll("-", "_")}`] ?? choice.replaceAll("-", " ");
}
