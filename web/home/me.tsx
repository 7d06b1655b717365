// Who you are here, and how you like it.

import { useState } from "preact/hooks";
import { attempt } from "../notice";
import { api, me, setMe } from "../server";
import { Settings } from "../settings";
import { t } from "../words";
import { Dialog } from "./dialog";
import { hourNow } from "./hour";
import { Install } from "./install";

// words: good_morning, good_day, good_evening, good_night
export function Greeting() {
  const name = me.value.name;
  return (
    <header class="greeting">
      <div>
        <h1>
          {t(`good_${hourNow()}`)}
          {name && <>, {name}</>}
        </h1>
        {!name && <p>{t("what_this_is")}</p>}
      </div>
      {!name && <NameField />}
    </header>
  );
}

/** Where one writes one's name. */
export function NameInput({ label, value, change }: { label: string; value: string; change: (name: string) => void }) {
  return (
    <label>
      <span>{label}</span>
      <input
        value={value}
        maxLength={40}
        autocomplete="nickname"
        onInput={(event) => change(event.currentTarget.value)}
      />
    </label>
  );
}

/** One's name; nobody has to have one. */
export function NameField() {
  const [text, setText] = useState(me.value.name ?? "");
  const save = (event: SubmitEvent) => {
    event.preventDefault();
    const name = text.trim();
    if (name) void attempt(() => setMe({ name }), event.currentTarget as Element);
  };
  return (
    <form class="name-field" onSubmit={save}>
      <NameInput label={t("your_name")} value={text} change={setText} />
      <button type="submit" disabled={!text.trim() || text.trim() === me.value.name}>
        {t("save")}
      </button>
    </form>
  );
}

export function HouseMenu() {
  return (
    <>
      <a class="button quiet" href="/archive">
        {t("archive")}
      </a>
      <Dialog look="quiet" label={t("house_settings")} title={t("house_settings")}>
        <NameField key={me.value.name ?? ""} />
        <Settings />
        <Install />
        <Forget />
      </Dialog>
    </>
  );
}

/** Nobody has to stay known. */
function Forget() {
  const forget = async () => {
    await api("DELETE", "/api/me");
    location.assign("/"); // as somebody new
  };
  return (
    <button
      type="button"
      class="quiet"
      onClick={(event) => confirm(t("sure_forget")) && void attempt(forget, event.currentTarget)}
    >
      {t("forget")}
    </button>
  );
}
