"""The HTTP API. Its description is at /api/schema/openapi.json; docs/api.md tells how to use it."""

from __future__ import annotations

from . import again, games, learning, matches, past, people, puzzles

HANDLERS = [
    games.games, games.our_box, games.words, games.rules, games.qr_code, games.bring_box,
    learning.rulebook, learning.tutorial, learning.begin_tutorial,
    people.set_me, people.get_me, people.delete_me,
    matches.create, matches.find, matches.look, matches.move, matches.command, matches.stream,
    matches.new_link, matches.revoke, matches.linked,
    past.told, past.whole_record, past.replay, past.steps, past.course, past.file,
    past.bring_file, again.judge, again.judge_step_by_step, again.branch_off,
    puzzles.ask, puzzles.attempt, puzzles.play_on,
]  # fmt: skip
