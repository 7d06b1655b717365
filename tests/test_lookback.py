"""Looking back at a match: its course, its tables, its review, and playing on from one of them."""

import asyncio
import json
import random

import pytest

import test_abuse
from guests import guests, seated, until
from served import open_desk
from sunroom.kernel import matchfile
from sunroom.kernel.contract import IllegalAction
from sunroom.players.review import review
from sunroom.server import files, wire
from sunroom.server.api.again import lines
from sunroom.server.api.past import course_of, own_eye, past
from sunroom.server.branch import Branch, branch
from sunroom.server.lobby import SeatWish
from sunroom.server.refusals import Away, Denied, NotNow, NotYours
from sunroom.server.reviews import Progress
from test_server import play_on, served

room = test_abuse.room  # a server in a thread
ME, CLUB = SeatWish("me"), SeatWish("ai", "club")


async def played(desk, game, seed=1, names=("Ada", "Ben"), **more):
    """A match that is over."""
    people = await seated(desk, game, *names, **more)
    await play_on(people, random.Random(seed))
    return people, await desk.house.find(people[0].id)


async def branched(desk, live, guest, step, *seats, **more):
    id = await branch(desk.house, live, guest.person, Branch(step, list(seats), **more))
    return await desk.house.find(id)


def middle(live, seat):
    """A step in the middle before which a seat had to decide."""
    made = [n for n, step in enumerate(live.match.history) if step.actor == seat]
    return made[len(made) // 2]


# The course


@served
async def test_the_course_tells_every_step_and_its_score(desk):
    (ada, _), live = await played(desk, "solenia")
    found = course_of(live, 0)

    assert found.ended
    assert found.secrets
    assert [made.actor for made in found.steps] == [step.actor for step in live.match.history]
    assert [made.text for made in found.steps] == list(live.match.notation())
    assert found.steps[-1].scores == ada.state["result"]["scores"]
    told = [one["id"] for made in found.steps for one in made.told]
    assert told == ada.told


@served
async def test_while_a_match_goes_on_its_course_keeps_the_secrets(desk):
    ada, ben = people = await seated(desk, "solenia", "Ada", "Ben")
    await play_on(people, random.Random(2), steps=20)
    live = await desk.house.find(ada.id)

    assert own_eye(live, ada.person, None, everything=False) == 0
    with pytest.raises(NotYours):
        own_eye(live, ada.person, 1, everything=False)
    with pytest.raises(NotYours):
        own_eye(live, ada.person, 0, everything=True)
    assert not any(made.text for made in course_of(live, 0).steps)

    mover = next(one for one in people if one.about["seats"][one.state["turn"]].get("yours"))
    other = ben if mover is ada else ada
    await mover.play(mover.state["legal"][0], hold=True)
    eyes = [live.eye_of(one.person) for one in (mover, other)]
    mine, theirs = (len(course_of(live, eye).steps) for eye in eyes)
    assert mine == theirs + 1


# The review


@served
async def test_a_review_comes_decision_by_decision_and_is_the_one_of_the_shell(desk):
    (_, _), live = await played(desk, "soluna", options={"rounds": "single"})
    came = [one async for one in desk.reviews.review(desk.house, live)]

    assert [one.done for one in came] == list(range(1, came[-1].of + 1))
    judged = [one.judged for one in came if one.judged]
    text = files.export(live, ["Ada", "Ben"], await desk.house.events(live.facts.id))
    match = matchfile.loads(text, "file")
    expected = review(match).decisions
    assert [(one.step, one.seat, one.verdict) for one in judged] == [
        (one.step, one.seat, one.verdict) for one in expected
    ]
    assert [one.best for one in judged] == [
        match.game.show(match.tables[one.step], one.best) for one in expected
    ]


@served
async def test_what_was_judged_once_is_remembered(desk):
    (_, _), live = await played(desk, "soluna", options={"rounds": "single"})
    first = [one async for one in desk.reviews.review(desk.house, live)]

    async def nobody(*_):
        raise Away("too_busy")

    desk.house.opponents.ask = nobody
    assert desk.reviews.knows(live)
    assert [one async for one in desk.reviews.review(desk.house, live)] == first


@served
async def test_a_match_that_goes_on_is_not_reviewed(desk):
    ada, _ = await seated(desk, "soluna", "Ada", "Ben")
    live = await desk.house.find(ada.id)
    with pytest.raises(NotNow, match="not over"):
        desk.reviews.review(desk.house, live)


def test_a_review_that_breaks_off_says_why():
    async def breaking():
        yield Progress(1, 9)
        raise Away("too_busy")

    async def read():
        return [json.loads(line) async for line in lines(breaking(), "en")]

    first, last = asyncio.run(read())
    assert first == {"done": 1, "of": 9}
    assert last["id"] == "too_busy"
    assert "thinker" in last["text"]


# Playing on


@pytest.mark.parametrize("game", ["soluna", "solenia", "solaris"])
def test_a_branch_begins_with_the_same_table(game, tmp_path):
    names = ("Ada", "Ben", "Cem") if game == "solaris" else ("Ada", "Ben")

    async def main():
        async with open_desk(tmp_path) as desk:
            ada, *others = people = await seated(desk, game, *names)
            await play_on(people, random.Random(1), steps=30)
            for other in others:
                await other.do(wire.Resign())
            live = await desk.house.find(ada.id)
            step = middle(live, 0)
            there = await branched(desk, live, ada, step, ME, *[CLUB] * (len(names) - 1))

            assert there.match.table == live.match.tables[step]
            assert there.match.history == live.match.history[:step]
            assert there.turn == 0
            await ada.watch(there.facts.id)
            assert ada.state["status"] == "playing"
            assert ada.about["origin"] == {"match": live.facts.id, "step": step}
            assert live.status == "over", "the old match is as it was"

    asyncio.run(main())


@served
async def test_a_branch_can_begin_with_a_better_move_and_opponents_answer(desk):
    (ada, _), live = await played(desk, "soluna", options={"rounds": "single"})
    step = middle(live, 1)
    with pytest.raises(IllegalAction):
        await branched(desk, live, ada, step, CLUB, ME, text="a>a")
    other = live.match.game.show(
        live.match.tables[step], live.match.referee.codes(live.match.tables[step])[-1]
    )
    there = await branched(desk, live, ada, step, CLUB, ME, text=other)
    assert list(there.match.notation())[step] == other

    await ada.watch(there.facts.id)
    await until(lambda: ada.state["turn"] != 0 or ada.state["status"] != "playing")
    assert len(there.match.history) > step + 1


@served
async def test_a_branch_hides_what_the_match_hid_and_deals_the_same(desk):
    (ada, _), live = await played(desk, "solenia")
    step = middle(live, 0)
    there = await branched(desk, live, ada, step, ME, CLUB)

    assert there.facts.seed == live.facts.seed
    await ada.watch(there.facts.id)
    assert ada.state["view"] == json.loads(bytes(live.view(0, step)))
    assert "result" not in ada.state
    with pytest.raises(NotYours):
        past(there, ada.person, step, 1, everything=False)
    with pytest.raises(NotNow):
        files.export(there, ["Ada", "Club"], await desk.house.events(there.facts.id))
    assert there.facts.visibility == "private"


@served
async def test_a_branch_that_is_read_again_is_the_branch_that_was(desk):
    (ada, _), live = await played(desk, "solenia")
    there = await branched(desk, live, ada, middle(live, 0), ME, CLUB)
    before = there.match.table
    desk.house.let_go(there)
    again = await desk.house.find(there.facts.id)
    assert again is not there
    assert (again.match.table, again.origin) == (before, there.origin)


@served
async def test_nobody_branches_off_a_match_that_goes_on(desk):
    ada, _ = people = await seated(desk, "solenia", "Ada", "Ben")
    await play_on(people, random.Random(2), steps=10)
    live = await desk.house.find(ada.id)
    with pytest.raises(NotNow, match="not over"):
        await branched(desk, live, ada, 4, ME, CLUB)


@served
async def test_a_branch_is_refused_where_it_makes_no_sense(desk):
    (ada, _), live = await played(desk, "soluna", options={"rounds": "single"})
    steps = len(live.match.history)
    for step, seats in (
        (steps + 1, (ME, CLUB)),
        (20, (ME,)),
        (20, (CLUB, CLUB)),
        (20, (ME, SeatWish("open"))),
    ):
        with pytest.raises(Denied):
            await branched(desk, live, ada, step, *seats)
    with pytest.raises(NotNow, match="ended"):
        await branched(desk, live, ada, steps, ME, CLUB)


@served
async def test_where_chance_is_entered_by_hand_it_stays_so(desk):
    (ada,) = await guests(desk, "Ada")
    made = await ada.create("soluna", "me", "me", by_hand=True, options={"rounds": "single"})
    await ada.watch(made.id)
    rng = random.Random(1)
    while ada.state["status"] == "playing":
        await ada.play(rng.choice(ada.state["legal"]))
    live = await desk.house.find(made.id)
    with pytest.raises(Denied, match="by hand"):
        await branched(desk, live, ada, 5, ME, CLUB)
    there = await branched(desk, live, ada, 5, ME, ME)
    assert there.match.by_hand
    assert there.match.table == live.match.tables[5]


# Over HTTP


def finished(room, **wish):
    """A match that Ann has played at random against herself."""
    id = room.create(room.ann, "me", "me", options={"rounds": "single"}, **wish)["id"]
    rng = random.Random(1)
    while True:
        state = room.ask("GET", f"/api/matches/{id}", room.ann).json()["state"]
        if state["status"] != "playing":
            return id
        move = {"text": rng.choice(state["legal"]), "version": state["n"]}
        assert room.ask("POST", f"/api/matches/{id}/moves", room.ann, json=move).status_code == 200


def test_a_match_is_looked_back_at_reviewed_and_played_on(room):
    id = finished(room)
    course = room.ask("GET", f"/api/matches/{id}/course", room.cy).json()
    last = len(course["steps"])

    tables = room.ask("GET", f"/api/matches/{id}/steps?first={last - 3}&count=16", room.cy).json()
    assert [one["step"] for one in tables] == [last - 3, last - 2, last - 1, last]
    one = room.ask("GET", f"/api/matches/{id}/replay?step={last}", room.cy).json()
    assert tables[-1] == one
    for query in ("count=49", "count=0", "first=-1", f"first={last + 1}", "eye=5"):
        assert room.ask("GET", f"/api/matches/{id}/steps?{query}", room.cy).status_code == 400

    whole = room.ask("POST", f"/api/matches/{id}/review", room.ann).json()
    lines = room.ask("POST", f"/api/matches/{id}/review/stream", room.ann).text.splitlines()
    came = [json.loads(line) for line in lines if line]
    assert [one["judged"] for one in came if "judged" in one] == whole

    wish = {"step": 14, "seats": [{"kind": "me"}, {"kind": "ai", "level": "novice"}]}
    made = room.ask("POST", f"/api/matches/{id}/branch", room.cy, json=wish)
    assert made.status_code == 201
    seen = room.ask("GET", f"/api/matches/{made.json()['id']}", room.cy).json()
    assert seen["match"]["origin"] == {"match": id, "step": 14}


def test_who_may_not_see_a_match_does_not_look_back_at_it(room):
    id = finished(room, visibility="private")
    wish = {"step": 1, "seats": [{"kind": "me"}, {"kind": "ai"}]}
    for path in ("course", "steps"):
        assert room.ask("GET", f"/api/matches/{id}/{path}", room.cy).status_code == 404
    for path, body in (("review/stream", None), ("branch", wish)):
        answer = room.ask("POST", f"/api/matches/{id}/{path}", room.cy, json=body)
        assert (answer.status_code, answer.json()["id"]) == (404, "no_match")
    assert room.ask("POST", f"/api/matches/{id}/branch", json=wish).status_code == 401
