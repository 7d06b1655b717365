"""Who wins."""

from __future__ import annotations

from sunroom.games.solaris.pieces import CENTRE
from sunroom.games.solaris.state import Solaris
from sunroom.rules.record import Cells
from sunroom.rules.rulebook import rule

LASER = 10  # more than any energy at the energy centre


@rule("LAR-10.2", "LAR-10.3")
def scores(s: Solaris, out: Cells) -> None:
    """Laser first, then the energy centre: 72 is seven on the laser and two at the centre."""
    for seat in range(s.seats):
        out[seat] = s.laser[seat] * LASER + s.energy[CENTRE, seat]


def points(s: Solaris, seat: int) -> str:
    """The laser, and behind it what breaks ties."""
    return f"{s.laser[seat]} ({s.energy[CENTRE, seat]})"
