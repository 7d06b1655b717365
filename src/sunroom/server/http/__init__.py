"""The HTTP API. Its description is at /api/schema/openapi.json; docs/api.md tells how to use it."""

from __future__ import annotations

from . import branches, games, matches, people, puzzles, replays, tutorials

HANDLERS = [
    games.games, games.our_box, games.words, games.rules, games.qr_code, games.bring_box,
    tutorials.rulebook, tutorials.tutorial, tutorials.begin_tutorial,
    people.set_me, people.get_me, people.delete_me,
    matches.create, matches.find, matches.look, matches.move, matches.command, matches.stream,
    matches.new_link, matches.revoke, matches.linked,
    replays.told, replays.whole_record, replays.replay, replays.steps, replays.course, replays.file,
    replays.bring_file, branches.judge, branches.judge_step_by_step, branches.branch_off,
    puzzles.ask, puzzles.attempt, puzzles.play_on,
]  # fmt: skip
