// A box at the server: new matches take it by its digest, and a link shares it.

import { api } from "../server";
import type { Rows } from "./draft";

export const bring = async (game: string, rows: Rows): Promise<string> =>
  (await api<{ components: string }>("POST", `/api/games/${game}/boxes`, { rows })).components;
