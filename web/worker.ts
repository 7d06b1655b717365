// The service worker: the shell opens without the server, and says that it is away.

declare const FILES: string[];
declare const VERSION: string;

// What a service worker is; the library for it clashes with that for pages.
interface Extendable extends Event {
  waitUntil(done: Promise<unknown>): void;
}
interface Fetch extends Extendable {
  request: Request;
  respondWith(answer: Promise<Response | undefined>): void;
}
const worker = self as unknown as {
  addEventListener(kind: "install" | "activate", then: (event: Extendable) => void): void;
  addEventListener(kind: "fetch", then: (event: Fetch) => void): void;
  skipWaiting(): Promise<void>;
  clients: { claim(): Promise<void> };
};

const CACHE = `sunroom-${VERSION}`;
const SHELL = "/";

worker.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll([SHELL, ...FILES]))
      .then(() => worker.skipWaiting()),
  );
});

worker.addEventListener("activate", (event) => {
  const old = caches
    .keys()
    .then((names) => Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))));
  event.waitUntil(old.then(() => worker.clients.claim()));
});

/** The page as the server has it, or the shell where nobody answers, or only a gateway does. */
async function page(request: Request): Promise<Response | undefined> {
  const answer = await fetch(request).catch(() => undefined);
  return answer && ![502, 503, 504].includes(answer.status) ? answer : ((await caches.match(SHELL)) ?? answer);
}

worker.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin || url.pathname.startsWith("/api")) return;
  if (event.request.mode === "navigate") event.respondWith(page(event.request));
  else if (url.pathname.startsWith("/page/"))
    event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
