// The client starts here: where an address leads.

import "./core";
import { render } from "preact";
import { known, lazy } from "./lazy";
import { keyOf } from "./line";
import { here } from "./router";
import { comeIn } from "./server";
import "./settings";

const Home = lazy(() => import("./home/home"));
const NewTable = lazy(() => import("./home/new"));
const OwnBox = lazy(() => import("./box/page"));
const Archive = lazy(() => import("./home/archive"));
const Join = lazy(() => import("./home/join"));
const TablePage = lazy(() => import("./table/page"), { early: true });
const LookBack = lazy(() => import("./lookback/page"));
const Rules = lazy(() => import("./learn/rules"));
const Tutorial = lazy(() => import("./learn/tutorial"));
const Puzzles = lazy(() => import("./puzzles/page"));
const OfSomeGame = lazy(() => import("./puzzles/redirect"));

function App() {
  const [, kind = "", name = "", more = ""] = here.value.pathname.split("/").map(decodeURIComponent);
  const key = keyOf(here.value);
  if (kind === "match" && more === "look-back") return <LookBack key={name} id={name} signKey={key} />;
  if (kind === "match") return <TablePage key={name} id={name} signKey={key} />;
  if (kind === "join") return <Join signKey={name} />;
  if (kind === "new") return <NewTable game={name} />;
  if (kind === "box") return <OwnBox key={`${name} ${more}`} game={name} shared={more} />;
  if (kind === "archive") return <Archive />;
  if (kind === "rules") return <Rules game={name} />;
  if (kind === "learn") return <Tutorial key={name} game={name} />;
  if (kind === "puzzles" && (name === "" || /^\d+$/.test(name))) return <OfSomeGame which={name} />;
  if (kind === "puzzles") return <Puzzles key={name} game={name} which={more} />;
  return <Home />;
}

const root = document.getElementById("app")!;
root.replaceChildren();
render(<App />, root);
void comeIn().then(() => (known.value = true));
// The shell for later is fetched when the page is there, not while somebody waits for it.
if ("serviceWorker" in navigator)
  addEventListener("load", () =>
    setTimeout(() => void navigator.serviceWorker.register("/worker.js").catch(() => undefined), 4000),
  );
