// Addresses of puzzles that name no game lead to the first that has some.

import "../core";
import { useEffect } from "preact/hooks";
import { useGames } from "../home/lobby";
import { Waiting } from "../placeholder";
import { go } from "../router";

export default function OfSomeGame({ which }: { which: string }) {
  const games = useGames();
  useEffect(() => {
    if (games.length === 0) return;
    const game = games.find((one) => one.puzzles);
    go(game ? pathTo(game.name, which) : "/", { replace: true });
  }, [games, which]);
  return <Waiting />;
}

const pathTo = (game: string, which: string): string => ["/puzzles", game, which].filter(Boolean).join("/");
