// A disc of a box, both its faces side by side as they lie on the table.

import type { ComponentChild } from "preact";
import { Printed } from "@web/board";
import { Medallion } from "./symbols";
import type { DiscSymbol } from "./table";

const RADIUS = 54;
const FACES = ["front", "back"] as const;

export function printed(file: string, row: Readonly<Record<string, string>>): ComponentChild | null {
  if (file !== "discs") return null;
  return (
    <Printed game="soluna" width={4 * RADIUS + 8} height={2 * RADIUS}>
      {FACES.map((face, n) => (
        <g key={face} transform={`translate(${(n === 0 ? -1 : 1) * (RADIUS + 2)} 0)`}>
          <g data-column={face}>
            <circle class="plank" r={RADIUS} />
            <g transform="scale(.94)">
              <Medallion symbol={row[face] as DiscSymbol} />
            </g>
          </g>
        </g>
      ))}
    </Printed>
  );
}
