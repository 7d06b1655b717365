"""Hints for whoever has to decide, from what their seat may see."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from sunroom.match.match import Match
from sunroom.players import hints
from sunroom.players.turns import Claim
from sunroom.rules.words import LANGUAGES, Message, message_data
from sunroom.server.boxes import Boxes
from sunroom.server.match.registry import Room
from sunroom.server.match.viewer import Viewer
from sunroom.server.people import Names
from sunroom.server.refusals import ComeAgain
from sunroom.server.security import Limits
from sunroom.server.wire import encode
from sunroom.table.frames import called_in
from sunroom.table.refusals import NotNow, NotYours
from sunroom.table.state import PLAYING, Playing
from sunroom.table.wire import Advised, Waiting

from .lines import Line
from .thinkers import Tell, Thinkers, nobody

Said = list[dict[str, Any]]


class Hints:
    def __init__(
        self, boxes: Boxes, thinkers: Thinkers, names: Names, limits: Limits, line: Line
    ) -> None:
        self.boxes = boxes
        self.thinkers = thinkers
        self.names = names
        self.limits = limits
        self.line = line
        self.closer: WeakKeyDictionary[Viewer, asyncio.Task[None]] = WeakKeyDictionary()

    async def hint(self, room: Room, claim: Claim, viewer: Viewer | None, ref: int) -> Said:
        """A hint; who watches is told the place in the queue meanwhile, and a closer look later,
        where this is a first one.
        """
        match = checked(room, claim.person)
        self.limits.admit_thought(claim.person, claim.address)
        if viewer is not None and viewer in self.closer:
            self.closer.pop(viewer).cancel()  # what is asked now does not wait for that
        told = await self._advise(claim, match, teller(viewer, ref) if viewer else nobody)
        if hints.is_first(told) and viewer is not None:
            look = self._look_closer(room, match, claim, viewer)
            self.closer[viewer] = viewer.run(ref, look)
        return self._said(room, match, told)

    async def _advise(self, claim: Claim, match: Match, tell: Tell = nobody) -> list[Message]:
        table, which = match.veiled(match.to_act), self.boxes.which(match.game)
        async with self.line.turn(claim, tell) as tell_on:
            return await self.thinkers.hint(claim, which, table, match.seats, tell_on)

    async def _look_closer(self, room: Room, match: Match, claim: Claim, viewer: Viewer) -> None:
        """After a first look, when the search is compiled, unless something has happened."""
        n = room.state.n
        await asyncio.shield(asyncio.wrap_future(self.boxes.want(match.game)))
        if room.state.n != n:
            return
        with suppress(ComeAgain):  # nobody has asked for it
            told = await self._advise(claim._replace(long=True), match)
            if room.state.n == n:
                viewer.send(encode(Advised(n, self._said(room, match, told))))

    def _said(self, room: Room, match: Match, told: list[Message]) -> Said:
        known = self.names.known
        names = {language: called_in(room.state, known, language) for language in LANGUAGES}
        return [said_of(match, one, names) for one in told]


def checked(room: Room, person: str) -> Match:
    """The match; refuses a hint to who has nothing to decide, or where there are none."""
    state, seat = room.state, room.state.turn
    if not state.header.hints:
        raise NotNow("no_hints")
    if not isinstance(state, Playing):
        raise NotNow("not_begun")
    if state.status != PLAYING:
        raise NotNow("match_ended")
    if seat not in state.seating.decided_by(person) or state.match.to_act != seat:
        raise NotYours("not_your_turn")
    return state.match


def teller(viewer: Viewer, ref: int) -> Tell:
    """Tells somebody the place whenever it is another."""
    told = 0

    def tell(place: int) -> None:
        nonlocal told
        if place != told:
            told = place
            viewer.send(encode(Waiting(ref, place)))

    return tell


def said_of(match: Match, told: Message, names: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    """A hint as data and in every language; its words are not in the game's catalogue."""
    said = {
        language: replace(hints.tongue(match, language), names=names[language]).say(told)
        for language in LANGUAGES
    }
    return message_data(told) | {"said": said}
