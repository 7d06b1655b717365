// What this browser adds to the dealing of a match: a secret share, promised when one sits down and shown when all sit.
// It is kept on this device, so that a page that is loaded again goes on with it, and so that the end can be compared
// with what was said at the beginning.

import { keep, recalled } from "../device";
import { sha256 } from "../sha256";
import type { About, State } from "../wire";

interface Share {
  share: string;
  promise: string;
  commitment?: string; // of the dealer, as it was first shown
  shown?: boolean; // the server has it
}

const MOST_KEPT = 40; // matches
const BEFORE_SHARE = "sunroom share\n"; // as `match/dealing.py` has it
let kept: Record<string, Share> | undefined;

const hex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const shares = (): Record<string, Share> => (kept ??= recalled<Record<string, Share>>("shares") ?? {});
export const isFree = ({ kind }: { kind: string }): boolean => kind === "open" || kind === "reserved";

function remember(match: string, share: Share): Share {
  const others = Object.entries(shares()).filter(([id]) => id !== match);
  kept = Object.fromEntries([...others.slice(1 - MOST_KEPT), [match, share]]);
  keep("shares", kept);
  return share;
}

/** The share of this browser in the dealing of a match. */
export function shareIn(match: string): Share {
  const known = shares()[match];
  if (known) return known;
  const share = crypto.getRandomValues(new Uint8Array(16));
  const promised = new Uint8Array([...new TextEncoder().encode(BEFORE_SHARE), ...share]);
  return remember(match, { share: hex(share), promise: sha256(promised) });
}

/** What whoever sits at a seat has to say about the dealing now, if anything. */
export function contribution(
  about: About,
  state: State,
  seat: number,
): { t: "promise"; promise: string } | { t: "share"; share: string } | null {
  if (state.status !== "gathering") return null;
  const { share, promise } = heard(about);
  const promised = about.seats[seat]?.promise === promise;
  if (state.revealing?.includes(seat)) return promised ? { t: "share", share } : null;
  return promised || !about.seats.some(isFree) ? null : { t: "promise", promise };
}

/** One's share, beside the commitment that was heard first. */
function heard({ id, commitment }: About): Share {
  const own = shareIn(id);
  return own.commitment ? own : remember(id, { ...own, commitment });
}

/** The server has stored the share that was shown. */
export function shown(match: string): void {
  remember(match, { ...shareIn(match), shown: true });
}

/** Whether the end is what was said at the beginning; null where this browser was not there, or cannot know yet. */
export function isAsPromised(about: About, state: State): boolean | null {
  const own = shares()[about.id];
  const seed = state.result?.seed;
  if (!own?.commitment || !seed) return null;
  const used = about.seats.some(({ promise, share }) => promise === own.promise && share === own.share);
  return sha256(bytesOf(seed)) === own.commitment && (used || !own.shown);
}
