"""The tables of the database, for SQLAlchemy; `migrations` brings a database to them.

A match is its events, and nothing else: `matches` holds what never changes, `events` what has
happened. The columns of `matches` and `seats` that change are there to be searched; they are
written together with the event that changes them.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
)

metadata = MetaData()

people = Table(
    "people", metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text),  # NULL for somebody who has not given it or has removed it
    Column("confirm", Boolean, nullable=False, default=False),  # whether turns are held back
    Column("created", BigInteger, nullable=False),  # all times are milliseconds since 1970
    Column("gone", BigInteger),  # when this person deleted their profile
)  # fmt: skip

matches = Table(
    "matches", metadata,
    Column("id", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("rules", Integer, nullable=False),
    Column("components", Text, nullable=False, default=""),  # digest of an uploaded box
    Column("options", Text, nullable=False),  # JSON: every option by name
    Column("setup", Text, nullable=False),  # JSON: the seats at its creation
    Column("seed", LargeBinary, nullable=False),  # a secret until the end
    Column("known_deal", Boolean, nullable=False, default=False),  # unless its host knows the deal
    Column("by_hand", Boolean, nullable=False, default=False),
    Column("visibility", Text, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("clock", Text),  # JSON; NULL for a match without a clock
    Column("host", Text, nullable=False),  # the person who created it
    Column("created", BigInteger, nullable=False),
    # projections of the events
    Column("status", Text, nullable=False),
    Column("reason", Text),  # how it ended
    Column("ended", BigInteger),
    Column("next", Text),  # the rematch
)  # fmt: skip
Index("matches_by_status", matches.c.status, matches.c.visibility, matches.c.created)
Index("matches_by_game", matches.c.game, matches.c.created)

seats = Table(
    "seats", metadata,
    Column("match", Text, primary_key=True),
    Column("seat", SmallInteger, primary_key=True),
    Column("kind", Text, nullable=False),
    Column("person", Text),
    Column("name", Text),  # of players who are not guests: opponents, names in imported files
    Column("points", Integer),
    Column("won", Boolean),
)  # fmt: skip
Index("seats_by_person", seats.c.person)

events = Table(
    "events", metadata,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),  # together with the match it is the optimistic lock
    Column("at", BigInteger, nullable=False),
    Column("data", Text, nullable=False),  # JSON: one of events.Event
    sqlite_with_rowid=False,
)  # fmt: skip

snapshots = Table(
    "snapshots", metadata,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),  # the event after which it was taken
    Column("step", Integer, nullable=False),
    Column("bytes", LargeBinary, nullable=False),  # the table's record
)  # fmt: skip

keys = Table(
    "keys", metadata,
    Column("digest", Text, primary_key=True),  # SHA-256: the database has no usable key
    Column("match", Text, nullable=False),
    Column("kind", Text, nullable=False),  # invite, seat or watch
    Column("seat", SmallInteger),  # NULL in an invitation to any open seat
    Column("created", BigInteger, nullable=False),
    Column("revoked", BigInteger),
)  # fmt: skip
Index("keys_by_match", keys.c.match)

chat = Table(
    "chat", metadata,
    Column("match", Text, primary_key=True),
    Column("n", Integer, primary_key=True),
    Column("person", Text),
    Column("at", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)  # fmt: skip
Index("chat_by_person", chat.c.person)

mutes = Table(
    "mutes", metadata,
    Column("person", Text, primary_key=True),
    Column("muted", Text, primary_key=True),  # whose chat this person does not see
)  # fmt: skip

ASIDE = "aside "  # the beginning of the names of settings that hold a match for a newer version
settings = Table(
    "settings", metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
)  # fmt: skip

boxes = Table(
    "boxes", metadata,
    Column("digest", Text, primary_key=True),
    Column("game", Text, nullable=False),
    Column("files", Text, nullable=False),  # JSON: the CSV files by name
)  # fmt: skip
