"""The arena: fair pairing, ratings that are right, games that are never lost."""

import csv
import json
from concurrent.futures import Future
from pathlib import Path
from threading import Timer

import numpy as np
import pytest

from sunroom.arena import Arena, Fixture, GameResult, play, ratings, schedule
from sunroom.arena.rating import strengths, with_prior
from sunroom.arena.results import OtherArena, Results
from sunroom.arena.runners import on_this_machine
from sunroom.arena.schedule import NOBODY, TooFewPlayers, failed
from sunroom.cli import arena as shell
from sunroom.cli import figures
from sunroom.engine.referee import HASTE, compiled_if_possible, interpreted
from sunroom.engine.runner import best_way
from sunroom.players import levels
from sunroom.players.levels import UnknownLevel
from sunroom.players.roster import BadPlayer, UnknownBot, player
from sunroom.players.thinker import BadBudget, Thinker
from sunroom.players.workers import GameRef

SOLUNA = GameRef("soluna")


def arena(*players, games=8, which=SOLUNA, seats=2, seed=1, **options):
    return Arena(which, players, games, seats, options, seed)


# What is rated thinks compiled


def compiles(monkeypatch, order):
    """Compiling that is noted and takes a while; nothing is compiled."""

    class Slow:
        def __init__(self, **how):
            self.answer = Future()
            Timer(0.3, self.end).start()

        def end(self):
            order.append("compiled")
            self.answer.set_result(None)

        def want(self, which):
            order.append(f"wants {which.name}")
            return self.answer

        def progress(self, which):
            return 1, 3

        def close(self):
            order.append("closed")

    def playing(*_):
        order.append("plays")
        return iter(())

    monkeypatch.setattr(figures, "Compiler", Slow)
    monkeypatch.setattr(shell, "on_this_machine", playing)
    monkeypatch.setattr(shell, "on_cluster", playing)


def meet(folder, cluster=None):
    shell.arena(
        "solenia", "club,random", 2, seats=2, options={}, seed=1, jobs=1, cluster=cluster,
        out=folder, components=None, as_json=True,
    )  # fmt: skip


def test_the_arena_waits_until_its_game_is_compiled_and_says_so(monkeypatch, tmp_path, capsys):
    order = []
    compiles(monkeypatch, order)
    meet(tmp_path)

    assert [one for one in order if not one.startswith("wants")] == ["compiled", "closed", "plays"]
    assert "solenia is compiled first" in capsys.readouterr().err


def test_a_cluster_says_that_its_machines_compile_first(monkeypatch, tmp_path, capsys):
    order = []
    compiles(monkeypatch, order)
    meet(tmp_path, cluster="local")

    assert order == ["plays"]
    said = capsys.readouterr().err
    assert "Every machine of the cluster compiles solenia before its first game" in said


def test_a_game_of_the_arena_waits_for_the_compiled_way_even_where_somebody_is_in_haste(
    monkeypatch,
):
    ways = []

    def noted(game, way):
        ways.append(way)
        return Thinker(game, "interpreted")

    monkeypatch.setattr(levels, "Thinker", noted)  # under its name nothing is kept yet
    monkeypatch.setattr(schedule, "compiled_if_possible", lambda game: ways.append(HASTE.waits) or interpreted(game))  # fmt: skip
    monkeypatch.setattr(HASTE, "waits", False)
    meeting = arena("random", "novice@2", which=GameRef("solenia"), games=1)
    played = play(meeting, next(iter(meeting.fixtures())))

    assert ways == [best_way(), True]
    assert played.was_played
    assert not HASTE.waits


# Who plays whom


def test_every_deal_is_played_from_every_seat():
    fixtures = list(arena("novice", "club", games=6).fixtures())

    assert [(f.deal, f.players) for f in fixtures[:4]] == [
        (0, ("novice", "club")),
        (0, ("club", "novice")),
        (1, ("novice", "club")),
        (1, ("club", "novice")),
    ]


def test_more_players_than_seats_meet_in_every_combination_on_the_same_deals():
    fixtures = list(arena("novice", "club", "random", games=12).fixtures())
    by_pair = {}
    for fixture in fixtures:
        by_pair.setdefault(frozenset(fixture.players), []).append(fixture.deal)

    assert len(fixtures) == 12
    assert set(map(tuple, by_pair.values())) == {(0, 0, 1, 1)}


def test_fewer_players_than_seats_mix():
    solaris = arena("club", "random", which=GameRef("solaris"), seats=3)

    assert solaris.lineups() == [("club", "club", "random"), ("club", "random", "random")]


def test_one_against_two_is_written_as_it_is_meant():
    solaris = arena("club", "random", "random", which=GameRef("solaris"), seats=3, games=3)

    assert solaris.lineups() == [("club", "random", "random")]
    assert [f.players.index("club") for f in solaris.fixtures()] == [0, 1, 2]


