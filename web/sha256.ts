// SHA-256 (FIPS 180-4) for short texts of bytes. Browsers have it too, but not where a page comes without TLS, as at a
// table in one's own network.

const PRIMES = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97].concat(
  [101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157, 163, 167, 173, 179, 181, 191, 193, 197, 199, 211, 223],
  [227, 229, 233, 239, 241, 251, 257, 263, 269, 271, 277, 281, 283, 293, 307, 311],
);
/** The first 32 bits behind the point. */
const fraction = (root: number): number => ((root % 1) * 2 ** 32) | 0;
const ROUNDS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word: number, bits: number): number => (word >>> bits) | (word << (32 - bits));

/** The digest of some bytes, in hex. */
export function sha256(bytes: Uint8Array): string {
  const padded = new DataView(new ArrayBuffer(((bytes.length + 8) >> 6) * 64 + 64));
  for (const [at, byte] of bytes.entries()) padded.setUint8(at, byte);
  padded.setUint8(bytes.length, 0x80);
  padded.setUint32(padded.byteLength - 4, bytes.length * 8);
  let state = START;
  for (let at = 0; at < padded.byteLength; at += 64) state = mixed(state, padded, at);
  return state.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** The state after a block of 64 bytes. */
function mixed(state: readonly number[], padded: DataView, at: number): number[] {
  const words: number[] = [];
  for (let n = 0; n < 64; n++) words.push(n < 16 ? padded.getInt32(at + 4 * n) : scheduled(words, n));
  let [a, b, c, d, e, f, g, h] = state as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n++) {
    const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!;
    const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, n) => (word + state[n]!) | 0);
}

function scheduled(words: readonly number[], n: number): number {
  const [old, late] = [words[n - 15]!, words[n - 2]!];
  const one = turned(old, 7) ^ turned(old, 18) ^ (old >>> 3);
  const two = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return (words[n - 16]! + one + words[n - 7]! + two) | 0;
}
