"""Tables: plain ints in, plain ints out, every write checked."""

import copy
import pickle
from itertools import product

import numpy as np
import pytest

from sunroom import known_games, load
from sunroom.engine.arrays import array_of, array_of_all, dtype_of
from sunroom.rules.record import Drafts, Table, Tables, i8, i16, i32, i64, u8, u16, u32


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


@pytest.mark.parametrize(
    "name",
    ["cells", "fields", "size", "codes", "spans", "views", "record", "array", "copy", "assign", "tobytes", "frombytes", "as_list", "__init__"],
)  # fmt: skip
def test_a_field_cannot_have_a_name_that_every_table_has(name):
    with pytest.raises(TypeError, match=f"Own: a field cannot be called {name}; every table"):
        type(Table)("Own", (Table,), {name: i8(), "other": i8()})


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
    array_of(box)["big"] = 2**40

    assert array_of(box)["grid"][0, 0, 1] == 9
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


class Mixed(Table):
    """Every type after every other, alone and in rows, so that all kinds of gaps occur."""

    a = i8()
    b = i64(2)
    c = u8(3)
    d = u32()
    e = i16()
    f = i32(2, 2)
    g = u8()
    h = u16()
    i = i8(1, 1, 5)
    j = i64()
    k = u16(3)


class Small(Table):
    a = i16()
    b = u8()


class More(Mixed):
    """Fields may be added to those of another table."""

    z = i32()


GAMES = [load(name).table for name in known_games()]


@pytest.mark.parametrize("kind", [Box, Mixed, Small, More, *GAMES], ids=lambda kind: kind.__name__)
def test_the_layout_is_that_of_an_aligned_numpy_record(kind):
    fields = [(name, field.code, field.shape) for name, field in kind.fields.items()]
    dtype = np.dtype(fields, align=True)

    assert kind.size == dtype.itemsize
    assert dtype_of(kind) == dtype
    assert dtype_of(kind).isalignedstruct
    for name, field in kind.fields.items():
        of, start = dtype.fields[name][:2]
        assert kind.spans[name] == slice(start, start + of.itemsize)
        assert (field.itemsize, field.shape) == (of.base.itemsize, of.shape)


def test_the_tables_of_the_games_keep_their_sizes():
    """Saved tables are read for ever."""
    sizes = {name: load(name).table.size for name in known_games()}

    assert sizes == {"guild-solo": 80, "solaris": 968, "solenia": 356, "soluna": 92}


@pytest.mark.parametrize("kind", [Box, Mixed, More, *GAMES], ids=lambda kind: kind.__name__)
def test_every_field_is_read_where_numpy_writes_it(kind):
    rng = np.random.default_rng(1)
    table = kind.frombytes(rng.bytes(kind.size))
    for name, field in kind.fields.items():
        value = getattr(table, name)
        assert (value.tolist() if field.shape else value) == array_of(table)[name][0].tolist()


def test_a_table_takes_over_a_table_of_its_own_kind_only():
    with pytest.raises(TypeError, match="a Box cannot become a Small"):
        Box().assign(Small())
    assert Box() != Small()


def test_bytes_of_another_length_are_refused():
    with pytest.raises(ValueError, match="56 bytes, not 55"):
        Box.frombytes(Box().tobytes()[1:])


def test_a_table_is_pickled_and_copied_by_its_bytes():
    box = Box()
    box.grid[1, 1] = 5
    array_of(box)
    for again in (pickle.loads(pickle.dumps(box)), copy.deepcopy(box)):
        again.row[0] = 1
        assert (again.grid[1, 1], box.row[0]) == (5, 0)


def test_tables_lie_one_after_another():
    boxes = Tables.new(Box, 3)
    boxes[1].small = 7
    boxes[2] = boxes[1]
    boxes[1].small = 8

    assert array_of_all(boxes)["small"].tolist() == [0, 8, 7]
    assert boxes.cells[Box.size] == 8


def numbers_in(one, kind):
    """Every number of a table, or of a draft of one."""
    return {
        (name, *at): getattr(one, name)[at if len(at) > 1 else at[0]] if at else getattr(one, name)
        for name, field in kind.fields.items()
        for at in product(*map(range, field.shape))
    }


class Named(Table):
    """Fields with names that other tables use for something."""

    numbers = i8()
    rows = i8(2)


@pytest.mark.parametrize("kind", [Box, Mixed, More, Named, *GAMES], ids=lambda kind: kind.__name__)
def test_a_draft_is_the_table_until_something_is_tried_on_it(kind):
    rng = np.random.default_rng(1)
    tables = Tables(kind, bytearray(rng.bytes(2 * kind.size)))
    drafts, before = Drafts(tables), bytes(tables.cells)
    assert [numbers_in(one, kind) for one in drafts] == [
        numbers_in(one, kind) for one in tables.tables
    ]

    drafts[1] = drafts[0]
    assert numbers_in(drafts[1], kind) == numbers_in(tables[0], kind)
    for name, *at in numbers_in(drafts[1], kind):
        if at:
            getattr(drafts[1], name)[tuple(at) if len(at) > 1 else at[0]] = 0
        else:
            setattr(drafts[1], name, 0)
    assert not any(numbers_in(drafts[1], kind).values())
    assert numbers_in(drafts[0], kind) == numbers_in(tables[0], kind)
    assert bytes(tables.cells) == before


def test_a_table_over_a_batch_is_a_view_of_it():
    batch = np.zeros(4, dtype_of(Box))
    Box(batch[2:3]).small = 7

    assert batch["small"].tolist() == [0, 0, 7, 0]
