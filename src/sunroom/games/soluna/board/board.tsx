import type { BoardModule, BoardProps } from "@web/board";
import { Spot } from "@web/board";
import { useState } from "preact/hooks";
import { useMotion } from "@web/motion";
import { useRef } from "preact/hooks";

interface Tower { place: string; height: number; symbol: string; discs: string[] }
interface View { towers: (Tower | null)[]; stars: number[]; phase: string }

function Board({ view, legal, play, say }: BoardProps<View>) {
  const [picked, pick] = useState<string | null>(null);
  const svg = useRef<SVGSVGElement>(null);
  useMotion(svg);
  return (
    <svg ref={svg} viewBox="0 0 600 400" width="100%" height="100%">
      {legal.filter((text) => !text.includes(">")).map((text, n) => (
        <Spot key={text} plays={text} legal={legal} play={play} label={text}>
          <rect class="edge" x={20 + 120 * n} y={20} width={100} height={44} fill="none" />
          <text x={30 + 120 * n} y={50}>{text}</text>
        </Spot>
      ))}
      {view.towers.map((tower, n) => tower && (
        <Spot key={tower.place} name={tower.place} rule="LUN-4.1" label={say(tower.symbol)} can={legal.some((one) => one.startsWith(tower.place) || one === `${picked}>${tower.place}`)} onPick={(at) => picked && picked !== tower.place ? (play(`${picked}>${tower.place}`, at), pick(null)) : pick(tower.place)} pressed={picked === tower.place}>
          <circle class="edge" data-piece={tower.place} cx={60 + (n % 6) * 95} cy={140 + Math.floor(n / 6) * 120} r={30} fill="#5575aa" stroke="#333" />
          <text x={50 + (n % 6) * 95} y={140 + Math.floor(n / 6) * 120}>{tower.symbol[0]}{tower.height}</text>
        </Spot>
      ))}
    </svg>
  );
}

export default {
  Board,
  describe: (view, say) => view.towers.flatMap((tower) => (tower ? [`${tower.place}: ${say(tower.symbol)} ${tower.height}`] : [])),
  phrase: (text, _view, say) => say.notation(text),
  marks: (text) => text.split(">"),
} satisfies BoardModule<View>;
