"""Who knows what: exact, and compared with every world that fits what a seat knows."""

from collections import Counter
from itertools import product

import pytest

from sunroom.games.solaris import observation
from sunroom.games.solaris.pieces import KINDS
from sunroom.games.solaris.presentation.notation import CARD_NAMES
from sunroom.rules.philox import word

from .scene import GAME, GREY, ORANGE, WHITE, YELLOW


def known(table, seat, other):
    """What a seat knows to be in another hand."""
    return table.seen_by(seat)["players"][other]["known"]


def test_lar_12_1_hands_are_secret_but_not_their_size(scene):
    table = scene().hand(GREY, "port-blue", "port-pink")

    assert known(table, WHITE, GREY) == []
    assert table.seen_by(WHITE)["players"][GREY]["held"] == 2
    assert table.seen_by(GREY)["hand"] == ["port-pink", "port-blue"]


def test_lar_12_2_a_card_of_the_display_is_known_until_it_is_played(scene):
    table = scene().display("machine-blue", "port-pink", "port-green").hand(WHITE, "port-purple")
    table.do("swap", "port-purple", "machine-blue").past_chance()
    assert known(table, GREY, WHITE) == ["machine-blue"]
    assert known(table, ORANGE, WHITE) == ["machine-blue"]

    table.at("machine").do("fill", "machine-blue", "done")
    assert known(table, GREY, WHITE) == []


def test_lar_12_2_or_until_an_equal_one_is_played_or_discarded(scene):
    """White has another one from the pile; nobody can tell which of both has gone."""
    table = scene().display("machine-blue", "port-pink", "port-green")
    table.hand(WHITE, "port-purple", "machine-blue").do("swap", "port-purple", "machine-blue")
    table.past_chance().at("machine").do("swap", "machine-blue", "port-pink").past_chance()

    assert table.cards(WHITE) == ["machine-blue", "port-pink"]
    assert known(table, GREY, WHITE) == ["port-pink"]


def test_lar_12_2_or_until_it_may_have_been_stolen(scene):
    table = scene().hand(WHITE, "port-purple", "port-blue").hand(GREY, "machine-pink")
    table.display("machine-blue", "port-pink", "port-green").do("swap", "port-blue", "machine-blue")
    table.past_chance().energy("canteen", 1, 2, 1, 1, 1).at("canteen")
    table.do("use", "1", "seat-1", "port-purple")

    assert known(table, YELLOW, WHITE) == []  # it may be what grey has drawn
    assert known(table, GREY, WHITE) == ["machine-blue"]  # grey has seen that it is not


def test_lar_12_2_of_two_equal_ones_one_is_still_there(scene):
    table = scene().display("machine-blue", "machine-blue", "port-green")
    table.hand(WHITE, "port-purple", "port-blue").do("swap", "port-purple", "machine-blue")
    table.past_chance().at("machine").do("swap", "port-blue", "machine-blue").past_chance()
    assert known(table, YELLOW, WHITE) == ["machine-blue", "machine-blue"]
    table.energy("canteen", 1, 2, 1, 1, 1).at("canteen").do("use", "1", "seat-1", "machine-blue")

    assert known(table, YELLOW, WHITE) == ["machine-blue"]
    assert known(table, GREY, WHITE) == ["machine-blue"]


def stolen(scene):
    """Grey has drawn port-purple from white; both have another card."""
    table = scene().hand(WHITE, "port-purple", "port-blue").hand(GREY, "machine-pink")
    table.energy("canteen", 1, 2, 1, 1, 1).at("canteen")
    return table.do("use", "1", "seat-1", "port-purple")


def test_lar_12_3_thief_and_victim_know_the_stolen_card(scene):
    table = stolen(scene)

    def aside(seat):
        return table.seen_by(seat)["players"][GREY]["aside"]

    assert aside(GREY) == aside(WHITE) == [{"from": WHITE, "card": "port-purple"}]
    assert aside(YELLOW) == [{"from": WHITE, "card": None}]
    table.do("pass", "pass", "pass", "pass")
    assert known(table, WHITE, GREY) == ["port-purple"]
    assert known(table, YELLOW, GREY) == []
    assert table.seen_by(GREY)["players"][WHITE]["known"] == []


def test_lar_12_3_the_victim_forgets_it_when_it_may_have_been_stolen_again(scene):
    table = stolen(scene).do("pass", "pass", "pass", "pass").energy("canteen", 1, 1, 2, 1, 1)
    table.at("canteen").do("use", "1", "seat-2", "machine-pink")

    assert known(table, WHITE, GREY) == []
    assert known(table, YELLOW, GREY) == []


def test_lar_12_3_a_card_that_lies_face_down_cannot_be_stolen_again(scene):
    table = stolen(scene)
    table.s.energy[4, WHITE] = 0
    table.do("pass", "use", "1", "seat-2", "machine-pink")
    while table.s.ring[table.s.at] == 4:
        table.do("pass")

    assert known(table, WHITE, GREY) == ["port-purple"]


