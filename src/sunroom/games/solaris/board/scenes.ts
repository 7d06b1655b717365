// What the eye has to see between two tables: the beam of the laser before its marker moves.

import { type Scene, useScenes } from "@web/scenes";
import type { Message } from "@web/wire";
import type { View } from "./view";

const BEAM = 900; // milliseconds until it is on Earth: .beam .second of board.css

const lasersOf = (view: View): number[] => view.players.map((player) => player.laser);

/** From the table that was shown to the one that is: where somebody has fired, first with the laser as it was. */
export function scenesBetween(last: View, view: View, told: readonly Message[]): Scene<View>[] {
  const now = { view, hold: 0 };
  const before = lasersOf(last);
  if (!told.some((one) => one.id === "fires") || before.join() === lasersOf(view).join()) return [now];
  const players = view.players.map((player, seat) => ({ ...player, laser: before[seat] ?? player.laser }));
  return [{ view: { ...view, players }, hold: BEAM }, now];
}

/** How far everybody is on the laser, as far as the beam has come. */
export const useLasers = (view: View, told: readonly Message[]): readonly number[] =>
  lasersOf(
    useScenes<View, Scene<View>>(
      view,
      () => ({ view, hold: 0 }),
      (last, next) => scenesBetween(last.view, next, told),
    ).scene.view,
  );
