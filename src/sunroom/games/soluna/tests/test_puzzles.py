"""Puzzles: one stacking wins, the same one for everybody."""

from collections import Counter

from sunroom.games.soluna import puzzles
from sunroom.match.match import Match

NUMBERS = range(1, 201)


def asked(number):
    """The match in which a puzzle is asked."""
    puzzle = puzzles.puzzle(number)
    match = Match("soluna", options=puzzle.options, seed=1)
    for text in puzzle.line:
        match.play(text)
    return match


def test_exactly_one_stacking_wins_and_the_first_seat_is_to_find_it():
    for number in NUMBERS:
        match = asked(number)
        outlooks = match.exact().values()

        assert match.to_act == 0
        assert sum(outlook.wins for outlook in outlooks) == 1, number
        assert all(outlook.length > 1 for outlook in outlooks if outlook.wins), number


def test_a_number_is_always_the_same_puzzle_and_no_other_number_is():
    before = [puzzles.puzzle(number) for number in NUMBERS]
    puzzles.puzzle.cache_clear()

    assert [puzzles.puzzle(number) for number in NUMBERS] == before
    assert len({(*one.options.items(), one.line) for one in before}) == len(NUMBERS)
    assert len({asked(number).table.tobytes() for number in NUMBERS}) == len(NUMBERS)


def test_a_week_of_puzzles_grows():
    sizes = [sum(height > 0 for height in asked(number).table.height) for number in range(1, 8)]

    assert sizes == [4, 5, 5, 6, 6, 7, 7]


def test_there_is_much_to_choose_from():
    moves = Counter(len(asked(number).legal()) for number in NUMBERS)

    assert min(moves) >= 6
    assert sum(n for legal, n in moves.items() if legal >= 20) > len(NUMBERS) // 5
