"""The HTTP API. Its description is at /api/schema/openapi.json; docs/api.md tells how to use it."""

from __future__ import annotations

from . import games, learning, matches, past, people

HANDLERS = [
    games.games, games.words, games.rules, games.qr_code, games.bring_box,
    people.set_me, people.get_me, people.delete_me,
    matches.create, matches.find, matches.look, matches.move, matches.command, matches.stream,
    matches.new_link, matches.revoke, matches.linked,
    past.told, past.whole_record, past.replay, past.file, past.bring_file, past.judge,
    learning.rulebook, learning.tutorial, learning.begin_tutorial,
]  # fmt: skip
