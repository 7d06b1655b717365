/** The view from the window of a game that has no picture of its own: a clear day. */
export function Scene() {
  return (
    <svg viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice">
      <circle cx="84" cy="66" r="30" fill="#fff3c4" />
      <Cloud x={196} y={72} />
      <Cloud x={120} y={128} />
      <path d="M0 176c60-34 110-30 160-8s110 22 160-6v38H0z" fill="#7aa25c" />
    </svg>
  );
}

function Cloud({ x, y }: { x: number; y: number }) {
  return (
    <path
      d={`M${x} ${y}a18 18 0 0 1 20-24 26 26 0 0 1 46 4 16 16 0 0 1 12 28h-68a10 10 0 0 1-10-8z`}
      fill="#fffaf0"
      opacity=".9"
    />
  );
}
