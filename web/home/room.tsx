// The room in which the pages before a match stand; its light is that of the hour outside.

import type { ComponentChildren } from "preact";
import { Shell } from "../shell";
import { hourNow } from "./hour";
import { HouseMenu } from "./me";

export function Room({ children }: { children: ComponentChildren }) {
  return (
    <div class="sunroom" data-hour={hourNow()}>
      <Shell extra={<HouseMenu />}>{children}</Shell>
    </div>
  );
}
