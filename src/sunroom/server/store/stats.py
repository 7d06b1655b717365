"""What is in a database, counted."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, func, select

from sunroom.table.state import ABORTED, ENDED, GATHERING, PLAYING

from . import schema


def count_contents(connection: Connection) -> dict[str, int]:
    def count(table: Any, *where: Any) -> int:
        return (
            connection.execute(select(func.count()).select_from(table).where(*where)).scalar() or 0
        )

    status = schema.matches.c.status
    kinds = (GATHERING, PLAYING, ENDED, ABORTED)
    return {name: count(schema.matches, status == name) for name in kinds} | {
        "events": count(schema.events),
        "people": count(schema.people, schema.people.c.gone.is_(None)),
        "chat": count(schema.chat),
    }
