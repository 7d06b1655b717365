"""The log tells what came in, also where something was given away in the same step."""

import pytest

from sunroom.games.solenia.chapters.solo import DUMMY_OWNER
from sunroom.games.solenia.presentation.names import (
    card_piece,
    power_does,
    space_piece,
    tile_piece,
)
from sunroom.games.solenia.presentation.notation import HALF_NAMES, ONE_NAMES, SPACE_NAMES
from sunroom.games.solenia.state import DUMMY, FIRST, OFFER_NIGHT, STRIPS
from sunroom.rules.words import Seat, message

from .scene import GAME, Scene


@pytest.fixture
def told(way):
    def tell(table, action):
        before = table.s.copy()
        table.do(action)
        code = next(c for c in range(200) if GAME.show(before, c) == action)
        return [GAME.words.say(m, "en") for m in GAME.narrate(before, code, table.s)]

    return tell


@pytest.fixture
def scene(way):
    return lambda seats=2, **options: Scene(way(GAME), seats, **options)


def test_goods_gained_and_paid_in_one_step_are_both_told(scene, told):
    table = scene().give(wood=1).hand("2-star-wood").do("2-star-wood", "b4")

    assert told(table, "wood") == [
        "Player 1 pays wood.",
        "Player 1 plays the wood-star card (2) on the wood island b4.",
        "Player 1 gains 2 wood.",
    ]


def test_what_others_gain_by_an_expulsion_is_told(scene, told):
    table = scene().lay("a1", "1-water", seat=1).give(wood=1, wheat=2).show("night", "N02")
    table.cover("night", 1, "N20").cover("night", 2, "N21").hand("0-two", "1-one", "1-one")
    table.do("0-two", "b3", "N02", "N09")

    assert told(table, "stone") == [
        "Player 1 takes stone.",
        "Player 2: the water card (1) on the wood island a1 is expelled.",
        "Player 2 gains 1 water.",
        "The first strip is turned over and laid in front.",
    ]


def test_a_delivery_tells_the_bonus_and_not_the_price(scene, told):
    table = (
        scene().give(wood=1, wheat=2, stone=1).show("night", "N02").hand("1-one").do("1-one", "b3")
    )
    table.s.pile[1] = 0

    assert told(table, "N02") == [
        "Player 1 delivers the night tile of 1 wood and 2 wheat: 5 stars.",
        "Player 1 gains 1 stone.",
    ]


def test_the_dummys_card_and_the_tile_it_takes_are_told(way, told):
    table = Scene(way(GAME), 1).show("night", "N02", "N15").hand("1-one", "1-wood")
    table.do("1-one", "c3")
    while GAME.view(table.s, 0)["phase"] == "chance" and table.s.phase != 10:
        table.chance()
    table.do("2-star-water")

    assert told(table, "die-2") == [
        "The die shows 2.",
        "Its card goes to the night city b3.",
        "It takes the night tile of 1 wood, 2 wheat and 1 stone out of the display.",
    ]


def test_who_is_alone_is_told_which_improvement_tiles_came(scene, told):
    table = scene(1, until=OFFER_NIGHT, board="improvements")
    night = GAME.show(table.s, table.referee.chances(table.s)[0][0])
    one, day = ONE_NAMES[table.s.offered_one[0] - 1], HALF_NAMES[0][table.s.offered_half[0, 0] - 1]
    does = [GAME.words.say(power_does(name), "en") for name in (one, day, night)]

    assert told(table, night) == [
        f"Player 1 takes the Improvement tile “{does[0]}”.",
        f"Player 1 takes the Improvement tiles “{does[1]}” and “{does[2]}”.",
    ]


def test_a_zero_says_that_the_airship_moves_and_each_card_is_named_before_its_gains(scene, told):
    """LEN-6.1, LEN-6.2: the first strip is night; a1 is wood, b1 water, c1 a city."""
    table = scene().hand("0-wheat-stone").lay("a1", "1-one").lay("c1", "0-two", seat=1)
    table.lay("b1", "2-star-water", seat=1).do("0-wheat-stone")

    assert told(table, "c3") == [
        "Player 1 plays the wheat–stone card (0) on the wheat island c3.",
        "The airship advances.",
        "Player 1: the single card (1) on the wood island a1 is expelled.",
        "Player 1 gains 1 wood.",
        "Player 2: the water-star card (2) on the water island b1 is expelled.",
        "Player 2 gains 1 star.",
        "Player 2: the double card (0) on the night city c1 is expelled.",
        "Player 2 gains 2 stars.",
        "The first strip is turned over and laid in front.",
    ]


