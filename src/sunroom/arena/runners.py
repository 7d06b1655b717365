"""Two ways to run the games of an arena: in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from functools import partial
from typing import Any

from sunroom.players.thinker import WORDS
from sunroom.players.workers import Workers
from sunroom.rules.words import Refusal

from .schedule import Arena, Fixture, GameResult, failed, play

CONNECT = 5.0  # seconds to wait for a cluster's reply
PATIENCE = 4 * 3600.0  # seconds for one game
RETRIES = 20  # of a game whose machine was lost
AHEAD = 2  # games that are assigned to each worker at the same time


class NoCluster(Refusal):
    """No cluster can be reached."""


def on_this_machine(arena: Arena, fixtures: Sequence[Fixture], jobs: int) -> Iterator[GameResult]:
    """Play games in *jobs* processes; yields each when it ends.

    A worker that crashes is replaced, and its game is played again.
    """
    with Workers(jobs, PATIENCE) as workers:
        left = list(reversed(fixtures))
        running: dict[Future[Any], Fixture] = {}
        while left or running:
            while left and len(running) < jobs * AHEAD:
                fixture = left.pop()
                running[workers.ask(play, arena, fixture).answer] = fixture
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield outcome(future.result, running.pop(future))


def on_cluster(arena: Arena, fixtures: Sequence[Fixture], address: str) -> Iterator[GameResult]:
    """The same on Ray, which plays a game again if a worker or a machine was lost.

    Raises NoCluster.
    """
    ray = connected(address)
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(play)
    left = list(reversed(fixtures))
    running: dict[Any, Fixture] = {}
    while left or running:
        most = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        while left and len(running) < most:
            fixture = left.pop()
            running[task.remote(arena, fixture)] = fixture
        done, _ = ray.wait(list(running))
        for one in done:
            yield outcome(partial(ray.get, one), running.pop(one))


def outcome(get: Callable[[], GameResult], fixture: Fixture) -> GameResult:
    """The result of a game; of one that has crashed every process, that it failed."""
    try:
        return get()
    except Exception as why:  # noqa: BLE001 - also Ray's own errors, whatever they are called
        return failed(fixture, why)


def connected(address: str) -> Any:
    """Ray, connected to a cluster; `local` starts one on this machine. Raises NoCluster."""
    try:
        import ray
    except ImportError as error:
        raise NoCluster("no_ray", words=WORDS) from error
    try:
        check_reachable(address)
        if not ray.is_initialized():
            where = None if address == "local" else address
            ray.init(address=where, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise NoCluster("no_cluster", words=WORDS, address=address, why=str(error)) from error
    return ray


def check_reachable(address: str) -> None:
    """Raise OSError after a few seconds if nothing responds; Ray itself would wait for minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        socket.create_connection((host, int(port)), timeout=CONNECT).close()
