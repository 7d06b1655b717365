"""Why something that can be written is not possible in Solenia."""

from __future__ import annotations

from sunroom.games.solenia.chapters.delivery import has_room
from sunroom.games.solenia.chapters.turn import space_kind
from sunroom.games.solenia.pieces import DAY_CITY
from sunroom.games.solenia.rules import SPACE_CODE
from sunroom.games.solenia.state import (
    BONUS,
    CARD,
    DISCARD,
    DRAFT,
    INSTEAD,
    PAY,
    PLACES,
    SLOT,
    SPACE,
    SPARE,
    TILE,
    Solenia,
)
from sunroom.rules.words import Message, message

from .names import space_piece


def refuse(s: Solenia, action: int) -> Message:
    """Why an action that can be written is not legal here."""
    if s.phase == SPACE and SPACE_CODE <= action < SPACE_CODE + PLACES:
        return refuse_space(s, action - SPACE_CODE)
    reasons = {
        CARD: "not_in_hand",
        SPACE: "not_stuck",
        PAY: "cannot_pay",
        TILE: "cannot_deliver",
        SLOT: "slot_closed",
        BONUS: "not_in_bonus",
        DISCARD: "have_none",
        SPARE: "cannot_spare",
        INSTEAD: "cannot_spare",
        DRAFT: "not_offered",
    }
    return message(reasons.get(s.phase, "not_drawn"))


def refuse_space(s: Solenia, space: int) -> Message:
    if s.card[space] > 0:
        return message("space_taken", space=space_piece(s, space))
    row = space_kind(s, space) - DAY_CITY
    if row >= 0:
        id = "city_not_supplied" if has_room(s, s.seat, row) else "row_full"
        return message(id, space=space_piece(s, space))
    return message("too_far", space=space_piece(s, space))
