"""Nobody waits for a compiler: opponents and hints answer interpreted until it is done, and decide
the same.
"""

import asyncio
import json
import os
import shutil
import sys
from contextlib import nullcontext
from importlib import import_module
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from rich import progress
from rich.console import Console

from guests import guests, seated, until
from served import open_backend
from sunroom import Match, known_games, load
from sunroom.cli import review as shell
from sunroom.engine import cache, referee, runner
from sunroom.engine.referee import compiled_if_possible, interpreted
from sunroom.players import LEVELS, compiling, hints, levels
from sunroom.players.compiling import Compiler, Progress
from sunroom.players.review import review
from sunroom.players.workers import GameRef, Workers, in_haste
from sunroom.rules.philox import below, word
from sunroom.table import wire
from test_server import play_on

pytestmark = pytest.mark.skipif(not runner.available(), reason="nothing is compiled here")
HERE = Path(__file__).parent
SOLENIA = GameRef("solenia")
COUNTED = [level for level in LEVELS if level.budget.simulations is not None]
PLAYED = [game for game in known_games() if levels.has_opponents(load(game))]


@pytest.fixture
def empty_cache(monkeypatch, tmp_path):
    """As on a machine that has never compiled anything; the folder."""
    monkeypatch.setenv("SUNROOM_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def haste(monkeypatch, empty_cache):
    """A process that nobody waits for, and that has nothing compiled."""
    monkeypatch.setattr(referee.HASTE, "waits", False)
    for name in known_games():
        monkeypatch.setitem(vars(load(name)), "kept", {})


def at(game, steps):
    """A decision of a seat after some random steps."""
    match = Match(game, seed=5, referee=interpreted(load(game)))
    while len(match.history) < steps or len(match.actions()) < 2:
        legal = match.actions()
        match.apply(legal[below(word(5, 0, len(match.history)), len(legal))])
    return match


def decided(level, game, steps):
    match = at(game, steps)
    table = match.veiled(match.to_act)
    return list(level.decisions(match.game, table, Random(steps), match.seats))


@pytest.mark.parametrize("game", PLAYED)
@pytest.mark.parametrize("level", COUNTED, ids=lambda level: level.name)
def test_every_level_decides_the_same_before_and_after_it_is_compiled(level, game, request):
    steps = (2, 13) if game == "soluna" else (0, 40)
    after = [decided(level, game, n) for n in steps]
    request.getfixturevalue("haste")
    before = [decided(level, game, n) for n in steps]

    assert (levels.Thinker, "cpu") not in load(game).kept
    assert before == after


def ways(which):
    """How a process runs the rules and the search of a game."""
    game = which.load()
    return compiled_if_possible(game).runner.way, levels.thinker(game).runner.way


def fill(folder, *functions):
    """Let functions be compiled: they are copied from the usual cache."""
    game = load("solenia")
    with pytest.MonkeyPatch.context() as usual:
        usual.delenv("SUNROOM_CACHE")
        folders = [cache.cache_folder(game, loop, types) for loop, types in functions]
    for one in folders:
        shutil.copytree(one, folder / one.name)


@pytest.fixture
def usual_cache():
    """Everything about Solenia is compiled in the usual place."""
    compiled_if_possible(load("solenia"))
    levels.thinker(load("solenia"))


def test_a_worker_changes_over_when_the_search_is_compiled(usual_cache, empty_cache):
    with Workers(1, begin=in_haste) as workers:
        assert workers.ask(ways, SOLENIA).answer.result(120) == ("interpreted", "interpreted")
        assert not list(empty_cache.glob("*"))
        fill(empty_cache, *levels.LOOPS.items())
        answer = None
        while answer != ("interpreted", "cpu"):  # the rules are still missing
            answer = workers.ask(ways, SOLENIA).answer.result(120)


def test_a_hint_is_a_first_look_until_the_search_is_compiled(haste):
    match = at("solenia", 40)
    first, *told = hints.hint(match)

    assert first.id == "hint_first_look"
    assert dict(first.args)["n"] == hints.FIRST_LOOK
    assert told == hints.hint(match, budget=hints.Budget(hints.FIRST_LOOK))
    assert hints.tongue(match, "de").say(first).startswith("Erster Blick")


NOTED = "SUNROOM_TEST_NOTED"
OF = 3


def note_next(which):
    """Instead of compiling: writes down which game it would have been."""
    file = Path(os.environ[NOTED])
    done = file.read_text().split() if file.exists() else []
    file.write_text(" ".join([*done, which.name]))
    return Progress(min([*done, which.name].count(which.name), OF), OF)


def test_what_is_played_is_compiled_first(monkeypatch, tmp_path, empty_cache):
    noted = tmp_path / "noted"
    monkeypatch.setenv(NOTED, str(noted))
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.setattr(compiling, "compile_next", note_next)
    compiler = Compiler()
    waiting = [compiler.want(GameRef(game), first=False) for game in ("soluna", "solaris")]
    played = compiler.want(SOLENIA)
    for answer in (played, *waiting):
        answer.result(120)
    first, *rest = noted.read_text().split()

    assert first == "soluna"  # had begun
    assert rest == ["solenia"] * OF + ["soluna"] * (OF - 1) + ["solaris"] * OF
    assert compiler.progress(SOLENIA) == (OF, OF)
    assert compiler.workers is None  # its process is gone


def low(which):
    return Progress(os.nice(0), os.nice(0))


def test_compiling_gives_way_to_everything_else(monkeypatch, empty_cache):
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.setattr(compiling, "compile_next", low)
    compiler = Compiler()
    compiler.want(SOLENIA).result(120)

    assert compiler.progress(SOLENIA).done == compiling.LOWEST


def test_what_is_compiled_starts_no_process(usual_cache):
    compiler = Compiler()

    assert compiler.want(SOLENIA).done()
    assert compiler.workers is None


def test_an_opponent_answers_and_a_hint_deepens_while_people_play(
    usual_cache, empty_cache, monkeypatch, tmp_path
):
    """A hint is a first look; the closer one comes by itself as soon as the search is compiled."""

    async def play():
        async with open_backend(tmp_path / "data") as backend:
            ready = asyncio.get_running_loop().create_future()
            monkeypatch.setattr(backend.boxes, "want", lambda game: ready)
            (ann,) = await guests(backend, "Ann")
            await ann.watch((await ann.create("solenia", "ai:novice", "me")).id)
            await until(lambda: ann.state.get("legal"), 120)
            first = (await ann.do(wire.Hint())).answer
            assert first[0]["id"] == "hint_first_look"

            fill(empty_cache, *levels.LOOPS.items())
            ready.set_result(None)
            await until(lambda: any('"advised"' in frame.decode() for frame in ann.frames), 120)
            closer = ann.last("advised")
            assert closer["n"] == ann.state["n"]
            assert closer["advice"][0]["id"] != "hint_first_look"
            assert "said" in closer["advice"][0]

    asyncio.run(play())


def test_a_review_is_a_first_look_and_deepens_by_itself(
    usual_cache, empty_cache, monkeypatch, tmp_path
):
    async def look_back():
        async with open_backend(tmp_path / "data") as backend:
            ready = asyncio.get_running_loop().create_future()
            monkeypatch.setattr(backend.boxes, "want", lambda game: ready)
            ann, ben = await seated(backend, "solenia", "Ann", "Ben")
            await play_on([ann, ben], Random(2), steps=8)
            await ann.do(wire.Resign())
            state = (await backend.registry.find(ann.id)).state
            came = []
            async for one in backend.reviews.review(state):
                came.append(one)
                if one.compiling:
                    fill(empty_cache, *levels.LOOPS.items())
                    ready.set_result(None)
            return state.match, came

    match, came = asyncio.run(look_back())
    looks = [one.judged for one in came if one.judged]
    firsts = [one for one in looks if one.first_look]
    closer = sorted((one for one in looks if not one.first_look), key=lambda one: one.step)

    assert {one.first_look for one in firsts} == {hints.FIRST_LOOK}
    assert {one.step for one in firsts} == {one.step for one in closer}
    waits = next(n for n, one in enumerate(came) if one.compiling)
    assert (came[waits].looked, came[-1].done) == (came[-1].of, came[-1].of)
    assert all(one.judged is None or one.judged.first_look for one in came[:waits])
    monkeypatch.delenv("SUNROOM_CACHE")
    assert [one.value for one in closer] == [one.value for one in review(match).decisions]


def test_the_shell_shows_a_first_look_while_the_search_is_compiled(
    usual_cache, empty_cache, monkeypatch
):
    for way in ("cpu", "interpreted"):
        monkeypatch.delitem(load("solenia").kept, (levels.Thinker, way), raising=False)
    monkeypatch.setattr(shell, "compiling", nullcontext)
    monkeypatch.setattr(shell, "wait_for", lambda *_: fill(empty_cache, *levels.LOOPS.items()))
    match, budget, out = at("solenia", 20), hints.Budget(hints.FIRST_LOOK + 60), StringIO()
    with progress.Progress(
        console=Console(file=out, force_terminal=True), auto_refresh=False
    ) as bars:
        found = shell.made(match, SOLENIA, budget, bars)

    assert f"with {hints.FIRST_LOOK} simulations a decision" in out.getvalue()
    assert levels.thinker(match.game).runner.way == "cpu"
    assert found.decisions == review(match, budget=budget).decisions


def test_the_first_answer_comes_while_everything_is_compiled(capsys):
    sys.path.insert(0, str(HERE.parent / "bench"))
    first = import_module("first")
    found = first.measured("solaris", ["novice"], 2, None)["novice"]["cold"]

    assert found["answers"] == 2
    assert "SUNROOM_CACHE" not in os.environ

    assert 0 < found["first"] < first.PATIENCE
    assert first.line_of("solaris", "novice", {"cold": found}).startswith("solaris  novice")
    slow = {"first": 9.0, "p90": 2.9, "most": 9.0}
    missed = first.missed({f"solaris {name}": {"cold": slow} for name in ("novice", "expert")})
    assert missed == [
        "solaris novice: most 9.00 s, should be 2 s",
        "solaris expert: first 9.00 s, should be 3 s",
    ]
    load, *verdicts = first.conclusion(missed)
    assert load.startswith("load average ")
    assert verdicts == [f"missed: {sentence}" for sentence in missed]
    assert first.conclusion([])[1:] == ["passed: every aim is met"]


class Scripted:
    """A line that shows some states, and to which somebody clicks."""

    def __init__(self, *states):
        self.states = [json.dumps({"t": "state", "status": "playing"} | one) for one in states]
        self.clicked = []

    def recv(self, _):
        return self.states.pop(0)

    def send(self, text):
        self.clicked.append(json.loads(text)["version"])


def test_who_measures_clicks_once_when_it_is_their_turn(monkeypatch, usual_cache):
    sys.path.insert(0, str(HERE.parent / "bench"))
    first = import_module("first")
    monkeypatch.setattr(first, "post", lambda *_: {"token": "x"})
    server = first.Served("http://127.0.0.1:1", os.getpid())
    ann = first.Somebody(server, "soluna", "novice", cache.cache_root())
    ann._start()
    line = Scripted(
        {"n": 1, "turn": 0, "legal": ["open"]},  # everybody sees what can be chosen
        {"n": 2, "turn": 1, "legal": ["a>b"]},
        {"n": 2, "turn": 1, "legal": ["a>b"]},  # shown again
        {"n": 3, "turn": 0, "legal": ["a>c"]},
        {"n": 4, "turn": 1, "legal": ["a>d"]},
    )
    ann._match(line, 2)

    assert line.clicked == [2, 4]
    assert len(ann.answers) == 2


def test_a_review_is_measured_from_the_click():
    sys.path.insert(0, str(HERE.parent / "bench"))
    bench = import_module("review")  # of the folder bench
    found = bench.measured(cache.cache_root(), [bench.played(1, "soluna", rounds="single")])

    assert found["decisions"]["most"] > 0
    assert 0 < found["looked"]["most"] <= found["all"]["most"] < bench.PATIENCE
    slow = {"compiled": {"mistake": {"median": 0.4}, "all": {"median": 5.0}}}
    assert bench.missed(slow) == ["all: 5.00 s, should be 4 s"]
