// The laser: a track around the giant, the goal on it, and Earth far away.

import { Token } from "./art";
import type { Choice } from "./choice";
import type { Geometry } from "./geometry";
import { firesTo } from "./view";

export function Laser({ c, g, lasers }: { c: Choice; g: Geometry; lasers: readonly number[] }) {
  const { view, say } = c;
  const fields = view.laser_fields;
  const size = g.laserMarker(fields);
  const digits = g.tight ? 12 : Math.min(size * 0.8, 16);
  const shared = (seat: number) => lasers.filter((laser, other) => other < seat && laser === lasers[seat]).length;
  const aim = c.considered ? firesTo(c.considered, view) : undefined;
  const ghost = aim !== undefined ? g.laser(Math.min(aim, fields - 1), fields) : null;
  const label = say("board_laser", {
    list: lasers.map((laser, seat) => `${say.seat(seat)} ${laser}`).join(", "),
  });
  return (
    <g
      class="laser"
      data-name="laser"
      data-rule={view.goal === null ? "LAR-2.5 LAR-7.10 LAR-11.1" : "LAR-2.5 LAR-7.10 LAR-10.1"}
      role="img"
      aria-label={label}
    >
      <path class="groove" d={g.laserGroove} stroke-width={size + 8} />
      {[...Array(fields).keys()].map((n) => {
        const at = g.laser(n, fields);
        return (
          <g key={n} transform={`translate(${at.x} ${at.y})`} class={n === view.goal ? "goal" : ""}>
            {n === view.goal && <circle r={size / 2 + 3} />}
            {(!g.tight || n % 2 === 1) && (
              <text y={digits * 0.36} font-size={digits}>
                {n}
              </text>
            )}
          </g>
        );
      })}
      <Earth g={g} />
      <Captions c={c} g={g} />
      <RoundSign c={c} g={g} />
      {view.round > 0 &&
        view.players.map((player, seat) => {
          const at = g.laser(lasers[seat] ?? player.laser, fields);
          const out = g.wide ? { x: (at.x - g.giant.x) / 112, y: (at.y - g.giant.y) / 112 } : { x: 0, y: -1 };
          const shift = shared(seat) * Math.min(g.lift, 6) - 3;
          return (
            <g
              key={seat}
              data-piece={`laser-${seat}`}
              data-name={`seat-${seat + 1}`}
              transform={`translate(${at.x + out.x * shift} ${at.y + out.y * shift})`}
            >
              <Token seat={seat} colour={player.colour ?? "none"} size={size} />
            </g>
          );
        })}
      {ghost && <circle class="dashed" cx={ghost.x} cy={ghost.y} r={size / 2 + 3} />}
    </g>
  );
}

function Earth({ g }: { g: Geometry }) {
  const { x, y, r } = g.earth;
  if (r === 0) return null;
  return (
    <g class="earth" aria-hidden="true">
      <circle cx={x} cy={y} r={r} />
      <path
        d={
          `M${x - r * 0.8} ${y - r * 0.3}q${r * 0.5} ${-r * 0.5} ${r * 0.9} ${-r * 0.1}t${r * 0.4} ${r * 0.5}` +
          `M${x - r * 0.4} ${y + r * 0.5}q${r * 0.4} ${-r * 0.3} ${r * 0.8} 0`
        }
      />
    </g>
  );
}

const NEAR_THE_END = 6; // rounds before the last one that is possible

/** The round, on the face of the giant. */
function RoundSign({ c, g }: { c: Choice; g: Geometry }) {
  const { view, say } = c;
  const last = view.last_round ?? 0;
  const nearly = last - view.round < NEAR_THE_END;
  const of = view.rounds ?? (nearly ? last : null);
  const round = of === null ? `${view.round}` : `${view.round}/${of}`;
  const left = view.rounds === null ? say("board_rounds_left", { n: view.round, last }) : undefined;
  const big = g.wide;
  const at = big ? g.giant : g.title;
  if (view.round === 0) return null;
  const name = g.tight ? say("board_round_short", { n: round }) : `${say("board_round")} ${round}`;
  return (
    <g
      class="round"
      role={left ? "img" : undefined}
      aria-label={left}
      data-rule={view.rounds === null ? "LAR-3.1 LAR-10.1 LAR-10.4" : "LAR-3.1 LAR-11.1"}
      transform={`translate(${at.x} ${at.y})`}
    >
      <text y={big ? -12 : 5} font-size={big ? 17 : Math.min(g.digits + 1, 16)}>
        {big ? say("board_round") : name}
      </text>
      {big && (
        <text class="number" y="28" font-size="40">
          {round}
        </text>
      )}
    </g>
  );
}

/** What lies in the corners of the orbit. */
function Captions({ c, g }: { c: Choice; g: Geometry }) {
  const [spare, hangar] = [g.spare(0), g.hangar(0)];
  if (!spare || !hangar || !g.wide) return null;
  return (
    <g class="captions" font-size="16">
      {c.view.spare.length > 0 && (
        <text x={spare.x - 24} y={spare.y - 34} data-rule="LAR-2.3">
          {c.say("board_spare_bridges")}
        </text>
      )}
      {Object.values(c.view.shuttles).includes(null) && (
        <text class="right" x={hangar.x + 74} y={hangar.y - 34} data-rule="LAR-2.7">
          {c.say("board_shuttles")}
        </text>
      )}
    </g>
  );
}
