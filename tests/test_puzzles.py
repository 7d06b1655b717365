"""Puzzles over the API: asked without their solution, judged, refuted, played on."""

import re

import httpx
import pytest

from served import Served
from sunroom.games.soluna.puzzles import puzzle
from sunroom.match.match import Match
from sunroom.server.lessons import puzzles

HERE = "/api/games/soluna/puzzles"


@pytest.fixture(scope="module")
def api(tmp_path_factory):
    with (
        Served(tmp_path_factory.mktemp("puzzles")) as server,
        httpx.Client(base_url=server.address, timeout=60) as client,
    ):
        token = client.post("/api/me", json={"name": "Ada"}).json()["token"]
        client.headers["authorization"] = f"Bearer {token}"
        yield client


def solution(number):
    """The winning action of a puzzle and one that loses, from our own side."""
    match = Match("soluna", options=puzzle(number).options)
    for text in puzzle(number).line:
        match.play(text)
    judged = {match.game.show(match.table, a): o.wins for a, o in match.exact().items()}
    return next(a for a in judged if judged[a]), next(a for a in judged if not judged[a])


def test_a_puzzle_shows_the_table_and_what_can_be_tried_but_not_the_solution(api):
    asked = api.get(f"{HERE}/3").json()
    right, _ = solution(3)

    assert asked["number"] == 3
    assert asked["table"]["turn"] == 0
    assert asked["table"]["view"]["phase"] == "stack"
    assert right in asked["legal"]
    assert set(asked) == {"number", "today", "table", "legal", "log"}


def test_the_puzzle_of_the_day_is_a_number_like_another(api):
    today = api.get(f"{HERE}/today").json()

    assert today["number"] == today["today"] > puzzles.DAILY
    assert api.get(f"{HERE}/{today['number']}").json()["table"] == today["table"]


def test_the_right_move_is_praised_and_nothing_else_is_told(api):
    right, _ = solution(5)
    answer = api.post(f"{HERE}/5", json={"text": right}).json()

    assert answer["right"]
    assert [step["text"] for step in answer["line"]] == [right]
    assert answer["line"][0]["told"][0]["id"] == "stacked"


@pytest.mark.parametrize("number", range(1, 8))
def test_a_wrong_move_is_refuted_to_the_end(api, number):
    _, wrong = solution(number)
    answer = api.post(f"{HERE}/{number}", json={"text": wrong}).json()

    assert not answer["right"]
    assert answer["line"][0]["text"] == wrong
    assert len(answer["line"]) > 1
    assert answer["line"][-1]["view"]["stars"] == [0, 1]


def test_who_gives_up_is_told_the_solution(api):
    right, _ = solution(6)
    answer = api.post(f"{HERE}/6", json={}).json()

    assert answer["line"][0]["text"] == right
    assert answer["line"][-1]["view"]["stars"] == [1, 0]


def test_what_is_impossible_is_refused_with_the_reason(api):
    answer = api.post(f"{HERE}/1", json={"text": "a>a"}, headers={"accept-language": "de"})

    assert answer.status_code == 409
    assert "geht nicht" in answer.json()["text"]


@pytest.mark.parametrize("path", ["soluna/puzzles/9999999", "solenia/puzzles/1"])
def test_there_is_no_such_puzzle(api, path):
    assert api.get(f"/api/games/{path}").status_code == 404
    assert api.post(f"/api/games/{path}", json={}).status_code == 404


@pytest.mark.parametrize("which", ["0", "-1", "tomorrow", "1.5", "12345678"])
def test_what_is_no_number_is_not_understood(api, which):
    assert api.get(f"{HERE}/{which}").status_code == 400


def test_a_puzzle_is_played_on_against_an_opponent(api):
    right, _ = solution(2)
    id = api.post(f"{HERE}/2/matches", json={"level": "master"}).json()["id"]
    seen = api.get(f"/api/matches/{id}").json()
    version = seen["state"]["n"]

    assert [seat["kind"] for seat in seen["match"]["seats"]] == ["person", "ai"]
    assert right in seen["state"]["legal"]
    moved = api.post(f"/api/matches/{id}/moves", json={"text": right, "version": version})
    assert moved.status_code == 200


def test_a_match_may_begin_with_what_was_found(api):
    right, _ = solution(7)
    id = api.post(f"{HERE}/7/matches", json={"level": "master", "text": right}).json()["id"]
    told = api.get(f"/api/matches/{id}/log", params={"lang": "en"}).json()

    mover, base = right.split(">")
    assert any(re.search(rf"\({mover}\b.* onto .*\({base}\b", line) for line in told)
