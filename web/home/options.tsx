// The options of a game: variants first; what the rules leave open is folded away.

import type { ComponentChildren } from "preact";
import { language, t, wordsOf } from "../words";
import type { GameInfo } from "../wire";

type Option = GameInfo["options"][number];
type Chosen = Record<string, string>;

interface OptionsProps {
  game: GameInfo;
  chosen: Chosen;
  change: (chosen: Chosen) => void;
  trouble: { option: string; why: string } | null;
}

/** A letter after a rule's number marks an interpretation of it. */
const isOpenQuestion = (option: Option) => /[a-z]$/.test(option.rule);

export function Options({ game, chosen, change, trouble }: OptionsProps) {
  const variants = game.options.filter((option) => !isOpenQuestion(option));
  const open = game.options.filter(isOpenQuestion);
  const field = (option: Option) => (
    <Field key={option.name} game={game.name} option={option} value={chosen[option.name] ?? ""} put={(text) => change({ ...chosen, [option.name]: text })} trouble={trouble?.option === option.name ? trouble.why : ""} />
  );
  const changed = open.filter((option) => chosen[option.name] && chosen[option.name] !== option.choices[0]).length;
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
  value: string;
  put: (text: string) => void;
  trouble: string;
}

function Field({ game, option, value, put, trouble }: FieldProps) {
  const about = (
    <>
      {option.about[language.value]} <a href={`/rules/${game}#${option.rule}`} target="_blank">{option.rule}</a>
    </>
  );
  return option.choices.length > 0 ? (
    <fieldset class="chips">
      <legend>{about}</legend>
      {option.choices.map((choice, n) => (
        <label key={choice} class="chip">
          <input type="radio" name={option.name} checked={value ? value === choice : n === 0} onChange={() => put(choice)} />
          <span>{choiceText(game, option.name, choice)}</span>
        </label>
      ))}
      <Wrong id={`${option.name}-wrong`} why={trouble} />
    </fieldset>
  ) : (
    <FreeText option={option} about={about} value={value} put={put} trouble={trouble} />
  );
}

function FreeText({ option, about, value, put, trouble }: Omit<FieldProps, "game"> & { about: ComponentChildren }) {
  const [list, said, wrong] = [`${option.name}-examples`, `${option.name}-about`, `${option.name}-wrong`];
  const examples = option.examples ?? [];
  return (
    <div class="free-text">
      <p id={said}>{about}</p>
      <input
        aria-labelledby={said} aria-describedby={wrong} aria-invalid={trouble !== ""} list={list} value={value} maxLength={100} autocomplete="off" spellcheck={false}
        placeholder={t("as_usual")} onInput={(event) => put(event.currentTarget.value)}
      />
      <datalist id={list}>
        {examples.map((example) => (
          <option key={example} value={example} />
        ))}
      </datalist>
      {examples.length > 0 && (
        <p class="soft">
          {t("for_example")} {examples.map((example) => (
            <button key={example} type="button" class="plain-link" onClick={() => put(example)}>
              <code>{example}</code>
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

/** A choice in the game's words, or as it is written. */
function choiceText(game: string, option: string, choice: string): string {
  return wordsOf(game)?.[`choice_${option}_${choice.replaceAll("-", "_")}`] ?? choice.replaceAll("-", " ");
}
