// Soluna's table: wooden discs on indigo felt, from deep night to dawn.

import "@web/core";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { Spot, type BoardModule, type BoardProps } from "@web/board";
import { reduced } from "@web/motion";
import { usePicked } from "@web/picking";
import { Felt } from "./felt";
import { InTheAir } from "./flight";
import { FLAT, layout, thickness, type Grid, type Layout } from "./layout";
import { FLYING, useScene } from "./scene";
import { printed } from "./printed";
import { Picture } from "./small";
import { choice, describe, marks, named, phrase, score, told as inWords } from "./speech";
import { Choices, Head, Won } from "./strips";
import { PLACES, isPair, likeness, likenessClasses, standing, type Tower, type View } from "./table";
import { Discs, outline } from "./tower";

function Board({ view, legal, play, turn, told, say, room, past }: BoardProps<View>) {
  const { scene, number, busy } = useScene(view, told);
  const settled = !busy;
  const [landed, setLanded] = useState(0);
  const pick = usePicked(JSON.stringify(view)); // a refusal brings the same table again
  const picked = pick.value;
  const [looked, look] = useState<string | null>(null);
  const choosing = settled && (view.phase === "choose" || view.phase === "throw") && !past;
  const kept = useRef<Grid | undefined>(undefined);
  const at = useMemo(() => layout(room, choosing, kept.current), [room.width, room.height, choosing]);
  kept.current = at.grid;
  const flights = number > landed ? scene.flights : [];
  const towers = standing(scene.view);
  const offered = settled ? legal : [];
  useLayoutEffect(() => {
    if (scene.flights.length === 0) return setLanded(number);
    const done = setTimeout(() => setLanded(number), reduced() ? 120 : FLYING + scene.flights.length * 40);
    return () => clearTimeout(done);
  }, [number]);

  const choose = (place: string, element: Element) => {
    if (past) return;
    if (picked === place) pick.value = null;
    else if (picked) attempt(picked, place, element);
    else if (legal.length > 0 && !legal.some(isPair))
      play(`${place}>${place}`, element); // the server says what comes first
    else if (towers[PLACES.indexOf(place)]) pick.value = place;
  };
  const attempt = (mover: string, base: string, element: Element) => {
    play(`${mover}>${base}`, element);
    if (legal.includes(`${mover}>${base}`)) pick.value = null;
  };

  const eyed = (!choosing && towers[PLACES.indexOf(picked ?? looked ?? "-")]) || null;
  return (
    <svg class="soluna" viewBox={`0 0 ${at.width} ${at.height}`} width={at.width} height={at.height}>
      <Felt at={at} onClick={() => (pick.value = null)} />
      <Head view={scene.view} say={say} at={at} turn={turn} />
      {towers.map((tower, n) => {
        const place = PLACES[n]!;
        const like = likeness(eyed, tower);
        const reached = picked === null || picked === place || legal.includes(`${picked}>${place}`);
        const can = picked
          ? picked === place || offered.includes(`${picked}>${place}`)
          : offered.some((text) => text.startsWith(`${place}>`));
        return (
          <Place
            key={place}
            place={place}
            n={n}
            tower={tower}
            at={at}
            hidden={flights.find((flight) => flight.to === place)?.discs ?? 0}
            label={tower ? inWords(tower, say) : say("board_no_tower", { place })}
            can={can}
            pressed={picked === place}
            more={reached ? likenessClasses(like) : "away"}
            onPick={(element) => choose(place, element)}
            onLook={(on) => look(on ? place : null)}
          />
        );
      })}
      {flights.map((flight, n) => (
        <InTheAir key={`${number} ${flight.to}`} flight={flight} order={n} towers={towers} at={at} />
      ))}
      {scene.won && <Won text={say.told(scene.won)} at={at} towers={towers} />}
      {choosing && <Choices view={view} legal={legal} play={play} say={say} at={at} />}
    </svg>
  );
}

interface PlaceProps {
  place: string;
  n: number;
  tower: Tower | null;
  at: Layout;
  /** How many of its discs are still in the air. */
  hidden: number;
  label: string;
  can: boolean;
  pressed: boolean;
  more: string;
  onPick: (at: Element) => void;
  onLook: (on: boolean) => void;
}

function Place({ place, n, tower, at, hidden, label, can, pressed, more, onPick, onLook }: PlaceProps) {
  const { x, y, rx } = at.places[n]!;
  const ry = rx * FLAT;
  const height = tower?.height ?? 0;
  const thick = thickness(rx, Math.max(height, 1), at.rise);
  const lies = tower?.discs.slice(0, height - hidden) ?? [];
  const reach = Math.max(rx, 22);
  const above = Math.max(ry + height * thick, 44 - ry);
  return (
    <Spot
      class={`place ${tower ? "" : "empty"} ${more}`}
      style={{ transform: `translate(${x}px, ${y}px)` }}
      name={place}
      rule={tower ? "LUN-4.2 LUN-4.3 LUN-4.4 LUN-4.5" : "LUN-4.2 LUN-4.5"}
      label={label}
      can={can}
      pressed={pressed}
      onPick={onPick}
      onPointerEnter={(event) => event.pointerType === "mouse" && onLook(true)}
      onPointerLeave={() => onLook(false)}
      onFocus={() => onLook(true)}
      onBlur={() => onLook(false)}
    >
      <rect class="hit" x={-reach} y={-above} width={reach * 2} height={above + ry} />
      <ellipse class="print" rx={rx} ry={ry} />
      <ellipse class="ring" rx={rx * 1.13} ry={ry * 1.15} />
      <g class="stack">
        {lies.length > 0 && <Discs discs={lies} rx={rx} thick={thick} />}
        {lies.length > 0 && <path class="edge" d={outline(rx, lies.length, thick)} />}
      </g>
      <Labels place={place} height={lies.length} rx={rx} wide={at.wide} />
    </Spot>
  );
}

/** The letter of the place at the left foot of a tower, its height at the right. */
function Labels({ place, height, rx, wide }: { place: string; height: number; rx: number; wide: boolean }) {
  const ry = rx * FLAT;
  const r = wide ? 17 : 11;
  return (
    <>
      <text class="name" x={-rx * 1.06} y={ry * 1.1} font-size={wide ? 22 : 14} text-anchor="middle" aria-hidden="true">
        {place}
      </text>
      {height > 0 && (
        <g class="height" transform={`translate(${rx} ${ry * 0.84})`} data-rule="LUN-4.3 LUN-4.5a" aria-hidden="true">
          <circle r={r} />
          <text y={r * 0.39} font-size={r * 1.24} text-anchor="middle">
            {height}
          </text>
        </g>
      )}
    </>
  );
}

export default {
  Board,
  describe,
  phrase,
  named,
  marks,
  score,
  Picture,
  printed,
  choice,
  sounds: { thrown: "chance", stacked: "place", won_round: "star", won_match: "star" },
} satisfies BoardModule<View>;
