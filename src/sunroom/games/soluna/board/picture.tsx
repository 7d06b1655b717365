// The start page's picture of Soluna: a tower of four under the night sky, and one disc on its way.

import { Discs } from "./tower";
import { Felt } from "./felt";
import { layout } from "./layout";

export default function Picture() {
  const at = { ...layout({ width: 320, height: 200 }, false), wide: false };
  return (
    <svg class="soluna" viewBox="0 0 320 200" aria-hidden="true">
      <Felt at={at} />
      <path class="way" d="M232 104C222 40 160 22 128 52" />
      <g transform="translate(256 92)">
        <ellipse class="print" rx={36} ry={20} />
        <Discs discs={["moon"]} rx={36} thick={9} />
      </g>
      <g transform="translate(232 166)">
        <ellipse class="print" rx={46} ry={26} />
        <Discs discs={["sun", "comet"]} rx={46} thick={11} />
      </g>
      <g transform="translate(38 62)">
        <ellipse class="print" rx={28} ry={16} />
        <Discs discs={["stars"]} rx={28} thick={7} />
      </g>
      <g transform="translate(104 152)">
        <ellipse class="print" rx={58} ry={32} />
        <Discs discs={["moon", "stars", "comet", "sun"]} rx={58} thick={14} />
      </g>
    </svg>
  );
}
