import { Charge } from "./art";

export default function Picture() {
  return (
    <svg viewBox="0 0 320 200">
      <Charge guild="red" />
    </svg>
  );
}
