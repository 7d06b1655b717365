// Discs in the air: they lift, travel and land. Those out of the hand fall.

import { useLayoutEffect, useRef } from "preact/hooks";
import { fly } from "@web/motion";
import { thickness, type Layout } from "./layout";
import { FLYING, type Flight } from "./scene";
import { PLACES, type Tower } from "./table";
import { Discs } from "./tower";

interface InTheAirProps {
  flight: Flight;
  order: number;
  towers: (Tower | null)[];
  at: Layout;
}

export function InTheAir({ flight, order, towers, at }: InTheAirProps) {
  const ref = useRef<SVGGElement>(null);
  const n = PLACES.indexOf(flight.to);
  const tower = towers[n];
  const end = at.places[n];
  const start = flight.from ? at.places[PLACES.indexOf(flight.from)] : undefined;
  useLayoutEffect(() => {
    if (!ref.current || !end) return;
    const timing = { duration: FLYING, delay: order * 34, easing: "cubic-bezier(.35,.1,.3,1)", fill: "both" } as const;
    fly(ref.current, start && tower ? flown(start, end, flight, tower.height) : fallen(end, order), timing);
  }, []);
  if (!tower || !end) return null;
  const thick = thickness(end.rx, tower.height, at.rise);
  const under = tower.height - flight.discs;
  return (
    <g transform={`translate(${end.x} ${end.y})`} aria-hidden="true">
      <g ref={ref} class="flying">
        <Discs discs={tower.discs.slice(under)} rx={end.rx} thick={thick} from={under} />
      </g>
    </g>
  );

  /** Up, over, down: in the order of the hand. */
  function flown(
    from: { x: number; y: number; rx: number },
    to: { x: number; y: number; rx: number },
    { discs, lift }: Flight,
    height: number,
  ): Keyframe[] {
    const level = thickness(to.rx, height, at.rise);
    const dx = from.x - to.x;
    const dy = from.y - to.y + (height - discs) * level - lift * thickness(from.rx, lift + 1, at.rise);
    const above = -to.rx * 0.55;
    const high = Math.min(dy, 0) + above;
    const by = (x: number, y: number) => `translate(${x}px, ${y}px)`;
    return [
      { transform: by(dx, dy), offset: 0 },
      { transform: by(dx * 0.97, Math.max(high, dy + above)), offset: 0.25 },
      { transform: by(dx * 0.1, high), offset: 0.75 },
      { transform: by(0, 0), offset: 1 },
    ];
  }

  function fallen(to: { rx: number }, nth: number): Keyframe[] {
    const aside = (((nth * 37) % 7) - 3) * to.rx * 0.12;
    return [
      { transform: `translate(${aside}px, ${-to.rx * 2.4}px) rotate(${aside}deg)`, opacity: 0, offset: 0 },
      { opacity: 1, offset: 0.3 },
      { transform: "translate(0px, 0px) rotate(0deg)", offset: 0.62 },
      { transform: `translate(0px, ${-to.rx * 0.1}px)`, offset: 0.8 },
      { transform: "translate(0px, 0px)", opacity: 1, offset: 1 },
    ];
  }
}
