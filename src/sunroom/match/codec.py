"""Dataclasses as data for JSON and back: what is sent, stored and saved is described once.

    @dataclass(frozen=True)
    class Play(Codable, tag="play"):
        text: Annotated[str, Bounds(1, 200)]
        hold: bool = False

`to_data` puts the tag first and leaves out fields with their default value; `from_data` is its
inverse and raises BadData for data that do not fit the types. This uses the standard library only,
so that it also runs in a browser; msgspec reads and writes the same bytes, which a test checks.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin, get_type_hints

T = TypeVar("T")
Reader = Callable[[Any, str], Any]  # from data and their path to a value; raises BadData


class BadData(ValueError):
    """Data that do not fit their type; says what was expected, and where."""


@dataclass(frozen=True)
class Bounds:
    """The least and greatest length or number that an `Annotated` type allows, or its pattern."""

    least: int | None = None
    most: int | None = None
    pattern: str | None = None


class Codable:
    """A base for dataclasses whose data name their class with a tag, or refuse unknown fields."""

    tag_field: ClassVar[str] = "t"
    tag: ClassVar[str] = ""  # empty: the data do not name the class
    strict: ClassVar[bool] = False

    def __init_subclass__(
        cls, tag: str = "", tag_field: str = "", strict: bool | None = None, **more: Any
    ) -> None:
        super().__init_subclass__(**more)
        cls.tag = tag or cls.tag
        cls.tag_field = tag_field or cls.tag_field
        cls.strict = cls.strict if strict is None else strict


# Writing


def to_data(value: Any) -> Any:
    """A value as dictionaries, lists, texts and numbers."""
    if is_dataclass(value):
        return _fields_data(value)
    if isinstance(value, list | tuple):
        return [to_data(one) for one in value]
    return value


def _fields_data(value: Any) -> dict[str, Any]:
    head, rows = _outline(type(value))  # type: ignore[arg-type]  # a class is hashable
    found = dict(head)
    for name, default, nested in rows:
        one = getattr(value, name)
        if default is MISSING or one != default:
            found[name] = to_data(one) if nested else one
    return found


@cache
def _outline(kind: type) -> tuple[tuple[tuple[str, str], ...], list[tuple[str, Any, bool]]]:
    """The tag; and for each field its name, its default, and whether its value can be nested."""
    tag, types = getattr(kind, "tag", ""), _types(kind)
    head = ((kind.tag_field, tag),) if tag else ()  # type: ignore[attr-defined]
    return head, [
        (f.name, f.default if f.default_factory is MISSING else f.default_factory(),
         _is_nested(types[f.name]))
        for f in fields(kind)
    ]  # fmt: skip


def _is_nested(kind: Any) -> bool:
    """Whether a value of this type can contain a dataclass or a tuple."""
    if get_origin(kind) is tuple or is_dataclass(kind):
        return True
    return any(_is_nested(part) for part in get_args(kind))


@cache
def _types(kind: type) -> dict[str, Any]:
    return get_type_hints(kind, include_extras=True)


def to_json(value: Any) -> str:
    """A value as compact JSON."""
    return json.dumps(to_data(value), ensure_ascii=False, separators=(",", ":"))


# Reading


def from_json(kind: type[T], text: str | bytes) -> T:
    """The value that some JSON describes. Raises BadData unless it fits the type."""
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except RecursionError:
        raise BadData("JSON is nested too deep") from None
    except ValueError as why:
        raise BadData(f"JSON is malformed: {why}") from None
    return from_data(kind, data)


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number")


def from_data(kind: type[T], data: Any) -> T:
    """The value that some data describe. Raises BadData unless they fit the type."""
    value: T = _reader(kind)(data, "")  # type: ignore[arg-type]  # a class is hashable
    return value


@cache
def _reader(kind: Any) -> Reader:
    """The reader of a type; made once."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is Any:
        return lambda data, _: data
    if origin is Annotated:
        return _bounded(_reader(args[0]), args[1])
    if origin in (Union, UnionType):
        return _reader_of_union(args)
    if origin in (list, tuple):
        return _reader_of_list(_reader(args[0]), origin)
    if origin in (dict, Mapping):
        return _reader_of_dict(_reader(args[0]), _reader(args[1]))
    if is_dataclass(kind):
        return _reader_of_fields(kind)  # type: ignore[arg-type]
    return _reader_of_scalar(kind)


