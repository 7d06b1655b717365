export default function Empty(_: Record<string, unknown>) {
  return null;
}
