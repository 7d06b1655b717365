// What is around every page: the way home, and a word when the server is away.

import type { ComponentChildren } from "preact";
import { Notices } from "./notice";
import { online, whyAway } from "./server";
import { LanguageButton } from "./settings";
import { t } from "./words";
import { SunMark } from "./art/sun";

interface ShellProps {
  game?: string | undefined;
  title?: string | undefined;
  extra?: ComponentChildren;
  children: ComponentChildren;
}

export function Shell({ game, title, extra, children }: ShellProps) {
  return (
    <div class="page" data-game={game}>
      <header class="top">
        <a class="brand" href="/">
          <SunMark />
          <span>{title ?? "Sunroom"}</span>
        </a>
        <nav class="row" aria-label={t("navigation")}>
          {extra}
          {!game && <LanguageButton />}
        </nav>
      </header>
      {!online.value && (
        <p class="banner" role="status">
          {whyAway()}
        </p>
      )}
      {children}
      <Notices />
    </div>
  );
}
