// What every page and every board has in common, as one file to fetch: whatever is reachable from all of them ends
// up together, and a connection with a long way to go is asked once instead of ten times. So each page and each board
// imports this first.

import "preact";
import "preact/hooks";
import "preact/jsx-runtime";
import "@preact/signals";
import "./art/emblem";
import "./art/sun";
import "./arrows";
import "./board";
import "./escape";
import "./lazy";
import "./learn/links";
import "./line";
import "./placeholder";
import "./learn/what";
import "./memory";
import "./motion";
import "./notice";
import "./picking";
import "./router";
import "./server";
import "./scenes";
import "./settings";
import "./share";
import "./shell";
import "./sound";
import "./table/focus";
import "./table/light";
import "./texts";
import "./told";
import "./words";
