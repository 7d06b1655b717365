// What is in the air between two places: goods and stars, cards of others, tiles. Drawn over everything.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { STAGGER, TRAVEL, fly, reduced, whereIs, type Was } from "@web/motion";
import { GoodShape, Star } from "./art";
import { CARD_HEIGHT, CARD_WIDTH, Card } from "./card";
import { TileShape } from "./display";
import type { Box } from "./layout";
import type { Flight } from "./places";
import type { Stage } from "./stages";
import { ROWS, isCard, isGood, isTile, type View } from "./view";

const SIZE = 30; // of a good
const SINK = 44; // pixels, of what has nowhere to go

interface Props {
  root: RefObject<SVGSVGElement | null>;
  stage: Stage & { number: number };
  was: Was;
}

export function Flights({ root, stage, was }: Props) {
  const ref = useRef<SVGGElement>(null);
  const flights = stage.flights ?? [];
  useLayoutEffect(() => {
    if (!root.current || !ref.current || reduced()) return;
    for (const [n, flight] of flights.entries())
      launch(root.current, ref.current.children[n]!, flight, startOf(flights, n), was);
  }, [stage.number]);
  return (
    <g ref={ref} class="flights" aria-hidden="true">
      {flights.map((flight, n) => (
        <g key={`${stage.number}-${n}`}>
          <Shape what={flight.what} owner={flight.owner} view={stage.view} />
        </g>
      ))}
    </g>
  );
}

/** How long after the first one a flight begins. */
export const startOf = (flights: readonly Flight[], n: number): number =>
  STAGGER * flights.slice(1, n + 1).filter((one) => !one.together).length;

function Shape({ what, owner, view }: { what: string; owner: number; view: View }) {
  if (isGood(what)) return <GoodShape good={what} size={SIZE} />;
  if (isCard(what)) return <Card name={what} owner={owner} />;
  if (!isTile(what)) return <Star size={SIZE} />;
  const row = what.startsWith("D") ? "day" : "night";
  const tile = ROWS.flatMap((one) => view.players.flatMap(({ slots, beyond }) => [...slots[one], ...beyond[one]])).find(
    (one) => one?.name === what,
  );
  return tile ? <TileShape tile={tile} row={row} width={96} height={56} /> : null;
}

/** Let it go, unless the piece is drawn at its end and comes there by itself. */
function launch(root: SVGSVGElement, ghost: Element, flight: Flight, delay: number, was: Was): void {
  if (flight.piece && root.querySelector(`[data-piece="${flight.piece}"]`)) return;
  const start = whereIs(root, flight.from, was);
  if (!start) return;
  const sky = root.getBoundingClientRect();
  const end = whereIs(root, flight.to, was) ?? new DOMRect(start.x, start.y + SINK, start.width, start.height);
  fly(ghost, wayOf(flight, within(start, sky), within(end, sky)), {
    duration: TRAVEL,
    delay,
    easing: "cubic-bezier(.3,.1,.2,1)",
    fill: flight.stays ? "forwards" : "none",
  });
}

const within = (box: Box, sky: Box): Box => ({
  x: box.x - sky.x,
  y: box.y - sky.y,
  width: box.width,
  height: box.height,
});

/** A card fits into where it lies; goods keep their size. */
const scaleAt = (what: string, box: Box): number =>
  isCard(what) ? Math.max(Math.min(box.width / CARD_WIDTH, box.height / CARD_HEIGHT), 0.25) : 1;

function wayOf({ what, stays }: Flight, start: Box, end: Box): Keyframe[] {
  const at = (box: Box) =>
    `translate(${box.x + box.width / 2}px, ${box.y + box.height / 2}px) scale(${scaleAt(what, box)})`;
  return [
    { transform: at(start), opacity: 1, offset: 0 },
    { transform: at(end), opacity: 1, offset: 0.9 },
    { transform: at(end), opacity: stays ? 1 : 0, offset: 1 },
  ];
}
