"""What time it is at a match. While somebody's time runs, that is the time of the last event and
what the monotonic clock has measured since: nobody loses or gains by what is done to the clock of
the machine.
"""

from __future__ import annotations

import time
from typing import NamedTuple

from sunroom.server.people import now
from sunroom.table.state import AnyState

AWAY = 60_000  # milliseconds: so much of the time before a server was started counts at most


class Moment(NamedTuple):
    at: int  # milliseconds since 1970
    measured: float  # seconds by the monotonic clock

    @classmethod
    def this(cls) -> Moment:
        return cls(now(), time.monotonic())

    def passed(self) -> Moment:
        """The time now, as the monotonic clock has measured it since."""
        measured = time.monotonic()
        return Moment(self.at + int((measured - self.measured) * 1000), measured)


STARTED = Moment.this()


def resumed(last: int) -> Moment:
    """The time at a match that was read, after its last event: by this process or by the machine,
    whichever is nearer, for the machine's clock may have been put before that event or after it. Of
    the time before this process was started no more than AWAY counts.
    """
    here = STARTED.passed()
    at = min((one for one in (here.at, now()) if one >= last), default=last)
    too_long = max(STARTED.at - last - AWAY, 0)
    return Moment(max(at - too_long, last), here.measured)


def following(moment: Moment, state: AnyState) -> Moment:
    """The time at a match, after the moment of its last event."""
    if state.deadline() is not None:
        return moment.passed()
    this = Moment.this()
    return this._replace(at=max(this.at, moment.at))
