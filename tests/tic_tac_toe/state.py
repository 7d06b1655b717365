"""What lies on the table."""

from __future__ import annotations

from sunroom.rules.record import Table, i8

SIDE = 3  # TIC-1.1


class TicTacToe(Table):
    square = i8(SIDE * SIDE)  # 0 for empty, else the seat whose sign it is, and one
    placed = i8()  # how many signs there are
