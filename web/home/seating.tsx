// How many play, and who sits where.

import { Emblem } from "../art/emblem";
import { language, levelMeaning, type PageWord, t } from "../words";
import type { GameInfo } from "../wire";

export interface Wish {
  kind: "me" | "device" | "open" | "ai";
  level: string;
  name: string;
}

/** As the server understands it. */
export function wished({ kind, level, name }: Wish): { kind: string; level?: string; name?: string } {
  if (kind === "ai") return { kind, level };
  if (kind === "device") return { kind: "me", ...(name.trim() && { name: name.trim() }) };
  return { kind };
}

const KNOWING: Record<string, PageWord> = {
  novice: "about_novice",
  casual: "about_casual",
  club: "about_club",
  expert: "about_expert",
  master: "about_master",
};
const SEARCHING: Record<string, PageWord> = {
  novice: "searches_novice",
  casual: "searches_casual",
  club: "searches_club",
  expert: "searches_expert",
  master: "searches_master",
};

interface SeatingProps {
  game: GameInfo;
  seats: Wish[];
  change: (seats: Wish[]) => void;
}

export function Seating({ game, seats, change }: SeatingProps) {
  const resize = (count: number) =>
    change(
      Array.from(
        { length: count },
        (_, n) => seats[n] ?? { ...seats.at(-1)!, kind: seats.length > 1 ? seats.at(-1)!.kind : "ai", name: "" },
      ),
    );
  const put = (at: number, wish: Wish) => {
    const before = seats[at]!;
    // Nobody sits on two chairs: who takes another seat leaves theirs to whoever was there.
    change(seats.map((seat, n) => (n === at ? wish : wish.kind === "me" && seat.kind === "me" ? before : seat)));
  };
  const shared = seats.some(({ kind }) => kind === "device");
  return (
    <section class="paper" aria-labelledby="seating">
      <h2 id="seating">{t("who_plays")}</h2>
      {game.seats.length > 1 && (
        <fieldset class="chips">
          <legend>{t("how_many")}</legend>
          {game.seats.map((count) => (
            <label key={count} class="chip">
              <input type="radio" name="count" checked={seats.length === count} onChange={() => resize(count)} />
              <span>{count}</span>
            </label>
          ))}
        </fieldset>
      )}
      {game.notes
        .filter((note) => note.seats === seats.length)
        .map((note) => (
          <p key={note.seats} class="aside seats-note" role="note">
            {note.text[language.value]}
          </p>
        ))}
      <ol class="seating">
        {seats.map((seat, n) => (
          <Seat key={n} game={game} n={n} seat={seat} named={shared} put={(wish) => put(n, wish)} />
        ))}
      </ol>
      {seats.length > 1 && (
        <button type="button" class="quiet" onClick={() => change(shuffled(seats))}>
          {t("shuffle")}
        </button>
      )}
    </section>
  );
}

interface SeatProps {
  game: GameInfo;
  n: number;
  seat: Wish;
  /** Whether one's own name is asked for: where several share a device nobody is just "you". */
  named: boolean;
  put: (wish: Wish) => void;
}

function Seat({ game, n, seat, named, put }: SeatProps) {
  const choose = (value: string) => {
    const [kind, level] = value.split(":") as [Wish["kind"], string | undefined];
    put({ ...seat, kind, level: level ?? seat.level });
  };
  const about = `seat-about-${n}`;
  return (
    <li>
      <Emblem seat={n} />
      <label>
        <span>{t("seat", { n: n + 1 })}</span>
        <select
          value={seat.kind === "ai" ? `ai:${seat.level}` : seat.kind}
          aria-describedby={about}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="me">{t("seat_me")}</option>
          {game.seats.some((count) => count > 1) && <option value="open">{t("seat_open")}</option>}
          {game.seats.some((count) => count > 1) && <option value="device">{t("seat_device")}</option>}
          {game.levels.length > 0 && (
            <optgroup label={t("seat_ai")}>
              {game.levels.map((level) => (
                <option key={level} value={`ai:${level}`}>
                  {levelMeaning(level)}
                </option>
              ))}
            </optgroup>
          )}
        </select>
      </label>
      {(seat.kind === "device" || (named && seat.kind === "me")) && (
        <label>
          <span>{t(seat.kind === "me" ? "your_name" : "their_name")}</span>
          <input
            value={seat.name}
            maxLength={40}
            autocomplete="off"
            onInput={(event) => put({ ...seat, name: event.currentTarget.value })}
          />
        </label>
      )}
      <small id={about}>{explained(game, seat)}</small>
    </li>
  );
}

function explained(game: GameInfo, { kind, level }: Wish): string {
  if (kind === "ai") return t((game.solved ? KNOWING : SEARCHING)[level] ?? "seat_ai");
  return t({ me: "about_me", open: "about_open", device: "about_device" }[kind] as PageWord);
}

function shuffled(seats: Wish[]): Wish[] {
  return seats
    .map((seat) => ({ seat, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ seat }) => seat);
}
