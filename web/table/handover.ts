// Something that was made here goes on: to whatever the device shares with, or into a file.

import { tell } from "../notice";
import { t } from "../words";
import type { Match } from "./match";

/** A name by which a file is found again, like sunroom-GAME-ada-novice.png. */
export function fileName(match: Match, kind: string): string {
  const about = match.about.peek()!;
  const names = new Set(about.seats.map((_, seat) => match.nameOf(seat)));
  const words = ["sunroom", about.game, ...names]
    .join("-")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-");
  return `${words.slice(0, LONGEST).replace(/-$/, "")}.${kind}`;
}
const LONGEST = 80;

export const fileOf = (blob: Blob, match: Match, kind: string): File =>
  new File([blob], fileName(match, kind), { type: blob.type });

const shared = (file: File, match: Match): ShareData => ({ files: [file], title: match.say.peek()!("title") });

export const canShare = (file: File, match: Match): boolean => navigator.canShare?.(shared(file, match)) ?? false;

export async function shareFile(file: File, match: Match): Promise<void> {
  await navigator.share(shared(file, match)).catch((why: DOMException) => {
    if (why.name !== "AbortError") throw why; // who changes their mind has done nothing wrong
  });
}

export function keepFile(file: File): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  tell(t("file_kept", { file: file.name }));
}
