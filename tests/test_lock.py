"""What is installed is written down with its digests, and fits the ranges that the project gives."""

import re
import runpy
import tomllib
from itertools import product
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCKS = runpy.run_path(str(ROOT / "requirements/lock.py"))["LOCKS"]
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


def wanted(extras):
    """What the project asks for, to run and to be built."""
    optional = PROJECT["project"]["optional-dependencies"]
    more = [line for extra in extras for line in optional[extra]]
    lines = [*PROJECT["project"]["dependencies"], *PROJECT["build-system"]["requires"], *more]
    return [Requirement(line) for line in lines]


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


def test_make_installs_what_is_locked_and_nothing_else():
    makefile = (ROOT / "Makefile").read_text("utf-8")
    installs = [line for line in makefile.splitlines() if "$(PIP_INSTALL) " in line]
    assert any("--require-hashes --requirement requirements/" in line for line in installs)
    for line in installs:
        assert "--require-hashes" in line or "--no-deps" in line or "uv" in line
