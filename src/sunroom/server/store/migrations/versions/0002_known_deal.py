"""Matches say whether their host knows the deal.

Of those that are there, it is told by what was written when they were brought, branched or
prepared; where that is not certain, they are taken for known.

Seats may add shares to the dealing. A version before this cannot read such a match: there it is set
aside, and what was said of the others is kept, until a newer version is back.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import sqlalchemy as sa
from alembic import op

from sunroom.server.store.upgrades import aside

revision = "0002"
down_revision = "0001"

MATCHES = sa.table(
    "matches",
    sa.column("id"),
    sa.column("setup"),
    sa.column("seed"),
    sa.column("known_deal", sa.Boolean),
)
EVENTS = sa.table("events", sa.column("match"), sa.column("n"), sa.column("at"), sa.column("data"))
BATCH = 500
SMALL = bytes(8)  # with which a seed begins that was chosen as a number
MARKS = "marks 0002"  # what is kept where the column is not
SHARES = ("promised", "shared")  # kinds of events


def upgrade() -> None:
    known: sa.Column[bool] = sa.Column(
        "known_deal", sa.Boolean(), nullable=False, server_default=sa.false()
    )
    op.add_column("matches", known)
    connection = op.get_bind()
    found = _found(connection)
    for marks in aside.kept(connection, MARKS):
        found = (found - set(marks["not_known"])) | set(marks["known"])
    ids = sorted(found)
    for batch in (ids[n : n + BATCH] for n in range(0, len(ids), BATCH)):
        at = MATCHES.c.id.in_(batch)
        connection.execute(sa.update(MATCHES).where(at).values(known_deal=True))
    aside.bring_back(connection, revision)


def downgrade() -> None:
    connection = op.get_bind()
    shares = sa.or_(*(EVENTS.c.data.startswith(f'{{"k":"{kind}"') for kind in SHARES))
    with_shares = sa.select(EVENTS.c.match).distinct().where(shares)
    aside.set_aside(connection, revision, connection.execute(with_shares).scalars().all())
    marked = sa.select(MATCHES.c.id).where(MATCHES.c.known_deal)
    known = set(connection.execute(marked).scalars())
    not_known = _found(connection) - known
    aside.keep(connection, MARKS, {"known": sorted(known), "not_known": sorted(not_known)})
    op.drop_column("matches", "known_deal")


def _found(connection: sa.Connection) -> set[str]:
    return {*_chosen(connection), *_with_a_past(connection)}


def _chosen(connection: sa.Connection) -> Iterator[str]:
    """Seeds that somebody has chosen, and files: all players of a file have a name."""
    for id, setup, seed in connection.execute(sa.select(*list(MATCHES.c)[:3])):
        if bytes(seed).startswith(SMALL) or all(seat.get("name") for seat in json.loads(setup)):
            yield id


def _with_a_past(connection: sa.Connection) -> Iterator[str]:
    """Branches, and matches whose beginning was written at one moment: it was played before."""
    first, second = EVENTS.alias(), EVENTS.alias()
    pairs = first.outerjoin(second, sa.and_(second.c.match == first.c.match, second.c.n == 2))
    wanted = sa.select(first.c.match, first.c.at, first.c.data, second.c.at, second.c.data)
    for id, at, data, later, next in connection.execute(
        wanted.select_from(pairs).where(first.c.n == 1)
    ):
        kind = _kind(data)
        if kind == "branched" or (kind == "began" and at == later and _kind(next) == "played"):
            yield id


def _kind(data: str) -> Any:
    return json.loads(data)["k"]
