"""A server that is attacked: `python bench/attacks.py`, part of `make proof`.

Four attacks, each of which once stopped a server for everybody, go on against servers of our own,
one after the other. Meanwhile guests from other addresses come in, make tables, play whole turns
against Novices and ask for hints. How long they wait is compared with what is aimed at, and with
how long they wait while nobody attacks. `--record` writes it to `bench/ATTACKS.md`.

A server of our own listens at 127.0.0.1; everything is bounded in number and time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple
from unittest.mock import patch

from boxes import own_boxes
from crowd import Crowd, Honest, Person, spread, stopped
from floods import (
    ATTACKER,
    BOXES,
    CHAT,
    MASTERS_ALONE,
    WATCHED,
    Attack,
    begin_masters,
    bring_box,
    flood_boxes,
    flood_chat,
    opened,
    watch,
)
from siege import Sizes, flood_rows, memory_rows, note_sizes, serving, thinkers

import served
from sunroom.bench.measure import processor
from sunroom.bench.report import commit_id
from sunroom.engine import cache
from sunroom.engine.entries import is_quick
from sunroom.engine.referee import cores
from sunroom.players import compiling
from sunroom.players.compiling import Compiler
from sunroom.players.workers import GameRef
from sunroom.rules.catalogue import known_games, load

HERE = Path(__file__).parent
SEED = 20_261_120
SEATS = {
    "solenia": ("me", "novice"),
    "soluna": ("me", "novice"),
    "solaris": ("me", "novice", "novice"),
}
ROUNDS = 4  # matches of each game; each is played by a guest of its own
ANSWERS, HINTS = 4, 2  # of a match that are waited for
NEWCOMERS = 20  # who come in when everything has been measured
PATIENCE = 120.0  # seconds after which somebody has not been served
ATTACKED_WITHIN = 300.0  # seconds in which an attack must be under way
MEASURED_WITHIN = 900.0  # seconds in which all others must have been served
NOVICE, HINT = "a Novice has answered", "a hint has come"
NEWCOMER = "a newcomer is shown the table"

LINES = 400  # of chat
TALKERS = 5  # who play at the match where they talk
IDLE = 1004  # connections of each kind
FROM = 4  # addresses, none of which may have so many
OWN_BOXES = 6  # guests of one address, each with a box of their own
HALF_A_HEAD = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: "


class Attacked(NamedTuple):
    """What is done to a server, and how long others may wait (p95, seconds)."""

    title: str
    attack: Callable[[Trial], Coroutine[Any, Any, None]]
    aims: dict[str, float] = {}  # noqa: RUF012 - nobody changes it


# Those who are not to notice anything


class Guest(Honest):
    """Plays so many turns against opponents, and asks for a hint before the first of them."""

    def __init__(
        self, trial: Trial, crowd: Crowd, game: str, match: str, who: Person, *, seed: int
    ) -> None:
        super().__init__(crowd, match, who, seed=seed)
        self.trial, self.game = trial, game
        self.alone = True
        self.answered, self.hinted = f"{NOVICE} ({game})", f"{HINT} ({game})"
        self.turns, self.hints = ANSWERS, HINTS
        self.asks = False  # for a hint, before its next decision
        self.sent = 0.0  # when it asked
        self.before: dict[str, float] = {}  # what all who think had thought when it began to wait

    def _take_state(self, frame: dict[str, Any]) -> None:
        waited = self.owed
        super()._take_state(frame)
        if self.owed and not waited:
            self.before[self.answered] = self.trial.thought()
        if waited and not self.owed:
            self._take_answer()

    def _take_answer(self) -> None:
        self.note_thought(self.answered)
        self.turns -= 1
        self.asks = self.hints > 0
        if self.turns <= 0:
            self.enough = 0  # it calls the match off

    def _wish(self) -> Any:
        wish = super()._wish()
        if wish and wish["t"] == "play" and self.asks:
            self.sent = self.sent or monotonic()
            self.before.setdefault(self.hinted, self.trial.thought())
            return {"t": "hint"}
        return wish

    def _take_done(self, frame: dict[str, Any]) -> None:
        if self.asked["t"] == "hint":
            self._take_hint()
        super()._take_done(frame)

    def _take_hint(self) -> None:
        self.crowd.waits[self.hinted].append(monotonic() - self.sent)
        self.note_thought(self.hinted)
        self.asks, self.sent = False, 0.0
        self.hints -= 1

    def note_thought(self, kind: str) -> None:
        self.trial.spent[kind].append(self.trial.thought() - self.before.pop(kind))

    def give_up(self) -> None:
        """What has not come in time has been waited for all the same."""
        for kind, since in ((self.answered, self.owed), (self.hinted, self.sent)):
            if since:
                self.crowd.waits[kind].append(monotonic() - since)


class Trial:
    """One server, who attacks it, and all others."""

    def __init__(self, server: Any, attacked: Attacked, rounds: int) -> None:
        self.server, self.attacked, self.rounds = server, attacked, rounds
        self.crowd = Crowd(server.address)
        self.attack = Attack(server.address, SEED)
        self.target = ""  # the match that newcomers look at
        self.begun = asyncio.Event()  # the attack is under way
        self.open: dict[str, int] = {}  # connections that attackers hold, by kind and address
        self.largest: Sizes = defaultdict(dict)
        self.spent: defaultdict[str, list[float]] = defaultdict(list)
        self.found: list[str] = []  # what should not have happened
        self.notes: list[str] = []
        self.guests = 0
        self.load = 0.0

    async def run(self) -> None:
        await self.warm_up()
        self.target = await self.new_match()
        attack = asyncio.create_task(self.attacked.attack(self))
        besides = [asyncio.create_task(work) for work in (self.come_and_go(), self.watch_memory())]
        await self.until_attacked(attack)
        await self.measure()
        self.notes += await asyncio.to_thread(list, told_of_boxes())
        ended = [task for task in (attack, *besides) if task.done()]
        self.found += [f"an attack or a watch ended: {task.exception()!r}" for task in ended]
        await stopped([attack, *besides])
        await self.attack.crowd.close()
        await self.crowd.close()

    async def measure(self) -> None:
        start = monotonic()
        try:
            async with asyncio.timeout(MEASURED_WITHIN):
                for number in range(self.rounds):
                    for game in SEATS:
                        await self.round(self.crowd, game, number)
                for _ in range(NEWCOMERS):
                    await self.newcomer()
        except TimeoutError:
            self.found.append(f"not everybody was served in {MEASURED_WITHIN:g} s")
        self.load = os.getloadavg()[0]
        self.notes.append(f"measured for {monotonic() - start:.0f} s")

    async def warm_up(self) -> None:
        """Every game is played once, so that those who think have loaded what is compiled."""
        crowd = Crowd(self.server.address)
        for game in SEATS:
            for number in range(2 * len(self.server.pids()) - 1):
                await self.round(crowd, game, number)
        self.spent.clear()
        await crowd.close()

    async def new_match(self) -> str:
        """Where newcomers look, unless the attack names another one."""
        host = await self.crowd.come_in(self.address())
        made = await self.crowd.create(host, "soluna", ("me", "open"))
        return str(made["id"])

    def address(self) -> str:
        """Another one for each guest."""
        self.guests += 1
        return f"198.51.{self.guests // 250}.{self.guests % 250 + 1}"

    async def until_attacked(self, attack: asyncio.Task[None]) -> None:
        """Until it is under way, or has taken too long; then it is as it is."""
        start, waiting = monotonic(), asyncio.create_task(self.begun.wait())
        done, _ = await asyncio.wait(
            [attack, waiting], timeout=ATTACKED_WITHIN, return_when=asyncio.FIRST_COMPLETED
        )
        await stopped([waiting])
        self.notes.append(f"under way after {monotonic() - start:.0f} s")
        if not done:
            self.found.append("the attack was not under way in time")

    # What others do

    async def round(self, crowd: Crowd, game: str, number: int) -> None:
        """A new guest comes in, makes a table, plays some turns and asks for hints."""
        guest = None
        try:
            async with asyncio.timeout(PATIENCE):
                who = await crowd.come_in(self.address())
                made = await crowd.create(who, game, SEATS[game], hints=True)
                guest = Guest(self, crowd, game, made["id"], who, seed=SEED + number)
                await guest.play()
        except TimeoutError:
            self.found.append(f"a guest at {game} was not served in {PATIENCE:g} s")
            if guest is not None:
                guest.give_up()
        if guest is not None and (refused := {*guest.refused} - {409}):
            self.found.append(f"a guest at {game} was refused: {refused}")
        self.tell(f"{game} {number + 1}")

    async def come_and_go(self) -> None:
        while True:
            await self.newcomer()
            await asyncio.sleep(1)

    async def newcomer(self) -> None:
        """Somebody new looks at the match: everything is shown, and the line holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                who, start = await self.crowd.come_in(self.address()), monotonic()
                async with opened(self.attack, who, self.target) as line:
                    await until(line, "state")
                    self.crowd.waits[NEWCOMER].append(monotonic() - start)
                    await line.send(json.dumps({"t": "ping", "ref": 1}))
                    await until(line, "done")
        except Exception as why:  # noqa: BLE001 - whatever it was, somebody did not get in
            self.found.append(f"a newcomer did not get in: {why!r}"[:200])

    # What is looked at

    def thought(self) -> float:
        """Seconds of processor time that all who think have taken."""
        return sum(busy(pid) for worker in self.server.pids() for pid in thinkers(worker))

    async def watch_memory(self) -> None:
        while True:
            note_sizes(self.largest, serving(self.server))
            await asyncio.sleep(1)

    def held(self) -> int:
        """Connections and sockets that attackers hold."""
        sockets = self.attack.crowd.answers["flood: sockets"]
        return sum(self.open.values()) + sockets["open"] - sockets["closed"]

    def tell(self, what: str) -> None:
        waits = {name: together(self.crowd.waits, name) for name in (NOVICE, HINT, NEWCOMER)}
        told = ", ".join(f"{len(w)} × {name} {max(w):.1f} s" for name, w in waits.items() if w)
        print(f"{self.attacked.title}: {what}: {told}", file=sys.stderr, flush=True)

    def reached(self, kind: str, aim: float) -> bool:
        times = together(self.crowd.waits, kind)
        return bool(times) and spread(times)["p95"] <= aim

    @property
    def missed(self) -> list[str]:
        """Where others have waited longer than is aimed at, and what else should not have been."""
        aims = self.attacked.aims.items()
        late = [f"{kind}, {aim:g} s" for kind, aim in aims if not self.reached(kind, aim)]
        return [f"{self.attacked.title}: {what}" for what in (*late, *self.found[:10])]


