"""Commands, frames and events as data: the core's own codec does what msgspec does."""

import json
from dataclasses import fields
from typing import get_args

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sunroom.match import codec
from sunroom.match.codec import BadData
from sunroom.match.matchfile import MatchFile
from sunroom.server.wire import as_dataclass, encode, read_command, struct_of
from sunroom.table import events as ev
from sunroom.table import wire
from sunroom.table.header import ClockRule, SeatSetup

COMMANDS, FRAMES, EVENTS = (get_args(kind) for kind in (wire.AnyCommand, wire.Frame, ev.AnyEvent))


def example(kind):
    """A value of a dataclass in which every field is said."""
    values = {str: "x", int: 1, bool: True}
    types = codec._types(kind)
    return kind(**{f.name: value_of(types[f.name], values) for f in fields(kind)})


def value_of(kind, values):
    args = get_args(kind)
    if kind in values:
        return values[kind]
    if hasattr(kind, "__dataclass_fields__"):
        return example(kind)
    if not args:
        return {"id": "x"}
    if getattr(kind, "__origin__", None) in (list, tuple):
        return kind.__origin__([value_of(args[0], values)])
    if getattr(kind, "__origin__", None) is dict:
        return {"x": value_of(args[1], values)}
    return value_of(args[0], values)


@pytest.mark.parametrize("kind", [*FRAMES, *EVENTS, SeatSetup, ClockRule, MatchFile])
def test_what_is_written_is_what_msgspec_writes(kind):
    for value in (example(kind), *at_their_defaults(kind)):
        struct = msgspec.convert(codec.to_data(value), struct_of(kind))
        assert msgspec.json.encode(struct) == codec.to_json(value).encode() == encode(value)
        assert codec.from_json(kind, codec.to_json(value)) == value


def at_their_defaults(kind):
    """The same with only what has to be said."""
    values = {f.name: getattr(example(kind), f.name) for f in fields(kind)}
    needed = [f.name for f in fields(kind) if f.default is codec.MISSING is f.default_factory]
    yield kind(**{name: values[name] for name in needed})


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**60), 2**60) | st.floats(allow_nan=False)
    | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=4,
)  # fmt: skip
NAMES = sorted({f.name for kind in COMMANDS for f in fields(kind)})
PLAUSIBLE = st.sampled_from([0, 1, 7, 8, -1, -2, 2**31 - 1, 2**31, 2**53, 1.0, 1.5, True, None, "", "x", "club", "A", "x" * 200, "x" * 201])  # fmt: skip


@settings(max_examples=1500, deadline=None)
@given(
    st.sampled_from([kind.tag for kind in COMMANDS] + ["", "none"]),
    st.dictionaries(st.sampled_from([*NAMES, "more"]), PLAUSIBLE | JSON, max_size=4),
)
def test_a_command_is_read_or_refused_as_msgspec_does(tag, values):
    check_alike(json.dumps({"t": tag} | values))


@settings(max_examples=300, deadline=None)
@given(JSON)
def test_what_is_no_command_is_refused_by_both(data):
    check_alike(json.dumps(data))


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "nul", '{"t":1}', '{"t":null}', '{"t":"play"}', "NaN", '{"t":"say","text":NaN}',
     '{"t":"abort","ref":1e400}', '{"t":"abort","ref":Infinity}', '{"t":"abort","ref":-0}', "[" * 5000,
     '{"t":"say","text":"\\u0000"}', '{"ref":2,"t":"hint"}', ' {"t" : "hint"} ', '{"t":"hint"}x'],
)  # fmt: skip
def test_odd_texts_are_read_or_refused_as_msgspec_does(text):
    check_alike(text)


def check_alike(text):
    try:
        theirs = read_command(text)
    except (msgspec.DecodeError, RecursionError):
        theirs = None
    if theirs is not None:
        assert codec.from_json(wire.AnyCommand, text) == theirs
        return
    with pytest.raises(BadData):
        codec.from_json(wire.AnyCommand, text)


def test_a_command_of_msgspec_is_the_dataclass():
    struct = msgspec.json.decode(
        b'{"text":"a>b","version":3,"t":"play"}', type=struct_of(wire.Play)
    )

    assert as_dataclass(struct) == wire.Play(text="a>b", version=3)


def test_a_refusal_says_what_was_expected_and_where():
    for data, why in (
        ({"kind": 1}, r"Expected `str`, got `int` - at `\$\.kind`"),
        ({}, "missing required field `kind`"),
        ([], "Expected `object`, got `array`"),
    ):
        with pytest.raises(BadData, match=why):
            codec.from_data(SeatSetup, data)
    with pytest.raises(BadData, match=r"at `\$\[1\]\.kind`"):
        codec.from_data(tuple[SeatSetup, ...], [{"kind": "open"}, {"kind": None}])
    with pytest.raises(BadData, match="unknown field `more`"):
        codec.from_data(wire.AnyCommand, {"t": "hint", "more": 1})
