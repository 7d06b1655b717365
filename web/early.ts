// A script of its own, tiny and before all others: the table is asked for a round trip sooner.

import { spoken } from "./device";
import { addressOf, keyOf, opened } from "./line";

const here = new URL(location.href);
window.early = opened(addressOf(decodeURIComponent(here.pathname.split("/")[2] ?? ""), spoken(), keyOf(here)));
