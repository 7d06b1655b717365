// What an address without https cannot do, and what one with it can: become an app.

import { signal } from "@preact/signals";
import { t } from "../words";

interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}

const offered = signal<InstallEvent | null>(null);
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offered.value = event as InstallEvent;
});
addEventListener("appinstalled", () => (offered.value = null));

export function Install() {
  const offer = offered.value;
  if (!offer) return null;
  return (
    <button type="button" onClick={() => void offer.prompt().then(() => (offered.value = null))}>
      {t("install")}
    </button>
  );
}

export function InsecureNote() {
  if (isSecureContext) return null;
  return (
    <details class="insecure">
      <summary>{t("plain_http")}</summary>
      <p>{t("plain_http_more")}</p>
    </details>
  );
}
