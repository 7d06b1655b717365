"""Opponents at the matches of the server. They think in processes of their own and see what their
seat may see; the server goes on meanwhile.

A thought is in the queue for the person whom it is owed to; it comes after those of others where
that person is not here. A match that nobody plays goes on while somebody watches it, for those who
do. Opponents think in so many matches at once for one person and one address; others wait.
"""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import dataclass
from random import SystemRandom
from time import monotonic
from typing import NamedTuple

import structlog

from sunroom.players.levels import Decision, level
from sunroom.players.turns import Claim
from sunroom.players.workers import Task
from sunroom.server import limits, metrics
from sunroom.server.background import Chores
from sunroom.server.boxes import Boxes
from sunroom.server.match import presence
from sunroom.server.match.matches import Matches
from sunroom.server.match.registry import Registry, Room
from sunroom.server.people import Addresses
from sunroom.server.refusals import Away, Unknown
from sunroom.server.store.store import Store
from sunroom.server.wire import encode
from sunroom.table.decide import opponents_moves
from sunroom.table.refusals import NotNow
from sunroom.table.state import Playing
from sunroom.table.wire import Thinking

from .parking import Notices, ParkedMatch, Parking
from .slots import Slots
from .thinkers import Thinkers, answer_of, places

log = structlog.get_logger()
AGAIN = 2.0  # seconds until it is tried again what failed, or what another worker may have done


@dataclass
class Slot:
    """That opponents may think in a match, for somebody."""

    slots: Slots
    claim: Claim

    def give_back(self) -> None:
        self.slots.give_back(self.claim)


class Demand(NamedTuple):
    """For whom opponents would decide in a match, and among what that counts. It is asked once for
    each decision: who is here now may have been silent for too long a moment later.
    """

    slots: Slots
    claims: list[Claim]

    def take(self) -> Slot | None:
        """Room for one more match, for one of those who wait for it."""
        if (claim := self.slots.free_for(self.claims)) is None:
            return None
        self.slots.take(claim)
        return Slot(self.slots, claim)