def test_an_arena_refuses_what_it_cannot_play():
    with pytest.raises(TooFewPlayers):
        arena("club", "club")
    with pytest.raises(UnknownLevel, match="master, textbook, random"):
        arena("club", "zzz")
    with pytest.raises(UnknownLevel, match="Did you mean expert"):
        arena("club", "expart")
    with pytest.raises(BadBudget):
        arena("club", "master@0s")
    with pytest.raises(BadBudget):
        arena("club", "master@-5")
    with pytest.raises(BadPlayer, match=r"master@0\.2s"):
        arena("club", "master@fast")
    with pytest.raises(UnknownBot, match="no_such_module"):
        arena("club", "no_such_module:bot")
    with pytest.raises(UnknownBot, match="not a function"):
        arena("club", "math:pi")
    with pytest.raises(UnknownBot):
        arena("club", ".x:f")
    with pytest.raises(BadPlayer, match="cannot have a budget"):
        arena("club", "random@5")
    with pytest.raises(TooFewPlayers):
        arena("club", "random", which=GameRef("solenia"), seats=1)


def test_the_order_in_which_players_are_named_makes_no_new_lineup():
    solaris = arena("random", "club", "random", "random", which=GameRef("solaris"), seats=3)

    assert [sorted(lineup) for lineup in solaris.lineups()] == [["club", "random", "random"]]


def test_a_budget_is_part_of_a_players_name():
    assert player("master@500").budget.simulations == 500
    assert player("expert@0.2s").budget.seconds == 0.2


# Playing


def test_the_same_game_is_played_the_same_way():
    meeting = arena("novice", "random")
    fixture = next(meeting.fixtures())
    one, two = (play(meeting, fixture) for _ in range(2))

    assert one._replace(seconds=0) == two._replace(seconds=0)
    assert one.forfeit == NOBODY


def illegal(game, table, rng, seats):
    return 10_000


def broken(game, table, rng, seats):
    raise RuntimeError("out of ideas")


def tampering(game, table, rng, seats):
    """Plays on its own copy of the table; the match does not care."""
    legal = compiled_if_possible(game).legal(table)
    table.assign(game.table())
    return legal[0]


def leaving(game, table, rng, seats):
    raise SystemExit(7)


@pytest.mark.parametrize(
    ("bot", "why"),
    [
        ("illegal", "10000 is not a legal"),
        ("broken", "RuntimeError: out of ideas"),
        ("leaving", "SystemExit: 7"),
    ],
)
def test_a_player_that_does_wrong_forfeits_with_the_reason(bot, why):
    meeting = arena(f"test_arena:{bot}", "novice")
    for fixture in list(meeting.fixtures())[:2]:
        game = play(meeting, fixture)
        guilty = game.players.index(f"test_arena:{bot}")

        assert game.forfeit == guilty
        assert why in game.reason
        assert game.winners == (1 - guilty,)
        assert game.beats(1 - guilty, guilty) == 1


def test_a_player_cannot_harm_the_match_through_its_table():
    meeting = arena("test_arena:tampering", "novice")
    game = play(meeting, next(meeting.fixtures()))

    assert game.forfeit == NOBODY
    assert sum(game.scores) > 0


# Ratings


def made_up(strength, games, seats=2, seed=5):
    """Results of players whose strengths are known."""
    rng = np.random.default_rng(seed)
    names = list(strength)
    played = []
    for number in range(games):
        who = tuple(rng.choice(names, seats, replace=False))
        noise = rng.gumbel(size=seats) / np.log(10) * 400
        scores = tuple(int(strength[name] + noise[n]) for n, name in enumerate(who))
        winner = int(np.argmax(scores))
        played.append(GameResult(number, number, who, scores, (winner,), NOBODY, "", 1, 0.0))
    return played


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_find_the_strengths_again(seats):
    """Gumbel noise makes the Bradley–Terry model true for every pair, whatever the table's size."""
    strength = {"a": 1700, "b": 1550, "c": 1450, "d": 1300}
    found = {one.player: one for one in ratings(made_up(strength, 2500, seats))}

    for name, truth in strength.items():
        assert abs(found[name].rating - truth) < 45
        assert found[name].low < truth < found[name].high or abs(found[name].rating - truth) < 25
        assert 5 < found[name].high - found[name].low < 120


def test_intervals_narrow_with_more_games():
    wide, narrow = (
        {one.player: one.high - one.low for one in ratings(made_up({"a": 1550, "b": 1450}, n))}
        for n in (60, 3000)
    )

    assert narrow["a"] < wide["a"] / 3


def test_a_clean_sheet_is_strong_but_not_infinitely_so():
    wins = np.array([[0.0, 50.0], [0.0, 0.0]])
    strong, weak = strengths(with_prior(wins))

    assert 700 < strong - weak < 1200


