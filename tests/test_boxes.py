"""Own boxes compiled: one form of a game's rules serves them all, and plays what each box says."""

import asyncio
import gc
import json
import threading
import time
import weakref

import httpx
import pytest

from player import asked, guest
from served import Served, open_backend
from sunroom import load
from sunroom.engine import cache, compiled, gpu, runner
from sunroom.engine.batch import open_playouts
from sunroom.engine.boxes.box_numbers import CELL
from sunroom.engine.entries import ENTRIES, is_quick
from sunroom.engine.referee import compiled_if_possible, interpreted
from sunroom.games.solenia import pieces
from sunroom.players import search, thinker, workers
from sunroom.players.thinker import Budget, Thinker
from sunroom.players.workers import GameRef

pytestmark = pytest.mark.skipif(
    not runner.available(), reason="compiled rules are switched off by SUNROOM_INTERPRETED"
)
GAME = load("solenia")
NIGHT_TILE = "LEN-N02,night,1,2,0,0,5,"  # of five stars


@pytest.fixture
def box(copied_box):
    """Our box with another number of stars on one tile."""
    change = copied_box(GAME)
    last = [NIGHT_TILE]

    def with_stars(stars):
        other = f"{NIGHT_TILE[:-2]}{stars},"
        folder = change("tiles.csv", last[0], other)
        last[0] = other
        return GAME.with_components(folder)

    return with_stars


def folders(game):
    loops = ENTRIES | {search.simulate: thinker.TYPES}
    return [cache.cache_folder(game, f, t, quick=is_quick(f)) for f, t in loops.items()]


def test_all_other_boxes_share_one_form_and_ours_has_its_own(box):
    """But for what reads no numbers of pieces: that is the same for all."""
    one, other = box(7), box(9)
    same = {
        a.name.split("-")[1] for a, b in zip(folders(one), folders(GAME), strict=True) if a == b
    }

    assert one.box != other.box
    assert folders(one) == folders(other)
    assert same >= {"actor_of_first", "veil_first"}
    assert not same & {"apply_to_first", "legal_on_first", "playouts", "simulate"}


def test_a_second_box_compiles_nothing(box):
    compiled_if_possible(box(7))
    made = {folder: folder.stat().st_mtime_ns for folder in cache.cache_root().glob("*/*.nbc")}
    compiled_if_possible(box(11))

    assert made == {
        folder: folder.stat().st_mtime_ns for folder in cache.cache_root().glob("*/*.nbc")
    }


def test_a_process_has_the_shared_form_once(box):
    one, other = (runner.runner_for(box(stars), "cpu") for stars in (7, 9))

    assert one is not other
    assert one.form is other.form is not runner.runner_for(GAME, "cpu").form


@pytest.mark.parametrize("name", ["solenia", "solaris"])
def test_our_numbers_handed_over_play_as_our_constants_do(name):
    game = load(name)
    theirs = compiled_if_possible(game.with_components(game.folder))
    ours = compiled_if_possible(game)
    for seats in game.seats:
        settings = game.settings(seats=seats)
        one, two = ours.batch(50, settings), theirs.batch(50, settings)
        assert ours.playouts(one, 3).tolist() == theirs.playouts(two, 3).tolist()
        assert one.tobytes() == two.tobytes()


def results(game, referee, games=60):
    tables = referee.batch(games, game.settings({"board": "improvements"}, 2))
    steps = referee.playouts(tables, 8).tolist()
    scores = [referee.scores(game.table.frombytes(bytes(table)), 2) for table in tables]
    return steps, tables.tobytes(), scores


def test_each_box_plays_what_its_pieces_say_compiled_and_interpreted(box):
    """Scores differ from box to box, and compiled ones are those of the interpreted rules."""
    found = []
    for stars in (0, 6, 20):
        game = box(stars)
        found.append(results(game, compiled_if_possible(game)))
        assert found[-1] == results(game, interpreted(game))
    assert found[0][2] != found[1][2] != found[2][2]


