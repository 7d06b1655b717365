"""Whoever plays against the clock loses no time and gains none when the machine's clock is put
forward or back, or when the server is started again.
"""

from contextlib import ExitStack

import pytest

from served import Served, postgres
from sunroom.server.match.moments import AWAY
from visitors import Visitor, until

MINUTES = 10
TIME = MINUTES * 60_000
HOUR = 3600
PATCH = """
import time
from pathlib import Path

offset, kept = Path({offset!r}), (time.time, time.time_ns)
time.time = lambda: kept[0]() + int(offset.read_text())
time.time_ns = lambda: kept[1]() + int(offset.read_text()) * 1_000_000_000
"""


class Machine:
    """A server on a machine whose clock can be put."""

    def __init__(self, folder, url=None):
        self.offset = folder / "offset"
        self.put(0)
        (folder / "sitecustomize.py").write_text(PATCH.format(offset=str(self.offset)))
        own = {"PYTHONPATH": str(folder), "SUNROOM_INTERPRETED": "1"}
        self.served = Served(folder, url, workers=2 if url else 1, environment=own)

    def put(self, seconds):
        part = self.offset.with_suffix(".part")
        part.write_text(str(seconds))
        part.replace(self.offset)


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def machine(request, tmp_path_factory):
    folder = tmp_path_factory.mktemp(request.param)
    if request.param == "sqlite":
        machine = Machine(folder)
        with machine.served:
            yield machine
        return
    with postgres() as database_server:
        machine = Machine(folder, database_server.url)
        with machine.served:
            yield machine


@pytest.fixture
def players(machine):
    machine.put(0)
    ada = Visitor(machine.served, "Ada")
    others = [ada.worker] if machine.served.workers > 1 else []
    ben = Visitor(machine.served, "Ben", *others)
    yield ada, ben
    for one in (ada, ben):
        one.http.close()


def playing(ada, ben):
    """A match against the clock, and who has to decide."""
    made = ada.create("me", "open", clock={"minutes": MINUTES})
    assert ben.do(made["id"], t="sit", key=made["invites"][0]["key"]).status_code == 200
    state = look(ada, made["id"])
    return made["id"], (ada, ben)[state["turn"]]


def look(who, id):
    return who.http.get(f"/matches/{id}").json()["state"]


def moved(who, id):
    """The clock after a move."""
    state = look(who, id)
    move = {"text": state["legal"][0], "version": state["n"]}
    answer = who.http.post(f"/matches/{id}/moves", json=move)
    assert answer.status_code == 200, answer.text
    return look(who, id)


@pytest.mark.parametrize("hours", [1, -2])
def test_the_clock_of_the_machine_is_not_that_of_the_match(machine, players, hours):
    id, mover = playing(*players)
    before = look(mover, id)["clock"]["left"]
    machine.put(hours * HOUR)
    for one in players:  # at each worker
        state = look(one, id)
        assert state["status"] == "playing"
        assert all(TIME - AWAY < left <= TIME for left in state["clock"]["left"])
    state = moved(mover, id)
    assert state["status"] == "playing"
    assert TIME - AWAY < state["clock"]["left"][look(mover, id)["turn"]] <= TIME
    assert all(now <= then for now, then in zip(state["clock"]["left"], before, strict=True))


def test_no_alarm_rings_too_soon_or_too_late(machine, players):
    id, mover = playing(*players)
    with mover.socket(id):
        mover.until(lambda frame: frame["t"] == "state")
        machine.put(HOUR)
        mover.line.send('{"t": "say", "text": "so late?", "ref": 7}')
        mover.until(lambda frame: frame["t"] == "done")
        state = look(mover, id)
        assert state["status"] == "playing"
        move = {"t": "play", "text": state["legal"][0], "version": state["n"]}
        assert mover.do(id, **move).status_code == 200
        shown = until(mover.line, lambda frame: frame["t"] == "state" and frame["n"] > state["n"])
        assert shown["status"] == "playing"


def test_a_restart_costs_a_minute_at_most_and_gives_nothing(tmp_path):
    """What somebody thought before it can be lost with the clock of the machine, not more."""
    machine = Machine(tmp_path)
    with machine.served as served, ExitStack() as stack:
        ada, ben = Visitor(served, "Ada"), Visitor(served, "Ben")
        for one in (ada, ben):
            stack.callback(one.http.close)
        id, mover = playing(ada, ben)
        for hours in (2, -2):
            served.kill()
            machine.put(hours * HOUR)
            served.start()
            most = AWAY + 60_000  # what this test may take by itself
            assert all(TIME - most <= left <= TIME for left in look(mover, id)["clock"]["left"])
        left = moved(mover, id)["clock"]["left"]
        assert all(TIME - 2 * most <= one <= TIME for one in left)
