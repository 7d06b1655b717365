"""What has changed of a table, so that thousands of bytes are sent once.

The change of a value is one of

- a text, a number, true, false or null: this in its place;
- `[value]`: this object or list in its place;
- `{key: change, …}` of an object, where `[]` is the change of a key that is gone;
- `{index: change, …}` of a list whose length stays;
- `{"": parts}` of any other list. It is made of parts of the old one: `3` is its element 3, `"3-7"`
  its elements 3 to 7, `{"3": change}` its element 3 changed, and `[value, …]` are new ones.

Nothing is there for what stays the same.
"""

from __future__ import annotations

from typing import Any, Final

from sunroom.match.codec import to_data

from .wire import Change, State

PARTS = ""  # the key under which a list says what it is made of
SAME: Final = object()  # no change
OFFER = {"held", "undo", "ask", "legal"}  # fields of a change that only who is to act gets


def since(before: State, now: State) -> dict[str, Any]:
    """A frame for somebody who has seen the one before: a Change as plain data."""
    found: dict[str, Any] = to_data(now)
    found["t"] = Change.tag
    if now.status == Change.status:
        del found["status"]
    view = change_of(before.view, now.view)
    if view is not SAME and view is not None:
        found["view"] = view
    else:
        found.pop("view", None)
    return found


def applied(before: State, change: Change) -> State:
    """The frame that a change stands for."""
    view = before.view if change.view is None else changed(before.view, change.view)
    return State(**change.__dict__ | {"view": view})


# What has changed


def change_of(before: Any, now: Any) -> Any:
    """The change that makes one value of another, or SAME."""
    return SAME if before == now else _difference(before, now)


def _difference(before: Any, now: Any) -> Any:
    """The change that makes one value of another, which it is not."""
    if type(now) is dict:
        return _change_of_object(before, now) if type(before) is dict else [now]
    if type(now) is list:
        return _change_of_list(before, now) if now and before and type(before) is list else [now]
    return now


def _change_of_object(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {key: [] for key in before if key not in now}
    for key, value in now.items():
        old = before.get(key, SAME)
        if old is SAME:
            found[key] = [value] if type(value) in (dict, list) else value
        elif old != value:
            found[key] = _difference(old, value)
    return found


def _change_of_list(before: list[Any], now: list[Any]) -> dict[str, Any]:
    if len(before) == len(now):
        pairs = enumerate(zip(before, now, strict=True))
        return {str(n): _difference(old, new) for n, (old, new) in pairs if old != new}
    scalar = _are_scalars(before) and _are_scalars(now)
    return {PARTS: (_parts_of_scalars if scalar else _parts)(before, now)}


def _are_scalars(values: list[Any]) -> bool:
    return {*map(type, values)} <= {str, int}


def _parts_of_scalars(before: list[Any], now: list[Any]) -> list[Any]:
    """A list of texts or numbers made of another."""
    places = {one: n for n, one in enumerate(before)}
    parts: list[Any] = []
    following = -1  # the place behind the last that was taken over
    for value in now:
        place = places.get(value)
        if place is None:
            _add(parts, value)
        elif place == following:
            parts[-1][1] = place
        else:
            parts.append(_Run((place, place)))
        following = -1 if place is None else place + 1
    return [part.told() if type(part) is _Run else part for part in parts]


class _Run(list[int]):
    """Neighbours as they were: the first and the last."""

    def told(self) -> int | str:
        return self[0] if self[0] == self[1] else f"{self[0]}-{self[1]}"


def _add(parts: list[Any], value: Any) -> None:
    """One more new element; neighbours stand together."""
    if parts and type(parts[-1]) is list:
        parts[-1].append(value)
    else:
        parts.append([value])


def _parts(before: list[Any], now: list[Any]) -> list[Any]:
    """A list of objects made of another; an object is known again by the first thing it says."""
    places = {_name(one): n for n, one in enumerate(before)}
    parts: list[Any] = []
    for value in now:
        name = _name(value)
        place = places.get(name, -1) if name is not None else -1
        if place < 0 or type(before[place]) is not type(value):
            _add(parts, value)
        elif before[place] == value:
            parts.append(place)
        else:
            parts.append({str(place): _difference(before[place], value)})
    return parts


def _name(value: Any) -> Any:
    if type(value) is dict:
        value = next(iter(value.values()), None)
    return value if type(value) in (str, int) else None


# What comes of it


def changed(before: Any, change: Any) -> Any:
    """The value that a change makes of another."""
    if type(change) is list:
        return change[0]
    if type(change) is not dict:
        return change
    return _changed_list(before, change) if type(before) is list else _changed(before, change)


def _changed(before: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    now = {key: value for key, value in before.items() if change.get(key) != []}
    for key, inner in change.items():
        if inner != []:
            now[key] = changed(before.get(key), inner)
    return now


def _changed_list(before: list[Any], change: dict[str, Any]) -> list[Any]:
    if PARTS in change:
        return made_of(before, change[PARTS])
    now = list(before)
    for n, inner in change.items():
        now[int(n)] = changed(before[int(n)], inner)
    return now


def made_of(before: list[Any], parts: list[Any]) -> list[Any]:
    return [value for part in parts for value in _part(before, part)]


def _part(before: list[Any], part: Any) -> list[Any]:
    if type(part) is int:
        return [before[part]]
    if type(part) is str:
        first, _, last = part.partition("-")
        return before[int(first) : int(last) + 1]
    if type(part) is list:
        return part
    ((n, inner),) = part.items()
    return [changed(before[int(n)], inner)]