def busy(pid: int) -> float:
    """Seconds of processor time that the threads of a process have taken; 0 where that is not known
    to the nanosecond.
    """
    spent = 0
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            spent += int(file.read_text().split()[0])
    return spent / 1e9


def told_of_boxes() -> Iterator[str]:
    """Of which games other boxes are compiled, too."""
    for name in own_boxes():
        game = load(name)
        if compiling.is_ready(game.with_components(game.folder)):
            yield f"other boxes of {name} were compiled meanwhile"


async def until(line: Any, kind: str) -> None:
    """Read until a frame of a kind has come."""
    while not any(json.loads(one)["t"] == kind for one in (await line.recv()).split("\n")):
        pass


# The attacks


async def nobody(trial: Trial) -> None:
    trial.begun.set()
    await asyncio.Event().wait()


async def talk(trial: Trial) -> None:
    """The five players of a match, each from an address of their own, and fifty guests of another
    one who watch, say as much as they may.
    """
    crowd = trial.attack.crowd
    people = [await crowd.come_in(ATTACKER.format(20 + n)) for n in range(TALKERS)]
    made = await crowd.create(people[0], "solaris", ("me", *["open"] * (TALKERS - 1)))
    path = f"matches/{made['id']}/commands"
    for who in people[1:]:
        await crowd.served("sit", who, path, {"t": "sit", "key": made["invites"][0]["key"]})
    trial.attack.targets, trial.target = [made["id"]], made["id"]
    async with asyncio.TaskGroup() as group:
        for who in people:
            group.create_task(talk_on(crowd, who, path))
        group.create_task(flood_chat(trial.attack))
        while crowd.answers[CHAT]["200"] < LINES:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        trial.notes.append(f"{crowd.answers[CHAT]['200']} lines before others were measured")
        trial.begun.set()