def test_a_clean_sheet_is_not_known_for_sure():
    """The deals drawn again are all alike; what is not known yet must not look certain."""
    clean = [GameResult(n, n // 2, ("a", "b"), (9, 1), (0,), NOBODY, "", 1, 0.0) for n in range(24)]
    best = ratings(clean)[0]

    assert best.player == "a"
    assert best.high - best.low > 100
    assert best.low > 1500


def test_a_game_that_could_not_be_played_counts_for_nobody():
    played = made_up({"a": 1550, "b": 1450}, 40)
    lost = failed(Fixture(99, 99, ("a", "b")), RuntimeError("no process was left"))

    assert ratings([*played, lost]) == ratings(played)
    assert ratings([lost]) == []


def test_somebody_who_has_hardly_played_is_rated_too():
    """Drawing the deals again may leave out all games of a player."""
    played = made_up({"a": 1600, "b": 1400}, 30)
    played.append(GameResult(99, 99, ("c", "a"), (1, 0), (0,), NOBODY, "", 1, 0.0))

    assert all(np.isfinite([one.low, one.rating, one.high]).all() for one in ratings(played))


def test_a_tie_is_half_a_win():
    ties = [GameResult(n, n, ("a", "b"), (5, 5), (0, 1), NOBODY, "", 1, 0.0) for n in range(10)]

    assert [round(one.rating) for one in ratings(ties)] == [1500, 1500]
    assert ratings(ties)[0].won == 0.5


# On disk


def test_results_go_on_where_they_stopped(tmp_path):
    meeting = arena("novice", "random", games=6)
    first = Results(tmp_path, meeting)
    for fixture in first.remaining(meeting)[:3]:
        first.add(play(meeting, fixture))
    first.add(first.played[0])  # twice by mistake
    first.played.pop()
    first.close()
    with first.file.open("ab") as file:
        file.write("5,2,novice – ".encode()[:-2])  # cut off in the middle of a letter

    again = Results(tmp_path, meeting)
    assert [game._replace(seconds=0) for game in again.played] == [
        game._replace(seconds=0) for game in first.played
    ]
    assert [fixture.number for fixture in again.remaining(meeting)] == [3, 4, 5]
    assert len(again.remaining(arena("novice", "random", games=10))) == 7


def test_what_could_not_be_played_is_tried_again_when_the_arena_goes_on(tmp_path):
    meeting = arena("novice", "random", games=3)
    first = Results(tmp_path, meeting)
    one, two, *others = first.remaining(meeting)
    first.add(play(meeting, one))
    first.add(failed(two, RuntimeError("no memory left")))
    first.close()

    again = Results(tmp_path, meeting)
    assert [game.number for game in again.played] == [one.number]
    assert again.remaining(meeting) == [two, *others]
    again.add(play(meeting, two))
    again.close()
    assert [game.number for game in Results(tmp_path, meeting).played] == [one.number, two.number]


def test_results_of_another_arena_are_not_mixed(tmp_path):
    Results(tmp_path, arena("novice", "random")).close()

    with pytest.raises(OtherArena, match="--out"):
        Results(tmp_path, arena("novice", "club"))


def test_two_arenas_do_not_write_to_one_folder(tmp_path):
    one = Results(tmp_path, arena("novice", "random"))

    with pytest.raises(OtherArena, match="is writing"):
        Results(tmp_path, arena("novice", "random"))
    one.close()
    Results(tmp_path, arena("novice", "random")).close()


def test_forfeits_are_kept_with_their_reason(tmp_path):
    meeting = arena("test_arena:broken", "novice", games=2)
    results = Results(tmp_path, meeting)
    for fixture in results.remaining(meeting):
        results.add(play(meeting, fixture))

    results.close()
    rows = list(csv.DictReader((tmp_path / "games.csv").read_text().splitlines()))
    assert [row["reason"] for row in rows] == ["RuntimeError: out of ideas"] * 2
    assert Results(tmp_path, meeting).played[0].reason == "RuntimeError: out of ideas"
    assert (
        json.loads((tmp_path / "arena.json").read_text())["players"]["test_arena:broken"]
        == "test_arena:broken"
    )


# Processes


def crash_once(game, table, rng, seats):
    """Takes its whole process down the first time it is asked."""
    import os

    mark = Path(os.environ["SUNROOM_CRASH_MARK"])
    if not mark.exists():
        mark.touch()
        os._exit(9)
    return rng.choice(compiled_if_possible(game).legal(table))


def test_a_crashed_worker_is_replaced_and_no_game_is_lost(tmp_path, monkeypatch):
    monkeypatch.setenv("SUNROOM_CRASH_MARK", str(tmp_path / "crashed"))
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parent))
    meeting = arena("test_arena:crash_once", "random", games=6)
    fixtures = list(meeting.fixtures())
    played = sorted(on_this_machine(meeting, fixtures, jobs=2))

    assert (tmp_path / "crashed").exists()
    assert [game.number for game in played] == [0, 1, 2, 3, 4, 5]
    assert all(game.forfeit == NOBODY for game in played)
    assert [Fixture(*game[:3]) for game in played] == fixtures
