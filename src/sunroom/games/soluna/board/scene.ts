// What the eye has to see between two tables: a tower lifts, travels and lands; a round ends and its pattern returns.

import { type Scene as SceneOf, useScenes } from "@web/scenes";
import type { Message } from "@web/wire";
import { codeOf } from "@web/words";
import { PLACES, standing, type Tower, type View } from "./table";

export interface Flight {
  to: string;
  from: string | null; // null: out of the hand
  discs: number; // how many from the top of the tower at `to`
  lift: number; // how many discs lay below them where they came from
}

export interface Scene extends SceneOf<View> {
  flights: Flight[];
  won?: Message | undefined; // who has just taken a star
}

const LAST = { hold: 1500, still: 900 }; // milliseconds for the last stacking of a round, before the pattern returns
const STAYS = { hold: 0 };
export const FLYING = 460;
const LANDS = FLYING + 60; // and only then the star is taken
const at = (place: string): number => (place === "" ? -1 : PLACES.indexOf(place));

/** What to show between one table and the next. */
export function scenes(before: View | null, after: View, told: readonly Message[]): Scene[] {
  const shown = (flights: Flight[], won?: Message): Scene => ({ view: after, flights, won, ...STAYS });
  if (!before) return [shown(freshlyThrown(after) ? dropped(after) : [])];
  const was = standing(before);
  const is = standing(after);
  const changed = [...PLACES].filter((_, n) => was[n]?.discs.join() !== is[n]?.discs.join());
  const stacked = told.find((one) => one.id === "stacked")?.args;
  const mover = was[at(codeOf(stacked?.mover))];
  const base = was[at(codeOf(stacked?.base))];
  if (mover && base) {
    const flights = [{ to: base.place, from: mover.place, discs: mover.height, lift: 0 }];
    const won = told.find((one) => one.id === "won_round" || one.id === "won_match");
    const landing = (view: View): Scene => ({ view: { ...view, stars: before.stars }, flights, hold: LANDS });
    if (changed.length === 2) return won ? [landing(after), shown([], won)] : [shown(flights)];
    const middle: View = { ...before, stars: after.stars, towers: put(was, mover, base) };
    const isThrown = after.phase === "throw" || told.some((one) => one.id === "thrown");
    const next = shown(isThrown ? dropped(after) : returned(middle, after));
    return [landing(middle), { view: middle, flights: [], won, ...LAST }, next];
  }
  const landed = changed.filter((place) => is[at(place)] && !was[at(place)]);
  if (after.phase === "throw" || before.phase === "throw")
    return [shown(dropped(after).filter((flight) => landed.includes(flight.to)))];
  if (changed.length > 2) return [shown([])];
  // Taken back: the upper part returns.
  const flights = landed.map((to) => ({
    to,
    from: changed.find((place) => place !== to) ?? null,
    discs: is[at(to)]?.height ?? 1,
    lift: was.find((tower) => tower && changed.includes(tower.place))?.height ?? 1,
  }));
  return [shown(flights)];
}

const freshlyThrown = (view: View): boolean => view.phase === "choose" && view.stars.every((n) => n === 0);

const dropped = (view: View): Flight[] =>
  standing(view).flatMap((tower) => (tower ? [{ to: tower.place, from: null, discs: 1, lift: 0 }] : []));

function put(towers: (Tower | null)[], mover: Tower, base: Tower): (Tower | null)[] {
  const whole: Tower = {
    place: base.place,
    height: mover.height + base.height,
    symbol: mover.symbol,
    discs: [...base.discs, ...mover.discs],
  };
  return towers.map((tower) => (tower === base ? whole : tower === mover ? null : tower));
}

/** Every disc back to where it was thrown. Discs with the same symbol look alike, so any of them will do. */
function returned(end: View, after: View): Flight[] {
  const free = new Set([...PLACES].filter((place) => !end.towers[at(place)]));
  return end.towers.flatMap((tower) =>
    (tower?.discs ?? []).slice(1).flatMap((symbol, n): Flight[] => {
      const to = [...free].find((place) => after.pattern[at(place)] === symbol);
      if (!to || !tower) return [];
      free.delete(to);
      return [{ to, from: tower.place, discs: 1, lift: n + 1 }];
    }),
  );
}

const sameTowers = (one: View, other: View): boolean =>
  standing(one).every((tower, n) => tower?.discs.join() === standing(other)[n]?.discs.join());

/** The table to draw now, with whatever is in the air. */
export const useScene = (view: View, told: readonly Message[]) =>
  useScenes<View, Scene>(
    view,
    () => scenes(null, view, told)[0]!,
    (last, next) => scenes(last.view, next, told),
    sameTowers,
  );
