// Players by colour and by shape.

import { effect, signal } from "@preact/signals";

const SHAPES = [
  "M12 3.2l2.6 5.6 6.1.7-4.5 4.2 1.2 6L12 16.7l-5.4 3 1.2-6L3.3 9.5l6.1-.7z", // star
  "M12 3l8 9-8 9-8-9z", // diamond
  "M5 5h14v14H5z", // square
  "M12 3.5l9 16.5H3z", // triangle
  "M12 4a8 8 0 1 0 .01 0z", // disc
] as const;

/** The emblems of the seats of the match that is looked at, where they are not those of the seats: in a rematch
 *  everybody keeps theirs. */
export const emblems = signal<readonly number[]>([]);
effect(() => {
  const style = document.documentElement.style;
  for (const seat of SHAPES.keys()) {
    const kept = emblems.value[seat];
    if (kept === undefined || kept === seat) style.removeProperty(`--seat-${seat}`);
    else style.setProperty(`--seat-${seat}`, `var(--hue-${kept % SHAPES.length})`);
  }
});

/** The emblem of a seat; *colour* where the game names one (a CSS class `seat-COLOUR`). */
export function Emblem({ seat, colour, size = 24 }: { seat: number; colour?: string | undefined; size?: number }) {
  return (
    <svg class={`emblem seat-${colour ?? seat}`} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <EmblemShape seat={seat} />
    </svg>
  );
}

/** The same inside another drawing, 24 by 24. */
export function EmblemShape({ seat }: { seat: number }) {
  return <path d={SHAPES[(emblems.value[seat] ?? seat) % SHAPES.length] ?? SHAPES[0]} stroke-linejoin="round" />;
}
