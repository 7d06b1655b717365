"""One match among people without a server: decided, folded and shown, with nothing but Python."""

import random
from dataclasses import replace

import pytest

from sunroom.engine.referee import interpreted
from sunroom.match import codec
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import CHANCE, SPECTATOR
from sunroom.rules.words import Refusal
from sunroom.table import events as ev
from sunroom.table import frames, wire
from sunroom.table.changes import applied, change_of, changed, since
from sunroom.table.decide import Who, beginning, decide, time_is_up
from sunroom.table.events import Entry
from sunroom.table.fold import Snapshot, fold_all
from sunroom.table.header import AI, OPEN, PERSON, ClockRule, Header, SeatSetup
from sunroom.table.log import read_log
from sunroom.table.refusals import NotNow, NotYours
from sunroom.table.state import ENDED, PLAYING, Gathering, Playing, Unplayable

ADA, BEN = Who("ada"), Who("ben")
SECOND = 1000


def header_of(game, *seats, **more):
    seats = seats or [SeatSetup(PERSON, f"person {n}") for n in range(game.seats[0])]
    header = Header(
        id="match", game=game.name, rules=game.version, components="",
        options=game.settings_in_words(game.settings({}, len(seats))), seats=tuple(seats),
        seed=bytes(16), commitment="", by_hand=False, visibility="public", hints=True,
        clock=None, host="ada", created=0,
    )  # fmt: skip
    return replace(header, **more)


def gathering(game="soluna", *seats, **more):
    game = load(game) if isinstance(game, str) else game
    return Gathering(header_of(game, *seats, **more), game, interpreted(game))


class Played:
    """A match, and the log from which it can be made again."""

    def __init__(self, state):
        self.first = state.header
        self.state = state
        self.entries = []

    def happen(self, events, at=0):
        entries = [Entry(n, at, event) for n, event in enumerate(events, self.state.n + 1)]
        self.state = fold_all(self.state.fork(), entries)
        self.entries += entries
        return self

    def do(self, command, who=ADA, at=0):
        return self.happen(decide(self.state, command, who), at)

    def again(self, snapshot=None):
        """The same match, read from its log."""
        state = self.state
        return fold_all(gathering_like(state), self.entries, snapshot)


def gathering_like(state):
    return Gathering(state.header, state.game, interpreted(state.game))


def two(**more):
    """Ada and Ben at a match of Soluna that has begun."""
    seats = [SeatSetup(PERSON, "ada"), SeatSetup(PERSON, "ben")]
    played = Played(gathering("soluna", *seats, **more))
    return played.happen(beginning(played.state))


def who_decides(state):
    return Who(state.seating[max(state.turn, 0)].person)


def everything(state):
    """All that there is to a state, so that two can be compared."""
    hidden = ("match", "game", "referee")  # and what is only remembered
    found = {k: v for k, v in vars(state).items() if k not in hidden and k[0] != "_"}
    if isinstance(state, Playing):
        found["table"], found["history"] = state.match.table.tobytes(), list(state.match.history)
    return found


def at_random(game, seed, steps, clock=ClockRule(60, 5)):  # noqa: B008 - it is frozen
    """A match in which all kinds of things happen."""
    rng = random.Random(f"{game} {seed}")
    played = Played(gathering(game, clock=clock))
    played.happen(beginning(played.state))
    at = 0
    for _ in range(steps):
        state, at = played.state, at + rng.randrange(SECOND)
        if state.status != PLAYING:
            break
        who, seat = who_decides(state), state.turn
        if state.vote is not None:
            asked = Who(state.seating[rng.choice(state.vote.waiting)].person)
            command, who = wire.Answer(agree=rng.random() < 0.5), asked
        elif state.held and (state.match.to_act != seat or rng.random() < 0.3):
            command = wire.Confirm(version=state.n)
        elif rng.random() < 0.05 and state.undo_to(seat) is not None:
            command = wire.Undo(version=state.n, all=rng.random() < 0.5)
        elif rng.random() < 0.02 and state.takeback_to(seat) is not None:
            command = wire.Takeback(version=state.n)
        else:
            text = rng.choice(state.match.legal())
            command = wire.Play(text=text, version=state.n, hold=rng.random() < 0.2)
        yield played, command, who, at
        played.do(command, who, at)


# Nothing but `fold` changes a match


@pytest.mark.parametrize("game", known_games())
def test_deciding_changes_nothing_and_a_fork_leaves_the_first_alone(game):
    for played, command, who, at in at_random(game, 1, 60):
        state = played.state
        before = everything(state)
        events = decide(state, command, who)
        assert everything(state) == before
        entries = [Entry(n, at, event) for n, event in enumerate(events, state.n + 1)]
        after = fold_all(state.fork(), entries)
        assert everything(state) == before
        assert events == [] or everything(after) != before


