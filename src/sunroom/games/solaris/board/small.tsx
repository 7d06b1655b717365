// The pieces as small as a word: how they look is "card machine-purple", "station machine", "bridge purple" or
// "shuttle purple".

import { InLine, type PictureProps } from "@web/board";
import { Icon, MiniFace, Shape, Shuttle } from "./art";
import { colourOf, type Colour, type StationName } from "./view";

export function Picture({ look, say }: PictureProps) {
  const [kind, name = ""] = look.split(" ");
  if (kind === "card") return <Card card={name} />;
  if (kind === "station") return <Sign station={name as StationName} />;
  if (kind === "shuttle")
    return (
      <InLine game="solaris" box="-18 -20 36 38">
        <Shuttle colour={name as Colour} size={30} say={say} />
      </InLine>
    );
  return (
    <InLine game="solaris" box="-22 -13 44 26">
      <g class={`bridge hue-${name}`}>
        <path class="span" d="M-22-5H22M-22 5H22" />
        <rect class="edge plate" x={-11} y={-11} width={22} height={22} rx={5} />
        <Shape colour={name as Colour} size={13} />
      </g>
    </InLine>
  );
}

const Card = ({ card }: { card: string }) => (
  <InLine game="solaris" box="0 0 42 26">
    <g class={`mini hue-${colourOf(card)}`}>
      <MiniFace card={card} />
    </g>
  </InLine>
);

const Sign = ({ station }: { station: StationName }) => (
  <InLine game="solaris" box="-13 -13 26 26">
    <circle class="well" r={13} />
    <Icon station={station} size={20} />
  </InLine>
);
