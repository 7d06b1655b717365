"""Hints, reviews, branches, imports, puzzles, balances: so much at once, so much that waits and is left."""

import asyncio
import json
import threading
import time
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

import test_abuse
from guests import guests, until
from sunroom import Match
from sunroom.match import matchfile
from sunroom.players import hints as hints_said
from sunroom.players.turns import Claim
from sunroom.rules.words import message
from sunroom.server import limits
from sunroom.server.lessons import puzzles
from sunroom.server.lobby import branch as branches
from sunroom.server.lobby import files
from sunroom.server.minds.lines import Line, Lines
from sunroom.server.minds.thinkers import Thinkers
from sunroom.server.refusals import Away, TooMany
from sunroom.table import wire
from test_lookback import served
from test_thinking import BUSY, hold, sleep

room = test_abuse.room  # a server in a thread

KINDS = {
    "hints": (limits.HINTS, limits.HINTS_WAIT),
    "reviews": (limits.REVIEWS, limits.REVIEWS_WAIT),
    "branches": (limits.BRANCHES, limits.BRANCHES_WAIT),
    "imports": (limits.IMPORTS, limits.IMPORTS_WAIT),
    "puzzles": (limits.PUZZLES, limits.PUZZLES_WAIT),
    "balances": (limits.BALANCES, limits.BALANCES_WAIT),
}


# The numbers


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("whose", ["person", "address"])
def test_so_much_goes_on_so_much_waits_and_more_is_refused(kind, whose):
    async def main():
        line = getattr(Lines(by_address=True), kind)
        run, wait = (getattr(cap, whose) for cap in KINDS[kind])
        turns = [line.enter(claim(whose, n)) for n in range(run + wait)]
        assert [turn.begun.is_set() for turn in turns] == [True] * run + [False] * wait
        with pytest.raises(TooMany) as refused:
            line.enter(claim(whose, 99))
        assert refused.value.message.id == f"too_many_of_{whose}"
        assert refused.value.message.args["n"] == wait
        assert line.enter(Claim("other", "5.6.7.8")).begun.is_set()

        line.leave(turns[0])
        assert turns[run].begun.is_set(), "the first that waited"
        assert not turns[run + 1].begun.is_set()
        assert not line.enter(claim(whose, 99)).begun.is_set()

    asyncio.run(main())


def claim(whose, n):
    """Of one person who moves about, or of many people at one address."""
    return Claim("p", f"1.2.3.{n}") if whose == "person" else Claim(f"p{n}", "1.2.3.4")


def test_who_waits_in_a_line_knows_the_place_and_leaves_it_when_cancelled():
    async def main():
        line = Line(limits.HINTS, limits.HINTS_WAIT, by_address=True)
        first = line.enter(Claim("p"))
        first.place = 7  # among the thoughts of others
        told = []

        async def wait():
            async with line.turn(Claim("p"), told.append):
                told.append("begun")

        tasks = [asyncio.create_task(wait()) for _ in range(2)]
        await until(lambda: told == [8, 9])
        tasks[0].cancel()
        await until(lambda: told[-1] == 8)
        line.leave(first)
        await until(lambda: told[-1] == "begun")
        await until(lambda: not line.turns)
        assert not line.running.people.now
        assert not line.waiting.people.now

    asyncio.run(main())


def test_moves_that_are_owed_do_not_keep_others_from_asking(tmp_path):
    """A thousand of them once made every hint a 503."""
    file = tmp_path / "busy"

    async def main():
        thinkers = Thinkers(1)
        try:
            file.touch()
            thinkers.workers.ask(hold, file, claim=BUSY)
            for _ in range(limits.QUEUE.all + 1):
                thinkers.workers.ask(sleep, 0)
            asked = [thinkers.begin(BUSY, sleep, 0) for _ in range(limits.QUEUE.all)]
            with pytest.raises(Away):
                thinkers.begin(BUSY, sleep, 0)
            asked[3].answer.cancel()
            thinkers.begin(BUSY, sleep, 0)
        finally:
            file.unlink()
            thinkers.close()

    asyncio.run(main())


# Hints, over a socket


class Busy:
    """The only thinker has something else to do, until it is let go."""

    def __init__(self, room, file):
        self.workers, self.file = room.backend.thinkers.workers, file
        file.touch()
        self.task = self.workers.ask(hold, file, claim=BUSY)
        wait_until(lambda: self.task.place == 0)

    @property
    def waiting(self):
        return self.workers.waiting

    def let_go(self):
        self.file.unlink(missing_ok=True)


