"""Tables: plain ints in, plain ints out, every write checked."""

import numpy as np
import pytest

from sunroom.kernel.record import Table, i8, i16, i32, i64, u8, u16, u32


class Box(Table):
    """One field of each kind."""

    small = i8()
    row = i16(3)
    grid = i32(2, 3)
    big = i64()
    mask = u8()
    masks = u16(2)
    wide = u32()


def test_a_new_table_is_all_zeros():
    assert set(Box().tobytes()) == {0}


def test_fields_read_as_plain_ints():
    box = Box()
    box.small = -5
    box.row[1] = 300
    box.grid[1, 2] = -70000
    box.mask = 255

    values = (box.small, box.row[1], box.grid[1, 2], box.mask)
    assert values == (-5, 300, -70000, 255)
    assert {type(value) for value in values} == {int}
    assert box.small * 100 == -500  # no wrapping at eight bits


def test_numpy_sees_the_same_record():
    box = Box()
    box.grid[0, 1] = 9
    box.array["big"] = 2**40

    assert box.array["grid"][0, 0, 1] == 9
    assert box.big == 2**40


@pytest.mark.parametrize(
    ("name", "value"),
    [("small", 128), ("small", -129), ("mask", 256), ("mask", -1), ("wide", 2**32), ("big", 2**63)],
)
def test_a_write_beyond_the_range_is_refused(name, value):
    box = Box()
    with pytest.raises(ValueError, match="format"):
        setattr(box, name, value)

    assert getattr(box, name) == 0


def test_an_index_beyond_the_length_is_refused():
    with pytest.raises(IndexError):
        Box().row[3]
    with pytest.raises(IndexError):
        Box().grid[0, 3] = 1


def test_an_array_field_cannot_be_replaced():
    with pytest.raises(AttributeError):
        Box().row = [1, 2, 3]


def test_a_misspelt_field_is_refused():
    with pytest.raises(AttributeError):
        Box().smal = 1


def test_copies_are_independent_and_compare_by_bytes():
    box = Box()
    box.row[0] = 1
    copy = box.copy()
    assert copy == box

    copy.row[0] = 2
    assert copy != box
    assert box.row[0] == 1
    box.assign(copy)
    assert copy == box


def test_bytes_round_trip():
    box = Box()
    box.grid[1, 1] = 5

    assert Box.frombytes(box.tobytes()) == box
    assert "grid=[[0, 0, 0], [0, 5, 0]]" in repr(box)


def test_a_table_over_a_batch_is_a_view_of_it():
    batch = np.zeros(4, Box.dtype)
    Box(batch[2:3]).small = 7

    assert batch["small"].tolist() == [0, 0, 7, 0]
