/** Solaris on the start page: the ring in the light of the giant, and a beam to Earth. */
export default function Picture() {
  const stations = [0, 1, 2, 3, 4, 5].map((n) => ({ from: -84 + 60 * n + 4, to: -84 + 60 * n + 44 }));
  return (
    <svg class="picture solaris-picture" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id="solaris-picture-giant" cx="0.38" cy="0.34" r="0.75">
          <stop offset="0" stop-color="#ffd38a" />
          <stop offset="0.5" stop-color="#f0632c" />
          <stop offset="1" stop-color="#8e1d12" />
        </radialGradient>
        <radialGradient id="solaris-picture-halo">
          <stop offset="0.25" stop-color="#e2471e" stop-opacity="0.6" />
          <stop offset="1" stop-color="#e2471e" stop-opacity="0" />
        </radialGradient>
      </defs>
      <rect width="320" height="200" fill="#0d0807" />
      {[...Array(34).keys()].map((n) => (
        <circle
          key={n}
          cx={(n * 131) % 319}
          cy={(n * 83 + 17) % 199}
          r={n % 6 === 0 ? 1.2 : 0.7}
          fill="#ffe9cf"
          fill-opacity="0.6"
        />
      ))}
      <circle cx="128" cy="102" r="124" fill="url(#solaris-picture-halo)" />
      <circle cx="128" cy="102" r="40" fill="url(#solaris-picture-giant)" />
      <path
        d="M98 106q20-9 37 0t22-3M110 84q14-6 29 0M113 124q16 6 28 0"
        fill="none"
        stroke="#ffe0a8"
        stroke-opacity="0.4"
        stroke-width="2"
        stroke-linecap="round"
      />
      {stations.map(({ from, to }, n) => (
        <path
          key={n}
          d={`${arc(92, from, to)}${arc(62, to, from, true)}Z`}
          fill={n === 1 ? "#7a3a1c" : "#2b2322"}
          stroke={n === 1 ? "#ffb066" : "#6d5a53"}
          stroke-width={n === 1 ? 2.5 : 1.5}
          stroke-linejoin="round"
        />
      ))}
      {["#b79bff", "#ff86c0", "#5fd39a", "#62b4ff", "#ff86c0", "#5fd39a"].map((hue, n) => {
        const { x, y } = spot(77, -90 + 60 * n);
        return (
          <rect
            key={n}
            x={x - 8}
            y={y - 8}
            width="16"
            height="16"
            rx="4.5"
            fill={hue}
            stroke="#0d0807"
            stroke-width="1.5"
          />
        );
      })}
      {TOKENS.map(({ angle, fill }) => {
        const { x, y } = spot(77, angle);
        return <circle key={angle} cx={x} cy={y} r="7" fill={fill} stroke="#0a0605" stroke-width="1.5" />;
      })}
      <path d="M128 102 288 28" stroke="#6dffab" stroke-opacity="0.35" stroke-width="10" stroke-linecap="round" />
      <path d="M128 102 288 28" stroke="#d8ffe4" stroke-width="4" stroke-linecap="round" />
      <circle cx="128" cy="102" r="8" fill="#f2fff6" />
      <circle cx="290" cy="26" r="13" fill="#2f7fc4" stroke="#bfe3ff" stroke-width="1.5" />
      <path
        d="M280 23q6-6 11-1t5 6M285 32q5-4 10 0"
        fill="none"
        stroke="#7fd09a"
        stroke-width="3"
        stroke-linecap="round"
      />
    </svg>
  );
}

const TOKENS = [
  { angle: -4, fill: "#f6f1e6" },
  { angle: -50, fill: "#f0cf3f" },
  { angle: 62, fill: "#e5762a" },
  { angle: 116, fill: "#f6f1e6" },
  { angle: 172, fill: "#8f939c" },
  { angle: 236, fill: "#f0cf3f" },
];

function spot(r: number, degrees: number): { x: number; y: number } {
  const at = (degrees * Math.PI) / 180;
  return { x: 128 + r * Math.cos(at), y: 102 + r * Math.sin(at) };
}

function arc(r: number, from: number, to: number, on = false): string {
  const [a, b] = [spot(r, from), spot(r, to)];
  const start = `${on ? "L" : "M"}${a.x.toFixed(1)} ${a.y.toFixed(1)}`;
  return `${start}A${r} ${r} 0 0 ${to > from ? 1 : 0} ${b.x.toFixed(1)} ${b.y.toFixed(1)}`;
}