def test_a_card_that_leaves_in_the_turn_in_which_it_came_is_named(scene, told):
    table = scene().hand("0-wheat-stone").lay("b2", "1-one").do("0-wheat-stone")

    assert told(table, "b1") == [
        "Player 1 plays the wheat–stone card (0) on the water island b1.",
        "The airship advances.",
        "Player 1: the wheat–stone card (0) on the water island b1 is expelled.",
        "Player 1 gains 1 wheat.",
        "Player 1 gains 1 stone.",
        "The first strip is turned over and laid in front.",
    ]


def test_cards_of_the_others_leave_after_goods_were_returned(scene, told):
    """LEN-6.2a: the next owner is served when the one before has returned what is too much."""
    table = scene().give(wood=8).hand("0-two").lay("a1", "1-one").lay("b1", "1-wood", seat=1)
    first = told(table.do("0-two"), "c3")
    second = told(table, "wood")

    assert first[2:] == [
        "Player 1: the single card (1) on the wood island a1 is expelled.",
        "Player 1 gains 1 wood.",
    ]
    assert second == [
        "Player 1 returns wood.",
        "Player 2: the wood card (1) on the water island b1 is expelled.",
        "Player 2 gains 1 wood.",
        "The first strip is turned over and laid in front.",
    ]


def test_what_an_improvement_adds_to_an_expulsion_stands_behind_the_cards(scene, told):
    table = scene(board="winter").hand("0-two").lay("a1", "1-one")
    table.s.one[0] = 1 + ONE_NAMES.index("I6")
    table.cover("day", 1, "D01").cover("night", 1, "N01").do("0-two")

    assert told(table, "c3")[2:] == [
        "Player 1: the single card (1) on the wood island a1 is expelled.",
        "Player 1 gains 1 wood.",
        "Player 1 gains 1 star.",
        "The first strip is turned over and laid in front.",
    ]


@pytest.mark.parametrize("first", ["chance", "1", "3"])
def test_who_begins_and_what_the_third_and_fourth_have_is_told(way, told, first):
    """LEN-2.4a, LEN-2.5: whether chance has said it or the players have agreed on it."""
    table = Scene(way(GAME), 4, until=FIRST if first == "chance" else STRIPS, first=first)
    while table.s.phase == STRIPS:
        said = told(table, GAME.show(table.s, table.referee.chances(table.s)[0][0]))
    if first == "chance":
        said = told(table, "first-2")
    begins = {"chance": 2, "1": 1, "3": 3}[first]
    third, fourth = (begins + 1) % 4 + 1, (begins + 2) % 4 + 1

    assert said[0] == f"Player {begins} begins."
    assert sorted(said[1:]) == sorted(
        [f"Player {third} gains 1 wood.", f"Player {fourth} gains 1 stone."]
    )


def alone(way, card):
    """A game alone; the dummy has turned up this card and is about to roll."""
    table = Scene(way(GAME), 1).hand("1-one").do("1-one", "c3")
    while table.s.phase != DUMMY:
        table.chance()
    return table.do(card)


def test_a_zero_of_the_dummy_that_leaves_at_once_is_told(way, told):
    """LEN-11.2, LEN-11.4: only the first space of its column is free, and there it is expelled."""
    table = alone(way, "0-two")
    for line in range(2, 6):
        table.lay(f"b{line}", "1-one", seat=DUMMY_OWNER)

    assert told(table, "die-2") == [
        "The die shows 2.",
        "Its card goes to the water island b1.",
        "The airship advances.",
        "The dummy's double card (0) on the water island b1 leaves without effect.",
        "The first strip is turned over and laid in front.",
    ]


def test_a_card_of_the_dummy_that_finds_no_space_is_told(way, told):
    """LEN-11.2: on a full board it is discarded, and the airship advances."""
    table = alone(way, "1-wood")
    free = [name for place, name in enumerate(SPACE_NAMES) if table.s.card[place] == 0]
    for name in free:
        table.lay(name, "1-one", seat=DUMMY_OWNER)
    said = told(table, "die-2")

    assert said[:2] == [
        "The die shows 2.",
        "The board is full: its card is discarded, and the airship advances.",
    ]
    assert said[-1] == "The first strip is turned over and laid in front."
    assert sum("leaves without effect" in one for one in said) == 5


def test_pieces_have_names_that_one_can_say(scene):
    """And a German sentence puts each into its case."""
    table = scene().s
    plays = message("plays", who=Seat(0), card=card_piece(2, 0), space=space_piece(table, 0))
    delivers = message("delivers", who=Seat(0), tile=tile_piece(26), stars=5)

    assert GAME.words.say(plays, "de") == (
        "Spieler 1 spielt die Holz-Wasser-Karte (0) auf die Holzinsel a1."
    )
    assert GAME.words.say(delivers, "de") == (
        "Spieler 1 erfüllt den Nachtauftrag über 3 Holz: 5 Sterne."
    )
    assert delivers.args["tile"].look == "tile night 5 wood wood wood"
