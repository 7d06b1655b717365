"""Messages as data, to be worded where they are read."""

from __future__ import annotations

from typing import Any

from sunroom.kernel.words import Argument, Message, Moves, Seat


def plain(told: Message) -> dict[str, Any]:
    """A message as data: its id and its arguments."""
    args = {key: _plain(value) for key, value in told.args.items()}
    return {"id": told.id, "args": args} if args else {"id": told.id}


def _plain(value: Argument) -> Any:
    if isinstance(value, Message):
        return plain(value)
    if isinstance(value, Seat):
        return {"seat": value.number}
    if isinstance(value, Moves):
        return {"moves": list(value.texts)}
    return value


def message_of(data: dict[str, Any]) -> Message:
    """The inverse of `plain`."""
    return Message(data["id"], {k: _argument(v) for k, v in data.get("args", {}).items()})


def _argument(value: Any) -> Argument:
    if not isinstance(value, dict):
        return value  # type: ignore[no-any-return]
    if "seat" in value:
        return Seat(value["seat"])
    if "moves" in value:
        return Moves(tuple(value["moves"]))
    return message_of(value)
