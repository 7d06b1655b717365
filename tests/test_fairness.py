"""Nobody locks others out: what one person or one address may take of the server is bounded."""

import json
import math
import sqlite3
import time
from pathlib import Path

import pytest

from sunroom.server import limits
from sunroom.server.limits import CHAT_OF_MATCH, CHAT_OF_PLAYER, CHAT_OF_WATCHERS, CHAT_PAGE, OUTBOX
from sunroom.server.match.viewer import Viewer
from sunroom.server.refusals import TooMany
from sunroom.server.security import Limits, counted_as
from test_abuse import bearer, room

__all__ = ["room"]
MANY = 450  # lines of chat; more frames than may wait for somebody who does not read
PAGE = CHAT_PAGE.each
ROOT = Path(__file__).parents[1]


def test_the_page_for_who_runs_a_server_has_the_limits():
    assert limits.table() in (ROOT / "docs" / "server.md").read_text()


# Chat


def chatted(room, lines=MANY, **wish):
    """A match of Ann and Ben with a long chat."""
    id = room.playing(**wish)
    with room.socket(id, room.ann) as line:
        for n in range(lines):
            assert line.send(json.dumps({"t": "say", "text": f"line {n}"}))["t"] == "done"
    return id


def greeting(line):
    """The chat that somebody gets who comes."""
    line.open.send('{"t":"changes"}')
    told = []
    while (frame := line.frame())["t"] != "done":
        told.append(frame)
    return [frame for frame in told if frame["t"] == "chat"]


def texts(lines):
    return [line["text"] for line in lines]


def said(first, last):
    return [f"line {n}" for n in range(first, last)]


def test_who_comes_after_a_long_chat_gets_in_and_stays(room):
    id = chatted(room)
    for who in (room.ben, room.cy, None):
        with room.socket(id, who) as line:
            lines = greeting(line)
            assert texts(lines)[-PAGE:] == texts(lines)
            assert lines[0]["earlier"]
            assert room.do(id, room.ann, t="say", text="still here?").status_code == 200
            assert line.until("chat")["text"] == "still here?"


def test_earlier_lines_come_page_by_page(room):
    id = chatted(room, 2 * PAGE + 3)
    with room.socket(id, room.ben) as line:
        lines = greeting(line)
        assert texts(lines) == said(PAGE + 3, 2 * PAGE + 3)
        ask = {"t": "earlier", "before": lines[0]["n"]}
        second = line.send(json.dumps(ask))["answer"]
        assert (texts(second), second[0]["earlier"]) == (said(3, PAGE + 3), True)
        first = line.send(json.dumps(ask | {"before": second[0]["n"]}))["answer"]
        assert texts(first) == said(0, 3)
        assert not any("earlier" in one for one in first)
        assert line.send('{"t":"earlier","before":0}')["answer"] == []
    asked = room.ask("GET", f"/api/matches/{id}/chat").json()
    assert texts(asked) == texts(lines)
    more = room.ask("GET", f"/api/matches/{id}/chat?before={asked[0]['n']}", room.ann).json()
    assert texts(more) == texts(second)
    assert more[0]["earlier"]
    assert all(one["yours"] for one in more)


def test_a_private_chat_is_for_those_who_may_see_the_match(room):
    id = chatted(room, 1, visibility="private")
    assert texts(room.ask("GET", f"/api/matches/{id}/chat", room.ben).json()) == ["line 0"]
    assert room.ask("GET", f"/api/matches/{id}/chat", room.cy).status_code == 404


def test_who_is_muted_is_not_heard_in_earlier_lines_either(room):
    id = chatted(room, PAGE + 5)
    room.do(id, room.ben, t="say", text="mine")
    assert room.do(id, room.ben, t="mute", n=1, on=True).status_code == 200
    for path in (f"/api/matches/{id}/chat", f"/api/matches/{id}/chat?before=20"):
        heard = room.ask("GET", path, room.ben).json()
        assert texts(heard) == (["mine"] if path.endswith("chat") else [])
    with room.socket(id, room.ben) as line:
        assert texts(greeting(line)) == ["mine"]
    room.do(id, room.ben, t="mute", n=1, on=False)


def put_chat(room, id, token, lines):
    """Lines as if somebody had said them."""
    person = token.partition(".")[0]
    with sqlite3.connect(room.file) as file:
        ((last,),) = file.execute("select coalesce(max(n), 0) from chat where match = ?", (id,))
        rows = [(id, last + 1 + n, person, 1, "so") for n in range(lines)]
        file.executemany("insert into chat (match, n, person, at, text) values (?, ?, ?, ?, ?)", rows)  # fmt: skip
    file.close()


def test_a_stream_of_a_match_with_a_long_chat_is_sent_the_newest_and_goes_on(room):
    id = chatted(room)
    for who in (room.ben, None):
        with room.client.stream("GET", f"/api/matches/{id}/stream", headers=bearer(who)) as answer:
            lines = (json.loads(line) for line in answer.iter_lines() if line)
            heard = [next(lines) for _ in range(2 + PAGE)]
            assert [frame["t"] for frame in heard] == ["match", "state"] + ["chat"] * PAGE
            assert texts(heard[2:]) == said(MANY - PAGE, MANY)
            assert heard[2]["earlier"]
            room.do(id, room.ann, t="say", text=f"still here, {who}?")
            assert next(lines)["text"] == f"still here, {who}?"
            room.client.cookies.clear()
        with sqlite3.connect(room.file) as file:  # for the next who comes
            file.execute("delete from chat where match = ? and text like 'still%'", (id,))
        file.close()