@pytest.fixture
def busy(room, tmp_path):
    busy = Busy(room, tmp_path / "busy")
    yield busy
    busy.let_go()
    busy.task.answer.result(60)
    wait_until(lambda: busy.waiting == 0)


def wait_until(true):
    end = time.monotonic() + 30
    while not true():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.02)


def deciding(room, **wish):
    """A match of Ann's in which she has to decide."""
    return room.create(room.ann, "me", "me", **wish)["id"]


def ask(line, ref, **command):
    line.open.send(json.dumps({"ref": ref, **command}))


def test_who_waits_for_a_hint_learns_the_place_and_is_answered_meanwhile(room, busy):
    with room.socket(deciding(room), room.ann) as line:
        ask(line, 5, t="hint")
        assert line.until("waiting") == {"t": "waiting", "ref": 5, "place": 1}
        ask(line, 6, t="ping")
        assert line.until("done")["ref"] == 6, "who waits for a hint is here"
        busy.let_go()
        answer = line.until("done")
        assert (answer["ref"], bool(answer["answer"])) == (5, True)


def test_who_does_not_want_a_hint_any_more_leaves_the_queue(room, busy):
    with room.socket(deciding(room), room.ann) as line:
        ask(line, 5, t="hint")
        line.until("waiting")
        assert busy.waiting == 1
        ask(line, 6, t="cancel", of=5)
        answers = {one["ref"]: one for one in (line.until("done", "refused") for _ in range(2))}
        assert answers[6]["answer"] is True
        assert (answers[5]["id"], answers[5]["status"]) == ("given_up", 409)
        assert busy.waiting == 0
        ask(line, 7, t="cancel", of=5)
        assert line.until("done")["answer"] is False, "there is nothing left to cancel"
    assert room.do(deciding(room), room.ann, t="cancel", of=5).json()["id"] == "socket_only"


def test_a_hint_that_nobody_waits_for_keeps_neither_place_nor_match(room, busy):
    id = deciding(room)
    with room.socket(id, room.ann) as line:
        ask(line, 5, t="hint")
        line.until("waiting")
        assert busy.waiting == 1
    wait_until(lambda: busy.waiting == 0)
    wait_until(lambda: id not in room.backend.registry.rooms)
    assert not room.backend.lines.hints.turns


def test_one_person_asks_for_so_many_hints_at_once(room, busy):
    most = limits.HINTS.person + limits.HINTS_WAIT.person
    with room.socket(deciding(room), room.ann) as line:
        for ref in range(1, most + 1):
            ask(line, ref, t="hint")
            said = line.until("waiting")
            assert (said["ref"], said["place"]) == (ref, ref)
        ask(line, 99, t="hint")
        refused = line.until("refused")
        assert (refused["ref"], refused["id"]) == (99, "too_many_of_person")
        assert refused["status"] == 429
        assert busy.waiting == limits.HINTS.person


class Advisers:
    """The first hint is a first look, the closer one takes for ever, then they are as usual."""

    def __init__(self):
        self.asked = 0

    async def hint(self, *_):
        self.asked += 1
        if self.asked == 2:
            await asyncio.Event().wait()
        return [message("hint_first_look" if self.asked == 1 else "hint_chance")]


@served
async def test_a_new_hint_does_not_wait_for_a_closer_look_at_an_older_table(backend):
    (ada,) = await guests(backend, "Ada")
    await ada.watch((await ada.create("solenia", "me", "me")).id)
    ready, hints = Future(), backend.service.hints
    ready.set_result(None)
    backend.boxes.want = lambda _: ready
    hints.thinkers = advisers = Advisers()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(hints_said, "is_first", lambda told: told[0].id == "hint_first_look")
        patch.setattr(hints, "_said", lambda _room, _match, told: told)
        await ada.do(wire.Hint())
        await until(lambda: advisers.asked == 2)
        assert (await asyncio.wait_for(ada.do(wire.Hint()), 30)).answer
    await until(lambda: not hints.line.turns)


# Reviews, branches, imports and puzzles, over HTTP


def ended(room):
    """A match of Ann's that has ended, with something to review."""
    id = deciding(room, options={"rounds": "single"})
    for _ in range(3):
        state = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
        room.do(id, room.ann, t="play", text=state["legal"][0], version=state["n"])
    room.do(id, room.ann, t="abort")
    return id


