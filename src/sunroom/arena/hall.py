"""Where the games of an arena are played: in processes of this machine, or on a Ray cluster."""

from __future__ import annotations

import socket
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, wait
from typing import Any

from sunroom.kernel.words import Refusal
from sunroom.players.thinker import WORDS
from sunroom.players.workers import Workers

from .fixtures import Arena, Fixture, Played, play

KNOCK = 5.0  # seconds to wait for a cluster's door
AHEAD = 2  # games that wait for each worker


class NoCluster(Refusal):
    """No cluster can be reached."""


def on_this_machine(arena: Arena, fixtures: Sequence[Fixture], jobs: int) -> Iterator[Played]:
    """Games as they end. A worker that crashes is replaced, and its game is played again."""
    with Workers(jobs) as workers:
        left = list(reversed(fixtures))
        running: set[Any] = set()
        while left or running:
            while left and len(running) < jobs * AHEAD:
                running.add(workers.ask(play, arena, left.pop()).answer)
            done, running = wait(running, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)


def on_cluster(arena: Arena, fixtures: Sequence[Fixture], address: str) -> Iterator[Played]:
    """The same on Ray, which plays a game again wherever a worker or a machine was lost."""
    ray = joined(address)
    task = ray.remote(num_cpus=1, max_retries=-1)(play)
    left = list(reversed(fixtures))
    running: list[Any] = []
    while left or running:
        most = AHEAD * max(int(ray.cluster_resources().get("CPU", 1)), 1)
        while left and len(running) < most:
            running.append(task.remote(arena, left.pop()))
        done, running = ray.wait(running)
        yield from ray.get(done)


def joined(address: str) -> Any:
    """Ray, connected to a cluster; `local` starts one on this machine."""
    try:
        import ray
    except ImportError as error:
        raise NoCluster("no_ray", words=WORDS) from error
    try:
        knock(address)
        if not ray.is_initialized():
            where = None if address == "local" else address
            ray.init(address=where, log_to_driver=False, logging_level="error")
    except (ConnectionError, ValueError, RuntimeError, OSError) as error:
        raise NoCluster("no_cluster", words=WORDS, address=address, why=str(error)) from error
    return ray


def knock(address: str) -> None:
    """Ray itself waits for minutes where nobody answers; OSError after a few seconds."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if host:
        socket.create_connection((host, int(port)), timeout=KNOCK).close()
