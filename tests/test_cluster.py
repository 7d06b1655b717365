"""The arena on a Ray cluster: the same games, and none lost with a machine."""

import os
import time
import warnings
from pathlib import Path

import pytest

from sunroom.arena import Arena, play
from sunroom.arena.runners import NoCluster, on_cluster
from sunroom.engine.referee import compiled_if_possible
from sunroom.players.workers import GameRef

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install 'sunroom[cluster]'")
    from ray.cluster_utils import Cluster

pytestmark = pytest.mark.filterwarnings("ignore")  # Ray's own, many and not ours


def slow(game, table, rng, seats):
    """Takes its time, and leaves a mark of where it plays."""
    time.sleep(0.15)
    (Path(os.environ["SUNROOM_MARKS"]) / str(os.getppid())).touch()
    return rng.choice(compiled_if_possible(game).legal(table))


@pytest.fixture
def cluster(tmp_path, monkeypatch):
    """A head that plays nothing and two machines with one processor each."""
    marks = tmp_path / "marks"
    marks.mkdir()
    monkeypatch.setenv("SUNROOM_MARKS", str(marks))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    made.machines = [made.add_node(num_cpus=1) for _ in range(2)]
    made.wait_for_nodes()
    made.marks = marks
    yield made
    ray.shutdown()
    made.shutdown()


def test_no_game_is_lost_with_a_machine(cluster):
    arena = Arena(GameRef("soluna"), ("test_cluster:slow", "random"), 14, 2, {"rounds": "single"})
    fixtures = list(arena.fixtures())
    games = on_cluster(arena, fixtures, cluster.address)
    played = []
    while len(list(cluster.marks.iterdir())) < 2:  # until both machines are playing
        played.append(next(games))
    assert len(played) < len(fixtures) - 2
    cluster.remove_node(cluster.machines[0], allow_graceful=False)
    played += games

    assert sorted(game.number for game in played) == [fixture.number for fixture in fixtures]
    here = {game.number: game for game in (play(arena, fixture) for fixture in fixtures)}
    for game in played:
        assert game._replace(seconds=0) == here[game.number]._replace(seconds=0)


def test_a_cluster_that_is_not_there_is_a_sentence():
    arena = Arena(GameRef("soluna"), ("novice", "random"), 2, 2, {})
    with pytest.raises(NoCluster, match="cannot be reached"):
        list(on_cluster(arena, list(arena.fixtures()), "127.0.0.1:1"))
