// What just happened: a halo where a marker has come to lie, a beam when the laser is fired.

import { useRef } from "preact/hooks";
import type { Message } from "@web/wire";
import { codeOf } from "@web/words";
import type { Geometry } from "./geometry";
import { markers, placeOf, type View } from "./view";

type Fields = Map<string, string>;

function fieldsOf(view: View): Fields {
  return new Map(
    view.stations.flatMap((station) =>
      markers(station).map((one) => [`${station.name} ${one.seat}`, `${one.track} ${one.field}`] as const),
    ),
  );
}

/** A halo for two seconds around each marker that has just changed its field. */
export function Pulses({ view, g }: { view: View; g: Geometry }) {
  const last = useRef<{ view: View; fields: Fields; moved: string[]; n: number } | null>(null);
  if (last.current?.view !== view) {
    const fields = fieldsOf(view);
    const before = last.current?.fields;
    const moved =
      before && before.size > 0
        ? [...fields]
            .filter(([key, field]) => before.get(key)?.split(" ")[1] !== field.split(" ")[1])
            .map(([key]) => key)
        : [];
    last.current = { view, fields, moved, n: (last.current?.n ?? 0) + 1 };
  }
  const { fields, moved, n } = last.current;
  return (
    <g aria-hidden="true">
      {moved.map((key) => {
        const [station, seat] = key.split(" ");
        const [track, field] = fields.get(key)!.split(" ");
        const at = g.field(placeOf(view, station!), track as "inner" | "outer", Number(field));
        return (
          <circle
            key={`${key} ${n}`}
            class={`happened halo token-${view.players[Number(seat)]?.colour}`}
            cx={at.x}
            cy={at.y}
            r={g.marker / 2 + 5}
          />
        );
      })}
    </g>
  );
}

/** From the shuttle's station to the laser, and from there to Earth. */
export function Beam({ view, g, told }: { view: View; g: Geometry; told: readonly Message[] }) {
  const count = useRef({ told, n: 0 });
  if (count.current.told !== told) count.current = { told, n: count.current.n + 1 };
  if (count.current.n === 0) return null; // who has just come was told everything
  return (
    <g aria-hidden="true">
      {told
        .filter((one) => one.id === "fires")
        .map((one, n) => {
          const from = g.dock(placeOf(view, codeOf(one.args?.station)), 0, 1);
          const earth = g.earth.r > 0 ? g.earth : g.laser(view.laser_fields - 1, view.laser_fields);
          return (
            <g key={`${count.current.n} ${n}`} class="beam">
              <path class="first" pathLength={1} d={`M${from.x} ${from.y}L${g.giant.x} ${g.giant.y}`} />
              <path class="second" pathLength={1} d={`M${g.giant.x} ${g.giant.y}L${earth.x} ${earth.y}`} />
              <circle cx={g.giant.x} cy={g.giant.y} r={g.giant.r * 0.4} />
            </g>
          );
        })}
    </g>
  );
}
