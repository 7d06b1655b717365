// The table from which somebody came to read.

import { signal } from "@preact/signals";

export const lastTable = signal<{ game: string; path: string } | null>(null);
