import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { sha256 } from "./sha256";

test("a digest is that of Node, for every length around one block and two", () => {
  for (let length = 0; length < 140; length++) {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7 + length) % 256);
    assert.equal(sha256(bytes), createHash("sha256").update(bytes).digest("hex"));
  }
});
