// The line to a table. The first one is opened by early.ts, while the rest of the page is on its way.

export interface Line {
  address: string;
  socket: WebSocket;
  waiting: string[]; // what has come while nobody listened
}

declare global {
  interface Window {
    early?: Line | undefined;
  }
}

/** What a link carries, so that its match lets one in. */
export const keyOf = (here: URL): string => here.searchParams.get("key") ?? here.hash.slice(1);

export function addressOf(id: string, language: string, key: string, since?: number): string {
  const query = new URLSearchParams({ lang: language });
  if (key) query.set("key", key);
  if (since !== undefined) query.set("since", String(since));
  return `${location.origin.replace("http", "ws")}/api/matches/${id}/socket?${query}`;
}

export function opened(address: string): Line {
  const line: Line = { address, socket: new WebSocket(address), waiting: [] };
  line.socket.onmessage = (event) => line.waiting.push(event.data as string);
  return line;
}

/** The line that was opened early, if it leads there and holds; a new one otherwise. */
export function lineTo(address: string): Line {
  const early = window.early;
  window.early = undefined;
  if (early?.address === address && early.socket.readyState <= WebSocket.OPEN) return early;
  early?.socket.close();
  return opened(address);
}
