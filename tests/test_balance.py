"""How a box plays beside our own: what is counted, by whom, and in what turn."""

import json

import pytest

import test_abuse
from sunroom import load
from sunroom.checks.statistics import Tally
from sunroom.engine.referee import compiled_if_possible
from sunroom.players.turns import Claim
from sunroom.players.workers import GameRef
from sunroom.server.minds import balance
from sunroom.server.minds.balance import CLUB, RANDOM, Job, Part, figures, play
from sunroom.server.refusals import BadRequest
from test_lines import wait_until

room = test_abuse.room  # a server in a thread
SETTINGS = {"solenia": {"board": "improvements"}, "solaris": {}}


def tally_of(game, settings, games=3):
    """Games at random."""
    referee, found = compiled_if_possible(game), Tally()
    choose = balance.chooser(game, referee, settings[0], RANDOM)
    for number in range(games):
        one = balance.begin(referee, tuple(settings), number)
        while not one.is_over(referee):
            one.step(referee, choose)
        found.add(one.result(referee, settings[0]))
    return found


@pytest.mark.parametrize("name", SETTINGS)
def test_every_piece_that_is_counted_is_one_of_the_box(name):
    game = load(name)
    found = tally_of(game, game.settings(SETTINGS[name]))
    ids = {(box.name, row["id"]) for box in game.components for row in box.rows}
    about = {(one.file, one.id) for one in found.noted if one.file}

    assert about <= ids
    assert {file for file, _ in about} == {
        "solenia": {"tiles", "winter", "improvements"}, "solaris": {"stations", "cards"}
    }[name]  # fmt: skip
    for one, n in found.noted.items():
        if one.what == "taken":
            assert n <= found.noted[one._replace(what="offered")]


def test_a_box_of_ones_own_is_counted_by_its_own_pieces(copied_box):
    game = load("solenia")
    other = game.with_components(copied_box(game)("tiles.csv", "LEN-D01,", "mine,"))
    ids = {one.id for one in tally_of(other, other.settings(), 20).noted}

    assert "mine" in ids
    assert "LEN-D01" not in ids


def test_solenia_counts_turns_and_those_in_which_somebody_is_stuck():
    """Each player has 16 turns, and in one that is stuck a card may be discarded."""
    game = load("solenia")
    found = figures(tally_of(game, game.settings({"strips": "plain"}, 4), 5), 4)

    assert found.turns == 5 * 4 * 16
    assert 0 < found.stuck < found.turns
    assert found.least <= found.low <= found.median <= found.high <= found.most
    assert sum(seat.won for seat in found.seats) == pytest.approx(1)


def test_a_game_that_is_paused_goes_on_as_if_it_had_not_been(monkeypatch):
    game = load("solenia")
    settings, which = tuple(game.settings()), GameRef("solenia")
    whole = play(which, settings, RANDOM, [0, 1, 2], None)
    monkeypatch.setattr(balance, "BRIEF", 0)
    found, numbers, going, moments = Tally(), [0, 1, 2], None, 0
    while numbers:
        moment = play(which, settings, RANDOM, numbers, going)
        found.add(moment.tally)
        numbers, going, moments = numbers[moment.tally.games :], moment.going, moments + 1

    assert moments > 100
    assert found == whole.tally


def test_games_are_given_out_side_by_side_and_what_is_known_is_not_played_again():
    game = load("solenia")
    settings = tuple(game.settings())
    parts = [Part(game, settings, who) for who in (RANDOM, CLUB)]
    known = Tally()
    job = Job(parts, {parts[0].key: known})
    taken = []
    while (more := job.take()) is not None:
        taken.append(more)
    both = Job(parts, {})
    first = [both.take()[0].who for _ in range(4)]

    assert job.tallies[parts[0]] is known
    assert [part.who for part, _ in taken] == [CLUB] * balance.GAMES[CLUB]
    assert sorted(n for _, numbers in taken for n in numbers) == list(range(balance.GAMES[CLUB]))
    assert set(first) == {RANDOM, CLUB}


def test_a_tally_says_who_won_how_much_of_a_shared_game():
    found = Tally()
    found.lengths.update([10, 20])
    found.results.update([(5, 5), (3, 7)])

    assert (found.won(0), found.won(1)) == (0.25, 0.75)
    assert found.of_seat(1) == {"won": 1, "shared": 1, "mean_score": 6}
    assert found.scores() == [3, 5, 5, 7]


# On a server


def brought(room, stars):
    """A box in which a tile brings another number of stars."""
    game = load("solenia")
    files = {f"{box.name}.csv": (game.folder / f"{box.name}.csv").read_text("utf-8") for box in game.components}  # fmt: skip
    files["tiles.csv"] = files["tiles.csv"].replace("LEN-D01,day,0,0,2,1,5", f"LEN-D01,day,0,0,2,1,{stars}")  # fmt: skip
    made = room.ask("POST", "/api/games/solenia/boxes", room.ann, json={"files": files})
    return made.json()["components"]


def reckoned(room, digest, **wish):
    answer = room.ask("POST", f"/api/boxes/{digest}/balance/stream", room.ann, json=wish)
    assert answer.status_code == 200
    return [json.loads(line) for line in answer.text.splitlines() if line]


def test_a_box_is_played_beside_ours_and_ours_only_once(room, monkeypatch):
    monkeypatch.setattr(balance, "GAMES", {RANDOM: 30, CLUB: 2})
    told = reckoned(room, brought(room, 20), options={"board": "winter"})
    found = told[-1]["found"]
    again = reckoned(room, brought(room, 19), options={"board": "winter"})[-1]["found"]

    assert told[-1]["done"] == told[-1]["of"] == 64
    assert all(one["done"] <= one["of"] for one in told)
    assert [found[part]["games"] for part in ("random", "club", "our_random", "our_club")] == [
        30, 2, 30, 2
    ]  # fmt: skip
    assert found["club"]["mean"] > found["random"]["mean"]
    assert {one["file"] for one in found["club"]["shares"]} == {"tiles", "winter"}
    assert again["our_club"] == found["our_club"]
    kept = [key for key in room.backend.balances.kept if not key[1]]
    assert len(kept) == 2


def test_who_closes_the_stream_ends_it(room, monkeypatch):
    monkeypatch.setattr(balance, "GAMES", {RANDOM: 10**6, CLUB: 10**6})
    path = f"/api/boxes/{brought(room, 18)}/balance/stream"
    headers = test_abuse.bearer(room.ann)
    with room.client.stream("POST", path, headers=headers, json={}) as answer:
        first = next(line for line in answer.iter_lines() if line)
        assert json.loads(first)["of"] == 4 * 10**6
        assert len(room.backend.lines.balances.turns) == 1
    wait_until(lambda: not room.backend.lines.balances.turns)
    wait_until(lambda: room.backend.thinkers.workers.waiting == 0)


def test_what_cannot_be_reckoned_is_refused(room):
    digest = brought(room, 17)
    for path, wish, status in (
        (digest, {"seats": 8}, 400), (digest, {"options": {"board": "moon"}}, 400),
        ("0123456789abcdef", {}, 404),
    ):  # fmt: skip
        answer = room.ask("POST", f"/api/boxes/{path}/balance/stream", room.ann, json=wish)
        assert answer.status_code == status
        assert answer.json()["text"]
    assert room.ask("POST", f"/api/boxes/{digest}/balance/stream", json={}).status_code == 401
    with pytest.raises(BadRequest, match="no opponents"):
        room.backend.balances.compare(Claim("p"), load("guild-solo"), [1])
