// The little of Node that unit tests use; its own types would also change those of the browser.

declare module "node:test" {
  interface Timers {
    enable(options: { apis: ("setTimeout" | "Date")[] }): void;
    tick(milliseconds: number): void;
  }
  export interface TestContext {
    mock: { timers: Timers };
  }
  export function test(name: string, body: (t: TestContext) => void | Promise<void>): void;
}
declare module "node:assert/strict" {
  const assert: {
    (value: unknown, message?: string): asserts value;
    equal(found: unknown, expected: unknown, message?: string): void;
    notEqual(found: unknown, other: unknown, message?: string): void;
    deepEqual(found: unknown, expected: unknown, message?: string): void;
    match(text: string, pattern: RegExp, message?: string): void;
    doesNotMatch(text: string, pattern: RegExp, message?: string): void;
    rejects(promise: Promise<unknown>, why: (reason: unknown) => boolean): Promise<void>;
    throws(body: () => void, message?: RegExp): void;
  };
  export default assert;
}
declare module "node:fs" {
  export function readFileSync(file: string, encoding: "utf8"): string;
}
declare const process: { env: Record<string, string | undefined> };
declare module "node:crypto" {
  interface Hash {
    update(bytes: Uint8Array): Hash;
    digest(encoding: "hex"): string;
  }
  export function createHash(name: string): Hash;
}
