"""What lies on the table."""

from __future__ import annotations

from sunroom.rules.record import Table, i8

PEBBLES = 21  # TPL-1.1
MOST = 3  # TPL-2.1: that one may take


class Template(Table):
    left = i8()  # on the pile
    seat = i8()  # who decides; at the end, who did not take the last pebble
