import { t } from "../words";

/** Where the rules say so. */
export function RuleLinks({ game, ids }: { game: string; ids: readonly string[] }) {
  return (
    <p class="rule-links">
      {t("rule_says")}{" "}
      {ids.map((id) => (
        <a key={id} href={`/rules/${game}#${id}`}>
          {id}
        </a>
      ))}
    </p>
  );
}