async def talk_on(crowd: Crowd, who: Person, path: str) -> None:
    while True:
        await crowd.ask(CHAT, who, path, {"t": "say", "text": "noise " * 20})
        await asyncio.sleep(0.5)


async def begin_many(trial: Trial) -> None:
    """One guest begins 200 matches of four Masters as fast as may be, and watches them all."""
    attack = trial.attack
    who = await attack.crowd.come_in(ATTACKER.format(2))
    watching: list[asyncio.Task[None]] = []
    try:
        while len(watching) < WATCHED:
            await begin_masters(attack, who, watching)
            await asyncio.sleep(0.1)
        answers = dict(attack.crowd.answers[MASTERS_ALONE])
        trial.notes.append(f"{len(watching)} matches of Masters: {answers}")
        trial.begun.set()
        await asyncio.gather(*watching)
    finally:
        await stopped(watching)


async def bring_many(trial: Trial) -> None:
    """Guests of one address play with boxes of their own against Masters; another one there brings
    a box every other second, and lets two Novices play with it.
    """
    attack = trial.attack
    people = [await attack.crowd.come_in(ATTACKER.format(5)) for _ in range(OWN_BOXES)]
    async with asyncio.TaskGroup() as group:
        for number, who in enumerate(people):
            group.create_task(play_with_box(attack, who, number))
        group.create_task(flood_boxes(attack))
        while attack.crowd.answers[BOXES]["201"] < 2 * OWN_BOXES:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        trial.begun.set()


