// A film of a match that is over: its tables are drawn one after the other, as the page draws them, and encoded.

import encoder from "thread:./encoder.js";
import { Emblem } from "../art/emblem";
import type { BoardModule } from "../board";
import { api } from "../server";
import { Caption, scoresOf } from "../table/caption";
import { Drawing, type Plate, apart, sizeOf } from "../table/drawing";
import type { Match } from "../table/match";
import { verdict } from "../table/verdict";
import type { PastTable, Timeline } from "../wire";
import type { Order } from "./encoder";
import { type FilmFrame, filmOf, samplesOf } from "./frames";

// The same on every device: whoever gets the film has another screen anyway.
const PLATE: Plate = { room: { width: 928, height: 632 }, below: 92, window: { width: 1280, height: 900 } };
const BLOCK = 16; // tables in one request

/** What a film shows: a match, and through whose eyes; what those may not know is not sent to the page at all. */
export interface Scene {
  match: Match;
  module: BoardModule;
  eye: number;
}

export interface Film {
  blob: Blob;
  /** The last frame, for those who want nothing to move. */
  still: string;
  turns: number;
}

/** Draw and encode one frame after the other; *tell* is told how much of it is done. Stops when *signal* says so. */
export async function makeFilm(
  scene: Scene,
  tell: (done: number, of: number) => void,
  signal: AbortSignal,
): Promise<Film> {
  const timeline = await asked<Timeline>(scene, "course", {});
  const frames = filmOf(timeline);
  const samples = samplesOf(frames);
  const camera = new Camera(scene, timeline);
  const thread = new Thread(encoder, signal);
  let done = 0;
  const take = async (frame: FilmFrame) => {
    tell(done++, samples.length + frames.length);
    const pixels = await camera.take(frame);
    signal.throwIfAborted();
    return pixels;
  };
  try {
    const { width, height } = camera.canvas;
    await thread.ask({ do: "begin", width, height, samples: await inTurn(samples, take) });
    let encoded: Promise<unknown> = Promise.resolve();
    for (const frame of frames) {
      const pixels = await take(frame); // while the one before is encoded
      await encoded;
      encoded = thread.ask({ do: "add", pixels, milliseconds: frame.milliseconds }, [pixels]);
    }
    await encoded;
    const bytes = await thread.ask({ do: "finish" });
    const still = camera.canvas.toDataURL("image/png");
    return { blob: new Blob([bytes!], { type: "image/gif" }), still, turns: frames.length - 1 };
  } finally {
    thread.close();
  }
}

async function inTurn<A, B>(all: readonly A[], work: (one: A) => Promise<B>): Promise<B[]> {
  const found: B[] = [];
  for (const one of all) found.push(await work(one));
  return found;
}

const asked = <T,>({ match, eye }: Scene, what: string, more: Record<string, string>): Promise<T> =>
  api("GET", `/api/matches/${match.id}/${what}?${new URLSearchParams({ ...more, eye: String(eye), ...keyOf(match) })}`);

const keyOf = (match: Match): Record<string, string> => (match.key ? { key: match.key } : {});

/** The tables of a match, some at a time. */
class Tables {
  #block = -1;
  #found: PastTable[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly last: number,
  ) {}

  async at(step: number): Promise<PastTable> {
    const first = step - (step % BLOCK);
    if (first !== this.#block) {
      const count = Math.min(BLOCK, this.last + 1 - first);
      this.#found = await asked(this.scene, "steps", { first: String(first), count: String(count) });
      this.#block = first;
    }
    return this.#found[step - first]!;
  }
}

/** Turns a table into pixels. */
class Camera {
  readonly canvas = document.createElement("canvas");
  readonly #drawing = new Drawing();
  readonly #pen = this.canvas.getContext("2d", { willReadFrequently: true })!;

  readonly #tables: Tables;

  constructor(
    private readonly scene: Scene,
    private readonly timeline: Timeline,
  ) {
    this.#tables = new Tables(scene, timeline.steps.length);
    Object.assign(this.canvas, sizeOf(PLATE));
  }

  async take(frame: FilmFrame): Promise<ArrayBuffer> {
    const table = await this.#tables.at(frame.step);
    const [stage, dropStage] = apart("section", "stage", this.#stage(frame, table));
    const [caption, dropCaption] = apart("footer", "caption", this.#caption(frame, table));
    const image = await this.#drawing.image(stage, caption, PLATE);
    dropStage();
    dropCaption();
    const { width, height } = this.canvas;
    this.#pen.drawImage(image, 0, 0, width, height, 0, 0, width, height);
    return this.#pen.getImageData(0, 0, width, height).data.buffer;
  }

  /** Drawn for the first time in every frame: nothing is on its way from the one before. */
  #stage(frame: FilmFrame, table: PastTable) {
    const { match, module, eye } = this.scene;
    return (
      <>
        <module.Board
          view={table.views[0]}
          legal={[]}
          play={() => {}}
          eye={eye}
          turn={table.turn}
          seats={this.timeline.scores.length}
          told={[]}
          say={match.say.peek()!}
          room={PLATE.room}
          past
        />
        {frame.begun === null && <Title scene={this.scene} view={table.views[0]} />}
      </>
    );
  }

  #caption(frame: FilmFrame, table: PastTable) {
    const { match, module } = this.scene;
    const result = frame.step === this.timeline.steps.length ? (match.newest.peek()?.result ?? null) : null;
    const steps = this.timeline.steps.slice(frame.begun ?? frame.step, frame.step);
    const told = steps.flatMap((one) => one.told ?? []).map((one) => match.say.peek()!.told(one));
    const line = result ? verdict(match, result, { named: true }) : told.join(" ");
    const marked = result ? (result.winners ?? []) : steps.slice(0, 1).map((one) => one.actor);
    const scores = scoresOf(match, module, table.views[0], result);
    return <Caption match={match} module={module} view={table.views[0]} line={line} scores={scores} marked={marked} />;
  }
}

/** Over the first table: what is played, and by whom. */
function Title({ scene: { match, module }, view }: { scene: Scene; view: unknown }) {
  const seats = match.about.peek()!.seats;
  return (
    <div class="film-title">
      <h2>{match.say.peek()!("title")}</h2>
      <ul>
        {seats.map((_, seat) => (
          <li key={seat}>
            <Emblem seat={seat} colour={module.colour?.(view, seat)} size={26} /> {match.nameOf(seat)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A worker that answers every order before the next. */
class Thread {
  readonly #worker: Worker;
  readonly #stopped: Promise<never>;

  constructor(address: string, signal: AbortSignal) {
    this.#worker = new Worker(address);
    this.#stopped = new Promise((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
      this.#worker.onerror = (event) => reject(new Error(event.message));
    });
    this.#stopped.catch(() => undefined); // whoever waits is told
  }

  ask(order: Order, handed: Transferable[] = []): Promise<ArrayBuffer | null> {
    const answer = new Promise<ArrayBuffer | null>((resolve) => {
      this.#worker.onmessage = ({ data }: MessageEvent<ArrayBuffer | null>) => resolve(data);
    });
    this.#worker.postMessage(order, handed);
    const either = Promise.race([answer, this.#stopped]);
    either.catch(() => undefined); // it may be asked for later than it fails
    return either;
  }

  close(): void {
    this.#worker.terminate();
  }
}
