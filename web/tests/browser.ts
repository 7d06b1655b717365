// What a browser has and Node has not, as far as the client asks for it when it is loaded. The bundler puts it before
// every unit test.

const around = globalThis as unknown as Record<string, unknown>;
const held = new Map<string, string>();

const storage = {
  getItem: (key: string) => held.get(key) ?? null,
  setItem: (key: string, value: string) => held.set(key, value),
};
const target = new EventTarget();

/** Somebody who wants less motion, until a test says otherwise. */
export const wish = { still: false };

Object.assign(around, {
  window: around,
  document: Object.assign(new EventTarget(), {
    hidden: false,
    title: "",
    documentElement: { dataset: {}, style: { setProperty: () => {}, removeProperty: () => {} } },
    querySelector: () => null,
  }),
  location: new URL("http://here/"),
  localStorage: storage,
  matchMedia: () => ({
    get matches() {
      return wish.still;
    },
  }),
  addEventListener: target.addEventListener.bind(target),
  removeEventListener: target.removeEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
});
