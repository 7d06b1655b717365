"""Match files: exporting matches that have ended, and importing."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Executable, and_, update

from sunroom.match import matchfile
from sunroom.match.base import checked_names
from sunroom.match.match import Match
from sunroom.players.levels import level
from sunroom.rules.contract import winning_seats
from sunroom.server.boxes import Boxes
from sunroom.server.people import now
from sunroom.server.store import schema
from sunroom.server.store.eventlog import EventLog
from sunroom.server.store.store import EventRow
from sunroom.table import events as ev
from sunroom.table.decide import told
from sunroom.table.events import Entry
from sunroom.table.frames import must_be_over
from sunroom.table.header import AI, PERSON, SeatSetup
from sunroom.table.log import read_log
from sunroom.table.state import ENDED, PLAYING, AnyState, Playing

from .lobby import insert_match, new_row


def export(state: AnyState, names: Sequence[str], entries: Sequence[Entry]) -> str:
    """A match that has ended as the text of a match file; refuses one that has not."""
    must_be_over(state)
    header = state.header
    dealing = matchfile.Dealing.of(state.dealer, by_hand=header.by_hand)
    file = matchfile.MatchFile(
        format=dealing.format,
        game=header.game, rules=header.rules, names=list(names), options=header.options,
        dealing=dealing,
        history=[text for made in read_log(entries).line for text in made.texts],
        components=header.components,
        result=_result(state),
    )  # fmt: skip
    return matchfile.to_text(file)


def _result(state: AnyState) -> matchfile.Result | None:
    if not isinstance(state, Playing) or not state.match.over:
        return None
    scores = state.match.scores()
    return matchfile.Result(scores, winning_seats(scores))


async def import_file(
    log: EventLog, boxes: Boxes, person: str, text: str, called: str = "file"
) -> str:
    """Import a match file for a person; returns the match's id. Refusals call the file by the name
    *called*.
    """
    folder = await _folder(boxes, await asyncio.to_thread(matchfile.components_of, text, called))
    match = await asyncio.to_thread(matchfile.loads, text, called, folder)
    names = checked_names(match.names)
    seats = [imported_seat(match, n, name, person) for n, name in enumerate(names)]
    row = new_row(
        match.game, person, seats, match.options, seed=match.dealer.seed, visibility="private",
        by_hand=match.by_hand, status=ENDED if match.over else PLAYING,
    )  # fmt: skip
    if match.over:
        row |= {"ended": row["created"], "reason": "played"}
    await insert_match(log, row, seats, (), await asyncio.to_thread(event_rows, match, row["id"]))
    if match.over:
        await log.write(*_results(match, row["id"]))
    return str(row["id"])


async def _folder(boxes: Boxes, digest: str) -> Path | None:
    """The folder of an uploaded box; None for a game's own box."""
    return boxes.folder / (await boxes.brought_box(digest)).box if digest else None


def _results(match: Match, id: str) -> list[Executable]:
    scores, winners, seats = match.scores(), match.winners(), schema.seats
    return [
        update(seats)
        .where(and_(seats.c.match == id, seats.c.seat == n))
        .values(points=scores[n], won=n in winners)
        for n in range(match.seats)
    ]


def imported_seat(match: Match, n: int, name: str, person: str) -> SeatSetup:
    """The importing person plays all seats of people; opponents stay opponents, unless the match is
    over.
    """
    player = match.players[n] if match.players else ""
    kind, _, what = player.partition(":")
    if kind == "ai" and not match.over:
        return SeatSetup(AI, level=level(what).name, name=name)
    return SeatSetup(PERSON, person, name=name)


def event_rows(match: Match, id: str, *before: ev.AnyEvent) -> list[EventRow]:
    """The rows of all events of a match that was played elsewhere, after the events *before*."""
    at = now()
    events = enumerate([*before, *_shares(match), *_events(match)], start=1)
    return [EventRow(id, n, at, ev.write(event)) for n, event in events]


def _shares(match: Match) -> Iterator[ev.AnyEvent]:
    """What the seats have added to the dealing."""
    for seat, one in enumerate(match.dealer.contributions):
        if one.promise:
            yield ev.Promised(seat, one.promise)
        if one.share:
            yield ev.Shared(seat, one.share.hex())


def _events(match: Match) -> list[ev.AnyEvent]:
    """One event for what chance drew first, then one for each decision and the draws after it."""
    texts = list(match.notation())
    groups: list[list[int]] = [[]]
    for n, step in enumerate(match.history):
        if step.actor >= 0 or match.by_hand:
            groups.append([])
        groups[-1].append(n)
    events: list[ev.AnyEvent] = []
    for group in groups:
        steps: dict[str, Any] = {
            "codes": [match.history[n].action for n in group],
            "texts": [texts[n] for n in group],
            "told": told(match, group),
        }
        actor = match.history[group[0]].actor if group else -1
        events.append(ev.Played(seat=actor, **steps) if events else ev.Began(**steps))
    return events
