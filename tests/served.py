"""Servers for tests: one inside the test, one in processes of its own, and a PostgreSQL for it."""

import asyncio
import os
import pwd
import queue
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from pathlib import Path

import pytest

from sunroom.server.backend import Backend
from sunroom.server.store import database

PATIENCE = 240  # seconds until a server must have begun to listen; the machine may be busy


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


# Inside the test


@asynccontextmanager
async def open_backend(folder, url=None):
    """A server without its web, in this event loop."""
    url = url or str(Path(folder) / "sunroom.db")
    secret = await asyncio.to_thread(database.prepare, url, Path(folder) / "backups")
    backend = Backend(database.store(url), secret, Path(folder) / "boxes")
    await backend.open()
    try:
        yield backend
    finally:
        await backend.close()


# In processes of its own


class Served:
    """`sunroom serve` as a user starts it; it can be killed and started again at the same port."""

    def __init__(self, folder, url=None, *, workers=1, more=(), environment=None):
        self.folder = Path(folder)
        self.environment = environment or {}
        self.url = url or str(self.folder / database.FILE)
        self.port = free_port()
        self.workers = workers
        self.command = [
            sys.executable, "-m", "sunroom", "serve", "--port", str(self.port), "--limit", "0",
            "--workers", str(workers), *(["--database", url] if url else []), *more,
        ]  # fmt: skip
        self.address = f"http://127.0.0.1:{self.port}"
        self.process = None

    def start(self):
        own = {"SUNROOM_DATA": str(self.folder), "LC_ALL": "en_GB.UTF-8"}
        env = os.environ | own | self.environment
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                self.command, env=env, stdout=subprocess.PIPE, stderr=log, text=True,
                start_new_session=True,
            )  # fmt: skip
        self._await_line()
        self.await_health()
        return self

    def _await_line(self):
        """The address is printed when it listens."""
        said = queue.Queue()

        def read():
            lines = iter(self.process.stdout.readline, "")
            said.put(next((line for line in lines if "open at" in line), ""))

        threading.Thread(target=read, daemon=True).start()
        line = said.get(timeout=PATIENCE)
        assert line, (self.folder / "log").read_text()[-3000:]

    def await_health(self, seconds=PATIENCE):
        import httpx

        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if httpx.get(f"{self.address}/healthz", timeout=5).status_code == 200:
                    return
            except httpx.HTTPError:
                pass
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text()[-3000:])

    def pids(self):
        """The serving processes: of several workers not the one that watches them, and nothing that
        thinks for them.
        """
        if self.workers == 1:
            return [self.process.pid]
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(pid) for pid in children.split() if "spawn_main" in cmdline(pid)]

    def worker_at(self, port):
        """The serving process at the other end of a connection from a port of this machine."""
        return owner(self.pids(), self.port, port)

    def kill(self):
        """At once, with nothing tidied up. What it has written the system still brings to the disk;
        what a power cut leaves, `powercut.py` tells.
        """
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        self.process.stdout.close()

    def stop(self):
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20)
            except subprocess.TimeoutExpired:
                self.kill()
            self.process.stdout.close()

    def __enter__(self):
        return self.start()

    def __exit__(self, *_):
        self.stop()


def cmdline(pid):
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def owner(pids, local, remote):
    """The process that has a connection from one port to another on this machine."""
    wanted = (f"{local:04X}", f"{remote:04X}")
    for line in Path("/proc/net/tcp").read_text().splitlines()[1:]:
        fields = line.split()
        if tuple(address.rpartition(":")[2] for address in fields[1:3]) == wanted:
            return next((pid for pid in pids if f"socket:[{fields[9]}]" in open_files(pid)), None)
    return None


def open_files(pid):
    found = set()
    with suppress(OSError):
        for file in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):  # closed meanwhile
                found.add(str(file.readlink()))
    return found


# PostgreSQL


def postgres_programs():
    """The folder of initdb and pg_ctl, or nothing."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    return Path(shutil.which("initdb")).parent if shutil.which("initdb") else None


class Postgres:
    """A PostgreSQL of the test's own; it does not run as root."""

    def __init__(self, folder):
        self.bin = postgres_programs()
        self.folder = Path(folder)
        self.port = free_port()
        self.user = "postgres" if os.getuid() == 0 else pwd.getpwuid(os.getuid()).pw_name
        self.url = f"postgresql://sunroom@127.0.0.1:{self.port}/postgres"

    def run(self, *command):
        line = [str(part) for part in command]
        if os.getuid() == 0:
            line = ["runuser", "-u", self.user, "--", *line]
        env = os.environ | {"LC_ALL": "C"}  # whatever language the machine lacks
        quiet = subprocess.DEVNULL
        subprocess.run(line, check=True, env=env, stdout=quiet, stderr=quiet)

    def create(self):
        if os.getuid() == 0:
            shutil.chown(self.folder, self.user)
        how = ["-U", "sunroom", "-A", "trust", "-E", "UTF8", "--locale=C"]
        self.run(self.bin / "initdb", "-D", self.folder / "data", *how)
        self.start()

    def start(self):
        options = f"-p {self.port} -k {self.folder} -c listen_addresses=127.0.0.1"
        log = self.folder / "log"
        self.run(self.bin / "pg_ctl", "-D", self.folder / "data", "-l", log, "-w", "-o", options, "start")  # fmt: skip

    def stop(self, how="immediate"):
        self.run(self.bin / "pg_ctl", "-D", self.folder / "data", "-m", how, "-w", "stop")


@contextmanager
def postgres():
    """Skips the test, in a line that says what is missing, where there is none."""
    if postgres_programs() is None:
        pytest.skip("PostgreSQL is not installed here: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="sunroom-pg-") as folder:
        server = Postgres(folder)
        server.create()
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def served_on(kind, folder, *more):
    """A server on SQLite, or with two workers on a PostgreSQL; it starts in half the time where no
    compiled rules are loaded.
    """
    with ExitStack() as stack:
        stack.enter_context(pytest.MonkeyPatch.context()).setenv("SUNROOM_INTERPRETED", "1")
        on_postgres = kind == "postgres"
        url = stack.enter_context(postgres()).url if on_postgres else None
        yield stack.enter_context(Served(folder, url, workers=1 + on_postgres, more=more))