async def play_with_box(attack: Attack, who: Person, number: int) -> None:
    while True:
        if box := await bring_box(attack, who):
            made = await attack.crowd.create(who, "solenia", ("me", "master"), **box)
            await Honest(attack.crowd, made["id"], who, seed=number).play()
        await asyncio.sleep(1)


class Held(asyncio.Protocol):
    """A connection over which nothing more comes."""

    def __init__(self, answers: Any, said: bytes) -> None:
        self.answers, self.said = answers, said
        self.open = True

    def connection_made(self, transport: Any) -> None:
        transport.write(self.said)
        self.answers["opened"] += 1

    def data_received(self, data: bytes) -> None:
        self.answers[data[9:12].decode("ascii", "replace")] += 1

    def connection_lost(self, why: Exception | None) -> None:
        self.open = False
        self.answers["closed"] += 1


async def hold_open(trial: Trial) -> None:
    """So many connections that say nothing, so many with half a header and so many sockets that do
    nothing, each kind from a few addresses; what the server closes is opened again.
    """
    each = -(-IDLE // FROM)
    who = [Person("", ATTACKER.format(30 + n)) for n in range(FROM)]
    async with asyncio.TaskGroup() as group:
        for n in range(FROM):
            for said, kind in ((b"", "idle connections"), (HALF_A_HEAD, "half a header")):
                address = f"127.0.{1 + bool(said)}.{n + 1}"
                group.create_task(keep_open(trial, kind, address, said, each))
            for _ in range(each):
                group.create_task(watch_again(trial.attack, who[n], trial.target))
                await asyncio.sleep(0.005)
        while trial.held() < 3 * FROM * each:  # noqa: ASYNC110
            await asyncio.sleep(0.5)
        trial.notes.append(f"{trial.held():,} connections and sockets were held when it began")
        trial.begun.set()


async def keep_open(trial: Trial, kind: str, address: str, said: bytes, most: int) -> None:
    answers, loop = trial.attack.crowd.answers[f"flood: {kind}"], asyncio.get_running_loop()
    held: list[Held] = []
    while True:
        held = [line for line in held if line.open]
        for _ in range(most - len(held)):
            try:
                _, line = await loop.create_connection(
                    lambda: Held(answers, said), "127.0.0.1", trial.attack.port,
                    local_addr=(address, 0),
                )  # fmt: skip
                held.append(line)
            except OSError as why:
                answers[type(why).__name__] += 1
        trial.open[f"{kind} {address}"] = sum(line.open for line in held)
        await asyncio.sleep(1)


async def watch_again(attack: Attack, who: Person, match: str) -> None:
    while True:
        await watch(attack, who, match)
        await asyncio.sleep(2)


ATTACKS = {
    "nobody": Attacked("nobody attacks", nobody),
    "chat": Attacked(f"{LINES} lines of chat", talk),
    "masters": Attacked(f"{WATCHED} matches of four Masters", begin_many, {NOVICE: 2.0, HINT: 5.0}),
    "boxes": Attacked(
        "six boxes of their own, and a new one every two seconds", bring_many, {NOVICE: 2.0}
    ),
    "connections": Attacked(f"{IDLE:,} idle connections, half headers, sockets", hold_open),
}


# A server


@contextmanager
def warm_cache() -> Iterator[Path]:
    """A cache in which all games are compiled as they are shipped, and no other box."""
    compiler = Compiler(urgent=True)
    try:
        for name in known_games():
            print(f"{name}: compiling what is not compiled …", file=sys.stderr, flush=True)
            compiler.want(GameRef(name)).result()
    finally:
        compiler.close()
    with tempfile.TemporaryDirectory(prefix="sunroom-cache-") as folder:
        for place in map(Path, compiled_folders()):
            if place.exists():
                shutil.copytree(place, Path(folder) / place.name)
        yield Path(folder)


def compiled_folders() -> Iterator[Path]:
    for game in map(load, known_games()):
        for loop, types in compiling.parts(game).items():
            yield cache.cache_folder(game, loop, types, quick=is_quick(loop))


async def attempt(which: str, kind: str, rounds: int, warm: Path) -> Trial:
    """An attack on a server of its own, with the usual limits."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="sunroom-attacks-"))
        own = Path(folder) / "cache"
        shutil.copytree(warm, own)
        stack.enter_context(patch.dict(os.environ, SUNROOM_CACHE=str(own)))
        on_postgres = kind == "postgres"
        url = stack.enter_context(served.postgres()).url if on_postgres else None
        more = ("--limit", "50")
        server = served.Served(folder, url, workers=1 + on_postgres, more=more)
        stack.callback(server.stop)
        await asyncio.to_thread(server.start)
        trial = Trial(server, ATTACKS[which], rounds)
        await trial.run()
        return trial


# The page

TEXT = """# Under attack

Written by `python bench/attacks.py --record`. Each attack went on against a server of its own on
{database}, with the usual limits and one process that thinks for each worker. All games were
compiled as they are shipped, other boxes were not. Attackers and others ran on the same machine.
Meanwhile guests from other addresses came in, made tables, played whole turns against Novices (two
of them in Solaris) and asked for hints. An answer is waited for from one's own stored move until
the turn has come back.

{machine}. {when}, commit {commit}, `{command}`. {beside}

**{verdict}**

## How long others waited

*Thought* is the processor time in seconds of all who thought meanwhile, for whomever: what would
have been waited for a thinker with a core of its own.

| attack | seconds until | times | p50 | p95 | most | thought, p50 | p95 | aim (p95) | |
|---|---|---|---|---|---|---|---|---|---|
{waits}

## What the attackers did

| attack | what | answers |
|---|---|---|
{attacks}

## Load and memory

The load average is that of the last minute, on {cores} cores; memory is the most that a process
had, in MiB.

| attack | load average | process | processes | p50 | most |
|---|---|---|---|---|---|
{memory}

## What else is known

{notes}
"""
PASSED = "Everybody got in and was served, within the times that are aimed at."


def page(trials: dict[str, Trial], database: str, command: str, beside: str, commit: str) -> str:
    missed = [what for trial in trials.values() for what in trial.missed]
    return TEXT.format(
        database=database, machine=f"{processor()}, {cores()} cores", cores=cores(),
        when=f"{datetime.now(UTC):%Y-%m-%d %H:%M}", commit=commit,
        command=command, beside=beside,
        verdict="Missed: " + "; ".join(missed) + "." if missed else PASSED,
        waits="\n".join(row for trial in trials.values() for row in wait_rows(trial)),
        attacks="\n".join(row for trial in trials.values() for row in attack_rows(trial)),
        memory="\n".join(row for trial in trials.values() for row in size_rows(trial)),
        notes="\n".join(
            f"- {trial.attacked.title}: {', '.join(trial.notes)}." for trial in trials.values()
        ),
    )  # fmt: skip


def wait_rows(trial: Trial) -> Iterator[str]:
    kinds = sorted(trial.crowd.waits, key=lambda name: (not name.startswith((NOVICE, HINT)), name))
    for name in (NOVICE, HINT, *kinds):
        if times := together(trial.crowd.waits, name):
            cells = [trial.attacked.title, name, f"{len(times):,}"]
            cells += cells_of(times, "p50", "p95", "max")
            cells += cells_of(together(trial.spent, name), "p50", "p95")
            yield f"| {' | '.join([*cells, *judged(trial, name)])} |"


def judged(trial: Trial, kind: str) -> list[str]:
    """What is aimed at, and whether it was reached."""
    aim = trial.attacked.aims.get(kind)
    if aim is None:
        return ["", ""]
    return [f"{aim:g}", "passed" if trial.reached(kind, aim) else "missed"]


def cells_of(times: Sequence[float], *which: str) -> list[str]:
    found = spread(times) if times else {}
    return [f"{found[one]:.2f}" if found else "" for one in which]


def together(found: dict[str, list[float]], kind: str) -> list[float]:
    """The times of a kind, in all games."""
    return [one for name, times in found.items() if name.startswith(kind) for one in times]


def attack_rows(trial: Trial) -> Iterator[str]:
    return (f"| {trial.attacked.title} {row}" for row in flood_rows(trial.attack.crowd))


def size_rows(trial: Trial) -> Iterator[str]:
    title = f"| {trial.attacked.title} | {trial.load:.1f}"
    return (f"{title} {row}" for row in memory_rows(trial.largest))


# The command


def run(names: Sequence[str], kind: str, rounds: int = ROUNDS) -> dict[str, Trial]:
    """Each attack in turn."""
    with warm_cache() as warm:
        return {name: asyncio.run(attempt(name, kind, rounds, warm)) for name in names}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--only", nargs="+", choices=list(ATTACKS), default=list(ATTACKS))
    parser.add_argument("--database", choices=["sqlite", "postgres"], default="sqlite")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="matches of each game")
    parser.add_argument("--beside", default="", help="what else the machine did, for the page")
    parser.add_argument("--record", action="store_true", help="write bench/ATTACKS.md")
    asked = parser.parse_args()
    if asked.database == "postgres" and served.postgres_programs() is None:
        print("PostgreSQL is not installed here: apt-get install postgresql")
        return 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that what was started is stopped
    limit = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit))  # the server inherits it
    commit = commit_id() or "unknown"  # what is measured; it may be another one at the end
    trials = run(asked.only, asked.database, asked.rounds)
    database = "PostgreSQL, with two workers" if asked.database == "postgres" else "SQLite"
    command = f"python bench/attacks.py --database {asked.database} --rounds {asked.rounds}"
    told = page(trials, database, command, asked.beside, commit)
    print(told)
    if asked.record:
        (HERE / "ATTACKS.md").write_text(told, "utf-8")
    return 1 if any(trial.missed for trial in trials.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
