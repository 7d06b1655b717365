"""One game in one way of running."""

from threading import Thread

import pytest

from sunroom import Match, load
from sunroom.engine import rollout
from sunroom.engine.batch import open_playouts
from sunroom.engine.referee import Referee, interpreted
from sunroom.engine.runner import WAYS as ALL_WAYS
from sunroom.engine.runner import Runner, available, runner_for
from sunroom.players import thinker
from sunroom.players.thinker import Budget, Thinker

WAYS = ["interpreted", *(["cpu"] if available() else [])]
SOLUNA = load("soluna")


def test_there_is_one_runner_for_a_game_and_a_way():
    assert runner_for(SOLUNA) is runner_for(SOLUNA)
    assert runner_for(SOLUNA).way == "interpreted"
    with pytest.raises(ValueError, match="there is 'interpreted', 'cpu' and 'cuda'"):
        runner_for(SOLUNA, "by hand")


@pytest.mark.parametrize("way", WAYS)
def test_a_function_is_made_once_and_runs_over_what_its_runner_makes(way):
    by = runner_for(SOLUNA, way)
    setups = by.function(rollout.setups, rollout.TYPES[rollout.setups])
    table, options = SOLUNA.table(), by.numbers(6)
    for place, code in enumerate(SOLUNA.settings()):
        options[place] = code
    setups(by.see(table), 1, options)

    assert table == interpreted(SOLUNA).new(SOLUNA.settings())
    assert by.function(rollout.setups, rollout.TYPES[rollout.setups]) is setups


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("jobs", [1, 2])
def test_playouts_of_all_ways_are_the_same(way, jobs):
    batch = open_playouts(SOLUNA, 10, way, jobs)
    for seed in (1, 2):  # dealt again, nothing is left of the games before
        batch.set_up(SOLUNA.settings())
        batch.play(seed)
        batch.wait()

    tables = interpreted(SOLUNA).batch(10, SOLUNA.settings())
    steps = interpreted(SOLUNA).playouts(tables, 2)
    assert batch.tables.tobytes() == tables.tobytes()
    assert batch.steps.tolist() == steps.tolist()
    assert (batch.scores(2) == interpreted(SOLUNA).tallies(tables, 2)).all()


def test_threads_may_ask_for_a_function_at_the_same_time():
    by, made = Runner(load("solenia")), []
    loop, types = rollout.playouts, rollout.TYPES[rollout.playouts]
    threads = [Thread(target=lambda: made.append(by.function(loop, types))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(made) == 8
    assert len(set(made)) == 1


@pytest.mark.parametrize("name", ["soluna", "solenia"])
def test_a_tree_that_grows_is_the_tree_that_had_room_at_once(monkeypatch, name):
    match = Match(name, seed=3)
    seat = match.to_act

    def found(room):
        monkeypatch.setattr(thinker, "FIRST_NODES", room)
        plain = Thinker(match.game, "interpreted")
        return plain.judge(match.veiled(seat), seat, match.seats, seed=7, budget=Budget(150)), plain

    (grown, small), (roomy, large) = found(3), found(100_000)
    assert grown == roomy
    assert len(small.node) < len(large.node)


class Counting(Runner):
    """A way from elsewhere, which counts what it runs."""

    way = "counting"

    def __init__(self, game):
        super().__init__(game)
        self.calls = 0

    def _make(self, loop, types, *, quick):
        function = super()._make(loop, types, quick=quick)

        def counted(*given):
            self.calls += 1
            return function(*given)

        return counted


@pytest.fixture
def counting(monkeypatch):
    monkeypatch.setitem(ALL_WAYS, "counting", (__name__, "Counting"))
    return "counting"


def test_another_way_is_one_line_and_plays_searches_and_batches(counting):
    by = runner_for(SOLUNA, counting)
    referee, written = Referee(SOLUNA, runner=by), interpreted(SOLUNA)
    table = referee.new(SOLUNA.settings())
    referee.playout(table, 5)
    assert by.calls > 1
    assert referee.is_over(table)
    expected = written.new(SOLUNA.settings())
    written.playout(expected, 5)
    assert table == expected

    match = Match("solenia", seed=3)
    before = runner_for(match.game, counting).calls
    both = [
        Thinker(match.game, way).judge(
            match.veiled(match.to_act), match.to_act, match.seats, seed=7, budget=Budget(40)
        )
        for way in (counting, "interpreted")
    ]
    assert both[0] == both[1]
    assert runner_for(match.game, counting).calls > before

    batches = [open_playouts(SOLUNA, 5, way) for way in (counting, "interpreted")]
    for batch in batches:
        batch.set_up(SOLUNA.settings())
        batch.play(1)
    assert batches[0].tables.tobytes() == batches[1].tables.tobytes()
