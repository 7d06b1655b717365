"""The documentation as a site: `make docs`."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from sunroom.rules.catalogue import known_games, load
from sunroom.rules.rulebook import paragraphs

pytest.importorskip("material", reason="mkdocs-material is not installed here (extra docs)")

ROOT = Path(__file__).parent.parent
FETCHED = re.compile(r"""(?:<(?:script|img|iframe)[^>]*src|<link[^>]*href)=["']?(?:https?:)?//""")


RULE_OR_TERM = r'(?:<p>)?(?:<a [^>]*id="[A-Z]{3}-|<strong>)'


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


def test_every_bullet_of_the_rules_is_a_rule_or_says_what_a_word_means(site):
    """A line that happens to begin with a number and a full stop would be a list of its own."""
    for name in known_games():
        for page in (f"{name}.html", f"{name}.de.html"):
            article = article_of(site / "rules" / page)
            bullets = re.findall(r"<li>\s*(.{0,60})", article)
            assert bullets
            assert [b for b in bullets if not re.match(RULE_OR_TERM, b)] == []
            assert "<ol" not in article, page


def article_of(page):
    return re.search(r"<article.*?</article>", page.read_text("utf-8"), re.DOTALL)[0]


def test_german_rules_say_that_they_are_german(site):
    for name in known_games():
        assert 'lang="de"' in article_of(site / "rules" / f"{name}.de.html")
        assert 'lang="de"' not in article_of(site / "rules" / f"{name}.html")


def test_short_words_of_code_stay_whole(site):
    article = article_of(site / "reference" / "solaris.html")

    assert '<code class="whole">machine-purple</code>' in article
    assert ".whole" in (site / "site.css").read_text("utf-8")


def test_who_is_lost_is_led_on(site):
    lost = article_of(site / "404.html")

    for link in re.findall(r'href="/([^"]+)"', lost):
        assert (site / link).exists(), link
    assert lost.count("href=") >= 3


def test_nothing_comes_from_elsewhere(site):
    for page in site.rglob("*.html"):
        assert not FETCHED.search(page.read_text("utf-8")), page
    for script in site.rglob("*.js"):
        assert "https://unpkg.com" not in script.read_text("utf-8"), script


def test_links_of_the_repository_lead_to_pages(site):
    assert 'href="bench/RESULTS.html"' in (site / "research.html").read_text("utf-8")
    assert 'href="rules/solenia.html"' in (site / "solenia.html").read_text("utf-8")
    assert 'href="deploy/nginx.conf"' in (site / "server.html").read_text("utf-8")
