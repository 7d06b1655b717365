"""The unit of deploy/: systemd understands it, and its command runs in a clean directory."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from served import free_port, postgres
from sunroom.server.app.descriptors import USEFUL

UNIT = Path(__file__).parents[1] / "deploy" / "sunroom.service"
INSTALLED = "/opt/sunroom/bin/sunroom"
HERE = str(Path(sys.executable).with_name("sunroom"))
WRITABLE = {"SUNROOM_DATA": "/var/lib/", "SUNROOM_CACHE": "/var/cache/"}


def settings():
    """What the unit says, by key."""
    lines = UNIT.read_text("utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines if line and line[0] not in "#[")


def test_systemd_understands_the_unit(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed here: apt-get install systemd")
    here = tmp_path / UNIT.name
    here.write_text(UNIT.read_text("utf-8").replace(INSTALLED, HERE), "utf-8")
    done = subprocess.run(
        ["systemd-analyze", "verify", here], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_the_unit_allows_the_files_that_sunroom_can_use():
    assert int(settings()["LimitNOFILE"]) == USEFUL


def test_what_the_unit_lets_sunroom_write_is_where_it_writes():
    unit = settings()
    told = dict(pair.split("=") for pair in unit["Environment"].split())
    assert told["SUNROOM_DATA"] == f"/var/lib/{unit['StateDirectory']}"
    assert told["SUNROOM_CACHE"] == f"/var/cache/{unit['CacheDirectory']}"


def test_the_command_of_the_unit_serves_and_stops_in_time(tmp_path):
    unit, port = settings(), free_port()
    with postgres() as database:
        program, *words = shlex.split(unit["ExecStart"])
        assert program == INSTALLED
        words[words.index("--database") + 1] = database.url
        env = {"PATH": os.environ["PATH"], "SUNROOM_INTERPRETED": "1"}
        for pair in unit["Environment"].split():
            name, _, folder = pair.partition("=")
            assert folder.startswith(WRITABLE[name])
            env[name] = str(tmp_path / name)
        folder = tmp_path / "empty"
        folder.mkdir()
        server = subprocess.Popen([HERE, *words, "--port", str(port)], cwd=folder, env=env)
        try:
            await_ready(server, f"http://127.0.0.1:{port}/healthz")
            start = time.monotonic()
            server.send_signal(signal.SIGTERM)
            server.wait(int(unit["TimeoutStopSec"]))
            assert time.monotonic() - start < int(unit["TimeoutStopSec"])
        finally:
            server.kill()
            server.wait()
        assert list(folder.iterdir()) == []


def await_ready(server, address):
    end = time.monotonic() + 120
    while time.monotonic() < end:
        assert server.poll() is None
        try:
            if httpx.get(address, timeout=5).status_code == 200:
                return
        except httpx.HTTPError:
            time.sleep(0.05)
    raise AssertionError("it is not ready")
