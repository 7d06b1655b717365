"""All matches that somebody is at, and the one way in which something happens to them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

import msgspec
import structlog
from sqlalchemy import Executable, Row, Select, insert, select, update

from sunroom.kernel.contract import SPECTATOR
from sunroom.kernel.words import Refusal

from . import chat, metrics, record, schema
from . import events as ev
from .audience import Viewer
from .boxes import Boxes
from .live import Live
from .opponents import Opponents
from .people import now
from .refusals import Away, NotNow, Unknown
from .rows import facts_of, follow_all, result_row, seat_keys_end, seat_row
from .showing import greeting, is_plain, own_eye, states
from .store import Conflict, Happened, Store, Unavailable, Write
from .wire import About, encode

log = structlog.get_logger()
SNAPSHOT = 64  # steps between two
READ_ON = 0.5  # seconds after which a match is read again that could not be


class House:
    def __init__(self, store: Store, boxes: Boxes, opponents: Opponents) -> None:
        self.store = store
        self.boxes = boxes
        self.opponents = opponents
        self.matches: dict[str, Live] = {}
        self.loading: dict[str, asyncio.Task[Live]] = {}
        self.missed: set[str] = set()  # matches of which something was heard while they were read
        self.names: dict[str, str] = {}  # of the people at these matches
        self.chores: set[asyncio.Task[None]] = set()
        self.closing = False

    # Which matches are in memory

    async def find(self, id: str) -> Live:
        """A match, read from the database where nobody is at it yet."""
        if (live := self.matches.get(id)) is not None:
            return live
        if (loading := self.loading.get(id)) is None:
            loading = self.loading[id] = asyncio.create_task(self._load(id))
            loading.add_done_callback(lambda _: self.loading.pop(id, None))
        return await asyncio.shield(loading)

    @asynccontextmanager
    async def at(self, id: str) -> AsyncIterator[Live]:
        """A match with its lock held: nothing else happens to it meanwhile. It may have been let
        go, or read again, while one waited for the lock.
        """
        while True:
            live = self.matches.get(id) or await self.find(id)
            async with live.lock:
                if self.matches.get(id) is live:
                    yield live
                    return

    async def _load(self, id: str) -> Live:
        rows = await self.read(select(schema.matches).where(schema.matches.c.id == id))
        if not rows:
            raise Unknown("no_match")
        facts = facts_of(rows[0])
        game, referee = await self.boxes.game_of(facts, self)
        live = Live(facts, game, referee)
        live.next = rows[0].next
        happened = await self.events(id)
        # A clock is charged turn by turn, so its match is played again from the start.
        quick = game is not None and facts.clock is None
        snapshot = await self._snapshot(id, happened) if quick else None
        follow_all(live, happened, snapshot)
        if game is None:
            live.status = rows[0].status  # no table tells whether it was played to its end
        await self.know(live.persons)
        self.matches[id] = live
        metrics.MATCHES.set(len(self.matches))
        if id in self.missed:
            self.missed.discard(id)
            self.later(self._catch_up(live, 0))
        return live

    async def events(self, id: str, after: int = 0) -> list[Happened]:
        table = schema.events.c
        wanted = select(schema.events).where(table.match == id, table.n > after).order_by(table.n)
        return [Happened(row.match, row.n, row.at, row.data) for row in await self.read(wanted)]

    async def _snapshot(self, id: str, happened: Sequence[Happened]) -> Row[Any] | None:
        """The youngest snapshot of the course as it stands."""
        table = schema.snapshots.c
        rows = await self.read(
            select(schema.snapshots).where(table.match == id).order_by(table.n.desc())
        )
        turns = [(one.n, ev.read(one.data)) for one in happened if '"undone"' in one.data]
        for row in rows:
            later = [event.to for n, event in turns if n > row.n and isinstance(event, ev.Undone)]
            if all(to >= row.step for to in later):
                return row
        return None

    async def know(self, people: Collection[str]) -> None:
        """Learn the names that people go by."""
        table = schema.people.c
        if not people:
            return
        rows = await self.read(select(table.id, table.name).where(table.id.in_(people)))
        self.names.update({row.id: row.name or "" for row in rows})

    def let_go(self, live: Live) -> None:
        """Nobody is at this match any more."""
        if live.viewers or live.driver is not None or live.lock.locked():
            return
        if live.alarm is not None:
            return  # its clock runs on
        if self.matches.get(live.facts.id) is live:
            del self.matches[live.facts.id]
            metrics.MATCHES.set(len(self.matches))

    async def read(self, statement: Select[Any]) -> Sequence[Row[Any]]:
        try:
            return await self.store.read(statement)
        except Unavailable as why:
            log.warning("database unavailable", why=str(why))
            raise Away("database_away") from why

    async def write(self, *statements: Executable, happened: Sequence[Happened] = ()) -> None:
        """Something that happens to no match in memory."""
        try:
            await self.store.write(Write(happened, statements))
        except Unavailable as why:
            log.warning("database unavailable", why=str(why))
            raise Away("database_away") from why

    # The one way in which something happens

    async def carry(self, live: Live, work: Callable[[], Sequence[ev.AnyEvent]]) -> None:
        """Carry something out and commit it; where it fails halfway the match is read again."""
        try:
            happened = work()
        except Refusal:
            raise  # before anything has changed
        except BaseException:
            self._forget(live)
            raise
        await self.commit(live, happened)

    async def call_time(self, live: Live) -> None:
        """Whose time is up is out, even where no alarm has rung. The caller holds the lock."""
        if (deadline := live.deadline()) is not None and deadline <= now():
            await self.commit(live, [ev.Out(live.timed, "time")])

    async def commit(self, live: Live, happened: Sequence[ev.AnyEvent]) -> None:
        """Store events, then show them. The caller holds the lock, and the table has moved on."""
        if not happened:
            return
        at, first = now(), live.n + 1
        id = live.facts.id
        rows = [Happened(id, n, at, ev.write(event)) for n, event in enumerate(happened, first)]
        before = live.status
        try:
            for row, event in zip(rows, happened, strict=True):
                live.follow(row.n, at, event, carried_out=True)
            also = [
                *self._projections(live, happened, before, at),
                *self._snapshots(live, happened),
            ]
            await self.store.write(Write(rows, also, (id, live.n)))
        except BaseException as why:
            self._forget(live)
            if isinstance(why, Conflict):
                raise NotNow("stale") from None
            if isinstance(why, Unavailable):
                log.warning("database unavailable", match=live.facts.id, why=str(why))
                raise Away("database_away") from None
            raise
        await self.show(live, list(zip(rows, happened, strict=True)))

    def _projections(
        self, live: Live, happened: Sequence[ev.AnyEvent], before: str, at: int
    ) -> list[Executable]:
        """What is kept beside the events to be searched."""
        moved = [event for event in happened if isinstance(event, ev.SEATING)]
        also: list[Executable] = [seat_row(live, event.seat) for event in moved]
        also += [
            seat_keys_end(live, event.seat, at) for event in moved
            if isinstance(event, ev.Left) or (isinstance(event, ev.Sat) and not event.also)
        ]  # fmt: skip
        if live.status == before:
            return also
        change: dict[str, Any] = {"status": live.status}
        if (result := live.result()) is not None:
            change |= {"reason": result.reason, "ended": at}
            seats = range(len(live.seats))
            also += [result_row(live, n, result.scores, result.winners) for n in seats]
        at_match = schema.matches.c.id == live.facts.id
        return [*also, update(schema.matches).where(at_match).values(**change)]

    def _snapshots(self, live: Live, happened: Sequence[ev.AnyEvent]) -> list[Executable]:
        if live.match is None or live.held or not isinstance(happened[-1], ev.Steps):
            return []
        new = sum(len(event.codes) for event in happened if isinstance(event, ev.Steps))
        steps = live.settled
        if steps // SNAPSHOT == (steps - new) // SNAPSHOT:
            return []
        table = live.match.table.tobytes()
        row = {"match": live.facts.id, "n": live.n, "step": steps, "bytes": table}
        return [insert(schema.snapshots).values(row)]

    def _forget(self, live: Live) -> None:
        """What is in memory is not what is stored: read it again for those who are here."""
        if self.matches.get(live.facts.id) is live:
            del self.matches[live.facts.id]
        if live.alarm is not None:
            live.alarm.cancel()
        goes_on = live.viewers or live.left or live.driver is not None  # clocks, opponents
        if goes_on and not self.closing:
            self.later(self._read_again(live.facts.id, list(live.viewers)))
        live.viewers.clear()

    async def _read_again(self, id: str, viewers: list[Viewer]) -> None:
        while True:
            try:
                async with self.at(id) as live:
                    live.viewers.update(viewer for viewer in viewers if not viewer.closed)
                    await self.show_all(live)
                self.let_go(live)
                break
            except Away:
                await asyncio.sleep(READ_ON)
                viewers = [viewer for viewer in viewers if not viewer.closed]

    def later(self, work: Any) -> None:
        """Something that nobody waits for."""
        task = asyncio.create_task(work)
        self.chores.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self.chores.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a chore failed", exc_info=error)

    # What other workers have written

    def heard(self, id: str, n: int) -> None:
        """Another worker has written; without a match or a number: something may be missing."""
        self.missed.update(one for one in self.loading if id in ("", one))
        for live in list(self.matches.values()) if not id else [self.matches.get(id)]:
            if live is not None:
                self.later(self._catch_up(live, n))

    async def _catch_up(self, live: Live, n: int) -> None:
        async with live.lock:
            if self.matches.get(live.facts.id) is not live:
                return
            try:
                new = await self.events(live.facts.id, live.n) if n == 0 or n > live.n else []
                if n <= 0:
                    await chat.show_new(self, live)
            except Away:
                return
            pairs = [(row, ev.read(row.data)) for row in new]
            for row, event in pairs:
                live.follow(row.n, row.at, event)
            if len(pairs) == 1 or (pairs and all(is_plain(event) for _, event in pairs)):
                await self.show(live, pairs)
            elif pairs:
                await self.show_all(live)  # what was held or undone meanwhile is nobody's business

    # Showing

    async def show(self, live: Live, pairs: Sequence[tuple[Happened, ev.AnyEvent]]) -> None:
        """Tell everybody who is here what has happened."""
        if any(isinstance(event, ev.SEATING) for _, event in pairs):
            with suppress(Away):  # it is stored: that a name is missing must not hide it
                await self.know(live.persons)
            for viewer in live.viewers:
                own_eye(live, viewer)
                viewer.send(encode(self.about(live, viewer)))
        made: dict[int, list[bytes]] = {}
        for viewer in live.viewers:
            eye = SPECTATOR if live.alike else viewer.eye
            if eye not in made:
                made[eye] = [encode(state) for state in states(live, eye, pairs)]
            for frame in made[eye]:
                viewer.send(frame)
        self.set_alarm(live)
        self.opponents.wake(self, live)

    async def show_all(self, live: Live) -> None:
        """Everybody gets everything anew."""
        course = await self.course(live)
        for viewer in live.viewers:
            self.greet(live, viewer, course, None)
        self.set_alarm(live)
        self.opponents.wake(self, live)

    async def course(self, live: Live) -> record.Course:
        """The course of a match up to what is in memory."""
        happened = await self.events(live.facts.id)
        return record.course(row for row in happened if row.n <= live.n)

    def greet(self, live: Live, viewer: Viewer, course: record.Course, since: int | None) -> None:
        """What somebody gets who comes, or comes back having seen everything up to *since*."""
        own_eye(live, viewer)
        viewer.send(encode(self.about(live, viewer)))
        for state in greeting(live, viewer.eye, course, since):
            viewer.send(encode(state))

    def about(self, live: Live, viewer: Viewer) -> About:
        facts = live.facts
        return About(
            id=facts.id, game=facts.game, rules=facts.rules, options=facts.options,
            visibility=facts.visibility, seats=live.seat_infos(viewer.person, self.names),
            commitment=facts.commitment, created=facts.created, host=viewer.person == facts.host,
            eye=viewer.eye, by_hand=facts.by_hand, hints=facts.hints, components=facts.components,
            clock=msgspec.to_builtins(facts.clock), next=live.next, origin=live.origin,
        )  # fmt: skip

    def called(self, live: Live) -> list[str]:
        """What the players are called, nameless ones by their seat."""
        infos = live.seat_infos(None, self.names)
        levels = [None if info.out else info.level for info in infos]  # no stand-in gets the credit
        return [info.name or levels[n] or f"#{n + 1}" for n, info in enumerate(infos)]

    # Time

    def set_alarm(self, live: Live) -> None:
        """Ring when the time of the seat to act is up."""
        if live.alarm is not None:
            live.alarm.cancel()
            live.alarm = None
        if (deadline := live.deadline()) is not None:
            wait = max(deadline - now(), 0) / 1000 + 0.01
            ring = asyncio.get_running_loop().call_later
            live.alarm = ring(wait, lambda: self.later(self._time_is_up(live)))

    async def _time_is_up(self, live: Live) -> None:
        live.alarm = None
        async with live.lock:
            if self.matches.get(live.facts.id) is not live:
                return
            try:
                await self.call_time(live)
            except (NotNow, Away):
                return  # it is read again, and its clock with it
            self.set_alarm(live)
