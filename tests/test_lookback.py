"""Looking back at a match: its course, its tables, its review, and playing on from one of them."""

import asyncio
import json
import random

import pytest

import test_abuse
from guests import guests, seated, until
from served import open_backend
from sunroom.match import matchfile
from sunroom.players.passes import FIRST
from sunroom.players.review import review
from sunroom.players.turns import Claim
from sunroom.rules.contract import IllegalAction
from sunroom.server.http.branches import lines
from sunroom.server.http.replays import own_eye, table_at, timeline_of
from sunroom.server.limits import REVIEWS, REVIEWS_WAIT
from sunroom.server.lobby import files
from sunroom.server.lobby.branch import Branch, branch
from sunroom.server.lobby.lobby import SeatWish
from sunroom.server.minds import reviews
from sunroom.server.minds.reviews import Progress
from sunroom.server.refusals import Away, TooMany
from sunroom.table import frames, wire
from sunroom.table.refusals import Denied, NotNow, NotYours
from test_server import play_on, served

room = test_abuse.room  # a server in a thread
ME, CLUB = SeatWish("me"), SeatWish("ai", "club")


async def played(backend, game, seed=1, names=("Ada", "Ben"), **more):
    """A match that is over."""
    people = await seated(backend, game, *names, **more)
    await play_on(people, random.Random(seed))
    return people, await backend.registry.find(people[0].id)


async def branched(backend, room, guest, step, *seats, **more):
    id = await branch(backend.log, room.state, guest.person, Branch(step, list(seats), **more))
    return await backend.registry.find(id)