def test_one_person_has_so_many_reviews_made_at_once(room, busy):
    most = limits.REVIEWS.person + limits.REVIEWS_WAIT.person
    paths = [f"/api/matches/{ended(room)}/review/stream" for _ in range(most + 1)]

    def read(path):
        with room.client.stream("POST", path, headers=test_abuse.bearer(room.ann)) as answer:
            return [json.loads(line) for line in answer.iter_lines() if line]

    with ThreadPoolExecutor(most) as pool:
        reviews = []
        for n, path in enumerate(paths[:most]):
            reviews.append(pool.submit(read, path))
            wait_until(lambda n=n: len(room.backend.lines.reviews.turns) == n + 1)
        (refused,) = read(paths[most])
        assert refused["id"] == "too_many_of_person"
        wait_until(lambda: [one.place for one in room.backend.lines.reviews.turns] == [1, 2, 3])
        busy.let_go()
        told = [review.result(60) for review in reviews]
    assert all(lines[-1]["done"] == lines[-1]["of"] > 0 for lines in told)
    assert [max(one.get("place", 0) for one in lines) for lines in told] == [1, 2, 3]
    assert read(paths[0])[-1]["done"] > 0, "what was made once is there"


def branch(room):
    id, wish = ended(room), {"step": 1, "seats": [{"kind": "me"}, {"kind": "me"}]}
    return f"/api/matches/{id}/branch", wish


def bring(_):
    return "/api/imports", {"file": matchfile.dumps(Match("soluna", ["Ann", "Ben"], seed=3))}


@pytest.mark.parametrize(("kind", "request_of"), {"branches": branch, "imports": bring}.items())
def test_so_many_matches_of_one_person_are_made_from_others_at_once(room, kind, request_of):
    """Their events are made beside everything else that is served."""
    (run, wait), line = KINDS[kind], getattr(room.backend.lines, kind)
    (path, wish), most, held = request_of(room), run.person + wait.person, threading.Event()

    def made_of():
        return room.ask("POST", path, room.ann, json=wish).status_code

    with pytest.MonkeyPatch.context() as patch, ThreadPoolExecutor(most) as pool:
        for module in (branches, files):
            make = module.event_rows
            patch.setattr(module, "event_rows", lambda *all, m=make: held.wait(30) and m(*all))
        made = []
        for n in range(most):
            made.append(pool.submit(made_of))
            wait_until(lambda n=n: len(line.turns) == n + 1)
        assert made_of() == 429
        held.set()
        assert [one.result(60) for one in made] == [201] * most


def test_many_puzzles_at_once_hold_nobody_up_and_too_many_are_refused(room, busy):
    """59 were made in the process that serves: another's request took three seconds."""
    most = limits.PUZZLES.person + limits.PUZZLES_WAIT.person
    line = room.backend.lines.puzzles

    def puzzle(number):
        return room.client.get(f"/api/games/soluna/puzzles/{number}", headers=test_abuse.bearer(room.ben))  # fmt: skip

    with ThreadPoolExecutor(59) as pool:
        answers = [pool.submit(puzzle, 500 + n) for n in range(59)]
        wait_until(lambda: sum(one.done() for one in answers) == 59 - most)
        assert len(line.turns) == most
        assert busy.waiting == limits.PUZZLES.person, "none is made in the process that serves"
        assert room.ask("GET", "/api/matches", room.ann).status_code == 200
        busy.let_go()
        statuses = sorted(one.result(60).status_code for one in answers)
    assert statuses == [200] * most + [429] * (59 - most)


def test_a_puzzle_is_made_once_and_judged_once(room):
    for _ in range(2):
        asked = room.ask("GET", "/api/games/soluna/puzzles/777")
        tried = room.ask("POST", "/api/games/soluna/puzzles/777", json={})
        assert asked.status_code == tried.status_code == 200
        assert tried.json()["line"]

        def nobody(*_, **__):
            raise AssertionError("asked again")

        room.backend.thinkers.begin = nobody
    del room.backend.thinkers.begin


def test_of_puzzles_so_many_are_remembered():
    class Quick:
        async def ask(self, _claim, call, *args, **_):
            return call(*args)

    async def main():
        line = Lines(by_address=False).puzzles
        kept = puzzles.Puzzles(Quick(), line)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(puzzles, "KEPT", 3)
            for number in range(1, 6):
                await kept.question(Claim("p"), "soluna", number)
        assert list(kept.made) == [("soluna", number) for number in (3, 4, 5)]

    asyncio.run(main())