NAMES = {
    str: "str", int: "int", bool: "bool", float: "float", list: "array", dict: "object",
    NoneType: "null",
}  # fmt: skip


def _wrong(expected: str, data: Any, at: str) -> BadData:
    return BadData(f"Expected `{expected}`, got `{NAMES.get(type(data), '?')}`{_where(at)}")


def _where(at: str) -> str:
    return f" - at `${at}`" if at else ""


def _reader_of_scalar(kind: Any) -> Reader:
    def scalar(data: Any, at: str) -> Any:
        if type(data) is kind:
            return data
        if kind is float and type(data) is int:
            return float(data)
        if kind is int and type(data) is float and data.is_integer():
            return int(data)
        raise _wrong(NAMES[kind], data, at)

    return scalar


def _bounded(inner: Reader, bounds: Bounds) -> Reader:
    found = re.compile(bounds.pattern) if bounds.pattern else None

    def bounded(data: Any, at: str) -> Any:
        value = inner(data, at)
        number = value if isinstance(value, int) else len(value)
        kind = NAMES.get(type(value), "object")
        what = "" if isinstance(value, int) else "length "
        if bounds.least is not None and number < bounds.least:
            raise BadData(f"Expected `{kind}` of {what}>= {bounds.least}{_where(at)}")
        if bounds.most is not None and number > bounds.most:
            raise BadData(f"Expected `{kind}` of {what}<= {bounds.most}{_where(at)}")
        if found is not None and not found.search(value):
            raise BadData(f"Expected `str` matching regex {bounds.pattern!r}{_where(at)}")
        return value

    return bounded


def _reader_of_union(args: tuple[Any, ...]) -> Reader:
    """A reader for an optional type, or for several dataclasses with tags."""
    kinds = [kind for kind in args if kind is not NoneType]
    inner = _reader(kinds[0]) if len(kinds) == 1 else _reader_of_tagged(kinds)
    if len(kinds) == len(args):
        return inner
    return lambda data, at: None if data is None else inner(data, at)


def _reader_of_tagged(kinds: list[Any]) -> Reader:
    readers = {kind.tag: _reader(kind) for kind in kinds}
    field = kinds[0].tag_field

    def tagged(data: Any, at: str) -> Any:
        if type(data) is not dict:
            raise _wrong("object", data, at)
        if field not in data:
            raise BadData(f"Object missing required field `{field}`{_where(at)}")
        tag = data[field]
        if type(tag) is not str:
            raise _wrong("str", tag, f"{at}.{field}")
        if tag not in readers:
            raise BadData(f"Invalid value {tag!r}{_where(f'{at}.{field}')}")
        return readers[tag](data, at)

    return tagged


def _reader_of_list(inner: Reader, make: Any) -> Reader:
    def listed(data: Any, at: str) -> Any:
        if type(data) is not list:
            raise _wrong("array", data, at)
        return make(inner(one, f"{at}[{n}]") for n, one in enumerate(data))

    return listed


def _reader_of_dict(key: Reader, inner: Reader) -> Reader:
    def mapped(data: Any, at: str) -> Any:
        if type(data) is not dict:
            raise _wrong("object", data, at)
        return {key(name, at): inner(one, f"{at}.{name}") for name, one in data.items()}

    return mapped


def _reader_of_fields(kind: type) -> Reader:
    readers = {f.name: _reader(_types(kind)[f.name]) for f in fields(kind)}
    needed = [f.name for f in fields(kind) if f.default is MISSING and f.default_factory is MISSING]
    known = {getattr(kind, "tag_field", "")} if getattr(kind, "tag", "") else set()
    strict = getattr(kind, "strict", False)

    def made(data: Any, at: str) -> Any:
        if type(data) is not dict:
            raise _wrong("object", data, at)
        values = {}
        for name, one in data.items():
            if name in readers:
                values[name] = readers[name](one, f"{at}.{name}")
            elif strict and name not in known:
                raise BadData(f"Object contains unknown field `{name}`{_where(at)}")
        for name in needed:
            if name not in values:
                raise BadData(f"Object missing required field `{name}`{_where(at)}")
        return kind(**values)

    return made