class Opponents:
    def __init__(
        self, store: Store, registry: Registry, matches: Matches, boxes: Boxes, thinkers: Thinkers,
        addresses: Addresses, chores: Chores, *, by_address: bool,
    ) -> None:  # fmt: skip
        self.store = store
        self.registry = registry
        self.matches = matches
        self.chores = chores
        self.boxes = boxes
        self.thinkers = thinkers
        self.addresses = addresses
        self.here = Slots(limits.MATCHES_HERE, by_address=by_address)
        self.away = Slots(limits.MATCHES_AWAY, by_address=by_address)
        self.alone = Slots(limits.MATCHES_ALONE, by_address=by_address)
        self.parking = Parking(limits.MATCHES_WAIT, by_address=by_address)
        self.random = SystemRandom()

    def wake(self, room: Room) -> None:
        """See to it that somebody thinks about a match in which an opponent has to decide."""
        if room.driver is not None:
            return
        if not is_wanted(room):
            self.parking.drop(room.id)
            return
        demand = self._demand(room)
        if (slot := demand.take()) is not None:
            self.parking.drop(room.id)
            room.driver = asyncio.create_task(self._drive(room, slot))
        else:
            self._park(room, demand)

    async def _drive(self, room: Room, slot: Slot) -> None:
        metrics.THINKING.inc()
        failed = True
        try:
            while is_wanted(room) and self.registry.is_here(room) and self._keeps(room, slot):
                await self._turn(room, slot)
            failed = False
        except Exception:
            log.exception("an opponent failed", match=room.id)
            self.chores.later(self._try_again(room))
        finally:
            metrics.THINKING.dec()
            self._end(room, slot, failed=failed)

    def _end(self, room: Room, slot: Slot, *, failed: bool) -> None:
        room.driver = None
        slot.give_back()
        if not failed and self.registry.is_here(room):
            self.wake(room)  # where it has only lost its slot
        self._go_on(slot.claim)
        self.registry.let_go(room.id)

    async def _try_again(self, room: Room) -> None:
        await asyncio.sleep(AGAIN)
        self.wake(room)

    async def _turn(self, room: Room, slot: Slot) -> None:
        """One answer of a worker, played as far as the table is what it expected."""
        if not await self.store.claim(room.id):
            await asyncio.sleep(AGAIN)  # another worker of the server thinks about it
            return
        try:
            decisions = await self._decide(room, slot)
            async with room.lock:
                if self.registry.is_here(room):
                    await self.matches.commit(room, opponents_moves(room.state, decisions))
        except NotNow:
            pass  # another worker has played; the match has been read on
        except Away:
            await asyncio.sleep(AGAIN)
        finally:
            await self.store.release(room.id)

    async def _decide(self, room: Room, slot: Slot) -> list[Decision]:
        state = room.state
        if not isinstance(state, Playing) or not state.thinks:
            return []
        match, seat = state.match, state.turn
        name = state.seating[seat].level or ""
        long = level(name).is_long
        task = self.thinkers.decide(
            self.boxes.which(match.game), name, match.veiled(seat), match.seats,
            self.random.getrandbits(62), slot.claim._replace(long=long),
        )  # fmt: skip
        return await self._watched(task, room, slot, seat, long=long)

    async def _watched(
        self, task: Task, room: Room, slot: Slot, seat: int, *, long: bool
    ) -> list[Decision]:
        """Wait for an answer, and tell those who wait which place in the queue it has."""
        told: Notices = {}
        async with aclosing(places(task)) as waiting:
            async for place in waiting:
                if place and not (is_wanted(room) and self._keeps(room, slot)):
                    return []
                self.thinkers.move(task, slot.claim._replace(long=long))
                told = tell(room, Thinking(seat, task.place), told)
        return answer_of(task)  # type: ignore[no-any-return]

    # For whom

    def claims(self, room: Room) -> list[Claim]:
        """For whom opponents decide, whoever of them it is: those who play and are here, or else
        play; where only opponents do, those who watch.
        """
        at, playing = monotonic(), room.state.seating.played_by
        from_where = {one.person: one.address for one in room.viewers if presence.is_here(one, at)}
        if not playing:
            watching = sorted({(one.person or "", one.address) for one in room.viewers})
            return [Claim(*one, away=(one[0] or None) not in from_where) for one in watching]
        here = [one for one in playing if one in from_where]
        return [
            Claim(one, from_where.get(one) or self.addresses.of(one), away=not here)
            for one in here or playing
        ]

    def _demand(self, room: Room) -> Demand:
        claims = self.claims(room)
        if not room.state.seating.played_by:
            return Demand(self.alone, claims)
        return Demand(self.away if claims[0].away else self.here, claims)

    def _keeps(self, room: Room, slot: Slot) -> bool:
        """Whether opponents may go on thinking in a match, for the same or for somebody else."""
        demand = self._demand(room)
        if slot.slots is demand.slots and slot.claim in demand.claims:
            return True
        if (other := demand.take()) is None:
            return False
        slot.give_back()
        self._go_on(slot.claim)
        slot.slots, slot.claim = other.slots, other.claim
        return True

    # While others of the same people go on

    def _park(self, room: Room, demand: Demand) -> None:
        """Let a match wait until there is room, and tell those who watch why."""
        parked = ParkedMatch(*demand, self._tell_why(room, demand))
        if room.viewers or self.parking.has_room(parked):
            self.parking.put(room.id, parked)

    def _tell_why(self, room: Room, demand: Demand) -> Notices:
        bound = demand.slots.bound(demand.claims[0])
        assert bound is not None, "there is room"
        return tell(room, Thinking(room.state.turn, 0, *bound), self.parking.notices(room.id))

    def _go_on(self, claim: Claim) -> None:
        """Somebody has room for one more match."""
        if (id := self.parking.ready(claim)) is not None:
            self.chores.later(self._resume(id, claim))

    async def _resume(self, id: str, claim: Claim) -> None:
        try:
            room = await self.registry.find(id)
        except Unknown:
            return
        except Away:
            await asyncio.sleep(AGAIN)
            self.chores.later(self._resume(id, claim))
            return
        self.wake(room)
        if room.driver is None:
            self._go_on(claim)  # nobody needs it here
        self.registry.let_go(id)


def tell(room: Room, frame: Thinking, told: Notices) -> Notices:
    """Tell everybody who does not know it yet; returns what they know now."""
    for viewer in room.viewers:
        if told.get(viewer) != frame:
            viewer.send(encode(frame))
    return dict.fromkeys(room.viewers, frame)


def is_wanted(room: Room) -> bool:
    """Whether an opponent has to decide, and somebody waits for it: people who play get what is
    owed to them wherever they are; where only opponents play, somebody has to watch.
    """
    return room.state.thinks and bool(room.state.seating.played_by or room.viewers)
