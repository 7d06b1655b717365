"""What must hold in every position, however it came about."""

from hypothesis import given, settings
from hypothesis import strategies as st

from sunroom import load
from sunroom.engine.referee import interpreted
from sunroom.games.soluna.rules import ALL, partners
from sunroom.games.soluna.state import KINDS, PLACES, STACK
from sunroom.games.soluna.view import view

from .independent import moves, play

GAME = load("soluna")
REFEREE = interpreted(GAME)
VARIANTS = st.fixed_dictionaries(
    {}, optional={"throw": st.just("each-round"), "opening": st.just("loser")}
)


@st.composite
def tables(draw):
    """A table after some random steps of some match."""
    table = REFEREE.new(GAME.settings(draw(VARIANTS)))
    REFEREE.playout(table, draw(st.integers(0, 2**40)), limit=draw(st.integers(0, 150)))
    return table


@given(tables())
def test_what_is_kept_in_step_is_what_it_would_be_from_scratch(s):
    standing = [p for p in range(PLACES) if s.height[p] > 0]
    for symbol in range(KINDS):
        assert s.showing[symbol] == sum(1 << p for p in standing if s.face[s.top[p]] == symbol)
    for height in range(1, PLACES + 1):
        assert s.tall[height] == sum(1 << p for p in standing if s.height[p] == height)
    if standing:
        assert s.tall[0] == ALL ^ sum(1 << p for p in standing)
        assert s.moves == sum(partners(s, p).bit_count() for p in standing)


@given(tables())
def test_no_disc_is_ever_lost(s):
    towers = [tower for tower in view(s, 0)["towers"] if tower]
    discs = sorted(disc for tower in towers for disc in tower["discs"])

    assert all(len(tower["discs"]) == tower["height"] for tower in towers)
    assert all(tower["discs"][-1] == tower["symbol"] for tower in towers)
    if towers:
        assert discs == sorted(view(s, 0)["pattern"])


@given(tables())
def test_every_stacking_leaves_one_tower_less(s):
    if s.phase == STACK:
        before = sum(height > 0 for height in s.height)
        stars = list(s.stars)
        REFEREE.apply(s, REFEREE.legal(s)[-1])
        if list(s.stars) == stars:
            assert sum(height > 0 for height in s.height) == before - 1


@settings(max_examples=50)
@given(st.integers(0, 2**40))
def test_an_independent_generator_finds_the_same_stackings_all_along_a_match(seed):
    """Written from the rulebook alone, over real stacks of discs (see independent.py)."""
    s = REFEREE.new(GAME.settings({"rounds": "single"}))
    step = REFEREE.playout(s, seed, limit=PLACES + 1)
    while not REFEREE.is_over(s):
        towers = [tower for tower in view(s, 0)["towers"] if tower]
        places = ["abcdefghijkl".index(tower["place"]) for tower in towers]
        theirs = tuple(tuple(tower["discs"]) for tower in towers)
        found = [places[mover] * PLACES + places[base] for mover, base in moves(theirs)]
        assert found == REFEREE.legal(s)
        before = s.copy()
        step = REFEREE.playout(s, seed, step=step, limit=step + 1)
        _same_result(before, s, places, theirs)


def _same_result(before, after, places, theirs):
    """Some stacking of the independent table leads to what the rules made of it."""
    shown = [tuple(tower["discs"]) for tower in view(after, 0)["towers"] if tower]

    assert shown in [list(play(theirs, mover, base)) for mover, base in moves(theirs)]
