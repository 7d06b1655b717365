"""Guests: signing in, changing their profile, deleting it."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Request, Response, delete, get, post
from litestar.params import JSONBody

from sunroom.server import wire
from sunroom.server.lobby.lobby import checked_name

from .request import (
    COOKIE,
    COOKIE_AGE,
    RESPONSES,
    address_of,
    admit,
    current_person,
    person_of,
    signed_in,
)


class ProfileChange(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What a guest can change of the profile; what is left out stays as it is."""

    name: wire.Name | None = None
    confirm: bool | None = None  # whether decisions are held back until they are confirmed


class Profile(msgspec.Struct):
    name: str | None
    confirm: bool
    token: str  # for programs: Authorization: Bearer …
    fresh: bool = False  # whether this guest is new


@post("/api/me", status_code=200, responses=RESPONSES, tags=["people"])
async def set_me(
    request: Request[Any, Any, Any], data: JSONBody[ProfileChange]
) -> Response[Profile]:
    """Sign in as a new guest, or change your name or settings."""
    backend = admit(request)
    name = checked_name(data.name) if data.name is not None else None
    row = await current_person(request)
    fresh = row is None
    if fresh:
        backend.limits.admit(address_of(request), creates=True)
        id = await backend.people.add(name)
        row = await backend.people.person(backend.people.token(id))
    change = {k: v for k, v in {"name": name, "confirm": data.confirm}.items() if v is not None}
    if change:
        await backend.profiles.change(row.id, **change)
    token = backend.people.token(row.id)
    name, confirm = change.get("name", row.name), change.get("confirm", row.confirm)
    answer = Response(Profile(name, confirm, token, fresh))
    answer.set_cookie(
        COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="lax",
        secure=request.url.scheme == "https",
    )  # fmt: skip
    return answer


@get("/api/me", responses=RESPONSES, tags=["people"])
async def get_me(request: Request[Any, Any, Any]) -> Profile:
    """Your own profile."""
    backend = admit(request)
    row = await current_person(request)
    signed_in(row.id if row is not None else None)
    return Profile(row.name, row.confirm, backend.people.token(row.id))


@delete("/api/me", status_code=204, responses=RESPONSES, tags=["people"])
async def delete_me(request: Request[Any, Any, Any]) -> None:
    """Delete your name, the names that you gave to others at your device, and your chat. Your
    matches stay, with nameless players.
    """
    backend = admit(request)
    await backend.profiles.delete(signed_in(await person_of(request)))
