"""Starting a server: for a family on one machine, or for many on PostgreSQL."""

from __future__ import annotations

import errno
import os
import socket
import tempfile
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import structlog
import uvicorn
from filelock import FileLock, Timeout
from uvicorn.supervisors import Multiprocess

from sunroom.server.http.connection import BoundedHttp
from sunroom.server.http.websocket import QuickWebSocket
from sunroom.server.refusals import BadRequest
from sunroom.server.store import database
from sunroom.server.store.purge import make_incremental
from sunroom.server.store.upgrades import check, outdated
from sunroom.server.wire import LARGEST_MESSAGE

from . import descriptors, logs
from .app import Settings

log = structlog.get_logger()
LOOPBACK = "127.0.0.1"
ANYWHERE = "0.0.0.0"  # noqa: S104 - what --lan asks for
USUAL_PORT = 8700
STUCK_AFTER = (
    30  # seconds without a sign of life, after which a worker is replaced; starting takes some
)
LOCK, ADDRESS = ".lock", ".address"  # of files beside a database: who serves it, and where


class CannotListen(BadRequest):
    """A port or an address that cannot be had."""


class AlreadyRunning(Exception):
    """The same database is served already; says where."""


@dataclass(frozen=True)
class Plan:
    """How a server is to run."""

    database: str
    folder: Path  # for backups and boxes
    host: str = LOOPBACK
    port: int | None = None
    workers: int = 1
    thinkers: int = 1
    limit: float = 50.0
    proxies: str = LOOPBACK  # addresses whose X-Forwarded headers are believed
    quiet: bool = False  # say nothing but warnings
    host_names: tuple[str, ...] = ()  # what it goes by; any name where none is said


def listen(host: str, port: int | None) -> socket.socket:
    """A socket at a port, the usual one or any that is free."""
    if port is not None:
        return bound(host, port)
    try:
        return bound(host, USUAL_PORT)
    except CannotListen:
        return bound(host, 0)


def bound(host: str, port: int) -> socket.socket:
    made = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((host, port))
    except OSError as why:
        made.close()
        if why.errno == errno.EADDRINUSE:
            raise CannotListen("port_taken", n=port) from None
        if why.errno == errno.EACCES:
            raise CannotListen("port_forbidden", n=port) from None
        raise CannotListen("bad_host", text=host, why=why.strerror or str(why)) from None
    made.set_inheritable(True)
    return made


def lan_address() -> str:
    """The address of this machine for others in the same network."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # nothing is sent
        return str(probe.getsockname()[0])
    return LOOPBACK


class Announcing(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self.listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self.listening()


def serve(plan: Plan, listening: Callable[[str], None]) -> None:
    """Run until somebody stops it. *listening* is called with the address when it is open."""
    url = database.normal(plan.database)
    if plan.workers > 1 and not database.is_postgres(url):
        raise BadRequest("one_worker")
    plan.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    with locked(url):
        secret = database.prepare(url, plan.folder / "backups", check.fault)
        if not database.is_postgres(url):
            database.using(url, make_incremental)
        open_at = listen(plan.host, plan.port)
        logs.set_up(quiet=plan.quiet)
        for group in database.using(url, outdated.end):
            log.warning("matches ended: their rules have changed", **group._asdict())
        shown = lan_address() if plan.host == ANYWHERE else plan.host
        address = f"http://{shown}:{open_at.getsockname()[1]}/"
        settings = Settings(
            url, secret, str(plan.folder / "boxes"), plan.thinkers, plan.limit,
            plan.quiet, tuple(name.lower() for name in plan.host_names),
        )  # fmt: skip
        settings.hand_on()
        if not database.is_postgres(url):
            beside(url, ADDRESS).write_text(address, "utf-8")
        run(plan, open_at, lambda: listening(address))


def run(plan: Plan, open_at: socket.socket, listening: Callable[[], None]) -> None:
    descriptors.raise_limit()
    config = uvicorn.Config(
        "sunroom.server.app.app:from_environment", factory=True, workers=plan.workers,
        http=BoundedHttp,
        ws=QuickWebSocket, ws_max_size=LARGEST_MESSAGE, ws_per_message_deflate=False,
        proxy_headers=True, forwarded_allow_ips=plan.proxies, access_log=False, log_config=None,
        server_header=False, timeout_graceful_shutdown=5, timeout_worker_healthcheck=STUCK_AFTER,
    )  # fmt: skip
    if plan.workers == 1:
        Announcing(config, listening).run(sockets=[open_at])
        return
    with tempfile.TemporaryDirectory(prefix="sunroom-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        listening()
        Multiprocess(config, [open_at]).run()


def locked(url: str) -> AbstractContextManager[Any]:
    """One server for one file, wherever its other files are; PostgreSQL takes any number."""
    if database.is_postgres(url):
        return nullcontext()
    lock: AbstractContextManager[Any] = FileLock(beside(url, LOCK), timeout=0)
    try:
        beside(url, LOCK).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock.acquire()  # type: ignore[attr-defined]
    except Timeout:
        with suppress(OSError):
            raise AlreadyRunning(beside(url, ADDRESS).read_text("utf-8")) from None
        raise BadRequest("locked_database", file=url) from None
    except OSError as why:
        raise database.refusal_for(url, why) from None
    return lock


def beside(url: str, ending: str) -> Path:
    """A file beside that of a database, by whichever way one has come to it."""
    file = Path(url).resolve()
    return file.with_name(file.name + ending)
