"""Who is at a match: told to everybody who pings, once and again when it changes."""

from __future__ import annotations

from sunroom.server.wire import encode
from sunroom.table.wire import Presence

from .registry import Room
from .viewer import Viewer

SILENT = 12.0  # seconds after which somebody who pinged and does not any more is not here


def ping(room: Room, viewer: Viewer, at: float, *, resting: bool) -> None:
    """A viewer is here; *resting* says that it will not ping for a while."""
    viewer.heard = None if resting else at
    viewer.pings = True
    tell(room, at)


def tell(room: Room, at: float) -> None:
    """Tell whoever pings who is here, where it is not what they know."""
    listening = [viewer for viewer in room.viewers if viewer.pings]
    found = presence(room, at) if listening else None
    for viewer in listening:
        if viewer.presence != found:
            viewer.presence = found
            viewer.send(encode(found))


def presence(room: Room, at: float) -> Presence:
    """The seats of persons who are not here, and how many watch who have no seat."""
    known = persons_here(room, at)
    seated = set(room.state.seating.persons)
    nameless = sum(viewer.person is None and is_here(viewer, at) for viewer in room.viewers)
    seats = enumerate(room.state.seating.seats)
    away = [n for n, one in seats if one.person in seated - known and not one.out]
    return Presence(away, len(known - seated) + nameless)


def persons_here(room: Room, at: float) -> set[str]:
    return {viewer.person for viewer in room.viewers if viewer.person and is_here(viewer, at)}


def is_here(viewer: Viewer, at: float) -> bool:
    return not viewer.closed and (viewer.heard is None or at - viewer.heard < SILENT)
