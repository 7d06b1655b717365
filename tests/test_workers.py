"""Workers: thinking elsewhere, in order, and through crashes."""

import os
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from sunroom import Match, load
from sunroom.players import workers as workers_of
from sunroom.players.levels import Decision
from sunroom.players.turns import Claim
from sunroom.players.workers import (
    TRIES,
    GameRef,
    Workers,
    WorkersFailed,
    giving_way,
    resident,
)

SOLUNA = GameRef("soluna")


@pytest.fixture(scope="module")
def workers():
    os.environ["PYTHONPATH"] = str(Path(__file__).parent)
    with Workers(1, patience=120) as pool:
        yield pool


def test_a_worker_decides_like_the_level_itself(workers):
    match = Match("soluna", seed=4)
    seat = match.to_act
    decisions = workers.decide(SOLUNA, "master", match.veiled(seat), 2, seed=1).answer.result(120)

    assert decisions[0].table == match.veiled(seat).tobytes()
    assert decisions[0].action in match.actions()


def pieces_of(which):
    return which.load().box


def test_a_worker_knows_other_pieces(workers, copied_box):
    solenia = load("solenia")
    folder = copied_box(solenia)()
    theirs = workers.ask(pieces_of, GameRef("solenia", str(folder))).answer.result(120)

    assert theirs == solenia.with_components(folder).box != ""


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def test_who_waits_knows_its_place(workers):
    tasks = [workers.ask(sleep, 0.3) for _ in range(4)]

    assert [task.place for task in tasks] == [0, 1, 2, 3]
    tasks[1].answer.result(60)
    assert tasks[3].place <= 1
    tasks[3].answer.result(60)
    assert [task.place for task in tasks] == [0, 0, 0, 0]


def crash_until(folder, times):
    """Takes its process down a number of times, then answers."""
    mark = Path(folder) / f"{time.time_ns()}"
    if len(list(Path(folder).iterdir())) < times:
        mark.touch()
        os._exit(3)
    return "well"


def test_a_crashed_worker_is_replaced(workers, tmp_path):
    assert workers.ask(crash_until, str(tmp_path), TRIES - 1).answer.result(60) == "well"


def test_a_task_that_always_crashes_ends_in_a_sentence(workers, tmp_path):
    with pytest.raises(WorkersFailed, match="every process that was asked has failed"):
        workers.ask(crash_until, str(tmp_path), 99).answer.result(60)
    assert workers.ask(sleep, 0).answer.result(60) == 0  # and the next one is served


def test_a_worker_that_dies_while_idle_is_replaced(tmp_path):
    with Workers(1, patience=60) as pool:
        first = pool.ask(os.getpid).answer.result(60)
        os.kill(first, 9)
        time.sleep(1.0)

        assert pool.ask(os.getpid).answer.result(60) != first
        assert pool.waiting == 0


def test_an_answer_that_nobody_waits_for_any_more_does_no_harm(workers):
    task = workers.ask(sleep, 0.3)
    task.answer.cancel()

    assert workers.ask(sleep, 0).answer.result(60) == 0
    assert workers.waiting == 0


def test_who_waits_no_longer_leaves_the_queue(workers):
    first, second, third = (workers.ask(sleep, 0.3) for _ in range(3))
    second.answer.cancel()

    assert [first.place, second.place, third.place] == [0, 0, 1]
    assert third.answer.result(60) == 0.3


def test_a_turn_goes_round(workers):
    done = []
    running = workers.ask(sleep, 0.5, claim=Claim("Ann"))
    tasks = [workers.ask(sleep, 0, claim=Claim(who)) for who in ("Ann", "Ann", "Ann", "Ben")]
    places = [task.place for task in tasks]
    for who, task in zip("abcd", tasks, strict=True):
        task.answer.add_done_callback(lambda _, who=who: done.append(who))
    for task in (running, *tasks):
        task.answer.result(60)

    assert places == [2, 3, 4, 1]
    assert done == ["d", "a", "b", "c"]


KEPT = []


def keep(bytes):
    KEPT.append(bytearray(os.urandom(bytes)))
    return os.getpid()


def test_a_worker_that_has_grown_too_large_is_replaced():
    with Workers(1, patience=60) as pool:
        small = pool.ask(resident).answer.result(60)
        pool.memory = small + (32 << 20)
        first = pool.ask(keep, 1 << 20).answer.result(60)
        assert pool.ask(keep, 64 << 20).answer.result(60) == first
        assert pool.ask(os.getpid).answer.result(60) != first
        assert pool.ask(resident).answer.result(60) < pool.memory


def stuck_once(folder):
    mark = Path(folder) / "stuck"
    if not mark.exists():
        mark.touch()
        time.sleep(600)
    return "well"


def test_a_stuck_worker_is_replaced(tmp_path):
    with Workers(1, patience=4) as pool:
        assert pool.ask(stuck_once, str(tmp_path)).answer.result(60) == "well"


def fail():
    raise KeyError("mine")


def test_an_error_of_the_task_itself_is_told(workers):
    with pytest.raises(KeyError, match="mine"):
        workers.ask(fail).answer.result(60)


def think_for_ever():
    """Gives way where others wait, or else after a minute."""

    def decisions():
        for n in range(600):
            time.sleep(0.1)
            yield Decision(b"", n)

    return len(list(giving_way(decisions())))


def test_who_thinks_long_gives_way_as_soon_as_others_wait():
    with Workers(1, patience=120) as pool:
        pool.ask(os.getpid).answer.result(60)
        first = pool.ask(think_for_ever)
        with pytest.raises(TimeoutError):
            first.answer.result(0.5)
        pool.ask(os.getpid)

        assert 1 < first.answer.result(60) < 600


def test_who_decides_quickly_finishes_the_turn_though_others_wait(monkeypatch):
    monkeypatch.setattr(workers_of.Line, "waiting", SimpleNamespace(value=3))
    quick = [Decision(b"", n) for n in range(5)]

    assert list(giving_way(quick)) == quick
    monkeypatch.setattr(workers_of, "BRIEF", 0)
    assert list(giving_way(quick)) == quick[:1]
    monkeypatch.setattr(workers_of.Line, "waiting", SimpleNamespace(value=0))
    assert list(giving_way(quick)) == quick