@pytest.mark.parametrize("game", known_games())
def test_a_match_read_from_its_log_is_the_match_that_was_played(game):
    seen = 0
    for played, *_ in at_random(game, 2, 60):
        again = played.again()
        assert everything(again) == everything(played.state)
        for eye in range(SPECTATOR, len(again.seating)):
            assert frames.shown(again, eye, 0) == frames.shown(played.state, eye, 0)
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("game", known_games())
def test_a_snapshot_spares_the_steps_before_it(game):
    kept = []
    for played, *_ in at_random(game, 3, 60, clock=None):
        state = played.state
        if not state.held:
            kept.append(Snapshot(state.n, state.match.table.tobytes()))
        for snapshot in kept[-3:]:
            later = [one.event for one in played.entries if one.n > snapshot.n]
            if not any(isinstance(event, ev.Undone) for event in later):
                assert everything(played.again(snapshot)) == everything(state)
    assert kept


def test_what_is_refused_has_not_happened():
    played = two()
    before = everything(played.state)
    mover = who_decides(played.state)
    other = BEN if mover == ADA else ADA
    version = played.state.n
    for command, who in (
        (wire.Play(text="open", version=version), other),
        (wire.Play(text="nonsense", version=version), mover),
        (wire.Play(text="open", version=version + 7), mover),
        (wire.Confirm(version=version), mover),
        (wire.Undo(version=version), mover),
        (wire.Answer(agree=True), mover),
        (wire.Sit(), Who("eve")),
        (wire.Fill(seat=0, level="club"), ADA),
        (wire.Play(text="open", version=version), Who("eve")),
    ):
        with pytest.raises(Refusal):
            decide(played.state, command, who)
        assert everything(played.state) == before


# Gathering, playing, and what cannot be played any more


def test_a_match_begins_with_its_last_seat():
    played = Played(gathering("soluna", SeatSetup(PERSON, "ada"), SeatSetup(OPEN)))
    assert beginning(played.state) == []
    with pytest.raises(NotNow, match="not begun"):
        decide(played.state, wire.Play(text="open", version=0), ADA)

    played.do(wire.Sit(), BEN)

    assert isinstance(played.state, Playing)
    assert [type(entry.event) for entry in played.entries] == [ev.Sat, ev.Began]
    assert played.state.seating.persons == ["ada", "ben"]


def test_who_calls_a_gathering_off_is_its_host():
    played = Played(gathering("soluna", SeatSetup(PERSON, "ada"), SeatSetup(OPEN)))
    with pytest.raises(NotYours):
        decide(played.state, wire.Abort(), BEN)

    assert isinstance(played.do(wire.Abort()).state, Gathering)
    assert played.state.finished
    assert frames.result(played.state).reason == "aborted"


def test_a_match_whose_rules_are_gone_is_read_and_not_played():
    played = two()
    played.do(wire.Play(text=played.state.match.legal()[0], version=1), who_decides(played.state))
    gone = fold_all(Unplayable(replace(played.state.header, rules=99)), played.entries)

    assert (gone.n, gone.turn, gone.held) == (played.state.n, -2, 0)
    assert frames.shown(gone, SPECTATOR, 0).why == "read_only"
    with pytest.raises(NotNow, match="version 99"):
        decide(gone, wire.Play(text="open", version=gone.n), ADA)
    with pytest.raises(NotNow, match="version 99"):
        frames.match_of(gone)


def test_a_seat_that_is_out_is_played_on_by_an_opponent_while_people_are_left():
    seats = [SeatSetup(PERSON, name) for name in ("ada", "ben", "cem")]
    played = Played(gathering("solenia", *seats))
    played.happen(beginning(played.state))

    played.do(wire.Resign(), BEN)

    assert played.state.status == PLAYING
    assert (played.state.seating[1].kind, played.state.seating[1].out) == (AI, "resigned")
    played.do(wire.Resign(), Who("cem"))
    assert played.state.status == ENDED
    assert frames.result(played.state).winners == [0]


# Time comes in as an argument


def test_the_clock_runs_for_who_decides_and_gives_back_after_the_turn():
    played = two(clock=ClockRule(1, 5))
    seat = played.state.turn
    assert played.state.deadline() == 60 * SECOND

    while played.state.turn == seat:
        text = played.state.match.legal()[0]
        at = played.state.clock.since + 10 * SECOND
        turns = (at - 0) // (10 * SECOND)
        played.do(wire.Play(text=text, version=played.state.n), who_decides(played.state), at)

    assert played.state.clock.left[seat] == (60 - 10 * turns + 5) * SECOND
    assert played.state.clock.left[1 - seat] == 60 * SECOND


def test_whose_time_is_up_is_out():
    played = two(clock=ClockRule(1, 0))
    seat = played.state.turn
    assert time_is_up(played.state, 60 * SECOND - 1) == []

    played.happen(time_is_up(played.state, 60 * SECOND), 60 * SECOND)

    assert played.state.status == ENDED
    assert frames.result(played.state).winners == [1 - seat]


# What each eye sees


@pytest.mark.parametrize("game", known_games())
def test_only_the_seat_to_act_is_offered_anything_where_something_is_hidden(game):
    for played, *_ in at_random(game, 4, 25):
        state = played.state
        for eye in range(SPECTATOR, len(state.seating)):
            frame = frames.shown(state, eye, 0)
            if not state.alike and eye != state.turn:
                assert not frame.legal
                assert frame.ask is None
                assert not frame.held


