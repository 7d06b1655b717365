"""The documentation as a site: `make docs`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sunroom.kernel.catalogue import known_games, load
from sunroom.kernel.rulebook import paragraphs

pytest.importorskip("material", reason="mkdocs-material is not installed here (extra docs)")

ROOT = Path(__file__).parent.parent
FETCHED = re.compile(r"""(?:<(?:script|img|iframe)[^>]*src|<link[^>]*href)=["']?(?:https?:)?//""")


def build(target):
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(target)],
        cwd=ROOT,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    target = tmp_path_factory.mktemp("site")
    built = build(target)
    assert built.returncode == 0, built.stderr
    return target


def test_every_rule_has_its_place(site):
    for name in known_games():
        for language, page in (("en", f"{name}.html"), ("de", f"{name}.de.html")):
            found = re.findall(r'id="([A-Z]{3}-[^"]+)"', (site / "rules" / page).read_text("utf-8"))
            assert found == list(paragraphs(load(name).folder, language)), page


def test_nothing_comes_from_elsewhere(site):
    for page in site.rglob("*.html"):
        assert not FETCHED.search(page.read_text("utf-8")), page
    for script in site.rglob("*.js"):
        assert "https://unpkg.com" not in script.read_text("utf-8"), script


def test_links_of_the_repository_lead_to_pages(site):
    assert 'href="bench/RESULTS.html"' in (site / "research.html").read_text("utf-8")
    assert 'href="rules/solenia.html"' in (site / "solenia.html").read_text("utf-8")
    assert 'href="deploy/nginx.conf"' in (site / "server.html").read_text("utf-8")