def test_nobody_who_watches_silences_all_others(room):
    id, dee = room.playing(), room.person("Dee")
    put_chat(room, id, room.cy, CHAT_OF_WATCHERS.person - 1)
    assert room.do(id, room.cy, t="say", text="my last").status_code == 200
    refused = room.do(id, room.cy, t="say", text="more")
    assert (refused.status_code, refused.json()["id"]) == (429, "chat_full")
    assert room.do(id, dee, t="say", text="I am heard").status_code == 200


def test_the_watchers_of_one_address_share_what_they_may_say(room, monkeypatch):
    assert Limits(50).crowd.most == CHAT_OF_WATCHERS.address
    assert not Limits(0).crowd.most
    monkeypatch.setattr(room.backend.limits.crowd, "most", 2)
    id, other = room.playing(), room.playing()
    people = [room.person(name) for name in ("Dee", "Eli", "Flo")]
    told = [room.do(id, who, t="say", text="hello").status_code for who in people]
    assert told == [200, 200, 429]
    assert room.do(other, people[2], t="say", text="elsewhere").status_code == 200
    for player in (room.ann, room.ben):
        assert room.do(id, player, t="say", text="we play").status_code == 200


def test_who_only_watches_cannot_use_up_what_players_may_say(room):
    id, crowd = room.playing(), [room.person("One of many") for _ in range(5)]
    for n, one in enumerate(crowd):
        put_chat(room, id, one, CHAT_OF_WATCHERS.all // 5 - (n == 0))
    assert room.do(id, room.cy, t="say", text="the last").status_code == 200
    stranger = room.person("Dee")
    refused = [room.do(id, who, t="say", text="more") for who in (room.cy, stranger)]
    assert [(one.status_code, one.json()["id"]) for one in refused] == [(429, "chat_full")] * 2
    assert room.do(id, room.ann, t="say", text="we go on").status_code == 200


def test_who_plays_cannot_use_up_what_others_may_say(room):
    id = room.playing()
    put_chat(room, id, room.ann, CHAT_OF_PLAYER.person)
    assert room.do(id, room.ann, t="say", text="more").json()["id"] == "chat_full"
    for other in (room.ben, room.cy):
        assert room.do(id, other, t="say", text="my turn").status_code == 200


def test_people_who_sit_down_talk_and_leave_do_not_fill_the_chat_without_end(room):
    id = room.playing()
    for n in range(CHAT_OF_MATCH.all // CHAT_OF_PLAYER.person):
        put_chat(room, id, f"gone-{n}.", CHAT_OF_PLAYER.person - (n == 0))
    assert room.do(id, room.ann, t="say", text="the last").status_code == 200
    refused = [room.do(id, who, t="say", text="more") for who in (room.ben, room.cy)]
    assert [(one.status_code, one.json()["id"]) for one in refused] == [(429, "chat_full")] * 2
    assert f"{CHAT_OF_MATCH.all}" in refused[0].json()["text"].replace(",", "")


def test_people_at_one_address_talk_from_one_purse():
    many, other = Limits(50).voices, Limits(50).voices
    heard = [many.allows("1.2.3.4") for _ in range(60)]
    assert 20 <= sum(heard) < 40
    assert many.allows("5.6.7.8")
    assert all(Limits(0).voices.allows("1.2.3.4") for _ in range(60))
    assert other.allows("1.2.3.4")


def test_a_greeting_makes_nobody_too_slow():
    viewer = Viewer(None, "en", -1)
    for _ in range(3 * OUTBOX.each):
        viewer.send(b"missed")
    viewer.welcome()
    for _ in range(OUTBOX.each):
        viewer.send(b"new")
    assert not viewer.closed
    viewer.send(b"one too many")
    assert viewer.closed


# How often


def test_every_pace_is_kept_and_says_when_to_come_again():
    made = Limits(limits.USUAL_RATE)
    kept = {
        limits.REQUESTS.address: made.addresses, limits.NEWCOMERS.address: made.newcomers,
        limits.COMMANDS.person: made.seats, limits.LINES.person: made.talk,
        limits.LINES.address: made.voices, limits.THOUGHTS.person: made.thought,
        limits.THOUGHTS.address: made.thoughts, limits.DRAFTS.person: made.draft,
        limits.DRAFTS.address: made.drafts,
    }  # fmt: skip
    assert set(kept) == {pace for one in limits.RATES for pace in one[1:] if pace}
    for pace, limit in kept.items():
        admitted = sum(limit.allows("one") for _ in range(pace.burst + 40))
        assert pace.burst <= admitted <= pace.burst + max(2, pace.rate * 0.2)
        assert limit.allows("another")
        limit.left["one"] = (0.0, time.monotonic())
        with pytest.raises(TooMany) as refused:
            limit.check("one")
        assert refused.value.after == math.ceil(1 / pace.rate)


def test_a_household_is_counted_as_one():
    ours = {"2001:db8:1:2::1", "2001:db8:1:2:ffff::9"}
    assert {counted_as(one) for one in ours} == {"2001:db8:1:2::/64"}
    assert counted_as("2001:db8:1:3::1") == "2001:db8:1:3::/64"
    assert counted_as("::ffff:1.2.3.4") == counted_as("1.2.3.4") == "1.2.3.4"
    assert counted_as("testclient") == "testclient"


def test_a_refusal_over_http_says_when_to_come_again(room):
    id = room.playing()
    put_chat(room, id, room.ann, CHAT_OF_PLAYER.person)
    refused = room.do(id, room.ann, t="say", text="more")
    assert (refused.status_code, refused.json()["id"]) == (429, "chat_full")
    assert int(refused.headers["retry-after"]) >= 1
