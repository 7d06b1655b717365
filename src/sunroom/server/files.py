"""Matches as files: those that have ended, and those that somebody brings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, update

from sunroom.kernel import matchfile
from sunroom.kernel.contract import winning_seats
from sunroom.kernel.match import Match, checked_names
from sunroom.players.levels import level

from . import events as ev
from . import record, schema
from .facts import SeatSetup
from .live import (
    AI,
    ENDED,
    PERSON,
    PLAYING,
    Live,
    must_be_over,
)
from .lobby import insert_match, new_row
from .people import now
from .store import Happened
from .wire import plain

if TYPE_CHECKING:
    from .house import House


def export(live: Live, names: Sequence[str], happened: Sequence[Happened]) -> str:
    """A match that has ended as a match file: its course as it stands, in notation."""
    must_be_over(live)
    facts, line = live.facts, record.course(happened).line
    over = live.match is not None and live.match.over
    scores = live.match.scores() if live.match is not None and over else []
    file = matchfile.MatchFile(
        format=f"{matchfile.FORMAT}{matchfile.VERSION}",
        game=facts.game, rules=facts.rules, names=list(names), options=facts.options,
        dealing=matchfile.Dealing(facts.commitment, facts.seed.hex(), facts.by_hand),
        history=[text for entry in line for text in entry.texts],
        components=facts.components,
        result=matchfile.Result(scores, winning_seats(scores)) if over else None,
    )  # fmt: skip
    return matchfile.text(file)


async def import_file(house: House, person: str, text: str, called: str = "file") -> str:
    """A match from a file, kept by whoever brings it; one that is not over can be played on.
    What is wrong with it is told by the name that it is *called*.
    """
    folder = None
    digest_ = matchfile.components_of(text, called)
    if digest_:
        game = await house.boxes.brought_box(digest_, house)
        folder = house.boxes.folder / game.pieces
    match = await asyncio.to_thread(matchfile.loads, text, called, folder)
    names = checked_names(match.names)
    seats = [imported_seat(match, n, name, person) for n, name in enumerate(names)]
    row = new_row(
        match.game, person, seats, match.options, seed=match.dealer.seed, visibility="private",
        by_hand=match.by_hand, status=ENDED if match.over else PLAYING,
    )  # fmt: skip
    if match.over:
        row |= {"ended": row["created"], "reason": "played"}
    await insert_match(house, row, seats, (), told_again(match, row["id"]))
    if match.over:
        scores, winners = match.scores(), match.winners()
        for n in range(match.seats):
            at = and_(schema.seats.c.match == row["id"], schema.seats.c.seat == n)
            change = {"points": scores[n], "won": n in winners}
            await house.write(update(schema.seats).where(at).values(**change))
    return str(row["id"])


def imported_seat(match: Match, n: int, name: str, person: str) -> SeatSetup:
    """Who brings a match that is not over plays all its people, opponents stay what they are."""
    player = match.players[n] if match.players else ""
    kind, _, what = player.partition(":")
    if kind == "ai" and not match.over:
        return SeatSetup(AI, level=level(what).name, name=name)
    return SeatSetup(PERSON, person, name=name)


def told_again(match: Match, id: str, *before: ev.AnyEvent) -> list[Happened]:
    """The events of a match that was played elsewhere, after those that say where."""
    at = now()
    events: list[ev.AnyEvent] = []
    steps = list(zip(match.history, match.notation(), strict=True))
    groups: list[list[int]] = [[]]
    for n, (step, _) in enumerate(steps):
        if step.actor >= 0 or match.by_hand:
            groups.append([])
        groups[-1].append(n)
    for group in groups:
        whole: dict[str, Any] = {
            "codes": [steps[n][0].action for n in group],
            "texts": [steps[n][1] for n in group],
            "told": [plain(one) for n in group for one in match.told(n)],
        }
        actor = steps[group[0]][0].actor if group else -1
        events.append(ev.Played(seat=actor, **whole) if events else ev.Began(**whole))
    whole_course = enumerate([*before, *events], start=1)
    return [Happened(id, n, at, ev.write(event)) for n, event in whole_course]
