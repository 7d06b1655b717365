"""The guild solo board told in words: what to do at the table, and what was booked."""

from __future__ import annotations

from sunroom.rules.words import Message, Piece, message

from .fields import (
    ENOUGH,
    MINE_COST,
    asks_buildings,
    balance,
    cards_to_box,
    field,
    finals_worth,
    more_cards,
)
from .notation import condition, guild_names, medal_code, red_effect
from .pieces import (
    A4,
    COIN,
    COLUMNS,
    FIELD_NAMES,
    FIELD_TOKEN,
    FINAL,
    GUILDS,
    HAND,
    ITEM_CODE,
    ITEMS,
    MEDALS,
    MINE,
    NONE,
)
from .rules import (
    ENTRY_CODE,
    LATER_MEDALS,
    MINE_STUCK,
    NUMBER_CODE,
    SKIP,
    SWAP_CODE,
)
from .state import (
    CHECK,
    DIE,
    DONE,
    DRAW,
    FAILED,
    FILL,
    LOST_TURNS,
    MEDAL,
    NUMBER,
    PICK,
    PLACED,
    POINTS,
    SWAP,
    WON,
    GuildSolo,
)

FULL_HAND = 3  # action cards, as the sheet implies; more is told, not refused


def narrate(before: GuildSolo, action: int, after: GuildSolo) -> list[Message]:
    """What has just happened, and what the player does at the table now."""
    if ENTRY_CODE <= action < LATER_MEDALS and before.phase > PICK:
        return narrate_entry(action - ENTRY_CODE)
    told = (
        narrate_chance(before, action) if before.phase <= PICK else narrate_choice(before, action)
    )
    if after.at and after.at != before.at:
        told += narrate_place(after)
    if before.phase == CHECK:
        told += narrate_check(before, after)
    return told + narrate_end(before, after)


def narrate_entry(entry: int) -> list[Message]:
    item = max(n for n in range(len(ITEMS)) if ITEM_CODE[n] <= entry)
    value = entry - ITEM_CODE[item]
    told = [message("entered", item=message(f"item_{ITEMS[item]}"), n=value)]
    return told + ([message("large_hand")] if item == HAND and value > FULL_HAND else [])


def narrate_chance(before: GuildSolo, action: int) -> list[Message]:
    if before.phase in (FILL, DRAW):
        return [message("drawn", guild=guild_piece(before, action))]
    if before.phase == DIE:
        return [message(f"line_{'column' if action < 4 else 'row'}", n=action + 1, row=action - 2)]
    return [message("building_boxed" if before.red == 0 else "building_foreign", n=action + 1)]


def guild_piece(s: GuildSolo, guild: int) -> Piece:
    """A tile of a guild by its colour; how it looks is "guild red"."""
    colour = guild_names(s.guilds)[guild]
    return Piece(colour, message(colour), f"guild {colour}")


def narrate_choice(before: GuildSolo, action: int) -> list[Message]:
    phase = before.phase
    if phase == SWAP and action > SWAP_CODE:
        pair = ("I", "II", "III")[action - SWAP_CODE - 1 : action - SWAP_CODE + 1]
        return [message("swapped", one=pair[0], two=pair[1])]
    if phase == NUMBER and action < SKIP:
        return narrate_number(before, action - NUMBER_CODE)
    if phase == PLACED:
        return [message("mine_stuck" if action == MINE_STUCK else "mine_placed")]
    if phase == MEDAL:
        lost = next(medal for n, medal in enumerate(MEDALS) if medal_code(n) == action)
        return [message("medal_lost", medal=message(f"item_{ITEMS[lost]}"))]
    return []


def narrate_number(before: GuildSolo, number: int) -> list[Message]:
    """How many cards go to the box."""
    if asks_buildings(before):
        return []
    told = before.copy()
    told.number = number + 1
    return [message("cards_boxed", n=cards_to_box(told, before.red))]


def narrate_place(after: GuildSolo) -> list[Message]:
    """Which tile has come where, and what the field asks."""
    here = field(after)
    guild = next(g for g in range(GUILDS) if after.row[g] == here // COLUMNS + 1)
    told = [message("placed_on", guild=guild_piece(after, guild), field=FIELD_NAMES[here])]
    if FIELD_TOKEN[here] != NONE:
        told.append(message(f"light_{FIELD_NAMES[here]}"))
        told.append(message("asks", condition=condition(after, here)))
    return told


def narrate_check(before: GuildSolo, after: GuildSolo) -> list[Message]:
    here = field(before)
    name = FIELD_NAMES[here]
    if after.outcome[here] == FAILED:
        told = [message("failed", field=name)]
        if FIELD_TOKEN[here] == FINAL:
            return told
        told.append(red_effect(before, here))
        if here == A4 and before.number > 0:
            told.append(message("cards_boxed", n=cards_to_box(before, 1)))
        elif here == A4:
            told.append(message("cards_more", n=more_cards(before)))
        if FIELD_TOKEN[here] == MINE:
            told.append(message("mine_lost"))
        return told
    if FIELD_TOKEN[here] == FINAL:
        return [message("final_met", field=name, n=after.met)]
    return [message("coin_won" if FIELD_TOKEN[here] == COIN else "mine_won", field=name)]


def narrate_end(before: GuildSolo, after: GuildSolo) -> list[Message]:
    if after.phase != DONE:
        return []
    if after.result == LOST_TURNS:
        return [message("lost_turns")]
    if before.phase == POINTS:
        total = after.points + balance(after)
        told = [
            message(
                "breakdown",
                base=after.points,
                finals=finals_worth(after),
                mines=MINE_COST * after.lost_mines,
                lost=after.lost_points,
                total=total,
            )
        ]
        id = "won" if after.result == WON else "lost_points"
        return [*told, message(id, n=abs(total - ENOUGH))]
    here = field(before)
    return [message("lost_final", field=FIELD_NAMES[here], condition=condition(before, here))]
