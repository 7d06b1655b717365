"""Random words: the published vectors, and the same from every way of running."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sunroom.engine import runner
from sunroom.rules.masks import AT_ONCE, count, listed, lowest, nth
from sunroom.rules.philox import STEPS, below, philox, word, word_at_once, words, words_at_once

# kat_vectors of Random123 for philox4x32-10
VECTORS = [
    ((0, 0, 0, 0, 0, 0), (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
    ((0xFFFFFFFF,) * 6, (0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD)),
    (
        (0x243F6A88, 0x85A308D3, 0x13198A2E, 0x03707344, 0xA4093822, 0x299F31D0),
        (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1),
    ),
]


@pytest.mark.parametrize(("given", "expected"), VECTORS)
def test_published_vectors(given, expected):
    assert philox(*given) == expected


def test_compiled_words_are_the_same():
    if not runner.available():
        pytest.skip("compiled rules are switched off by SUNROOM_INTERPRETED")
    import numba

    from sunroom.engine.binding import Binding

    twin = Binding({}, "test", numba.njit).rebind(words)
    for seed in (0, 1, 2**63 - 1, 12345678901234567):
        for table in (0, 7, 2**40 + 3):
            assert twin(seed, table, 8) == words(seed, table, 8)


def test_a_word_is_a_lane_of_its_block():
    assert [word(5, 9, step) for step in range(8, 12)] == list(words(5, 9, 8))


@example(2**63 - 1, 2**40 + 3, 2**32 - STEPS)
@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**63 - 1), st.integers(0, 2**40))
def test_words_computed_side_by_side_are_the_same(seed, table, step):
    steps = range(step, step + STEPS + 1)

    assert [word_at_once(seed, table, n) for n in steps] == [word(seed, table, n) for n in steps]
    for first in range(step - step % 4, step + STEPS, 4):
        assert words_at_once(seed, table, first) == words(seed, table, first)


def test_draws_below_n_are_even():
    draws = [below(word(1, 2, step), 6) for step in range(6000)]
    counts = np.bincount(draws, minlength=6)

    assert set(draws) == set(range(6))
    assert ((counts - 1000) ** 2 / 1000).sum() < 20.5  # chi-squared with 5 degrees: 0.1 %


def test_masks():
    for mask in range(1, 1 << 12):
        places = [place for place in range(12) if mask >> place & 1]
        assert count(mask) == AT_ONCE[count](mask) == len(places)
        assert lowest(mask) == AT_ONCE[lowest](mask) == places[0]
        assert [nth(mask, k) for k in range(len(places))] == places
        for write in (listed, AT_ONCE[listed]):
            out = [0] * 12
            assert out[: write(mask, 5, out)] == [5 + place for place in places]
    for mask, number in ((0, 0), ((1 << 62) - 1, 62), ((1 << 63) - 1, 63)):
        assert count(mask) == AT_ONCE[count](mask) == number
    assert lowest(1 << 62) == AT_ONCE[lowest](1 << 62) == 62
