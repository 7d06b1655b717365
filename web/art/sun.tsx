/** Our mark: a sun through a window. */
export function SunMark({ size = 28 }: { size?: number }) {
  return (
    <svg class="sun-mark" viewBox="0 0 32 32" width={size} height={size} aria-hidden="true">
      <path class="glass" d="M4 30V14a12 12 0 0 1 24 0v16z" />
      <circle class="disc" cx="16" cy="19" r="6.5" />
      <path class="frame" d="M4 30V14a12 12 0 0 1 24 0v16zM16 2v28M4 19h24" />
    </svg>
  );
}