def test_boxes_are_played_side_by_side_in_threads(box):
    """One waits where another is being played with; neither reads the other's numbers."""
    games = [box(stars) for stars in (0, 20)]
    alone = [results(game, compiled_if_possible(game), 400) for game in games]
    found = {}

    def play(n):
        for k in range(6):
            found[n, k] = results(games[n % 2], compiled_if_possible(games[n % 2]), 400)

    threads = [threading.Thread(target=play, args=(n,)) for n in range(4)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert all(found[n, k] == alone[n % 2] for n, k in found)
    assert CELL.value


def test_a_search_judges_by_the_numbers_of_the_box(box):
    """The same tree interpreted and compiled, another one with other pieces."""

    def judged(game, *, uncompiled=False):
        table = interpreted(game).new(game.settings())
        interpreted(game).playout(table, 2, 0, 0, limit=30)
        while interpreted(game).to_act(table) < 0 or len(interpreted(game).legal(table)) < 2:
            interpreted(game).playout(table, 2, 0, 30, limit=31)
        seat = interpreted(game).to_act(table)
        interpreted(game).veil(table, seat)
        found = Thinker(game, "interpreted" if uncompiled else None).judge(
            table, seat, 2, seed=1, budget=Budget(simulations=150)
        )
        return [(one.action, one.tried) for one in found]

    game = box(20)
    assert judged(game) == judged(game, uncompiled=True)


@pytest.mark.skipif(gpu.missing() is not None, reason="needs a GPU")
def test_on_a_gpu_too_other_boxes_share_one_form_and_play_in_turns(box):
    games = [box(stars) for stars in (0, 20)]
    assert gpu.form_for(games[0]) is gpu.form_for(games[1]) is not gpu.form_for(GAME)

    batches = [open_playouts(game, 50, way) for way in ("cpu", "cuda") for game in games]
    for step in ("set_up", "play"):
        for tables in batches:
            getattr(tables, step)(GAME.settings() if step == "set_up" else 3)
    on_cpu, there = batches[:2], batches[2:]
    for ours, theirs in zip(on_cpu, there, strict=True):
        assert ours.tables.tobytes() == theirs.tables.copy_to_host().tobytes()
        assert ours.scores(2).tolist() == theirs.scores(2).tolist()


def test_arrays_of_another_shape_are_refused():
    binding = compiled.CpuRunner(GAME).binding
    ours = pieces.NUMBERS["TILE_STARS"]
    binding.swaps[id(ours)] = memoryview(bytes(8)).cast("q")
    with pytest.raises(ValueError, match="takes the place of an array of the shape"):
        binding._swapped(ours)


# On a server


BOXES = 5
DECISIONS = 4  # of somebody whose opponent is not kept from answering
PATIENCE = 120  # seconds


def files_with(stars):
    """Our box with another number of stars on one tile."""
    files = {f"{box.name}.csv": (GAME.folder / f"{box.name}.csv").read_text("utf-8") for box in GAME.components}  # fmt: skip
    files["tiles.csv"] = files["tiles.csv"].replace(NIGHT_TILE, f"{NIGHT_TILE[:-2]}{stars},")
    return files


def test_boxes_come_and_go(tmp_path, monkeypatch):
    """A server keeps some of them, with what was made for those; they have one form to compile."""
    monkeypatch.setattr(workers, "BOXES", 3)
    known = []

    async def main():
        async with open_backend(tmp_path / "server") as backend:
            for stars in range(8):
                digest = await backend.boxes.bring("solenia", files_with(stars))
                game = await backend.boxes.brought_box(digest)
                assert await backend.boxes.brought_box(digest) is game
                interpreted(game)
                cache.is_ready(game)
                known.append(weakref.ref(game))
                backend.boxes.want(game)
            assert len(backend.boxes.compiler.answers) == 1

    asyncio.run(main())
    gc.collect()
    assert sum(one() is not None for one in known) <= 3


def test_a_process_that_thinks_keeps_the_latest_boxes(tmp_path):
    known = []
    for number in range(workers.BOXES + 4):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        for file, text in files_with(number % 20).items():
            (folder / file).write_text(text, "utf-8")
        game = GameRef("solenia", str(folder)).load()
        assert GameRef("solenia", str(folder)).load() is game
        interpreted(game)
        known.append(weakref.ref(game))
    del game
    gc.collect()
    assert sum(one() is not None for one in known) <= workers.BOXES


@pytest.fixture
def server(tmp_path):
    with Served(tmp_path, more=["--thinkers", "1"]) as served:
        yield served


def with_box(server, token, stars):
    """A match of two Novices with a box of one's own."""
    files = {"files": files_with(stars)}
    digest = asked(server.address, token, "games/solenia/boxes", files)["components"]
    seats = [{"kind": "ai", "level": "novice"}] * 2
    wish = {"game": "solenia", "seats": seats, "components": digest, "visibility": "public"}
    return asked(server.address, token, "matches", wish)["id"]


def states(client, match):
    """The versions that a stream shows of a match."""
    with client.stream("GET", f"/api/matches/{match}/stream") as answer:
        for frame in map(json.loads, filter(None, answer.iter_lines())):
            if frame["t"] == "state":
                yield frame


def test_who_brings_many_boxes_keeps_nobody_from_being_answered(server):
    """Each is played with while others play, and none is a program of its own."""
    eve, ann = (guest(server.address, name) for name in ("Eve", "Ann"))
    before = set(cache.cache_root().glob("solenia-simulate-*"))
    matches = [with_box(server, eve, stars) for stars in range(BOXES)]
    seen = dict.fromkeys(matches, 0)
    done = threading.Event()

    def watch(match):
        with httpx.Client(base_url=server.address, timeout=PATIENCE) as client:
            for state in states(client, match):
                seen[match] = state["n"]
                if done.is_set():
                    return

    watchers = [threading.Thread(target=watch, args=(match,), daemon=True) for match in matches]
    for one in watchers:
        one.start()
    seats = [{"kind": "me"}, {"kind": "ai", "level": "novice"}]
    mine = asked(server.address, ann, "matches", {"game": "solenia", "seats": seats})["id"]
    assert answered(server, mine, ann) >= DECISIONS
    wait_for(lambda: all(n > 5 for n in seen.values()))
    done.set()
    assert len(set(cache.cache_root().glob("solenia-simulate-*")) - before) <= 1


def answered(server, match, token):
    """Play until the opponent has answered often enough."""
    headers, answers = {"Authorization": f"Bearer {token}"}, 0
    with httpx.Client(base_url=server.address, headers=headers, timeout=PATIENCE) as client:
        theirs = False
        for state in states(client, match):
            if state.get("turn") == 0 and state.get("legal"):
                answers, theirs = answers + theirs, False
                if answers >= DECISIONS:
                    break
                move = {"text": state["legal"][0], "version": state["n"]}
                client.post(f"/api/matches/{match}/moves", json=move).raise_for_status()
            theirs = theirs or state.get("turn") == 1
    return answers


def wait_for(reached):
    end = time.monotonic() + PATIENCE
    while not reached():
        assert time.monotonic() < end
        time.sleep(0.1)
