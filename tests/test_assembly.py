"""A game is put together from its folder: every answer by its name, every gap told to its author."""

import ast
import inspect
import sys
from typing import get_args, get_type_hints

import pytest

from sunroom.match.match import Match
from sunroom.rules import assembly, contract, defaults
from sunroom.rules.assembly import IncompleteGame, answers_of_games, assemble
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import GameOf, Heuristics, Knowledge
from sunroom.rules.record import Table, i8

RULES = """
from sunroom.rules.record import Table, i8
from sunroom.rules.contract import OVER
ACTIONS, OBSERVATION = 3, 1

class Stones(Table):
    left = i8()
    seat = i8()

def setup(s, options):
    s.left = 7

def to_act(s):
    return s.seat if s.left > 0 else OVER

def legal(s, out):
    n = min(s.left, 3)
    for i in range(n):
        out[i] = i
    return n

def apply(s, action):
    s.left -= action + 1
    s.seat = 1 - s.seat

def scores(s, out):
    out[1 - s.seat] = 1

def observe(s, seat, out):
    out[0] = s.left
"""
WRITING = """
def show(s, action):
    return f"take {action + 1}"

def read(s, text):
    return int(text.removeprefix("take ")) - 1

def view(s, seat):
    return {"left": s.left}

def render(view, say):
    return str(view["left"])
"""
FACTS = {"prefix": "STO", "version": 1, "seats": (2,), "longest": 7, "score_sum": (1, 1)}


@pytest.fixture
def package(tmp_path, monkeypatch):
    """Makes a package of these modules and imports it."""

    def made(**modules):
        folder = tmp_path / "take_stones"
        folder.mkdir()
        (folder / "__init__.py").touch()
        (folder / "words.toml").write_text('[title]\nen = "Stones"\nde = "Steine"\n')
        for name, text in modules.items():
            file = folder / f"{name}.py"
            file.parent.mkdir(exist_ok=True)
            file.write_text(text)
        __import__("take_stones")

    monkeypatch.syspath_prepend(tmp_path)
    yield made
    for name in [name for name in sys.modules if name.startswith("take_stones")]:
        del sys.modules[name]


def stones(**given):
    return assemble("take_stones", table=Stones, **FACTS, **given)


class Stones(Table):
    left = i8()
    seat = i8()


def test_answers_are_found_wherever_they_are(package):
    package(**{"rules": RULES, "text/__init__": "", "text/notation": WRITING})
    game = stones()
    match = Match(game, ["Ada", "Ben"])
    match.play("take 3")

    assert (game.name, game.actions, game.outcomes) == ("take-stones", 3, 0)
    assert game.words("title", "en") == "Stones"
    assert [match.say(told, "en") for told in match.log()] == ["Ada: take 3."]
    assert match.view(1) == {"left": 4}


def test_all_that_is_missing_is_named(package):
    package(rules=RULES.replace("def legal", "def lawful"))

    with pytest.raises(IncompleteGame, match=r"take-stones: .* legal, show, view;"):
        stones()


def test_an_answer_that_is_defined_twice_is_named_with_its_places(package):
    package(rules=RULES, notation=WRITING, board=WRITING)

    with pytest.raises(IncompleteGame, match=r"show is in take_stones\.board and take_stones\.not"):
        stones()


def test_what_is_given_goes_before(package):
    package(rules=RULES, notation=WRITING, board="def show(s, action):\n    return 'no'")
    game = stones(show=lambda s, action: f"{action}!")

    assert game.show(Stones(), 1) == "1!"


def test_an_answer_that_would_be_called_otherwise_is_named(package):
    package(rules=RULES.replace("legal(s, out)", "legal(s)"), notation=WRITING)

    with pytest.raises(
        IncompleteGame, match=r"take_stones\.rules: legal\(s\) is called with 2 arg"
    ):
        stones()


def test_what_no_game_has_is_named(package):
    package(rules=RULES, notation=WRITING)

    with pytest.raises(IncompleteGame, match="a game has no leagl"):
        stones(leagl=None)


def test_every_answer_says_what_it_promises():
    """By a docstring under its field."""
    answers = {name for name in answers_of_games() if assembly.number_of_arguments(name)}
    found = {
        field.target.id
        for kind in ast.parse(inspect.getsource(contract)).body
        if isinstance(kind, ast.ClassDef)
        for field, after in zip(kind.body, kind.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
    }

    assert answers - {"starts"} <= found


@pytest.mark.parametrize("name", known_games())
@pytest.mark.parametrize("kind", [GameOf, Heuristics, Knowledge])
def test_answers_have_the_types_of_the_contract(name, kind):
    """Found by name, they are out of the type checker's sight."""
    game = load(name)
    part = {GameOf: game, Heuristics: game.heuristics, Knowledge: game.knowledge}[kind]
    for answer, hint in get_type_hints(kind).items():
        value = getattr(part, answer)
        if inspect.isfunction(value) and value.__module__ != defaults.__name__:
            ours = hint[game.table] if hint.__parameters__ else hint
            promised, result = signature(ours)
            hints = get_type_hints(value)
            returned = hints.pop("return")
            assert [*hints.values()] == promised, answer
            assert returned in {result, type(result)}, answer  # None is of its own type


def signature(hint):
    """The arguments and the result of an answer."""
    parts = [get_args(part) for part in (hint, *get_args(hint))]
    return next(part for part in parts if part and isinstance(part[0], list))


ORDERS = [(game, one) for game in map(load, known_games()) for one in game.options if one.order]


@pytest.mark.parametrize(("game", "option"), ORDERS, ids=lambda one: one.name)
def test_an_option_that_is_an_order_reads_its_words_in_any_and_has_names_for_them(game, option):
    assert option.decode(0) == "-".join(option.order)
    other = "-".join(reversed(option.order))
    assert option.decode(option.encode(other)) == other
    assert all(word in game.words.entries for word in option.order)
