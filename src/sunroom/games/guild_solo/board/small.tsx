// A guild's tile as small as a word: how it looks is "guild red".

import { InLine, type PictureProps } from "@web/board";
import { Charge, Plate } from "./art";

export const Picture = ({ look }: PictureProps) => (
  <InLine game="gs-in-line" box="0 0 60 60">
    <Plate guild={look.split(" ")[1] ?? ""} />
    <Charge guild={look.split(" ")[1] ?? ""} size={34} x={13} y={12} />
  </InLine>
);