def middle(room, seat):
    """A step in the middle before which a seat had to decide."""
    made = [n for n, step in enumerate(room.state.match.history) if step.actor == seat]
    return made[len(made) // 2]


# The course


@served
async def test_the_course_tells_every_step_and_its_score(backend):
    (ada, _), room = await played(backend, "solenia")
    found = timeline_of(room.state, 0)

    assert found.ended
    assert found.secrets
    assert [made.actor for made in found.steps] == [step.actor for step in room.state.match.history]
    assert [made.text for made in found.steps] == list(room.state.match.notation())
    assert found.steps[-1].scores == ada.state["result"]["scores"]
    told = [one["id"] for made in found.steps for one in made.told]
    assert told == ada.told


@served
async def test_while_a_match_goes_on_its_course_keeps_the_secrets(backend):
    ada, ben = people = await seated(backend, "solenia", "Ada", "Ben")
    await play_on(people, random.Random(2), steps=20)
    room = await backend.registry.find(ada.id)

    assert own_eye(room.state, ada.person, None, open_handed=False) == 0
    with pytest.raises(NotYours):
        own_eye(room.state, ada.person, 1, open_handed=False)
    with pytest.raises(NotYours):
        own_eye(room.state, ada.person, 0, open_handed=True)
    assert not any(made.text for made in timeline_of(room.state, 0).steps)

    mover = next(one for one in people if one.about["seats"][one.state["turn"]].get("yours"))
    other = ben if mover is ada else ada
    await mover.play(mover.state["legal"][0], hold=True)
    eyes = [room.state.eye_of(one.person) for one in (mover, other)]
    mine, theirs = (len(timeline_of(room.state, eye).steps) for eye in eyes)
    assert mine == theirs + 1


# The review


@served
async def test_a_review_comes_decision_by_decision_and_is_the_one_of_the_shell(backend):
    (_, _), room = await played(backend, "soluna", options={"rounds": "single"})
    came = [one async for one in backend.reviews.review(room.state)]

    assert [one.done for one in came] == list(range(1, came[-1].of + 1))
    judged = [one.judged for one in came if one.judged]
    text = files.export(room.state, ["Ada", "Ben"], await backend.log.entries(room.state.header.id))
    match = matchfile.loads(text, "file")
    expected = review(match).decisions
    assert [(one.step, one.seat, one.verdict) for one in judged] == [
        (one.step, one.seat, one.verdict) for one in expected
    ]
    assert [one.best for one in judged] == [
        match.game.show(match.tables[one.step], one.best) for one in expected
    ]


@served
async def test_what_was_judged_once_is_remembered(backend):
    (_, _), room = await played(backend, "soluna", options={"rounds": "single"})
    first = [one async for one in backend.reviews.review(room.state)]

    def nobody(*_):
        raise Away("too_busy")

    backend.thinkers.begin = nobody
    assert backend.reviews.knows(room.state)
    assert [one async for one in backend.reviews.review(room.state)] == first


async def resigned(backend, steps=14):
    """A match of Solenia that has ended early."""
    people = await seated(backend, "solenia", "Ada", "Ben")
    await play_on(people, random.Random(2), steps=steps)
    await people[0].do(wire.Resign())
    return await backend.registry.find(people[0].id)


def judged_last(came):
    return {one.judged.step: one.judged for one in came if one.judged}


@served
async def test_decisions_are_looked_at_first_and_closer_then(backend):
    room = await resigned(backend)
    await asyncio.wrap_future(backend.boxes.want(room.state.game))  # or first looks are smaller
    backend.thinkers.number = 2
    came = [one async for one in backend.reviews.review(room.state)]
    last, of = judged_last(came), came[-1].of
    firsts = [one for one in came if one.judged and one.judged.first_look]

    assert {one.judged.first_look for one in firsts} == {FIRST}
    assert all(one.done < of for one in firsts)
    assert (came[-1].done, came[-1].looked) == (of, of)
    assert [one.done for one in came] == sorted(one.done for one in came)
    expected = review(room.state.match).decisions
    assert [last[step].value for step in sorted(last)] == [one.value for one in expected]
    assert {one.first_look for one in last.values()} == {0}
    again = [one async for one in backend.reviews.review(room.state)]
    assert [one.done for one in again] == list(range(1, of + 1))
    assert judged_last(again) == last


@served
async def test_a_review_is_made_once_for_all_who_read_it_and_as_long_as_somebody_does(backend):
    room = await resigned(backend)
    asked, ask = [], backend.thinkers.ask

    async def counted(claim, call, which, seats, decisions, closer, **more):
        asked.extend((one.step, closer) for one in decisions[:1])
        return await ask(claim, call, which, seats, decisions[:1], closer, **more)

    backend.thinkers.ask = counted
    one, two = (backend.reviews.review(room.state) for _ in range(2))
    await anext(one)
    await one.aclose()
    making = backend.reviews.kept[room.id]
    await until(lambda: making.task is None)
    stood = len(asked)
    assert not making.is_done

    third = asyncio.create_task(all_of(backend.reviews.review(room.state)))
    came = await all_of(two)
    assert judged_last(came) == judged_last(await third)
    assert stood > 0
    assert len(asked) - len(set(asked)) <= 1, "what was begun and left is asked for again"


async def all_of(review):
    return [one async for one in review]


@served
async def test_first_looks_stay_where_nothing_can_be_compiled(backend):
    room = await resigned(backend, 6)
    failed = asyncio.get_running_loop().create_future()
    failed.set_exception(OSError("no space left"))
    backend.boxes.want = lambda game: failed
    came = await all_of(backend.reviews.review(room.state))

    assert came[-1].done == came[-1].of
    assert {one.first_look for one in judged_last(came).values()} == {FIRST}


@served
async def test_a_review_that_broke_off_goes_on_when_it_is_asked_for_again(backend):
    room = await resigned(backend, 6)
    ask = backend.thinkers.ask

    async def busy(*_, **__):
        raise Away("too_busy")

    backend.thinkers.ask = busy
    with pytest.raises(Away):
        await all_of(backend.reviews.review(room.state))
    backend.thinkers.ask = ask
    came = await all_of(backend.reviews.review(room.state))
    assert came[-1].done == came[-1].of > 0


@served
async def test_who_is_refused_a_review_drives_out_none_that_is_made(backend):
    """So many refused ones once drove out every review that was made or known."""
    first, second = await resigned(backend, 6), await resigned(backend, 6)
    await all_of(backend.reviews.review(first.state))
    eve, queue = Claim("eve"), backend.reviews.line
    turns = [queue.enter(eve) for _ in range(REVIEWS.person + REVIEWS_WAIT.person)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reviews, "KEPT", 1)
        with pytest.raises(TooMany):
            await all_of(backend.reviews.review(second.state, eve))
    assert backend.reviews.knows(first.state)
    for turn in turns:
        queue.leave(turn)
    await all_of(backend.reviews.review(second.state, eve))
    assert backend.reviews.knows(second.state)


@served
async def test_a_match_that_goes_on_is_not_reviewed(backend):
    ada, _ = await seated(backend, "soluna", "Ada", "Ben")
    room = await backend.registry.find(ada.id)
    with pytest.raises(NotNow, match="not over"):
        backend.reviews.review(room.state)


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
        async with open_backend(tmp_path) as backend:
            ada, *others = people = await seated(backend, game, *names)
            await play_on(people, random.Random(1), steps=30)
            for other in others:
                await other.do(wire.Resign())
            room = await backend.registry.find(ada.id)
            step = middle(room, 0)
            there = await branched(backend, room, ada, step, ME, *[CLUB] * (len(names) - 1))

            assert there.state.match.table == room.state.match.tables[step]
            assert there.state.match.history == room.state.match.history[:step]
            assert there.state.turn == 0
            await ada.watch(there.state.header.id)
            assert ada.state["status"] == "playing"
            assert ada.about["origin"] == {"match": room.state.header.id, "step": step}
            assert room.state.status == "over", "the old match is as it was"

    asyncio.run(main())


@served
async def test_a_branch_can_begin_with_a_better_move_and_opponents_answer(backend):
    (ada, _), room = await played(backend, "soluna", options={"rounds": "single"})
    step = middle(room, 1)
    with pytest.raises(IllegalAction):
        await branched(backend, room, ada, step, CLUB, ME, text="a>a")
    other = room.state.match.game.show(
        room.state.match.tables[step],
        room.state.match.referee.codes(room.state.match.tables[step])[-1],
    )
    there = await branched(backend, room, ada, step, CLUB, ME, text=other)
    assert list(there.state.match.notation())[step] == other

    await ada.watch(there.state.header.id)
    await until(lambda: ada.state["turn"] != 0 or ada.state["status"] != "playing")
    assert len(there.state.match.history) > step + 1


@served
async def test_a_branch_hides_what_the_match_hid_and_deals_the_same(backend):
    (ada, _), room = await played(backend, "solenia")
    step = middle(room, 0)
    there = await branched(backend, room, ada, step, ME, CLUB)

    assert there.state.header.seed == room.state.header.seed
    await ada.watch(there.state.header.id)
    assert ada.state["view"] == json.loads(json.dumps(frames.view(room.state, 0, step)))
    assert "result" not in ada.state
    with pytest.raises(NotYours):
        table_at(there.state, ada.person, step, 1, open_handed=False)
    with pytest.raises(NotNow):
        files.export(there.state, ["Ada", "Club"], await backend.log.entries(there.state.header.id))
    assert there.state.header.visibility == "private"


@served
async def test_a_branch_that_is_read_again_is_the_branch_that_was(backend):
    (ada, _), room = await played(backend, "solenia")
    there = await branched(backend, room, ada, middle(room, 0), ME, CLUB)
    before = there.state.match.table
    backend.registry.let_go(there.id)
    again = await backend.registry.find(there.state.header.id)
    assert again is not there
    assert (again.state.match.table, again.state.origin) == (before, there.state.origin)


@served
async def test_nobody_branches_off_a_match_that_goes_on(backend):
    ada, _ = people = await seated(backend, "solenia", "Ada", "Ben")
    await play_on(people, random.Random(2), steps=10)
    room = await backend.registry.find(ada.id)
    with pytest.raises(NotNow, match="not over"):
        await branched(backend, room, ada, 4, ME, CLUB)


@served
async def test_a_branch_is_refused_where_it_makes_no_sense(backend):
    (ada, _), room = await played(backend, "soluna", options={"rounds": "single"})
    steps = len(room.state.match.history)
    for step, seats in (
        (steps + 1, (ME, CLUB)),
        (20, (ME,)),
        (20, (CLUB, CLUB)),
        (20, (ME, SeatWish("open"))),
    ):
        with pytest.raises(Denied):
            await branched(backend, room, ada, step, *seats)
    with pytest.raises(NotNow, match="ended"):
        await branched(backend, room, ada, steps, ME, CLUB)


@served
async def test_where_chance_is_entered_by_hand_it_stays_so(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "me", "me", by_hand=True, options={"rounds": "single"})
    await ada.watch(made.id)
    rng = random.Random(1)
    while ada.state["status"] == "playing":
        await ada.play(rng.choice(ada.state["legal"]))
    room = await backend.registry.find(made.id)
    with pytest.raises(Denied, match="by hand"):
        await branched(backend, room, ada, 5, ME, CLUB)
    there = await branched(backend, room, ada, 5, ME, ME)
    assert there.state.match.by_hand
    assert there.state.match.table == room.state.match.tables[5]


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
