"""What the pages for researchers show can be run as it stands, with less patience."""

import re
from pathlib import Path

import pytest

from sunroom.kernel.catalogue import known_games, load
from sunroom.kernel.layout import Each, Part, spans, width

DOCS = Path(__file__).parent.parent / "docs"
QUICKER = {"ROUNDS = 40": "ROUNDS = 2", "games=1000": "games=200", "decisions=200": "decisions=20"}


def code_of(page):
    text = "\n".join(
        re.findall(r"```python\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    )
    for patient, quick in QUICKER.items():
        text = text.replace(patient, quick)
    return text


def test_an_agent_learns(capsys):
    exec(compile(code_of("learning.md"), "learning.md", "exec"), {})

    told = capsys.readouterr().out
    before, after = (
        float(re.search(rf"{when}: ([\d.]+)", told)[1]) for when in ("before", "after")
    )
    assert 0.35 < before < 0.65
    assert after > before + 0.15


def test_the_page_for_researchers_runs():
    pytest.importorskip("pettingzoo")
    pytest.importorskip("pyspiel")
    exec(compile(code_of("research.md"), "research.md", "exec"), {})


@pytest.mark.parametrize("name", known_games())
def test_every_code_and_number_has_a_meaning(name):
    game = load(name)

    assert width(game.layouts.actions) == game.actions
    assert width(game.layouts.outcomes) == game.outcomes
    assert width(game.layouts.observation) == game.observation


def test_spans_say_where_parts_lie():
    layout = (Part("a", 2), Each("b", 3, (Part("c"), Part("d", 4))), Part("e"))

    assert [(s.what, s.first, s.size, s.times, s.stride) for s in spans(layout)] == [
        ("a", 0, 2, 1, 0),
        ("c", 2, 1, 3, 5),
        ("d", 3, 4, 3, 5),
        ("e", 17, 1, 1, 0),
    ]


def test_the_reference_is_up_to_date(monkeypatch):
    """`make golden` writes it."""
    monkeypatch.syspath_prepend(DOCS)
    import in_numbers

    for name, text in in_numbers.pages().items():
        assert (DOCS / "reference" / name).read_text("utf-8") == text, name
