// Where one is, as the address says it.

import { signal } from "@preact/signals";

export const here = signal(new URL(location.href));

export function go(path: string, { replace = false } = {}): void {
  history[replace ? "replaceState" : "pushState"](null, "", path);
  arrive();
}

function arrive(): void {
  here.value = new URL(location.href);
  if (here.value.hash === "") scrollTo(0, 0);
}

addEventListener("popstate", arrive);
document.addEventListener("click", (event) => {
  const link = (event.target as Element).closest?.("a");
  if (!link || link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
    return;
  if (link.pathname.startsWith("/api") || link.pathname.startsWith("/page")) return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
});
