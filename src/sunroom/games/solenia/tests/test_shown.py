"""What lies open at a real table can be looked at: discard piles, and slots with what they give."""

import pytest

from sunroom.games.solenia.chapters.solo import DUMMY_OWNER
from sunroom.games.solenia.chapters.turn import owners
from sunroom.games.solenia.pieces import CARDS
from sunroom.games.solenia.presentation.notation import HALF_NAMES, ONE_NAMES
from sunroom.games.solenia.presentation.terminal import render
from sunroom.games.solenia.state import DIE
from sunroom.rules.contract import OVER
from sunroom.rules.words import Tongue

from .scene import GAME, Scene


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


def drawn(table, language="en", width=200):
    return render(GAME.view(table.s, 0), Tongue(GAME.words, language, (), width)).splitlines()


def test_discard_piles_are_the_same_for_every_eye(scene):
    """LEN-2.6a: what has left the board is known to all, also to who sees no hand."""
    table = scene(3).lay("a1", "1-one").lay("b1", "1-wood", seat=1).hand("0-two").do("0-two", "c3")

    for eye in (-1, 0, 1, 2):
        seen = table.s.copy()
        GAME.veil(seen, eye)
        assert GAME.view(seen, eye)["discards_of"] == [{"1-one": 1}, {"1-wood": 1}, {}]


@pytest.mark.parametrize("seats", [1, 2])
def test_every_card_is_held_or_lies_on_the_board_or_on_its_pile(way, seats):
    """At every moment of a game; alone the dummy's cards as well."""
    table = Scene(way(GAME), seats)
    while table.actor != OVER:
        s = table.s
        for owner, pile in enumerate(GAME.view(s, 0)["discards_of"]):
            cards = sum(s.hand[owner, kind] + s.deck[owner, kind] for kind in range(CARDS))
            turned_up = owner == DUMMY_OWNER and s.phase == DIE
            assert cards + s.own[owner].bit_count() + turned_up + sum(pile.values()) == CARDS
        table.chance() if table.actor < 0 else table.do(table.legal()[-1])
    piles = GAME.view(table.s, 0)["discards_of"]
    assert len(piles) == owners(table.s)
    assert all(sum(pile.values()) > 5 for pile in piles)


def test_the_terminal_shows_the_discard_piles(scene):
    table = scene().lay("a1", "1-one").lay("b1", "1-one").hand("0-two").do("0-two", "c3")

    assert "  1: 2×1-one" in drawn(table)


def test_the_terminal_shows_levels_bonuses_and_what_is_covered(scene):
    """LEN-9.1, LEN-9.4: whoever is asked for a slot sees what each of them gives."""
    table = scene(board="winter").cover("day", 1, "D01")
    lines = [line for line in drawn(table) if "☼ " in line and "□ " in line]

    assert len(lines) == 6
    assert halves_of(lines[0]) == ("☼ ■ 1 wood, 1 wheat", "☾ □ 1 stone, 1 water")
    assert [line[: line.index("☼")].split()[-1] for line in lines] == [
        "I", "I", "II", "II", "III", "III",
    ]  # fmt: skip
    assert halves_of(lines[2])[0] == "☼ □ 3 stars"
    assert halves_of(lines[5])[0] == "☼ □ 1 star for each tile at the end"


def halves_of(line):
    day, night = line.index("☼"), line.index("☾")
    return line[day:night].strip(), line[night:].strip()


def test_a_narrow_terminal_shows_the_slots_below_each_other(scene):
    narrow = drawn(scene(board="winter"), width=60)

    assert sum("☼ □ " in line and "☾" not in line for line in narrow) == 6
    assert sum(line.strip().startswith("☾ □ ") for line in narrow) == 6


@pytest.mark.parametrize(
    ("language", "when"), [("en", "once both slots"), ("de", "sobald beide Plätze belegt")]
)
def test_an_improvement_stands_on_its_slots_and_says_when_it_works(scene, language, when):
    """LEN-10.3, LEN-10.4, LEN-10.5: level 1 needs both slots, a half only its own."""
    table = scene(board="improvements", until=-1)
    table.past_chance()
    while GAME.view(table.s, 0)["phase"] == "draft":
        table.do(table.legal()[0])
    player = GAME.view(table.s, 0)["players"][0]
    lines = [line for line in drawn(table, language) if "☼ " in line and "□ " in line]
    first, last = halves_of(lines[0]), halves_of(lines[5])

    assert player["one"] in ONE_NAMES
    assert player["halves"][0] in HALF_NAMES[0]
    assert all(f"□ {player['one']}: " in half and when in half for half in first)
    assert all(f"□ {name}: " in half for name, half in zip(player["halves"], last, strict=True))
    assert not any(when in half for half in last)
