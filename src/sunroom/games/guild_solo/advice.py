"""What the exact outlook tells a player: which swap helps, what choices are worth, how it ended."""

from __future__ import annotations

from sunroom.rules.words import Message, Moves, message

from . import notation, outlook, terminal, view
from .state import SWAP, WON, GuildSolo


def advise(s: GuildSolo) -> list[Message]:
    """Which swap helps, and what the rest of the game promises."""
    found = view.view(s, 0)["outlook"]
    if found is None:
        return [message("no_outlook")]
    told = [message("advise_chance", chance=terminal.percent(found["unlimited"]["value"]))]
    if s.phase == SWAP:
        best = terminal.best_swap(found)
        now = terminal.percent(found["swaps"]["keep"]["value"])
        if best is None:
            told.append(message("advise_keep", now=now))
        else:
            then = terminal.percent(found["swaps"][best]["value"])
            told.append(message("best_swap", swap=Moves((best,)), now=now, then=then))
    return told


def worth(s: GuildSolo) -> dict[int, float]:
    """The chance of two finals after each choice at the swap; nothing else is up to the board."""
    if s.phase != SWAP:
        return {}
    judged = outlook.judged(s, view.affordable(s))
    return {notation.read(s, text): float(chance) for text, chance in judged.items()}


def verdict(s: GuildSolo) -> Message:
    """How the game has ended, in a sentence."""
    return message("verdict_won" if s.result == WON else "verdict_lost")
