"""Opponents: honest, ordered by strength, and the best of them perfect."""

import re
from pathlib import Path
from random import Random

import pytest

from sunroom import Match, load
from sunroom.arena import Arena, play
from sunroom.cli.play import usual_seats
from sunroom.cli.table import level_in
from sunroom.games.soluna.solver import position, solved, starts
from sunroom.players import LEVELS, level
from sunroom.players.levels import DEFAULT_LEVEL, UnknownLevel
from sunroom.players.thinker import WORDS
from sunroom.players.workers import GameRef
from sunroom.rules.contract import Outlook
from sunroom.server.lobby import lobby

SOLUNA = load("soluna")
ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("lower", range(len(LEVELS) - 1))
def test_each_level_beats_the_one_below(lower):
    better, worse = LEVELS[lower + 1].name, LEVELS[lower].name
    arena = Arena(GameRef("soluna"), (better, worse), 40, 2, {})
    games = [play(arena, fixture) for fixture in arena.fixtures()]
    won = sum(game.winners == (game.players.index(better),) for game in games)

    assert won >= 0.65 * len(games)


def test_master_never_loses_a_won_position():
    """In every round it is winning from some point on, it takes the star."""
    master, novice = level("master"), level("novice")
    for pattern in starts():
        for side in (0, 1):
            match = Match(SOLUNA, options={"pattern": pattern, "rounds": "single"})
            rng = Random(1)
            was_won = False
            while not match.over:
                seat = match.to_act
                player = master if seat == side else novice
                if seat == side and any(o.wins for o in match.exact().values()):
                    was_won = True
                match.apply(player.choose(SOLUNA, match.veiled(seat), rng))
            assert (match.winners() == [side]) == was_won


def test_master_wins_every_won_position_there_is():
    """Not only those that games come to: every position that any start can come to, by the move it
    would choose.
    """
    master, seen, checked = level("master"), set(), 0
    for pattern in starts():
        match = Match(SOLUNA, options={"pattern": pattern, "rounds": "single"})
        match.play("open")
        new = [match.table]
        while new:
            table = new.pop()
            key = position_of(table)
            if key in seen:
                continue
            seen.add(key)
            for action in match.referee.legal(table):
                after = table.copy()
                match.referee.apply(after, action)
                if not match.referee.is_over(after):
                    new.append(after)
            if solved(key).grundy > 0:
                after = table.copy()
                match.referee.apply(after, master.choose(SOLUNA, table, Random(0)))
                assert match.referee.is_over(after) or solved(position_of(after)).grundy == 0
                checked += 1
    assert (len(seen), checked) == (2118, 1457)


def position_of(table):
    from sunroom.games.soluna.notation import towers_of

    return position(towers_of(table))


def test_every_level_chooses_a_legal_action_and_finishes():
    for one in LEVELS:
        match = Match(SOLUNA, seed=3)
        rng = Random(one.name)
        while not match.over:
            chosen = one.choose(SOLUNA, match.veiled(match.to_act), rng)
            assert chosen in match.actions()
            match.apply(chosen)


def test_every_level_takes_a_win_that_is_on_the_table():
    """Weak players err by short sight, not by playing at random."""
    for one in LEVELS:
        match = Match(SOLUNA, options={"rounds": "single"}, seed=5)
        match.play("open")
        rng = Random(2)
        while not match.over:
            wins = [a for a, o in match.exact().items() if o == Outlook(True, 1)]
            chosen = one.choose(SOLUNA, match.veiled(match.to_act), rng)
            assert not wins or chosen in wins
            match.apply(chosen)


def test_a_lost_master_sets_the_hardest_problem():
    match = Match(SOLUNA, options={"pattern": "3-3-3-3"})
    match.play("open")
    master = level("master")
    chosen = master.choose(SOLUNA, match.table, Random(0))

    def answers(action):
        after = match.table.copy()
        match.referee.apply(after, action)
        judged = SOLUNA.knowledge.exact(after)
        return sum(o.wins for o in judged.values()) / len(judged)

    assert answers(chosen) == min(answers(a) for a, o in match.exact().items() if o.length == 10)


def test_an_unknown_level_names_the_known_ones():
    with pytest.raises(UnknownLevel, match="Did you mean master"):
        level("mastr")
    with pytest.raises(UnknownLevel, match="novice, casual, club, expert, master"):
        level("zzz")


def test_every_level_has_a_name_and_a_sentence():
    for one in LEVELS:
        for language in ("en", "de"):
            assert WORDS(one.name, language)
            assert WORDS(f"about_{one.name}", language).endswith(".")


# Whom a newcomer meets


def test_who_names_no_level_meets_novice_everywhere():
    game = load("solenia")
    seat = lobby.seat_setup(game, lobby.SeatWish("ai"), "ada")

    assert DEFAULT_LEVEL == seat.level == level_in("ai") == "novice"
    assert usual_seats(game) == "you,ai:novice"


def test_the_page_names_no_level_itself():
    """It takes the first one that the server names; only after a puzzle Master answers."""
    pages = [file for file in (ROOT / "web").rglob("*.ts*") if ".test." not in file.name and "made" not in file.parts]  # fmt: skip
    assert pages
    for file in pages:
        found = re.findall("[\"'](?:novice|casual|club|expert)[\"']", file.read_text("utf-8"))
        assert not found, file