def test_lar_12_3_who_has_played_all_cards_is_known_no_card_of(scene):
    """Grey knew the stolen card; it was played, and what yellow draws then nobody knows."""
    table = scene(3).hand(GREY, "port-pink", "port-blue").energy("canteen", 1, 1, 2).at("canteen")
    table.do("use", "1", "seat-2", "port-pink", "pass", "pass")
    assert known(table, GREY, YELLOW) == ["port-pink"]
    table.energy("port", 1, 1, 6).at("port").do("fill", "port-pink", "done")
    table.energy("command", 1, 1, 2).at("command").do("use", "1", "pile").chance().do("pile")
    table.chance()

    other = table.s.copy()
    table.referee.veil(other, WHITE)
    table.referee.redeal(other, WHITE, 5)
    assert [other.seen[GREY, 0, kind] for kind in range(KINDS)] == [0] * KINDS


def test_whose_last_card_was_stolen_is_known_no_card_of(scene):
    table = scene(3).hand(GREY, "port-pink", "port-blue").energy("canteen", 1, 1, 2).at("canteen")
    table.do("use", "1", "seat-2", "port-pink", "pass", "pass")
    table.energy("canteen", 2, 1, 1).at("canteen").do("use", "1", "seat-3", "port-pink")

    assert table.s.told[GREY, YELLOW] == 0


def test_thief_and_victim_observe_the_stolen_card_and_others_do_not(scene):
    seen = {}
    for card in ("port-pink", "port-blue"):
        table = scene(3).hand(GREY, "port-pink", "port-blue").energy("canteen", 2, 1, 1)
        table.at("canteen").do("use", "1", "seat-2", card)
        seen[card] = [table.referee.observe(table.s, seat) for seat in range(3)]

    alike = [a == b for a, b in zip(*seen.values(), strict=True)]
    assert alike == [False, False, True]


def test_lar_12_3_a_thief_keeps_what_they_knew_besides(scene):
    """Grey knows the card that white stole from them, and sees that the stolen one is another."""
    table = scene(3).hand(GREY, "port-pink").hand(WHITE, "machine-green", "machine-blue")
    table.energy("canteen", 2, 1, 1).at("canteen").do("use", "1", "seat-2", "port-pink")
    table.do("pass", "pass").energy("canteen", 1, 2, 1).at("canteen")
    assert known(table, GREY, WHITE) == ["port-pink"]
    table.do("use", "1", "seat-1", "machine-blue")
    assert known(table, GREY, WHITE) == ["port-pink"]
    assert known(table, YELLOW, WHITE) == []


def test_lar_12_2_of_a_card_known_to_all_and_one_known_to_one_only_one_is_forgotten(scene):
    """White has a blue machine deck that all know and another that grey knows, and plays one."""
    table = scene(3).hand(GREY, "machine-blue").hand(WHITE, "port-purple")
    table.energy("canteen", 2, 1, 1).at("canteen").do("use", "1", "seat-2", "machine-blue")
    table.do("pass", "pass").display("machine-blue", "port-pink", "port-green").at("machine")
    table.do("swap", "port-purple", "machine-blue").past_chance()
    assert known(table, GREY, WHITE) == ["machine-blue", "machine-blue"]
    table.at("machine").do("fill", "machine-blue", "done")

    assert known(table, GREY, WHITE) == ["machine-blue"]
    assert known(table, YELLOW, WHITE) == []


def test_what_the_others_know_of_each_other_is_guessed_as_it_may_be(scene):
    """Yellow stole a card of grey and holds two more: grey knows one of the three."""
    table = scene(3).hand(GREY, "port-pink").hand(YELLOW, "machine-green", "centre-blue")
    table.energy("canteen", 1, 1, 2).at("canteen").do("use", "1", "seat-2", "port-pink")
    table.do("pass", "pass")
    guessed = Counter()
    for n in range(300):
        other = table.s.copy()
        table.referee.veil(other, WHITE)
        table.referee.redeal(other, WHITE, word(3, 0, n))
        seen = [other.seen[GREY, 0, kind] for kind in range(KINDS)]
        hand = [kind for kind in range(KINDS) for _ in range(other.hand[YELLOW, kind])]
        assert sum(seen) == 1
        guessed[hand.index(seen.index(1))] += 1
    assert all(guessed[place] > 50 for place in range(3))


def test_the_observation_has_tracks_piles_and_known_cards(scene):
    table = scene(3).hand(WHITE, "port-purple").energy("machine", 3, 3, 1).at("machine")
    table.display("machine-blue", "port-pink", "port-green").do("swap", "port-purple")
    table.do("machine-blue").past_chance()
    out = table.referee.observe(table.s, GREY)

    machine = out[2:17]  # grey's own marker, then yellow's and white's: energy, height, outside
    assert machine[:9] == [3, 2, 1, 1, 0, 0, 3, 1, 1]
    known_of_white = out[observation.SEATS_START + 2 * observation.PER_SEAT + 3 :][:KINDS]
    assert [CARD_NAMES[k] for k in range(KINDS) if known_of_white[k]] == ["machine-blue"]
    assert out[observation.REST_START + 5] == table.s.pile


