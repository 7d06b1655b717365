"""Alarms for matches that are played against the clock."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from sunroom.server.background import Chores
from sunroom.server.refusals import Away
from sunroom.table.refusals import NotNow

from .matches import Matches
from .registry import Registry, Room


class Clocks:
    def __init__(self, matches: Matches, registry: Registry, chores: Chores) -> None:
        self.matches = matches
        self.registry = registry
        self.chores = chores

    def set(self, room: Room) -> None:
        """Ring when the time of the seat to act is up."""
        self.stop(room)
        if (deadline := room.state.deadline()) is not None:
            wait = max(deadline - room.moment().at, 0) / 1000 + 0.01
            ring = asyncio.get_running_loop().call_later
            room.alarm = ring(wait, lambda: self.chores.later(self._ring(room)))

    def stop(self, room: Room) -> None:
        if room.alarm is not None:
            room.alarm.cancel()
            room.alarm = None

    async def _ring(self, room: Room) -> None:
        room.alarm = None
        async with room.lock:
            if not self.registry.is_here(room):
                return
            with suppress(NotNow, Away):  # then it is read again, and its clock is set
                await self.matches.call_time(room)
                self.set(room)
        self.registry.let_go(room.id)
