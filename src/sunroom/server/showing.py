"""What somebody is shown of events: a state for each that moved the table on."""

from __future__ import annotations

from collections.abc import Sequence

from sunroom.kernel.contract import SPECTATOR

from . import events as ev
from . import record
from .audience import Viewer
from .live import Live
from .people import now
from .store import Happened
from .wire import State


def own_eye(live: Live, viewer: Viewer) -> None:
    """Nobody looks from a seat that is not theirs any more."""
    if viewer.eye not in (SPECTATOR, *live.eyes_of(viewer.person)):
        viewer.eye = live.eye_of(viewer.person)


def is_plain(event: ev.AnyEvent) -> bool:
    """Whether an event only moves the table on, for everybody to see."""
    return isinstance(event, ev.Began) or (isinstance(event, ev.Played) and not event.held)


def states(live: Live, eye: int, pairs: Sequence[tuple[Happened, ev.AnyEvent]]) -> list[State]:
    """A state for each event that moved the table on, the last as it is now."""
    shown = []
    steps = live.settled - sum(len(e.codes) for _, e in pairs if isinstance(e, ev.Steps))
    for row, event in pairs[:-1]:
        if isinstance(event, ev.Steps) and live.match is not None and not live.held:
            steps += len(event.codes)
            shown.append(live.past(eye, row.n, event.told, steps))
    last = pairs[-1][1]
    hidden = isinstance(last, ev.Played) and last.held and last.seat != eye
    told = last.told if isinstance(last, ev.Steps) and not hidden else []
    shown.append(live.state(eye, now(), told, back=isinstance(last, ev.Undone)))
    return shown


def greeting(live: Live, eye: int, course: record.Course, since: int | None) -> list[State]:
    """What was missed, event by event; or everything told so far with the table as it is now."""
    missed = [entry for entry in course.line if since is not None and entry.n > since]
    if since is None or course.turned > since or since > live.n or live.match is None:
        return [live.state(eye, now(), record.log(course.line), back=True)]
    shown = [live.past(eye, e.n, e.told, e.steps) for e in missed[:-1]]
    return [*shown, live.state(eye, now(), missed[-1].told if missed else [])]
