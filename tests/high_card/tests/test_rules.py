from high_card import GAME
from sunroom import Match


def test_hic_1_1_two_cards_each():
    for seats in GAME.seats:
        match = Match(GAME, seats=seats, seed=1)

        assert [len(match.view(seat)["hand"]) for seat in range(seats)] == [2] * seats


def test_hic_2_1_the_highest_card_wins():
    match = Match(GAME, seed=1)
    while not match.over:
        match.play(match.legal()[-1])

    assert match.winners() == [
        seat for seat in (0, 1) if match.scores()[seat] == max(match.scores())
    ]
