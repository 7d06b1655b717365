// The ring of stations around the giant: tracks, markers, bridges, shuttles, the laser.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { Spot } from "@web/board";
import { UnsureSign } from "@web/art/unsure";
import { ruled } from "@web/doubts";
import { Bridge, Icon, Shuttle, Token } from "./art";
import { textsOf, type Choice } from "./choice";
import { after, type Geometry } from "./geometry";
import { Beam, Pulses } from "./happening";
import { Laser } from "./laser";
import {
  COLOURS,
  activePlace,
  energyOf,
  markers,
  movesTo,
  placeOf,
  reached,
  type Colour,
  type Station,
  type View,
} from "./view";
import { stationLine } from "./speak";
import type { Message } from "@web/wire";

interface Part {
  c: Choice;
  g: Geometry;
}

interface RingProps extends Part {
  /** How far everybody is on the laser at this moment. */
  lasers: readonly number[];
  told: readonly Message[];
  eye: number;
}

export function Ring({ c, g, lasers, told, eye }: RingProps) {
  const { view } = c;
  const active = activePlace(view);
  return (
    <svg class="ring" viewBox={`0 0 ${g.width} ${g.height}`} width={g.width} height={g.height}>
      <Sky g={g} active={active} />
      <Laser c={c} g={g} lasers={lasers} />
      {view.stations.map((station, place) => (
        <StationPart key={station.name} c={c} g={g} station={station} place={place} eye={eye} />
      ))}
      <Bridges c={c} g={g} />
      {view.stations.map((station, place) => (
        <Markers key={station.name} c={c} g={g} station={station} place={place} />
      ))}
      <Ghosts c={c} g={g} />
      <Shuttles c={c} g={g} />
      <Amounts c={c} g={g} />
      <Directions c={c} g={g} />
      <Pulses view={view} g={g} />
      <Beam view={view} g={g} told={told} />
    </svg>
  );
}

/** The giant's light, and the ray that falls on the active station. */
function Sky({ g, active }: { g: Geometry; active: number }) {
  const icon = active >= 0 ? g.icon(active) : null;
  return (
    <g aria-hidden="true">
      <defs>
        <radialGradient id="solaris-giant" cx="0.38" cy="0.34" r="0.75">
          <stop offset="0" class="giant-core" />
          <stop offset="0.5" class="giant-mid" />
          <stop offset="1" class="giant-limb" />
        </radialGradient>
        <radialGradient id="solaris-halo">
          <stop offset="0.3" class="halo-in" />
          <stop offset="1" class="halo-out" />
        </radialGradient>
        <radialGradient
          id="solaris-warm"
          gradientUnits="userSpaceOnUse"
          cx={icon?.x ?? 0}
          cy={icon?.y ?? 0}
          r={Math.min(g.width, g.height) * 0.26}
        >
          <stop offset="0" class="warm-in" />
          <stop offset="1" class="warm-out" />
        </radialGradient>
      </defs>
      <Stars g={g} />
      <circle cx={g.giant.x} cy={g.giant.y} r={g.giant.r * 2.4} fill="url(#solaris-halo)" />
      {active >= 0 && <path class="ray" d={g.ray(active)} />}
      <circle class="giant" cx={g.giant.x} cy={g.giant.y} r={g.giant.r} fill="url(#solaris-giant)" />
      <path class="flare" d={flares(g.giant)} />
    </g>
  );
}

function flares({ x, y, r }: Geometry["giant"]): string {
  return (
    `M${x - r * 0.75} ${y + r * 0.1}q${r * 0.5} ${-r * 0.22} ${r * 0.9} 0t${r * 0.55} ${-r * 0.05}` +
    `M${x - r * 0.5} ${y - r * 0.4}q${r * 0.4} ${-r * 0.12} ${r * 0.75} 0` +
    `M${x - r * 0.35} ${y + r * 0.55}q${r * 0.4} ${r * 0.14} ${r * 0.7} 0`
  );
}

/** A few far suns, always the same ones. */
function Stars({ g }: { g: Geometry }) {
  const stars = [...Array(46).keys()].map((n) => ({
    x: ((n * 131) % 719) / 719,
    y: ((n * 263 + 47) % 709) / 709,
    r: n % 7 === 0 ? 1.5 : 0.9,
  }));
  return (
    <g class="stars">
      {stars.map(({ x, y, r }) => (
        <circle key={`${x} ${y}`} cx={x * g.width} cy={y * g.height} r={r} />
      ))}
    </g>
  );
}