def test_lar_12_4_the_discards_lie_open(scene):
    table = scene().hand(WHITE, "port-blue").do("swap", "port-blue")

    assert table.seen_by(ORANGE)["discards"] == {"port-blue": 1}


# Redealt tables are all worlds that fit, each as often as it should be


def worlds(table, seat):
    """Every way to fill what a seat cannot know, each with its number of ways: by brute force over
    single cards, hands first, then what lies face down; what is left is the pile.
    """
    veiled = table.s.copy()
    table.referee.veil(veiled, seat)
    cards = [kind for kind in range(KINDS) for _ in range(veiled.deck[kind])]
    gaps = [
        ("hand", other)
        for other in range(veiled.seats)
        if other != seat
        for _ in range(veiled.held[other] - sum(veiled.hand[other, k] for k in range(KINDS)))
    ]
    gaps += [
        ("aside", (one, two))
        for one, two in product(range(veiled.seats), repeat=2)
        if veiled.aside[one, two] < 0
    ]
    found = Counter()

    def fill(left, filled):
        if len(filled) == len(gaps):
            found[world_of(gaps, filled)] += 1
            return
        for n, kind in enumerate(left):
            fill(left[:n] + left[n + 1 :], [*filled, kind])

    fill(cards, [])
    return gaps, found


def world_of(gaps, filled):
    return tuple(
        sorted((str(gap), CARD_NAMES[kind]) for gap, kind in zip(gaps, filled, strict=True))
    )


def redealt_worlds(table, seat, number):
    gaps, _ = worlds(table, seat)
    veiled = table.s.copy()
    table.referee.veil(veiled, seat)
    found = Counter()
    for n in range(number):
        other = veiled.copy()
        table.referee.redeal(other, seat, word(5, 0, n))
        hands = [
            (("hand", holder), kind)
            for holder in range(other.seats)
            for kind in range(KINDS)
            for _ in range(other.hand[holder, kind] - veiled.hand[holder, kind])
        ]
        asides = [
            (("aside", (one, two)), other.aside[one, two] - 1)
            for one, two in product(range(other.seats), repeat=2)
            if veiled.aside[one, two] < 0
        ]
        assert Counter(gap for gap, _ in hands + asides) == Counter(gaps)
        found[tuple(sorted((str(gap), CARD_NAMES[kind]) for gap, kind in hands + asides))] += 1
    return found


def simple(scene):
    """Two unknown hands and a short pile."""
    table = scene(3).hand(GREY, "port-blue", "port-pink").hand(YELLOW, "machine-green")
    table.hand(WHITE, "canteen-pink").display("port-blue", "command-pink", "command-blue")
    return table.pile("port-blue", "machine-green", "centre-blue")


def after_a_display_card(scene):
    """Grey has taken a card from the display, which white keeps in mind."""
    return simple(scene).do("pass", "swap", "port-pink", "port-blue", "centre-blue")


def after_a_theft(scene):
    """Yellow has drawn a card from grey, whose display card may have gone with it."""
    table = after_a_display_card(scene).energy("canteen", 1, 1, 2).at("canteen")
    return table.do("use", "1", "seat-2", "port-blue")


def after_the_canteen(scene):
    """The stolen card is in hand now; grey knows it, white does not."""
    return after_a_theft(scene).do("pass", "pass")


def after_two_thefts(scene):
    """Yellow and grey have drawn a card from each other; white has seen neither."""
    table = simple(scene).energy("canteen", 1, 2, 3).at("canteen")
    return table.do("use", "1", "seat-2", "port-pink", "use", "1", "seat-3", "machine-green")


@pytest.mark.parametrize(
    "arrange", [simple, after_a_display_card, after_a_theft, after_the_canteen, after_two_thefts]
)
@pytest.mark.parametrize("seat", [WHITE, GREY, YELLOW])
def test_lar_12_5_redealing_finds_every_world_that_fits_as_often_as_it_should(scene, arrange, seat):
    table = arrange(scene)
    _, expected = worlds(table, seat)
    number = 6000
    found = redealt_worlds(table, seat, number)

    assert set(found) == set(expected)  # every world that fits, and no other
    total = sum(expected.values())
    for world, ways in expected.items():
        share = ways / total
        deviation = (number * share * (1 - share)) ** 0.5
        assert abs(found[world] - number * share) <= 4.5 * deviation + 1


def test_the_true_table_is_among_the_worlds(scene):
    """What a seat is told fits what is the case."""
    table = after_a_theft(scene)
    for seat in range(3):
        veiled = table.s.copy()
        table.referee.veil(veiled, seat)
        for other in range(3):
            for kind in range(KINDS):
                assert veiled.hand[other, kind] <= table.s.hand[other, kind]
        assert GAME.view(veiled, seat)["hand"] == table.cards(seat)
