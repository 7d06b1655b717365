"""Commands and frames as msgspec reads and writes them: quickly, and told in the OpenAPI document.

Their fields and bounds are those of the dataclasses in `sunroom.table.wire`, from which a Struct is
made for each; a test holds msgspec and the core's own codec to the same answers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import MISSING, Field, fields, is_dataclass
from functools import cache, reduce
from operator import or_
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec
from msgspec import Meta

from sunroom.match import codec
from sunroom.match.codec import Bounds
from sunroom.server import limits
from sunroom.table import events as ev
from sunroom.table import wire
from sunroom.table.wire import Command

T = TypeVar("T")
Name = Annotated[str, Meta(min_length=1, max_length=40)]

LARGEST_MESSAGE = limits.MESSAGE.each
LARGEST_BODY = limits.BODY.each // 2  # of an imported match or a box of components


@cache
def struct_of(kind: Any) -> Any:
    """The Struct with the fields of a dataclass."""
    types = get_type_hints(kind, include_extras=True)
    return msgspec.defstruct(
        kind.__name__,
        [(f.name, _type(types[f.name]), *_default(f)) for f in fields(kind)],
        module=__name__,
        namespace={"__doc__": kind.__doc__},
        tag=getattr(kind, "tag", "") or None,
        tag_field=getattr(kind, "tag_field", None) if getattr(kind, "tag", "") else None,
        forbid_unknown_fields=getattr(kind, "strict", False),
        omit_defaults=True,
        kw_only=True,
    )


def _default(field: Field[Any]) -> tuple[Any, ...]:
    if field.default_factory is not MISSING:
        return (msgspec.field(default_factory=field.default_factory),)
    return () if field.default is MISSING else (field.default,)


def _type(kind: Any) -> Any:
    """A type with Structs in the place of dataclasses, and msgspec's bounds in that of ours."""
    origin, args = get_origin(kind), get_args(kind)
    if is_dataclass(kind):
        return struct_of(kind)  # type: ignore[arg-type]  # a class is hashable
    if origin is Annotated:
        return Annotated[_type(args[0]), _meta(args[0], args[1])]
    if origin in (Union, UnionType):
        return either(map(_type, args))
    return origin[tuple(map(_type, args))] if origin is not None else kind


def either(kinds: Iterable[Any]) -> Any:
    """The union of some types."""
    return reduce(or_, kinds)


def _meta(kind: Any, bounds: Bounds) -> Meta:
    if kind is int:
        return Meta(ge=bounds.least, le=bounds.most)
    return Meta(min_length=bounds.least, max_length=bounds.most, pattern=bounds.pattern)


def as_struct(value: T) -> T:
    """A frame for msgspec to write. It has the same fields, so it is called by the same type."""
    return _as_struct(value)  # type: ignore[no-any-return]


def _as_struct(value: Any) -> Any:
    if is_dataclass(value):
        parts = {f.name: _as_struct(getattr(value, f.name)) for f in fields(value)}
        return struct_of(type(value))(**parts)  # type: ignore[arg-type]  # a class is hashable
    if isinstance(value, list | tuple):
        return type(value)(map(_as_struct, value))
    return value


def as_dataclass(struct: Any) -> Any:
    """A command or an event that msgspec has read; there is nothing but plain values in it."""
    kind = DATACLASSES[type(struct)]
    return kind(**{name: getattr(struct, name) for name in struct.__struct_fields__})


COMMANDS = {struct_of(kind): kind for kind in get_args(wire.AnyCommand)}
EVENTS = {struct_of(kind): kind for kind in get_args(ev.AnyEvent)}
DATACLASSES: dict[type, type] = COMMANDS | EVENTS
_commands = msgspec.json.Decoder(either(COMMANDS))
_events = msgspec.json.Decoder(either(EVENTS))
_writer = msgspec.json.Encoder()


def read_command(text: str | bytes) -> Command:
    """A command as it came in; msgspec's DecodeError where it is none."""
    return as_dataclass(_commands.decode(text))  # type: ignore[no-any-return]


def read_event(data: str) -> ev.AnyEvent:
    """An event as it is stored: `events.read`, but logs of thousands are read while others wait."""
    return as_dataclass(_events.decode(data))  # type: ignore[no-any-return]


def encode(frame: Any) -> bytes:
    """A frame, or another answer, as it goes out."""
    return _writer.encode(codec.to_data(frame))


if TYPE_CHECKING:  # for whoever checks types, a Struct is the dataclass that it was made of
    About = wire.About
    Chat = wire.Chat
    AnyCommand = wire.AnyCommand
    Done = wire.Done
    Frame = wire.Frame
    State = wire.State
    Level = wire.Level
    SeatNumber = wire.SeatNumber
    Text = wire.Text
    Version = wire.Version
else:
    Level, SeatNumber = _type(wire.Level), _type(wire.SeatNumber)
    Text, Version = _type(wire.Text), _type(wire.Version)
    About, Done, State = struct_of(wire.About), struct_of(wire.Done), struct_of(wire.State)
    Chat = struct_of(wire.Chat)
    AnyCommand = either(COMMANDS)
    Frame = either(map(struct_of, get_args(wire.Frame)))
