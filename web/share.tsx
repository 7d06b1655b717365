// A link to hand on: to copy, and as a QR code for the phone across the table.

import { tell } from "./notice";
import { t } from "./words";

export function Share({ address }: { address: string }) {
  const homely = ["127.0.0.1", "localhost", "[::1]"].includes(new URL(address).hostname);
  return (
    <div class="share">
      {homely && <p class="only-here">{t("only_here")}</p>}
      <img
        class="qr"
        src={`/api/qr?text=${encodeURIComponent(address)}`}
        alt={t("qr", { address })}
        width={160}
        height={160}
      />
      <label>
        <span>{t("link")}</span>
        <input readOnly value={address} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button
        type="button"
        class="main"
        onClick={(event) => void copy(event.currentTarget.parentElement!.querySelector("input")!)}
      >
        {t("copy")}
      </button>
    </div>
  );
}

async function copy(field: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.select(); // without https there is no clipboard
    document.execCommand("copy");
  }
  tell(t("copied"));
}
