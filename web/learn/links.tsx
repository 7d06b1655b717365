import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { t } from "../words";
import { placeBeside } from "./beside";
import { Marked, opening, plain } from "./markup";
import { useRules } from "./what";

/** Where the rules say so. */
export function RuleLinks({ game, ids }: { game: string; ids: readonly string[] }) {
  return (
    <p class="rule-links">
      {t("rule_says")}{" "}
      {ids.map((id) => (
        <RuleLink key={id} game={game} id={id} />
      ))}
    </p>
  );
}

/** The first words of a rule, which lead to it; who points at it or comes to it by keyboard reads it at once. */
export function RuleLink({ game, id }: { game: string; id: string }) {
  const [open, setOpen] = useState(false);
  const tip = useRef<HTMLSpanElement>(null);
  const rules = useRules(game);
  const text = rules?.[id];
  const closing = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLayoutEffect(() => {
    if (!tip.current) return;
    tip.current.showPopover(); // above everything, and placed by the window whatever holds it
    placeBeside(tip.current, tip.current.previousElementSibling!.getBoundingClientRect());
  }, [open, text]);
  const show = () => {
    clearTimeout(closing.current);
    setOpen(true);
  };
  const later = () => {
    closing.current = setTimeout(() => setOpen(false), 200); // time to go over to it
  };
  const closeByKey = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
  };
  return (
    <span
      class="rule-link"
      onPointerEnter={show}
      onPointerLeave={later}
      onFocusIn={show}
      onFocusOut={later}
      onKeyDown={closeByKey}
    >
      <a href={`/rules/${game}#${id}`} aria-describedby={open && text ? `tip-${id}` : undefined}>
        {text ? opening(text) : t("the_rule")}
      </a>
      {open && text && (
        <span ref={tip} id={`tip-${id}`} role="tooltip" popover="manual" class="rule-tip">
          <Marked text={plain(text)} ids="text" />
        </span>
      )}
    </span>
  );
}
