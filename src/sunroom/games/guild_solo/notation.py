"""The guild solo board in writing.

red, green, blue        a guild's tile that is drawn; which colours they have is an option
keep, swap-1-2, swap-2-3    before a tile is placed
yes, no                 whether a condition is met; by-ledger where Sunroom keeps the facts
placed, impossible      a mine that was won
trade, exploration, civil, other, other2, other3    the medal that is lost
12, skip                a number that was asked
next                    the turn is done
points-63               the points of the base game
jar=12                  an entry of the ledger: jar, hand, trade, exploration, civil, other,
                        other2, other3, combat, cards, ore, crystal
die-5, building-3       what chance brings besides
"""

from __future__ import annotations

from collections.abc import Iterator

from sunroom.rules.contract import BadOption, UnreadableAction
from sunroom.rules.rulebook import rule
from sunroom.rules.words import Message, Moves, message

from .fields import MOST_PICKED, asks_buildings, field, has_coin
from .pieces import (
    A5,
    A6,
    B2,
    B6,
    C3,
    FIELD_NAMES,
    GUILDS,
    ITEM_CODE,
    ITEM_MOST,
    ITEMS,
    MEDALS,
    WORDS,
)
from .rules import (
    BY_LEDGER,
    EDITS,
    ENTRY_CODE,
    FACES,
    FIRST_MEDALS,
    LATER_MEDALS,
    MEDAL_CODE,
    MINE_PLACED,
    MINE_STUCK,
    MOST_NUMBER,
    MOST_POINTS,
    NO,
    NUMBER_CODE,
    POINTS_CODE,
    SKIP,
    SWAP_CODE,
    TURN_DONE,
    YES,
)
from .state import (
    CHECK,
    DIE,
    DRAW,
    FILL,
    MEDAL,
    NUMBER,
    PICK,
    PLACED,
    POINTS,
    SWAP,
    TURN,
    UNREACHED,
    GuildSolo,
)

COIN_GOES = {A5: B6, B2: A6}  # GLD-7.7: where the coin of a field goes that was not met
# Guilds are called as their owner likes; an option's code counts triples of these, in a circle
# from the first three on.
COLOURS = (
    "red", "green", "blue", "yellow", "white", "black", "purple", "orange", "grey", "brown",
)  # fmt: skip
TRIPLES: int = len(COLOURS) ** GUILDS
DEFAULT = 12  # red, green, blue: 0, 1, 2
SWAPS = ("keep", "swap-1-2", "swap-2-3")
SPOKEN = {
    "ja": "yes", "nein": "no", "y": "yes", "n": "no", "j": "yes", "weiter": "next",
    "behalten": "keep", "tausch-1-2": "swap-1-2", "tausch-2-3": "swap-2-3", "1-2": "swap-1-2",
    "2-3": "swap-2-3", "gelegt": "placed", "unmöglich": "impossible", "auslassen": "skip",
    "handel": "trade", "erkundung": "exploration", "zivil": "civil", "andere": "other",
    "andere2": "other2", "andere3": "other3",
    "rot": "red", "grün": "green", "blau": "blue", "gelb": "yellow", "weiß": "white",
    "schwarz": "black", "lila": "purple", "grau": "grey", "braun": "brown",
    "ledger": "by-ledger", "buch": "by-ledger",
}  # fmt: skip
ITEM_SPOKEN = {
    "spielerkarten": "cards", "handkarten": "hand", "kampfpunkte": "combat", "kampf": "combat",
    "erz": "ore", "kristall": "crystal", "handel": "trade", "handelsmedaillen": "trade",
    "erkundung": "exploration", "erkundungsmedaillen": "exploration", "zivil": "civil",
    "zivilmedaillen": "civil", "andere": "other", "andere2": "other2", "andere3": "other3",
}  # fmt: skip


def guilds_number(text: str) -> int:
    """Three colours, like red-green-blue, as an option's code."""
    said = [SPOKEN.get(word, word) for word in text.lower().split("-")]
    if len(set(said)) != GUILDS or not set(said) <= set(COLOURS):
        raise BadOption("bad_guilds", words=WORDS, text=text, known=", ".join(COLOURS))
    number = 0
    for colour in said:
        number = number * len(COLOURS) + COLOURS.index(colour)
    return (number - DEFAULT) % TRIPLES


