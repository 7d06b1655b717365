"""What must hold in every position, however it came about."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sunroom.checks.conformance import variants
from sunroom.engine.referee import interpreted
from sunroom.games.solenia.chapters.turn import owners, stored
from sunroom.games.solenia.chapters.voyage import reach_of, voyage_cost
from sunroom.games.solenia.pieces import CARD_COPIES, KINDS, SLOTS, TILES
from sunroom.games.solenia.state import CARD, DISCARD, DONE, PLACES, SPACE

from .scene import GAME

REFEREE = interpreted(GAME)
SETTINGS = list(variants(GAME))


@st.composite
def tables(draw):
    """A table after some random steps of some game."""
    table = REFEREE.new(draw(st.sampled_from(SETTINGS)))
    REFEREE.playout(table, draw(st.integers(0, 2**40)), limit=draw(st.integers(0, 350)))
    return table


@settings(max_examples=150, deadline=None)
@given(tables())
def test_no_card_is_ever_lost(s):
    """Hand, deck, board and discards are the sixteen cards; the masks say where the cards lie."""
    for owner in range(owners(s)):
        on_board = [
            place
            for place in range(PLACES)
            if s.card[place] and (s.card[place] - 1) // KINDS == owner
        ]
        assert s.own[owner] == sum(1 << place for place in on_board)
        for kind in range(KINDS):
            assert 0 <= s.hand[owner, kind] + s.deck[owner, kind] <= CARD_COPIES[kind]
        left = sum(s.hand[owner, kind] + s.deck[owner, kind] for kind in range(KINDS))
        assert left + s.played[owner] == 16
        if owner < s.seats:
            assert s.held[owner] == sum(s.hand[owner, kind] for kind in range(KINDS))


@settings(max_examples=150, deadline=None)
@given(tables())
def test_no_tile_is_ever_in_two_places(s):
    for row in range(2):
        places = [s.pile[row]]
        places += [
            1 << (s.display[row, p] - 1 - row * TILES) for p in range(4) if s.display[row, p]
        ]
        places += [s.delivered[seat, row] for seat in range(s.seats)]
        union = 0
        for mask in places:
            assert union & mask == 0
            union |= mask
        if s.seats > 1 and not s.tile:
            assert union == (1 << TILES) - 1
    for seat in range(s.seats):
        for row in range(2):
            covering = [s.slot[seat, row, c] - 1 for c in range(SLOTS) if s.slot[seat, row, c]]
            assert all(s.delivered[seat, row] >> (tile - row * TILES) & 1 for tile in covering)


@settings(max_examples=150, deadline=None)
@given(tables())
def test_nobody_keeps_too_much_and_nobody_owes(s):
    for seat in range(s.seats):
        assert all(s.goods[seat, good] >= 0 for good in range(4))
        if s.phase != DISCARD and s.choose == 0:
            assert stored(s, seat) <= s.storage[seat]
        assert s.storage[seat] <= 8


@settings(max_examples=60, deadline=None)
@given(tables(), st.integers(0, 2**30))
def test_a_redealt_table_has_the_same_cards(s, seed):
    """What is imagined for the others fits what has been played."""
    for seat in range(s.seats):
        other = s.copy()
        REFEREE.veil(other, seat)
        REFEREE.redeal(other, seat, seed)
        for owner in range(s.seats):
            for kind in range(KINDS):
                assert (
                    other.hand[owner, kind] + other.deck[owner, kind]
                    == s.hand[owner, kind] + s.deck[owner, kind]
                )
            assert sum(other.hand[owner, kind] for kind in range(KINDS)) == s.held[owner]


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(SETTINGS), st.integers(0, 2**40))
def test_the_winter_levels_are_never_out_of_order(chosen, seed):
    table = REFEREE.new(chosen)
    REFEREE.playout(table, seed)

    assert table.phase == DONE
    if table.side:
        for seat in range(table.seats):
            for row in range(2):
                one, two, three = (
                    sum(table.slot[seat, row, c] > 0 for c in pair)
                    for pair in ((0, 1), (2, 3), (4, 5))
                )
                assert one >= two >= three


@settings(max_examples=80, deadline=None)
@given(tables(), st.integers(0, 8))
def test_what_can_be_reached_is_what_does_not_cost_more(s, limit):
    if s.phase in (CARD, SPACE) and s.seat < s.seats:
        cheap = sum(1 << space for space in range(PLACES) if voyage_cost(s, space) <= limit)

        assert reach_of(s, limit) == cheap
