"""What is installed is written down with its digests, and fits the ranges that the project gives."""

import re
import runpy
import subprocess
import sys
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = runpy.run_path(str(ROOT / "requirements/lock.py"))
LOCKS, NODE = LOCK["LOCKS"], LOCK["NODE"]
INSTALL = runpy.run_path(str(ROOT / "requirements/install.py"))
SYSTEMS = [
    {"sys_platform": "linux", "platform_machine": "x86_64"},
    {"sys_platform": "linux", "platform_machine": "aarch64"},
    {"sys_platform": "darwin", "platform_machine": "arm64"},
    {"sys_platform": "win32", "platform_machine": "AMD64"},
]
PYTHONS = [{"python_version": v, "python_full_version": f"{v}.9"} for v in ("3.11", "3.12", "3.13")]
ENVIRONMENTS = [{**system, **python} for system, python in product(SYSTEMS, PYTHONS)]


def entries(name):
    """The requirements of a lock, each with its digests."""
    lines = (ROOT / "requirements" / name).read_text("utf-8").replace("\\\n", " ").splitlines()
    for line in lines:
        if line and not line.startswith("#"):
            requirement, *digests = line.split(" --hash=")
            yield Requirement(requirement), [digest.strip() for digest in digests]


def locked(name, environment):
    """The versions that one machine gets."""
    found = {}
    for requirement, _ in entries(name):
        if requirement.marker is None or requirement.marker.evaluate(environment):
            (pin,) = requirement.specifier
            assert pin.operator == "=="
            known = found.setdefault(canonicalize_name(requirement.name), pin.version)
            assert known == pin.version, (requirement, environment)
    return found


def wanted(lock):
    """What the project asks for, to run and to be built."""
    optional = PROJECT["project"]["optional-dependencies"]
    more = [line for extra in lock.extras for line in optional[extra]]
    needed = PROJECT["project"]["dependencies"] if lock.project else []
    return [Requirement(line) for line in [*needed, *LOCK["build_tools"](lock), *more]]


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda one: "-".join(one.values()))
@pytest.mark.parametrize("name", LOCKS)
def test_every_machine_gets_one_version_of_everything_in_its_range(name, environment):
    versions = locked(name, environment)
    for requirement in wanted(LOCKS[name]):
        if requirement.marker is None or requirement.marker.evaluate(environment):
            version = versions[canonicalize_name(requirement.name)]
            assert requirement.specifier.contains(version), (requirement, version)


@pytest.mark.parametrize("environment", ENVIRONMENTS, ids=lambda one: "-".join(one.values()))
def test_all_locks_agree(environment):
    first, *others = (locked(name, environment) for name in LOCKS)
    for other in others:
        assert other.items() <= first.items()


@pytest.mark.parametrize("name", LOCKS)
def test_every_entry_has_digests_and_no_lock_names_a_host(name):
    for requirement, digests in entries(name):
        assert digests, requirement
        assert all(re.fullmatch("sha256:[0-9a-f]{64}", digest) for digest in digests)
        assert requirement.url is None
    text = (ROOT / "requirements" / name).read_text("utf-8")
    assert not re.search(r"://|--(index|extra-index|find-links|trusted)", text)


def test_a_player_gets_what_is_needed_to_play_and_node_comes_only_for_the_page():
    names = {file: {canonicalize_name(one.name) for one, _ in entries(file)} for file in LOCKS}

    assert names["page.txt"] == {NODE}
    assert not names["play.txt"] & {NODE, "pytest", "mypy", "ray", "playwright", "open-spiel"}
    assert {NODE, "pytest", "mypy", "ray"} | names["play.txt"] <= names["all.txt"]


def test_make_installs_what_is_locked_and_nothing_else():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installs = [line for line in makefile.splitlines() if "$(PIP_INSTALL) " in line]
    assert "requirements/install.py $(1)" in makefile
    assert "--require-hashes" in INSTALL["PIP"]
    for line in installs:
        assert "--no-deps" in line or "uv" in line


def wanted_by(target, folder, *there):
    """What `make` would install for a target, where something is there already."""
    for file in ("Makefile", "pyproject.toml", "requirements"):
        (folder / file).symlink_to(ROOT / file)
    (folder / ".venv").mkdir()
    for stamp in there:
        (folder / ".venv" / stamp).touch()
    told = subprocess.run(
        ["make", "--dry-run", target], cwd=folder, capture_output=True, text=True, check=True
    ).stdout
    return re.findall(r"requirements/install.py (\S+)", told)


@pytest.mark.parametrize(
    ("target", "there", "installed"),
    [
        ("run", [], ["play.txt"]),
        ("run", ["plays"], []),
        ("run", ["plays", "ready"], []),
        ("test", [], ["all.txt"]),
        ("test", ["plays"], ["all.txt"]),
        ("test", ["plays", "ready"], []),
    ],
)
def test_make_installs_once_what_a_target_needs(target, there, installed, tmp_path):
    assert wanted_by(target, tmp_path, *there) == installed


def test_it_is_said_what_is_installed_and_how_far_that_is():
    said = [
        "Collecting alembic==1.20.1 (from -r requirements/play.txt (line 3))\n",
        "  Downloading alembic-1.20.1-py3-none-any.whl (263 kB)\n",
        "Requirement already satisfied: anyio==4.16.0 in ./.venv (from -r play.txt)\n",
        "Installing collected packages: alembic, anyio\n",
    ]

    assert list(INSTALL["told"](said, 9)) == ["1 of 9: alembic", "2 of 9: anyio", "unpacking 2 packages"]  # fmt: skip
    text = (ROOT / "requirements/play.txt").read_text("utf-8")
    assert INSTALL["pins"](text) == len(list(entries("play.txt")))


def test_node_is_fetched_for_the_page_only_where_it_is_not_there(monkeypatch, tmp_path):
    build = runpy.run_path(str(ROOT / "web/build.py"))
    fetched = []

    def install(name, *more):
        fetched.append((name, Path(more[-1])))
        return 0

    monkeypatch.setattr(runpy, "run_path", lambda _: {"install": install})
    for there in (True, False):
        monkeypatch.setitem(build["with_node"].__wrapped__.__globals__, "find_spec", lambda _, there=there: there or None)  # fmt: skip
        with build["with_node"]():
            assert [str(folder) in sys.path for _, folder in fetched] == [True] * (not there)
    ((name, folder),) = fetched

    assert name == "page.txt"
    assert str(folder) not in sys.path
    assert not folder.exists()