def test_what_is_held_back_is_seen_by_its_own_seat_only():
    played = two()
    seat, mover = played.state.turn, who_decides(played.state)
    text = played.state.match.legal()[0]
    settled = frames.shown(played.state, 1 - seat, 0).view

    played.do(wire.Play(text=text, version=played.state.n, hold=True), mover)

    last = [played.entries[-1]]
    assert frames.frames(played.state, 1 - seat, last, 0)[0].view == settled
    assert frames.frames(played.state, 1 - seat, last, 0)[0].told == []
    assert frames.frames(played.state, seat, last, 0)[0].view != settled
    assert frames.frames(played.state, seat, last, 0)[0].held == 1


@pytest.mark.parametrize("game", known_games())
def test_who_comes_back_is_shown_every_step_under_its_own_number(game):
    """Also where the last that happened was no step: somebody holds a decision, or has resigned."""
    no_step = 0
    for played, *_ in at_random(game, 7, 40, clock=None):
        state, log = played.state, read_log(played.entries)
        for eye in range(SPECTATOR, len(state.seating)):
            for since_then in range(max(log.turned, state.n - 6), state.n + 1):
                shown = frames.greeting(state, eye, log, since_then, 0)
                missed = {made.n: made.told for made in log.line if made.n > since_then}
                assert {frame.n for frame in shown} == {*missed, state.n}
                assert all(frame.told == missed.get(frame.n, []) for frame in shown)
                assert {frame.status for frame in shown[:-1]} <= {PLAYING}
                no_step += bool(missed) and state.n not in missed
    assert no_step > 10


def test_whoever_missed_moves_and_the_end_is_told_of_the_end_last():
    played = two()
    for _ in range(3):
        text = played.state.match.legal()[0]
        played.do(wire.Play(text=text, version=played.state.n), who_decides(played.state))
    played.do(wire.Resign(), BEN)

    shown = frames.greeting(played.state, 0, read_log(played.entries), 1, 0)

    assert [(one.n, one.status, bool(one.result)) for one in shown] == [
        (2, PLAYING, False), (3, PLAYING, False), (4, PLAYING, False), (5, ENDED, True),
    ]  # fmt: skip


def test_chance_that_is_entered_by_hand_is_offered_to_those_who_sit_there():
    seats = [SeatSetup(PERSON, "ada"), SeatSetup(PERSON, "ada")]
    played = Played(gathering("soluna", *seats, by_hand=True))
    played.happen(beginning(played.state))

    assert played.state.turn == CHANCE
    assert frames.shown(played.state, 0, 0).legal
    played.do(wire.Play(text=played.state.match.legal()[0], version=played.state.n))
    assert len(played.state.match.history) == 1


# What changes of a table


@pytest.mark.parametrize("game", known_games())
def test_a_change_stands_for_the_whole_state(game):
    before = {}
    for played, *_ in at_random(game, 5, 80):
        for eye in range(SPECTATOR, len(played.state.seating)):
            now = frames.shown(played.state, eye, 0)
            if eye in before:
                told = codec.to_json(since(before[eye], now))
                assert applied(before[eye], codec.from_json(wire.Change, told)) == now
            before[eye] = now


def test_a_change_is_smaller_than_the_table():
    whole = parts = 0
    for game in known_games():
        before = None
        for played, *_ in at_random(game, 6, 60):
            now = frames.shown(played.state, 0, 0)
            if before is not None:
                whole += len(codec.to_json(now))
                parts += len(codec.to_json(since(before, now)))
            before = now
    assert parts < whole / 3


CHANGES = [
    (1, 2, 2),
    ("a", None, None),
    ({"a": 1, "b": 2}, {"a": 1, "b": 3}, {"b": 3}),
    ({"a": 1, "b": 2}, {"a": None, "b": [2]}, {"a": None, "b": [[2]]}),
    ({"a": 1, "b": 2}, {"a": 1}, {"b": []}),
    ({"a": 1}, {"a": 1, "b": []}, {"b": [[]]}),
    ([1, 2, 3, 4], [1, 2, 4], {"": ["0-1", 3]}),
    ([1, 2, 3], [1, 9, 3], {"1": 9}),
    (["x", "y"], ["x", "z", "y"], {"": [0, ["z"], 1]}),
    ([1, 2], [], [[]]),
    ([], [1], [[1]]),
    ([None, {"n": 1}], [None, {"n": 2}], {"1": {"n": 2}}),
    ([{"n": "a", "h": 1}, {"n": "b", "h": 1}], [{"n": "b", "h": 2}], {"": [{"1": {"h": 2}}]}),
    ({"a": [1]}, [1], [[1]]),
]


@pytest.mark.parametrize(("before", "now", "change"), CHANGES)
def test_a_change_says_what_is_different(before, now, change):
    assert change_of(before, now) == change
    assert changed(before, change) == now
