// Pages that are fetched when they are needed, while the server gets to know us.

import { signal } from "@preact/signals";
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Sorry, Waiting } from "./placeholder";
import { t } from "./words";

/** Whether the server knows us: most pages ask it nothing before. */
export const known = signal(false);

/** A page that is fetched now; an *early* one does not wait until the server knows us. */
export function lazy<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  { early = false } = {},
): ComponentType<P> {
  let Found: ComponentType<P> | undefined;
  return function Lazy(props: P) {
    const [, redraw] = useState(0);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      if (Found) return;
      load().then(
        (module) => {
          Found = module.default;
          redraw((n) => n + 1);
        },
        () => setFailed(true),
      );
    }, []);
    if (failed) return <Sorry text={t("reload")} />;
    return Found && (known.value || early) ? <Found {...props} /> : <Waiting />;
  };
}
