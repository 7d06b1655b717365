"""A match may be ended because its rules have changed.

Versions before this do not end matches so, and may have those rules: there they go on.
"""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

RULES_CHANGED = "rules_changed"
MATCHES = sa.table(
    "matches", sa.column("id"), sa.column("status"), sa.column("reason"), sa.column("ended")
)
EVENTS = sa.table("events", sa.column("match"), sa.column("n"), sa.column("data"))


def upgrade() -> None:
    """No table changes: that such an end can be, is what an older version has to be told of."""


def downgrade() -> None:
    """The end is taken away again: it is the last event of its match, and nobody has played it."""
    connection = op.get_bind()
    ended = sa.select(MATCHES.c.id).where(MATCHES.c.reason == RULES_CHANGED)
    for id in connection.execute(ended).scalars().all():
        events = connection.execute(
            sa.select(EVENTS.c.n, EVENTS.c.data).where(EVENTS.c.match == id).order_by(EVENTS.c.n)
        ).all()
        kinds = [json.loads(data) for _, data in events]
        if kinds[-1].get("why") == RULES_CHANGED:
            last = sa.and_(EVENTS.c.match == id, EVENTS.c.n == events[-1].n)
            connection.execute(sa.delete(EVENTS).where(last))
        begun = any(kind["k"] == "began" for kind in kinds)
        running = {"status": "playing" if begun else "gathering", "reason": None, "ended": None}
        connection.execute(sa.update(MATCHES).where(MATCHES.c.id == id).values(running))
