"""The HTTP API. /api/schema/openapi.json describes it; docs/api.md explains how to use it."""

from __future__ import annotations

from . import boxes, branches, games, matches, people, puzzles, replays, tutorials

HANDLERS = [
    games.games, games.words, games.rules, games.qr_code,
    boxes.box, boxes.box_file, boxes.stored_box, boxes.check_draft, boxes.export,
    boxes.contribute, boxes.upload_box, boxes.balance,
    tutorials.rulebook, tutorials.tutorial, tutorials.begin_tutorial,
    people.set_me, people.get_me, people.delete_me,
    matches.create, matches.find, matches.look, matches.move, matches.command, matches.stream,
    matches.chat, matches.new_link, matches.revoke, matches.link_target,
    replays.log, replays.record, replays.replay, replays.steps, replays.timeline, replays.file,
    replays.session, replays.import_file, branches.review, branches.review_stream,
    branches.branch_off, puzzles.puzzle, puzzles.attempt, puzzles.play_on,
]  # fmt: skip
