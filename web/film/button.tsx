// A film of a match, for whoever asks: what makes it is fetched then.

import type { ComponentType } from "preact";
import { useState } from "preact/hooks";
import { t } from "../words";
import type { Scene } from "./make";

type Making = ComponentType<{ scene: Scene; close: () => void }>;

export function FilmButton({ scene }: { scene: Scene }) {
  const [found, setFound] = useState<{ Making: Making } | null>(null);
  const [open, setOpen] = useState(false);
  const show = () => {
    setOpen(true);
    if (!found) void import("./making").then((loaded) => setFound({ Making: loaded.default }));
  };
  return (
    <>
      <button type="button" aria-haspopup="dialog" onClick={show}>
        {t("film")}
      </button>
      {open && found && <found.Making scene={scene} close={() => setOpen(false)} />}
    </>
  );
}