function StationPart({ c, g, station, place, eye }: Part & { station: Station; place: number; eye: number }) {
  const { view, say } = c;
  const icon = g.icon(place);
  const name = g.name(place);
  const outline = g.outline(place);
  const can = offered(c, station);
  const fields = [...station.inner.keys()];
  return (
    <Spot
      class={`station ${station.active ? "active" : ""}`}
      label={stationLine(station, view, say, eye)}
      name={station.name}
      rule={RULES[station.name]}
      can={can}
      pressed={c.picked === station.name}
      onPick={(at) => c.onStation(station.name, at)}
    >
      <path class="hull" d={outline} />
      {station.active && <path class="warm" d={outline} fill="url(#solaris-warm)" />}
      <path class="edge" d={outline} />
      <path class="groove outer" d={g.groove(place, "outer")} stroke-width={g.marker + 3} data-rule="LAR-3.4 LAR-3.8" />
      <path class="groove" d={g.groove(place, "inner")} stroke-width={g.marker + 3} data-rule="LAR-3.2 LAR-3.3" />
      <g class="digits" font-size={g.digits}>
        {fields.map((n) => {
          const at = g.field(place, "number", n);
          return (
            <text
              key={n}
              x={at.x}
              y={at.y + g.digits * 0.36}
              class={view.seat >= 0 && energyOf(station, view.seat) === n ? "mine" : ""}
            >
              {n}
            </text>
          );
        })}
      </g>
      <g class="sign" transform={`translate(${icon.x} ${icon.y})`}>
        <Icon station={station.name} size={icon.size} />
      </g>
      {(g.wide || station.shuttles.length < (g.tight ? 1 : 3)) && (
        <>
          <path id={`solaris-name-${place}`} d={name.d} fill="none" />
          <text class={g.wide ? "name" : "name from-left"} font-size={name.size}>
            <textPath href={`#solaris-name-${place}`} startOffset={g.wide ? "50%" : "0"}>
              {say(g.tight || (!g.wide && station.shuttles.length > 0) ? `board_short_${station.name}` : station.name)}
            </textPath>
          </text>
        </>
      )}
    </Spot>
  );
}

/** Whether a click on a station goes on with what is being chosen. */
function offered(c: Choice, station: Station): boolean {
  const { view, legal } = c;
  if (view.phase === "action") return station.active && legal.includes("use");
  if (!["move", "charge", "dock"].includes(view.phase)) return false;
  const texts = textsOf(station.name, legal);
  // First a shuttle, then a station: not everything at once.
  const early = view.phase === "dock" && c.picked === null && new Set(legal.map((text) => text.split(">")[0])).size > 2;
  return texts.length > 0 && !early && fits(c, station.name);
}

// words: board_short_machine, board_short_command, board_short_biotope, board_short_port, board_short_canteen,
// board_short_centre
const RULES: Record<string, string> = {
  machine: "LAR-7.2 LAR-7.2a",
  command: "LAR-7.3 LAR-7.3a LAR-7.3b LAR-7.4",
  biotope: "LAR-7.5 LAR-7.6",
  port: "LAR-7.7 LAR-7.7a LAR-7.7b LAR-7.7c",
  canteen: "LAR-7.8 LAR-7.8a LAR-7.8b",
  centre: "LAR-7.9 LAR-7.9a LAR-7.9b",
};

/** Whether a name goes together with what has been picked. */
export function fits(c: Choice, name: string): boolean {
  return (
    c.picked === null ||
    c.picked === name ||
    textsOf(name, c.legal).some((text) => textsOf(c.picked!, [text]).length > 0)
  );
}

