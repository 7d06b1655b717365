// Who may look on, whether hints are given, the clock, and chance by hand.

import { t } from "../words";
import type { About } from "../wire";
import type { Wish } from "./seating";

export interface TableSettings {
  visibility: About["visibility"];
  /** Nothing said: hints where one person plays alone. */
  hints?: boolean;
  clock: { minutes: number; increment: number } | null;
  by_hand: boolean;
}
export const USUAL: TableSettings = { visibility: "link", clock: null, by_hand: false };
// words: visibility_private, visibility_link, visibility_public, about_private, about_link, about_public
const VISIBILITIES = ["private", "link", "public"] as const;

interface TableSettingProps {
  seats: Wish[];
  own: boolean;
  settings: TableSettings;
  change: (settings: TableSettings) => void;
}

export function TableSettingFields({ seats, own, settings, change }: TableSettingProps) {
  const open = seats.some(({ kind }) => kind === "open");
  return (
    <section class="paper" aria-labelledby="around">
      <h2 id="around">{t("around")}</h2>
      <fieldset class="chips">
        <legend>{t("visibility")}</legend>
        {VISIBILITIES.map((one) => (
          <label key={one} class="chip">
            <input
              type="radio"
              name="visibility"
              checked={settings.visibility === one}
              onChange={() => change({ ...settings, visibility: one })}
            />
            <span>{t(`visibility_${one}`)}</span>
          </label>
        ))}
        <p class="soft" aria-live="polite">
          {t(`about_${settings.visibility}`)} {settings.visibility === "public" && open && t("about_public_open")}
        </p>
      </fieldset>
      <label class="setting">
        <input
          type="checkbox"
          checked={settings.hints ?? !open}
          onChange={(event) => change({ ...settings, hints: event.currentTarget.checked })}
        />
        <span>{t("hints_on")}</span>
      </label>
      <Clock clock={settings.clock} change={(clock) => change({ ...settings, clock })} />
      {own && (
        <label class="setting">
          <input
            type="checkbox"
            checked={settings.by_hand}
            onChange={(event) => change({ ...settings, by_hand: event.currentTarget.checked })}
          />
          <span>
            {t("with_real_box")} <small>{t("with_real_box_about")}</small>
          </span>
        </label>
      )}
    </section>
  );
}

function Clock({ clock, change }: { clock: TableSettings["clock"]; change: (clock: TableSettings["clock"]) => void }) {
  return (
    <>
      <label class="setting">
        <input
          type="checkbox"
          checked={clock !== null}
          onChange={(event) => change(event.currentTarget.checked ? { minutes: 20, increment: 10 } : null)}
        />
        <span>{t("with_clock")}</span>
      </label>
      {clock && (
        <div class="clock-fields">
          <NumberField
            label={t("clock_minutes")}
            range={[1, 1440]}
            value={clock.minutes}
            change={(minutes) => change({ ...clock, minutes })}
          />
          <NumberField
            label={t("clock_increment")}
            range={[0, 600]}
            value={clock.increment}
            change={(increment) => change({ ...clock, increment })}
          />
          <p class="soft">{t("clock_about")}</p>
        </div>
      )}
    </>
  );
}

interface NumberFieldProps {
  label: string;
  range: [least: number, most: number];
  value: number;
  change: (value: number) => void;
}

function NumberField({ label, range: [least, most], value, change }: NumberFieldProps) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        required
        value={value}
        onInput={(event) => change(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}
