"""A guild solo board by Bernd Scholz: a companion for a game whose base rules are not known."""

from typing import Any

from sunroom.rules.contract import Game, Option
from sunroom.rules.words import Message, Moves, message

from . import fields, layouts, log, notation, outlook, rules, terminal, turn, view
from .pieces import BOARD, FOLDER, GUILD_TILES, QUEUE, WORDS
from .state import SWAP, WON, GuildSolo

# The longest game: the queue; then in each of 18 turns four answers to the swap, a number, a
# building, a check, three buildings, a die, a medal, a mine, a tile and the end of the turn, before
# each answer forty corrections; then the points.
ANSWERS = 4 + 1 + 1 + 1 + 1 + 1
TURN_STEPS = ANSWERS * (1 + rules.EDITS) + 1 + 3 + 1 + 1


def advise(s: Any) -> list[Message]:
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


def worth(s: Any) -> dict[int, float]:
    """The chance of two finals after each choice at the swap; nothing else is up to the board."""
    if s.phase != SWAP:
        return {}
    judged = outlook.judged(s, view.affordable(s))
    return {notation.read(s, text): float(chance) for text, chance in judged.items()}


def verdict(s: Any) -> Message:
    """How the game has ended, in a sentence."""
    return message("verdict_won" if s.result == WON else "verdict_lost")


GAME = Game(
    name="guild-solo",
    prefix="GLD",
    version=1,
    folder=FOLDER,
    table=GuildSolo,
    seats=(1,),
    options=(
        Option("facts", "GLD-9.1", ("ask", "ledger")),
        Option("swaps", "GLD-3.2a", ("one", "many")),
        Option("finals", "GLD-8.2a", ("each", "together")),
        Option("turns", "GLD-8.1a", ("sixteen", "endless")),
        Option("cards", "GLD-6.2a", ("twenty", "fifteen")),
        Option("ore", "GLD-6.8a", ("mixed", "one-kind")),
        Option(
            "guilds",
            "GLD-9.5",
            examples=("yellow-black-white",),
            read=notation.guilds_number,
            show=notation.guilds_text,
        ),
    ),
    words=WORDS,
    components=(GUILD_TILES, BOARD),
    setup=turn.setup,
    to_act=rules.to_act,
    legal=rules.legal,
    chances=rules.chances,
    apply=rules.apply,
    scores=rules.scores,
    veil=rules.veil,
    redeal=rules.redeal,
    observe=rules.observe,
    show=notation.show,
    read=notation.read,
    ask=notation.ask,
    refuse=notation.refuse,
    view=view.view,
    render=terminal.render,
    narrate=log.narrate,
    actions=rules.ACTIONS,
    outcomes=rules.OUTCOMES,
    longest=QUEUE + outlook.ALL_TILES * TURN_STEPS + 1 + rules.EDITS,
    score_sum=(-1, rules.MOST_POINTS + fields.MOST_BALANCE),
    observation=rules.OBSERVATION,
    layouts=layouts.LAYOUTS,
    advise=advise,
    worth=worth,
    verdict=verdict,
    odds=outlook.odds,
    facts={"author": "Bernd Scholz"},
)
