"""What must hold in every position, however it came about."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sunroom.checks.conformance import variants
from sunroom.engine.referee import compiled_if_possible
from sunroom.games.solaris.chapters.cards import apart
from sunroom.games.solaris.pieces import CARD_COPIES, KINDS
from sunroom.games.solaris.state import AMOUNT, DISCARD, SETTLE, TAKE
from sunroom.rules.contract import CHANCE

from .scene import GAME

REFEREE = compiled_if_possible(GAME)
SETTINGS = list(variants(GAME))


@st.composite
def tables(draw):
    """A table after some random steps of some game."""
    table = REFEREE.new(draw(st.sampled_from(SETTINGS)))
    REFEREE.playout(table, draw(st.integers(0, 2**40)), limit=draw(st.integers(0, 2500)))
    return table


@settings(max_examples=300, deadline=None)
@given(tables())
def test_no_card_is_ever_lost_or_doubled(s):
    for kind in range(KINDS):
        there = s.deck[kind] + s.discards[kind]
        there += sum(s.display[n] == kind + 1 for n in range(3))
        there += sum(s.hand[seat, kind] for seat in range(s.seats))
        there += sum(
            s.aside[one, two] == kind + 1 for one in range(s.seats) for two in range(s.seats)
        )
        assert there == CARD_COPIES[s.scarce, kind]
    assert s.pile == sum(s.deck[kind] for kind in range(KINDS))


@settings(max_examples=300, deadline=None)
@given(tables())
def test_hands_are_counted_and_masked(s):
    for seat in range(s.seats):
        assert s.held[seat] == sum(s.hand[seat, kind] for kind in range(KINDS))
        assert s.holds[seat] == sum(1 << kind for kind in range(KINDS) if s.hand[seat, kind])


@settings(max_examples=300, deadline=None)
@given(tables())
def test_what_is_known_is_true_and_bounded(s):
    """Known cards are in the hand, and nobody knows more than `told` allows."""
    for holder in range(s.seats):
        for knower in range(s.seats):
            if knower == holder:
                continue
            seen = [s.seen[knower, apart(knower, holder), kind] for kind in range(KINDS)]
            assert sum(seen) <= s.told[knower, holder] <= 24
            for kind in range(KINDS):
                assert s.shown[holder, kind] + seen[kind] <= s.hand[holder, kind]
                assert s.shown[holder, kind] >= 0


@settings(max_examples=300, deadline=None)
@given(tables())
def test_the_pile_never_runs_dry_and_energy_stays_on_the_track(s):
    assert s.pile > 0
    assert s.phase != SETTLE
    for station in range(6):
        heights = [(s.above[station] >> 5 * seat & 31).bit_count() for seat in range(s.seats)]
        assert len(set(heights)) == s.seats or s.round == 0
        for seat in range(s.seats):
            assert 0 <= s.energy[station, seat] <= 7


@settings(max_examples=300, deadline=None)
@given(tables())
def test_hands_are_within_the_limit_where_it_holds(s):
    """More than seven only while cards are being taken, bought one by one, or discarded."""
    busy = REFEREE.to_act(s) == CHANCE or s.phase in (TAKE, DISCARD, AMOUNT)
    for seat in range(s.seats):
        assert s.held[seat] <= 7 or busy
        assert s.held[seat] <= 21


@settings(max_examples=200, deadline=None)
@given(tables())
def test_bridges_are_always_all_there(s):
    if s.round > 0:
        lying = [s.bridge[place] for place in range(6)] + [s.spare[0], s.spare[1]]
        assert sorted(lying) == [0, 0, 1, 1, 2, 2, 3, 3]