function Markers({ c, g, station, place }: Part & { station: Station; place: number }) {
  const { view } = c;
  const waiting = station.active ? view.order : [];
  return (
    <g class="markers">
      {markers(station).map(({ seat, field, track, below, stack }) => {
        const at = g.field(place, track, field);
        const grows = g.grows(place, track);
        const shift = below * g.lift - ((stack - 1) * g.lift) / 2;
        const next = waiting.indexOf(seat);
        return (
          <g
            key={seat}
            data-piece={`marker-${station.name}-${seat}`}
            data-name={`seat-${seat + 1}`}
            data-rule="LAR-3.3 LAR-3.5"
            transform={`translate(${at.x + grows.x * shift} ${at.y + grows.y * shift})`}
          >
            <Token seat={seat} colour={view.players[seat]!.colour ?? "none"} size={g.marker} />
            {station.active && seat === view.turn && view.phase !== "done" && (
              <circle class="acting" r={g.marker / 2 + 2.5} />
            )}
            {next >= 0 && !g.tight && (
              <g class="next" transform={`translate(${g.marker * 0.42} ${-g.marker * 0.42})`} data-rule="LAR-3.2">
                <circle r="8.5" />
                <text y="4.8" font-size="13.5">
                  {next + 1}
                </text>
              </g>
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Where markers would be after what the pointer is over. */
function Ghosts({ c, g }: Part) {
  const { view, considered } = c;
  if (!considered) return null;
  const colour = view.players[view.to_act]?.colour;
  if (!colour) return null;
  return (
    <g class="ghosts" aria-hidden="true">
      {movesTo(considered, view).map(({ station, field }) => {
        const place = placeOf(view, station);
        const at = g.field(place, view.stations[place]!.active ? "outer" : "inner", field);
        return (
          <g key={station} transform={`translate(${at.x} ${at.y})`}>
            <Token seat={view.to_act} colour={colour} size={g.marker} />
            <circle class="dashed" r={g.marker / 2 + 3} />
          </g>
        );
      })}
    </g>
  );
}

/** Each bridge keeps its key while it lies, so that one that is exchanged is seen to move. */
function useBridgeKeys(view: View): string[] {
  const before = useRef<{ key: string; colour: Colour | undefined }[]>([]);
  const now = [...view.stations.map((one) => one.bridge ?? undefined), ...view.spare];
  const stays = now.map((colour, n) => colour !== undefined && before.current[n]?.colour === colour);
  const free = before.current.filter((_, n) => !stays[n]);
  let fresh = 0;
  before.current = now.map((colour, n) => {
    if (stays[n]) return before.current[n]!;
    const old = free.findIndex((one) => one.colour === colour && colour !== undefined);
    return old >= 0 ? free.splice(old, 1)[0]! : { key: `bridge-${colour}-${n}-${view.round}-${fresh++}`, colour };
  });
  return before.current.map((one) => one.key);
}

function Bridges({ c, g }: Part) {
  const { view, say } = c;
  const keys = useBridgeKeys(view);
  const active = activePlace(view);
  const signed = view.stations[0]?.bridge ? (g.spare(0) ?? g.bridge(0)) : null;
  return (
    <g class="bridges">
      {view.stations.map((station, place) => {
        if (!station.bridge) return null;
        const { x, y, angle, length } = g.bridge(place);
        const here = active >= 0 && (place === active || after(place) === active);
        const other = view.stations[place === active ? after(place) : place]!.name;
        const can =
          here &&
          (view.phase === "action"
            ? c.legal.includes("move")
            : view.phase === "move" && textsOf(other, c.legal).length > 0 && fits(c, other));
        const label = say("board_bridge", {
          colour: { id: station.bridge },
          one: { id: station.name },
          two: { id: view.stations[after(place)]!.name },
        });
        return (
          <Spot
            key={keys[place]}
            class={here ? "" : "far"}
            data-piece={keys[place]}
            transform={`translate(${x} ${y})`}
            label={label}
            name={`bridge-${place}`}
            rule={ruled("LAR-5.1 LAR-5.2", view.doubts, "bridges", "LAR-1.3a")}
            can={can}
            onPick={(at) => (view.phase === "action" ? c.act("move", at) : c.onStation(other, at))}
          >
            {g.tight && <rect class="reach" x="-22" y="-22" width="44" height="44" />}
            <Bridge colour={station.bridge} size={g.piece} length={length} angle={angle} say={say} />
          </Spot>
        );
      })}
      {view.spare.map((colour, n) => {
        const at = g.spare(n);
        if (!at) return null;
        return (
          <g
            key={keys[6 + n]}
            class="spare"
            data-piece={keys[6 + n]}
            transform={`translate(${at.x} ${at.y})`}
            role="img"
            aria-label={say("board_spare", { colour: { id: colour } })}
            data-rule={ruled("LAR-2.3 LAR-9.2", view.doubts, "bridges", "LAR-1.3a")}
          >
            <Bridge colour={colour} size={g.piece} length={g.piece * 1.3} angle={0} say={say} />
          </g>
        );
      })}
      {signed && (
        <UnsureSign
          doubts={view.doubts}
          what="bridges"
          rule="LAR-1.3a"
          say={say}
          x={signed.x - g.piece * 0.6}
          y={signed.y - g.piece * 0.4}
          size={g.tight ? 7 : 9}
        />
      )}
    </g>
  );
}

/** Where a shuttle is drawn; nowhere where the ring has no room for those that are free. */
function whereOf(view: View, g: Geometry, colour: Colour) {
  const station = view.shuttles[colour];
  if (!station) return g.hangar(COLOURS.indexOf(colour));
  const place = placeOf(view, station);
  const docked = view.stations[place]!.shuttles;
  return g.dock(place, docked.indexOf(colour), docked.length);
}

function Shuttles({ c, g }: Part) {
  const { view, say } = c;
  const first = COLOURS.map((colour) => whereOf(view, g, colour)).find(Boolean);
  return (
    <g class="shuttles">
      {COLOURS.map((colour) => {
        const station = view.shuttles[colour];
        const at = whereOf(view, g, colour);
        if (!at) return null;
        const label = station
          ? say("board_docked", { colour: { id: colour }, station: { id: station } })
          : say("board_free", { colour: { id: colour } });
        return (
          <Spot
            key={colour}
            data-piece={`shuttle-${colour}`}
            transform={`translate(${at.x} ${at.y})`}
            label={label}
            name={colour}
            rule={ruled(station ? "LAR-7.9 LAR-7.7a" : "LAR-2.7 LAR-7.7", view.doubts, "shuttles", "LAR-1.4a")}
            can={view.phase === "dock" && textsOf(colour, c.legal).length > 0 && fits(c, colour)}
            pressed={c.picked === colour}
            onPick={(here) => c.onShuttle(colour, here)}
          >
            <Shuttle colour={colour} size={station ? g.docked : g.piece} say={say} />
          </Spot>
        );
      })}
      {first && (
        <UnsureSign
          doubts={view.doubts}
          what="shuttles"
          rule="LAR-1.4a"
          say={say}
          x={first.x - g.docked * 0.6}
          y={first.y - g.docked * 0.6}
        />
      )}
    </g>
  );
}

interface PreviewProps {
  c: Part["c"];
  text: string;
  at: { x: number; y: number };
  label: string;
  rule: string;
  children: ComponentChildren;
}

/** A choice at its place on the ring; what it would lead to is shown while one looks at it. */
function Preview({ c, text, at, label, rule, children }: PreviewProps) {
  const consider = () => c.consider(text);
  const forget = () => c.consider(null);
  return (
    <Spot
      plays={text}
      legal={c.legal}
      play={c.play}
      label={label}
      rule={rule}
      transform={`translate(${at.x} ${at.y})`}
      onPointerEnter={consider}
      onPointerLeave={forget}
      onFocus={consider}
      onBlur={forget}
    >
      {children}
    </Spot>
  );
}

/** How much to spend: the fields of the outer track to which the marker would go back. */
function Amounts({ c, g }: Part) {
  const { view, say } = c;
  const amounts = c.legal.flatMap((text) => movesTo(text, view).map((to) => ({ text, ...to })));
  if (view.phase !== "amount" || g.tight) return null;
  return (
    <g class="amounts">
      {amounts.map(({ text, station, field }) => {
        const at = g.field(placeOf(view, station), "outer", field);
        return (
          <Preview
            key={text}
            c={c}
            text={text}
            at={at}
            label={say("board_spend", { n: Number(text) })}
            rule="LAR-7.1 LAR-7.1a"
          >
            <circle class="edge" r={g.marker / 2 + 1} />
            <text y={g.digits * 0.36} font-size={g.digits}>
              −{text}
            </text>
          </Preview>
        );
      })}
    </g>
  );
}

/** The biotope: at each station, how far the energy goes one way and the other. */
function Directions({ c, g }: Part) {
  const { view, say } = c;
  if (view.phase !== "spread") return null;
  const size = g.tight ? 45 : 40;
  return (
    <g class="directions">
      {c.legal.map((text) => {
        const [way, n] = text.split("-");
        const clockwise = way === "clockwise";
        const at = g.chips(placeOf(view, reached(text, view).at(-1) ?? ""))[clockwise ? 1 : 0];
        if (!at) return null;
        return (
          <Preview
            key={text}
            c={c}
            text={text}
            at={at}
            label={say("board_spread", { n: Number(n), way: { id: way ?? "" } })}
            rule="LAR-7.5 LAR-7.6"
          >
            <circle class="edge" r={size / 2} />
            <path class="turn" d={`M-9-4a10 10 0 0 1 18 0`} transform={clockwise ? "" : "scale(-1 1)"} />
            <path class="turn" d="M9-4l-.5-6M9-4l-6 .5" transform={clockwise ? "" : "scale(-1 1)"} />
            <text y="14" font-size="17">
              {n}
            </text>
          </Preview>
        );
      })}
    </g>
  );
}
