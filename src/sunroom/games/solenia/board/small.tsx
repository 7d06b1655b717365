// The pieces as small as a word, for the log and for lists; what a look says stands in presentation/names.py.

import { InLine, type PictureProps } from "@web/board";
import { City, GoodShape, Island } from "./art";
import { Power } from "./card";
import { TileShape } from "./display";
import { GOODS, cardFace, isGood, type Good, type Goods, type Row, type Tile } from "./view";

const TILE = { width: 78, height: 46 };
const CELL = { width: 84, height: 66 }; // of a space

const box = ({ width, height }: { width: number; height: number }): string =>
  `${-width / 2} ${-height / 2} ${width} ${height}`;

export function Picture({ look }: PictureProps) {
  const [kind, name = "", ...rest] = look.split(" ");
  if (kind === "card") return <Card name={name} owner={Number(rest[0])} />;
  if (kind === "tile")
    return (
      <InLine game="solenia" box={box({ width: TILE.width + 2, height: TILE.height + 2 })}>
        <TileShape tile={tileOf(rest)} row={name as Row} {...TILE} />
      </InLine>
    );
  if (kind === "space") return <Space name={name} />;
  return (
    <InLine game="solenia" box="-13 -13 26 26">
      <GoodShape good={name as Good} />
    </InLine>
  );
}

/** A card without its porthole: its value in its player's colour, and its power. */
function Card({ name, owner }: { name: string; owner: number }) {
  const face = cardFace(name);
  return (
    <InLine game="solenia" box="-1 -21 66 42">
      <g class={`card owner-${owner}`}>
        <rect class="sheet" y={-20} width={64} height={40} rx={6} />
        <path class="side" d="M6-20h20v40H6a6 6 0 0 1-6-6v-28a6 6 0 0 1 6-6z" />
        <text class="value" x={13} y={1} text-anchor="middle">
          {face.value}
        </text>
        <g transform="translate(45 0) scale(.86) translate(-38 0)">
          <Power face={face} />
        </g>
        <rect class="edge" y={-20} width={64} height={40} rx={6} fill="none" />
      </g>
    </InLine>
  );
}

const Space = ({ name }: { name: string }) => (
  <InLine game="solenia" box={box(CELL)}>
    {isGood(name) ? <Island good={name} /> : <City row={name as Row} />}
  </InLine>
);

/** A tile as its look tells it: its stars, then the goods one by one. */
function tileOf([stars, ...goods]: readonly string[]): Tile {
  const asks: Partial<Goods> = {};
  for (const good of GOODS) {
    const n = goods.filter((one) => one === good).length;
    if (n > 0) asks[good] = n;
  }
  return { name: "", asks, stars: Number(stars) };
}
