// A page with nothing on it: one waits, or is told why and shown a way on.

import { Shell } from "./shell";
import { t } from "./words";

export function Waiting() {
  return (
    <Shell>
      <main class="placeholder" aria-busy="true">
        <p>{t("loading")}</p>
      </main>
    </Shell>
  );
}

export function Sorry({ title, text, way }: { title?: string; text: string; way?: { href: string; label: string } }) {
  return (
    <Shell>
      <main class="paper placeholder">
        {title && <h1>{title}</h1>}
        <p>{text}</p>
        {way && (
          <a class="button main" href={way.href}>
            {way.label}
          </a>
        )}
      </main>
    </Shell>
  );
}
