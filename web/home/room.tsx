// The room in which the pages before a match stand; its light is that of the hour outside.

import type { ComponentChildren } from "preact";
import { Shell } from "../shell";
import { HouseMenu } from "./me";

export type Hour = "morning" | "day" | "evening" | "night";

export function hourNow(): Hour {
  const hour = new Date().getHours();
  if (hour < 5 || hour >= 22) return "night";
  if (hour < 11) return "morning";
  return hour < 18 ? "day" : "evening";
}

export function Room({ children }: { children: ComponentChildren }) {
  return (
    <div class="sunroom" data-hour={hourNow()}>
      <Shell extra={<HouseMenu />}>{children}</Shell>
    </div>
  );
}