@rule("GLD-9.5")
def guild_names(code: int) -> list[str]:
    number = (code + DEFAULT) % TRIPLES
    size = len(COLOURS)
    return [COLOURS[number // size ** (GUILDS - 1 - n) % size] for n in range(GUILDS)]


def guilds_text(code: int) -> str:
    """Inverse of guilds_number."""
    return "-".join(guild_names(code))


def names(s: GuildSolo) -> Iterator[tuple[str, int]]:
    """Every text that means an action in this phase, with its code."""
    if s.phase <= PICK:
        yield from ((name, code) for code, name in enumerate(chance_names(s)))
        return
    if s.phase == SWAP:
        yield from ((name, SWAP_CODE + n) for n, name in enumerate(SWAPS))
    elif s.phase == CHECK and s.ledger:
        yield "by-ledger", BY_LEDGER
    elif s.phase == CHECK:
        yield from (("yes", YES), ("no", NO))
    elif s.phase == PLACED:
        yield from (("placed", MINE_PLACED), ("impossible", MINE_STUCK))
    elif s.phase == MEDAL:
        yield from ((ITEMS[medal], medal_code(n)) for n, medal in enumerate(MEDALS))
    elif s.phase == TURN:
        yield "next", TURN_DONE
    elif s.phase == NUMBER:
        yield from ((str(n), NUMBER_CODE + n) for n in range(MOST_NUMBER + 1))
        yield "skip", SKIP
    elif s.phase == POINTS:
        yield from ((f"points-{n}", POINTS_CODE + n) for n in range(MOST_POINTS + 1))


def medal_code(n: int) -> int:
    """The code by which a medal of this kind is lost."""
    return MEDAL_CODE + n if n < FIRST_MEDALS else LATER_MEDALS + n - FIRST_MEDALS


def entry_name(entry: int) -> str:
    item = max(n for n in range(len(ITEMS)) if ITEM_CODE[n] <= entry)
    return f"{ITEMS[item]}={entry - ITEM_CODE[item]}"


def entry_code(item: str, value: str) -> int | None:
    """The code of an entry; None where there is no such item or value."""
    item = ITEM_SPOKEN.get(item, item)
    if item not in ITEMS or not value.isdecimal() or len(value) > 2:
        return None
    n = ITEMS.index(item)
    return ENTRY_CODE + ITEM_CODE[n] + int(value) if int(value) <= ITEM_MOST[n] else None


def chance_names(s: GuildSolo) -> list[str]:
    if s.phase in (FILL, DRAW):
        return guild_names(s.guilds)
    if s.phase == DIE:
        return [f"die-{n + 1}" for n in range(FACES)]
    return [f"building-{n + 1}" for n in range(MOST_PICKED)]


def show(s: GuildSolo, action: int) -> str:
    if ENTRY_CODE <= action < LATER_MEDALS:
        return entry_name(action - ENTRY_CODE)
    return next((name for name, code in names(s) if code == action), f"action-{action}")


def read(s: GuildSolo, text: str) -> int:
    said = "-".join(text.lower().replace("=", " = ").split()).replace("-=-", "=")
    item, equals, value = said.partition("=")
    entry = entry_code(item, value) if equals and s.ledger and s.phase > PICK else None
    if entry is not None:
        return entry
    known = dict(names(s))
    said = SPOKEN.get(said, said)
    bare = {DIE: f"die-{said}", PICK: f"building-{said}", POINTS: f"points-{said}"}
    for one in (said, bare.get(s.phase, said)):
        if one in known:
            return known[one]
    raise UnreadableAction("unreadable_here", words=WORDS, text=text)


# Questions and refusals


def ask(s: GuildSolo) -> Message:
    """What the player, or whoever enters chance, has to say."""
    if s.phase == CHECK:
        id = "ask_ledger" if s.ledger else "ask_check"
        return message(id, field=FIELD_NAMES[field(s)], condition=condition(s, field(s)))
    if s.phase == NUMBER:
        return message("ask_buildings" if asks_buildings(s) else "ask_cards")
    if s.phase == PLACED:
        return message("ask_mine")
    if s.phase == SWAP:
        return message("ask_swap_ledger" if s.ledger else "ask_swap", n=s.turn)
    if s.phase == TURN:
        return message("ask_turn_ledger" if s.ledger else "ask_turn")
    if s.phase in (FILL, DRAW):
        return message("ask_tile", example=Moves((guild_names(s.guilds)[0],)))
    if s.phase == MEDAL:
        owned = tuple(ITEMS[medal] for medal in MEDALS if s.facts[medal] > 0)
        return message("ask_medal", choices=Moves(owned))
    ids = {DIE: "ask_die", PICK: "ask_building", POINTS: "ask_points"}
    return message(ids[s.phase])


def condition(s: GuildSolo, here: int) -> Message:
    """What a field asks for, as it is now."""
    reading = "_coin" if has_coin(s, here) else ""
    if here == C3 and s.one_kind:
        reading = "_kind"
    return message(f"condition_{FIELD_NAMES[here]}{reading}")


def red_effect(s: GuildSolo, here: int) -> Message:
    """What happens if a condition is not met now; a coin may come to a final that is passed."""
    final = COIN_GOES.get(here)
    late = final is not None and s.outcome[final] != UNREACHED
    return message(f"red_{FIELD_NAMES[here]}{'_late' if late else ''}")


def refuse(s: GuildSolo, action: int) -> Message:
    """Why an action that can be written is not legal here."""
    if ENTRY_CODE <= action < LATER_MEDALS and s.phase > PICK:
        return message("too_many_entries", n=EDITS) if s.edits >= EDITS else message("as_it_is")
    if s.phase in (FILL, DRAW):
        return message("no_tile_left")
    reasons = {SWAP: "cannot_swap", MEDAL: "no_such_medal", PICK: "no_such_building"}
    return message(reasons.get(s.phase, "not_now"))
