// The server's HTTP side, and who we are to it.

import { signal } from "@preact/signals";
import { language, t } from "./words";
import type { Problem } from "./wire";

/** Something was not done; the message is a sentence for the reader. */
export class Refusal extends Error {
  readonly id: string;
  readonly rules: string[];
  constructor({ id, text, rules }: Problem) {
    super(text);
    this.id = id;
    this.rules = rules ?? [];
  }
}

export const away = (): Refusal => new Refusal({ id: "offline", text: whyAway() });
/** Why the server is not there, in a sentence. */
export const whyAway = (): string => t(isCutOff() ? "cut_off" : "offline");

type Method = "GET" | "POST" | "DELETE";

/** What the server answers; a Refusal where it does not do what it is asked for, or is away. */
export async function ask(method: Method, path: string, data?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers = { "content-type": "application/json", "accept-language": language.peek() };
  const body = data === undefined ? null : JSON.stringify(data);
  const answer = await fetch(path, { method, headers, body, signal: signal ?? null }).catch(() => {
    throw away();
  });
  if (!answer.ok) throw new Refusal(await read<Problem>(answer));
  return answer;
}

const read = <T>(answer: Response): Promise<T> => answer.json().catch(() => ({ id: "failed", text: t("failed") }));

export async function api<T>(method: Method, path: string, data?: unknown): Promise<T> {
  const answer = await ask(method, path, data);
  return answer.status === 204 ? (null as T) : read<T>(answer);
}

// Ourselves

export const me = signal<{ name: string | null; confirm: boolean }>({ name: null, confirm: false });
/** Whether the server did not know us before: what was asked until then was asked by nobody. */
export const newcomer = signal(false);
export const online = signal(true);
/** Whether it is this device that has no line, as far as its browser knows. */
export const isCutOff = (): boolean => !navigator.onLine;
addEventListener("offline", () => {
  online.value = false;
  void comeIn();
});

/** Milliseconds until the next attempt. */
export const patience = (tries: number): number => Math.min(300 * 2 ** tries, 8000);
export const rest = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Come in as a guest, however long the server is away. */
export async function comeIn(): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      const found = await api<{ name: string | null; confirm: boolean; fresh: boolean }>("POST", "/api/me", {});
      me.value = found;
      newcomer.value = found.fresh;
      online.value = true;
      return;
    } catch (why) {
      if (!(why instanceof Refusal)) throw why;
      online.value = false;
      await rest(patience(tries));
    }
  }
}

export async function setMe(change: Partial<{ name: string; confirm: boolean }>): Promise<void> {
  me.value = { ...me.value, ...change }; // at once: a move may follow before the answer
  me.value = await api("POST", "/api/me", change);
}
