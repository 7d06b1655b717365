"""Matches at the server: who may do what, what everybody sees of it, and what is kept."""

import asyncio
import json
import random
import sqlite3
from dataclasses import replace
from functools import partial

import pytest
from sqlalchemy import select

from guests import guests, seated, until
from served import open_backend
from sunroom.match import matchfile
from sunroom.rules.catalogue import load
from sunroom.rules.contract import IllegalAction, UnreadableAction
from sunroom.rules.words import Refusal
from sunroom.server.boxes import component_file
from sunroom.server.http.replays import table_at
from sunroom.server.lobby import files, links, lobby
from sunroom.server.lobby.search import Search, find
from sunroom.server.match import broadcast, presence
from sunroom.server.refusals import TooMany, Unknown
from sunroom.server.store import schema
from sunroom.table import events as ev
from sunroom.table import frames, wire
from sunroom.table.frames import called
from sunroom.table.log import read_log, told_of
from sunroom.table.refusals import Denied, NotNow, NotYours


def served(test):
    """Run a test of coroutines with a backend of its own."""

    def run(tmp_path):
        async def main():
            async with open_backend(tmp_path) as backend:
                await test(backend)

        asyncio.run(main())

    run.__name__ = test.__name__
    return run


async def play_on(people, rng, steps=10_000, **how):
    """Everybody plays at random until the match is over or enough decisions were made."""
    for _ in range(steps):
        state = people[0].state
        if state["status"] != "playing":
            return
        who = next(one for one in people if one.about["seats"][state["turn"]].get("yours"))
        await who.play(rng.choice(who.state["legal"]), **how)


async def in_turn(people):
    turn = people[0].state["turn"]
    return next(one for one in people if one.about["seats"][turn].get("yours"))


# A match from its beginning to its end


@served
async def test_a_match_begins_when_the_last_seat_is_taken(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    made = await ada.create("soluna", "me", "open")
    await ada.watch(made.id)
    assert ada.state["status"] == "gathering"
    assert ada.about["seats"][1] == {"kind": "open"}

    await ben.sit(made.id, made.invites[0].key)
    await ben.watch(made.id)

    assert ada.state["status"] == "playing"
    assert [seat["name"] for seat in ben.about["seats"]] == ["Ada", "Ben"]
    assert ben.about["seats"][1]["yours"]
    assert "thrown" in ada.told


@served
async def test_a_match_is_played_to_its_end_and_the_seed_is_told_then(backend):
    ada, ben = people = await seated(backend, "soluna", "Ada", "Ben")
    assert "result" not in ada.state

    await play_on(people, random.Random(1))

    result = ben.state["result"]
    assert result["reason"] == "played"
    assert max(result["scores"]) == 4
    room = await backend.registry.find(ada.id)
    assert result["seed"] == room.state.header.seed.hex()
    lines = await find(backend.log, ben.person, Search(mine=True))
    assert [(line.status, line.reason) for line in lines] == [("over", "played")]
    assert [seat.points for seat in lines[0].seats] == result["scores"]


@served
async def test_everybody_leaves_a_match_that_is_closed(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    room = await backend.registry.find(people[0].id)
    for one in people:
        one.viewer.close = partial(room.viewers.discard, one.viewer)
    room.close()
    assert not room.viewers


@served
async def test_a_match_that_is_let_go_as_soon_as_it_is_loaded_is_loaded_again(backend):
    """Whoever came in that moment was given the one that nobody is at, for ever: a server that was
    talked at by people without sockets served nobody any more.
    """
    (ada,) = await guests(backend, "Ada")
    id, registry, late = (await ada.create("soluna", "me", "open")).id, backend.registry, []
    registry.let_go(id)
    learn = backend.names.learn

    async def learn_last(persons):
        await learn(persons)
        if not late:  # both are called before whoever waits for the match
            asyncio.get_running_loop().call_soon(registry.let_go, id)
            late.append(asyncio.create_task(registry.find(id)))

    backend.names.learn = learn_last
    first = await registry.find(id)
    room = await late[0]
    assert room is not first
    assert registry.is_here(room)
    async with asyncio.timeout(10), registry.at(id) as here:
        assert here is room


@served
async def test_a_stale_or_illegal_move_is_refused_and_changes_nothing(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    mover = await in_turn(people)
    other = next(one for one in people if one is not mover)
    before = len(await backend.log.entries(mover.id))
    with pytest.raises(IllegalAction, match="not"):
        await mover.play("a>b")
    with pytest.raises(UnreadableAction):
        await mover.play("nonsense")
    with pytest.raises(NotYours):
        await other.play("open")
    assert len(await backend.log.entries(mover.id)) == before

    seen = mover.state["n"]
    await mover.play("open")
    with pytest.raises(NotNow, match="meanwhile"):
        await mover.do(wire.Play(text="open", version=seen))
    with pytest.raises(NotNow):
        await mover.do(wire.Play(text="a>b", version=10_000))

    assert len(await backend.log.entries(mover.id)) == before + 1


@served
async def test_every_acknowledged_move_is_on_the_disk(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    path = backend.store.engine.url.database
    for _ in range(5):
        mover = await in_turn(people)
        text = mover.state["legal"][0]
        done = await mover.play(text)
        with sqlite3.connect(path) as other:
            row = other.execute("select data from events where n = ?", [done.n]).fetchone()
        assert json.loads(row[0])["texts"][0] == text


def fail(*_, **__):
    raise RuntimeError("a fault of ours")


@served
async def test_what_is_stored_is_acknowledged_and_shown_again_where_showing_failed(backend):
    ada, ben = people = await seated(backend, "soluna", "Ada", "Ben")
    followed = []
    backend.matches.after = [fail, lambda room: followed.append(room.state.n)]
    mover = await in_turn(people)
    with pytest.MonkeyPatch.context() as fault:
        fault.setattr(broadcast.frames, "frames", fail)
        done = await mover.play("open")
    assert (await backend.log.entries(mover.id))[-1].n == done.n
    assert followed == [done.n]

    await until(lambda: ada.state["n"] == ben.state["n"] == done.n)

    assert ada.state["back"]
    await play_on(people, random.Random(1), steps=1)
    assert ada.state["n"] == ben.state["n"] == done.n + 1


@served
async def test_whoever_cannot_be_shown_a_match_is_cut_off_and_others_may_come(backend):
    ada, _ = people = await seated(backend, "soluna", "Ada", "Ben")
    with pytest.MonkeyPatch.context() as fault:
        fault.setattr(broadcast.frames, "shown", fail)
        await (await in_turn(people)).play("open")
        await until(lambda: all(one.viewer.closed for one in people))
    for one in people:
        one.leave_screen()

    await ada.watch(ada.id)

    assert ada.state["legal"]


# Undo


@served
async def test_a_turn_can_be_undone_until_something_is_revealed(backend):
    people = await seated(backend, "solenia", "Ada", "Ben")
    mover = await in_turn(people)
    first = mover.state
    await mover.play(first["legal"][0])
    assert mover.state["turn"] == first["turn"]
    assert mover.state["undo"]

    await mover.do(wire.Undo(version=mover.state["n"]))

    assert mover.state["view"] == first["view"]
    assert mover.state["legal"] == first["legal"]
    assert mover.state["back"]
    course = read_log(await backend.log.entries(mover.id))
    assert [entry.texts[0] for branch in course.undone for entry in branch] == [first["legal"][0]]


@served
async def test_nothing_is_undone_after_the_turn_has_passed(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    await (await in_turn(people)).play("open")
    mover = await in_turn(people)
    await mover.play(mover.state["legal"][0])

    with pytest.raises(NotYours if mover.state["turn"] < 0 else NotNow):
        await mover.do(wire.Undo(version=mover.state["n"]))


@served
async def test_what_is_held_is_seen_by_nobody_else_until_it_is_confirmed(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    await (await in_turn(people)).play("open")
    mover = await in_turn(people)
    other = next(one for one in people if one is not mover)
    (watcher,) = await guests(backend, "Eve")
    await watcher.watch(mover.id)
    before, move = other.state, mover.state["legal"][0]

    await mover.play(move, hold=True)

    assert mover.state["held"] == 1
    assert mover.state["view"] != before["view"]
    for one in (other, watcher):
        assert one.state["view"] == before["view"]
        assert one.state["turn"] == before["turn"]
        assert not one.state.get("legal")
    with pytest.raises(NotYours):
        await other.do(wire.Play(text=move, version=other.state["n"]))
    with pytest.raises(NotNow, match="confirm"):
        await mover.play(move)

    told = len(other.told)
    await mover.do(wire.Confirm(version=mover.state["n"]))

    assert other.state["view"] == mover.state["view"]
    assert other.told[told:] == ["stacked"]
    assert other.state["turn"] != before["turn"]


@served
async def test_what_is_held_can_be_undone_even_at_the_end_of_a_turn(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    await (await in_turn(people)).play("open")
    mover = await in_turn(people)
    before = mover.state
    await mover.play(before["legal"][0], hold=True)

    await mover.do(wire.Undo(version=mover.state["n"]))
    assert mover.state["view"] == before["view"]
    await mover.play(before["legal"][1], hold=True)
    await mover.do(wire.Confirm(version=mover.state["n"]))

    course = read_log(await backend.log.entries(mover.id))
    assert course.line[-1].texts[0] == before["legal"][1]
    with pytest.raises(NotNow):
        await mover.do(wire.Undo(version=mover.state["n"]))


@served
async def test_chance_waits_for_the_confirmation(backend):
    """The move that ends a round is followed by a throw: not before it is confirmed."""
    people = await seated(backend, "soluna", "Ada", "Ben", options={"throw": "each-round"})
    rng = random.Random(3)
    while True:
        mover = await in_turn(people)
        steps = (await backend.registry.find(mover.id)).state.settled
        await mover.play(rng.choice(mover.state["legal"]), hold=True)
        room = await backend.registry.find(mover.id)
        assert len(room.state.match.history) == steps + 1
        await mover.do(wire.Confirm(version=mover.state["n"]))
        if room.state.settled > steps + 1:
            break
    assert room.state.settled == steps + 1 + 12


@served
async def test_people_agree_to_a_takeback_or_do_not(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    await (await in_turn(people)).play("open")
    mover = await in_turn(people)
    other = next(one for one in people if one is not mover)
    before = mover.state
    await mover.play(before["legal"][0])

    await mover.do(wire.Takeback(version=mover.state["n"]))
    assert other.state["vote"]["what"] == "takeback"
    await other.do(wire.Answer(agree=False))
    assert "vote" not in mover.state
    assert mover.state["view"] != before["view"]

    await mover.do(wire.Takeback(version=mover.state["n"]))
    with pytest.raises(NotNow):
        await mover.do(wire.Answer(agree=True))
    await other.do(wire.Answer(agree=True))

    assert mover.state["back"]
    assert mover.state["turn"] == before["turn"]
    room = await backend.registry.find(mover.id)
    assert room.state.takeback_to(room.state.turn) in (None, 12)


@served
async def test_a_takeback_against_opponents_needs_nobody(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "me", "ai:novice", options={"opening": "oldest"} if "oldest" in load("soluna").option("opening").choices else {})  # fmt: skip
    await ada.watch(made.id)
    await until(lambda: ada.state["turn"] == 0)
    before = ada.state
    await ada.play(before["legal"][0])
    await until(lambda: ada.state["turn"] == 0)

    await ada.do(wire.Takeback(version=ada.state["n"]))

    assert ada.state["legal"] == before["legal"]
    assert ada.state["view"] == before["view"]


# Ends


@served
async def test_who_resigns_among_two_has_lost(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await ada.do(wire.Resign())

    assert ben.state["status"] == "over"
    assert ben.state["result"]["reason"] == "resigned"
    assert ben.state["result"]["winners"] == [1]
    with pytest.raises(NotNow):
        await ben.do(wire.Resign())


@served
async def test_among_three_a_stand_in_plays_on_and_cannot_win(backend):
    people = await seated(backend, "solaris", "Ada", "Ben", "Cem")
    ada, ben, cem = people
    await ada.do(wire.Resign())
    assert ben.state["status"] == "playing"
    assert ben.about["seats"][0]["out"] == "resigned"
    assert ben.about["seats"][0]["kind"] == "ai"

    await ben.do(wire.Resign())

    assert cem.state["status"] == "over"
    assert cem.state["result"]["winners"] == [2]


@served
async def test_time_that_is_up_ends_a_match(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 0))
    assert ada.state["clock"]["left"][0] > 50_000
    room = await backend.registry.find(ada.id)
    loser = room.state.turn
    set_time(room, loser, 80)
    backend.clocks.set(room)

    await until(lambda: ada.state["status"] == "over")

    assert ben.state["result"]["reason"] == "time"
    assert ben.state["result"]["winners"] == [1 - loser]


@served
async def test_a_clock_charges_who_decides_and_adds_after_the_turn(backend):
    people = await seated(backend, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 5))
    mover = await in_turn(people)
    seat = mover.state["turn"]
    await asyncio.sleep(0.2)
    await mover.play("open")

    room = await backend.registry.find(mover.id)
    if room.state.turn == seat:
        assert room.state.clock.left[seat] <= 60_000 - 190
    else:
        assert room.state.clock.left[seat] <= 65_000 - 190
    assert room.state.clock.left[1 - seat] == 60_000
    again = await reloaded(backend, mover.id)
    assert again.state.clock.left == room.state.clock.left


@served
async def test_the_host_calls_off_before_the_beginning_and_all_agree_later(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    made = await ada.create("soluna", "me", "open")
    with pytest.raises(NotYours):
        await ben.do(wire.Abort(), made.id)
    await ada.do(wire.Abort(), made.id)
    with pytest.raises(NotNow):
        await ben.sit(made.id, made.invites[0].key)

    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await ben.do(wire.Abort())
    assert ada.state["vote"] == {"seat": 1, "what": "abort", "waiting": [0]}
    await ada.do(wire.Answer(agree=True))
    assert ben.state["status"] == "aborted"
    assert ben.state["result"]["reason"] == "aborted"


@served
async def test_a_rematch_moves_the_seats_on_and_everybody_finds_it(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    with pytest.raises(NotNow):
        await ada.do(wire.Rematch())
    await ada.do(wire.Resign())

    done = await ben.do(wire.Rematch())

    assert ada.about["next"] == done.answer
    assert (await ada.do(wire.Rematch())).answer == done.answer
    await ada.watch(done.answer)
    assert [seat["name"] for seat in ada.about["seats"]] == ["Ben", "Ada"]
    assert [seat["emblem"] for seat in ada.about["seats"]] == [1, 0]
    assert ada.state["status"] == "playing"


# Coming and going


@served
async def test_a_seat_that_is_left_waits_for_somebody_else(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await ben.do(wire.Leave())
    assert ada.about["seats"][1]["kind"] == "open"
    (cem,) = await guests(backend, "Cem")
    with pytest.raises(NotYours):
        await cem.sit(ada.id)
    link = await links.new_link(backend.log, await backend.registry.find(ada.id), ada.person, "invite", None)  # fmt: skip
    await cem.sit(ada.id, link.key)
    assert ada.about["seats"][1]["name"] == "Cem"
    await cem.watch(ada.id)
    await play_on([ada, cem], random.Random(1))
    assert ada.state["status"] == "over"


@served
async def test_a_reserved_seat_opens_for_its_own_invitation_only(backend):
    ada, ben, cem = await guests(backend, "Ada", "Ben", "Cem")
    made = await ada.create("soluna", "me", "reserved", visibility="public")
    (invite,) = made.invites
    assert invite.seat == 1
    with pytest.raises(NotNow):
        await ben.sit(made.id)
    await cem.sit(made.id, invite.key)
    await cem.watch(made.id)
    assert cem.state["status"] == "playing"


@served
async def test_an_invitation_can_be_withdrawn(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    made = await ada.create("soluna", "me", "open")
    room = await backend.registry.find(made.id)
    await links.revoke(backend.log, room, ben.person, made.invites[0].key)
    assert await links.key_for(backend.log, made.id, made.invites[0].key)
    await links.revoke(backend.log, room, ada.person, made.invites[0].key)
    with pytest.raises(NotYours):
        await ben.sit(made.id, made.invites[0].key)
    with pytest.raises(Unknown):
        await links.match_of(backend.log, made.invites[0].key)


@served
async def test_a_seat_link_plays_the_same_seat_on_another_device(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    (phone,) = await guests(backend, None)
    room = await backend.registry.find(ada.id)
    with pytest.raises(NotYours):
        await links.new_link(backend.log, room, ben.person, "seat", 0)
    link = await links.new_link(backend.log, room, ada.person, "seat", 0)
    await phone.sit(ada.id, link.key)
    await phone.watch(ada.id)
    assert phone.about["seats"][0]["yours"]
    assert ada.about["seats"][0] == {"kind": "person", "name": "Ada", "yours": True}
    if phone.state["turn"] == 0:
        await phone.play(phone.state["legal"][0])


@served
async def test_the_host_fills_a_seat_with_an_opponent_who_plays(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "me", "open")
    await ada.watch(made.id)
    with pytest.raises(Exception, match="wizard"):
        await ada.do(wire.Fill(seat=1, level="wizard"))
    await ada.do(wire.Fill(seat=1, level="novice"))
    assert ada.about["seats"][1] == {"kind": "ai", "level": "novice"}

    rng = random.Random(2)
    while ada.state["status"] == "playing":
        await until(lambda: ada.state.get("turn") == 0 or ada.state["status"] != "playing")
        if ada.state.get("turn") == 0:
            await ada.play(rng.choice(ada.state["legal"]))
    assert ada.state["result"]["reason"] == "played"


@served
async def test_people_at_one_device_look_from_their_own_seats_only(backend):
    ada, eve = await guests(backend, "Ada", "Eve")
    made = await ada.create("solenia", "me", "me")
    await ada.watch(made.id)
    await eve.watch(made.id)
    await ada.do(wire.Look(seat=1))
    assert ada.about["eye"] == 1
    one = ada.state["view"]
    await ada.do(wire.Look(seat=0))
    assert ada.state["view"] != one
    with pytest.raises(NotYours):
        await eve.do(wire.Look(seat=0))


@served
async def test_a_private_match_is_not_there_for_strangers(backend):
    ada, eve = await guests(backend, "Ada", "Eve")
    made = await ada.create("soluna", "me", "open", visibility="private")
    with pytest.raises(Unknown):
        await eve.watch(made.id)
    room = await backend.registry.find(made.id)
    link = await links.new_link(backend.log, room, ada.person, "watch", None)
    await eve.watch(made.id, key=link.key)
    assert eve.viewer.eye == -1
    assert await find(backend.log, eve.person, Search()) == []


@served
async def test_chance_is_entered_by_hand_and_can_be_corrected(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("guild-solo", "me", by_hand=True)
    await ada.watch(made.id)
    assert ada.state["turn"] == -1
    first = ada.state["legal"]
    await ada.play(first[1])
    assert ada.state["undo"] or ada.state["turn"] == 0
    await ada.do(wire.Undo(version=ada.state["n"]))
    assert ada.state["legal"] == first
    with pytest.raises(Denied):
        await ada.create("soluna", "me", "open", by_hand=True)


# Seeing it again


async def reloaded(backend, id):
    """The match as another process would read it from the database."""
    rooms = backend.registry.rooms
    kept = rooms.pop(id)
    room = await backend.registry.find(id)
    rooms[id] = kept
    return room


def set_time(room, seat, left):
    """Leave a seat this many milliseconds."""
    times = list(room.state.clock.left)
    times[seat] = left
    room.state.clock = replace(room.state.clock, left=tuple(times))


@pytest.mark.parametrize("game", ["soluna", "solenia", "solaris", "guild-solo"])
def test_a_match_that_is_read_again_is_the_match_that_was(game, tmp_path):
    async def main():
        async with open_backend(tmp_path) as backend:
            names = ["Ada", "Ben", "Cem"][: {"soluna": 2, "guild-solo": 1}.get(game, 3)]
            people = await seated(backend, game, *names)
            rng = random.Random(7)
            for _ in range(12):
                await play_on(people, rng, steps=rng.randrange(25))
                if people[0].state["status"] != "playing":
                    break
                mover = await in_turn(people)
                if mover.state.get("undo") and rng.random() < 0.5:
                    await mover.do(wire.Undo(version=mover.state["n"]))
                elif rng.random() < 0.3:
                    await mover.play(rng.choice(mover.state["legal"]), hold=True)
                    if rng.random() < 0.5:
                        await mover.do(wire.Confirm(version=mover.state["n"]))
                same(await reloaded(backend, mover.id), await backend.registry.find(mover.id))
                if (await backend.registry.find(mover.id)).state.held:
                    await mover.do(wire.Confirm(version=mover.state["n"]))
            snapshots = await backend.log.read(select(schema.snapshots))
            assert game in ("guild-solo", "soluna") or snapshots

    asyncio.run(main())


def same(one, two):
    one, two = one.state, two.state
    assert one.match.table == two.match.table
    assert one.match.history == two.match.history
    assert (one.n, one.changed, one.settled, one.fixed) == (two.n, two.changed, two.settled, two.fixed)  # fmt: skip
    for eye in range(-1, len(one.seating)):
        assert frames.shown(one, eye, 0) == frames.shown(two, eye, 0)


@served
async def test_who_comes_back_gets_what_was_missed_step_by_step(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    ada, ben = people
    seen = ben.state["n"]
    ben.leave_screen()
    shown = []
    rng = random.Random(4)
    for _ in range(6):
        turn = ada.state["turn"]
        mover = people[turn]
        await mover.do(wire.Play(text=rng.choice(ada.state["legal"]), version=ada.state["n"]))
        shown.append(ada.state["view"])

    ben.frames.clear()
    await ben.watch(ada.id, since=seen)

    states = [f for f in map(json.loads, ben.frames) if f["t"] == "state"]
    assert [state["view"] for state in states] == shown
    assert "back" not in states[0]
    assert states[-1]["n"] == ada.state["n"]
    assert [m["id"] for s in states for m in s["told"]] == ada.told[-len(states) :]


@served
async def test_who_missed_an_undo_gets_everything_anew(backend):
    people = await seated(backend, "solenia", "Ada", "Ben")
    mover = await in_turn(people)
    other = next(one for one in people if one is not mover)
    await mover.play(mover.state["legal"][0])
    seen = other.state["n"]
    other.leave_screen()
    await mover.do(wire.Undo(version=mover.state["n"]))
    other.frames.clear()

    await other.watch(mover.id, since=seen)

    assert other.state["back"]
    assert other.told == [one["id"] for one in told_of(read_log(await backend.log.entries(mover.id)).line)]  # fmt: skip


@served
async def test_the_past_is_seen_from_ones_own_eyes_and_openly_after_the_end(backend):
    ada, _ = people = await seated(backend, "solenia", "Ada", "Ben")
    await play_on(people, random.Random(2), steps=20)
    room = await backend.registry.find(ada.id)
    own = table_at(room.state, ada.person, 10, None, open_handed=False)
    assert own.views == [frames.view(room.state, 0, 10)]
    for eye, open_handed in ((1, False), (0, True)):
        with pytest.raises(NotYours):
            table_at(room.state, ada.person, 10, eye, open_handed=open_handed)
    with pytest.raises(Denied):
        table_at(room.state, ada.person, 10_000, None, open_handed=False)

    await play_on(people, random.Random(2))
    room = await backend.registry.find(ada.id)
    assert table_at(room.state, ada.person, 10, 1, open_handed=False).views == [
        frames.view(room.state, 1, 10)
    ]
    opened = table_at(room.state, ada.person, 10, None, open_handed=True).views
    assert len(opened) == 2
    assert opened[0] == room.state.game.view(room.state.match.tables[10], 0)


# Files and the archive


@served
async def test_a_finished_match_is_exported_and_can_be_brought_back(backend):
    people = await seated(backend, "solenia", "Ada", "Ben")
    ada, ben = people
    room = await backend.registry.find(ada.id)
    with pytest.raises(NotNow, match="secret"):
        files.export(room.state, ["Ada", "Ben"], await backend.log.entries(ada.id))
    await play_on(people, random.Random(5))

    text = files.export(
        room.state, called(room.state, backend.names.known), await backend.log.entries(ada.id)
    )
    match = matchfile.loads(text, "file")
    assert match.scores() == ada.state["result"]["scores"]
    assert matchfile.false_draws(match) == []

    id = await files.import_file(backend.log, backend.boxes, ben.person, text)
    again = await backend.registry.find(id)
    assert again.state.match.table == room.state.match.table
    assert [seat.name for seat in again.state.seating.seats] == ["Ada", "Ben"]
    assert (
        files.export(
            again.state, called(again.state, backend.names.known), await backend.log.entries(id)
        )
        == text
    )


@served
async def test_a_match_that_is_not_over_is_brought_and_played_on(backend):
    from sunroom import Match

    match = Match("soluna", ["Ada", "Ben"], seed=3)
    match.play("open")
    (ada,) = await guests(backend, "Ada")
    id = await files.import_file(backend.log, backend.boxes, ada.person, matchfile.dumps(match))
    await ada.watch(id)
    assert ada.state["legal"] == match.legal()
    await play_on([ada], random.Random(1))
    assert ada.state["result"]["reason"] == "played"


@served
async def test_the_archive_is_searched_by_player_game_and_result(backend):
    ada, _ = await seated(backend, "soluna", "Ada", "Ben_%")
    await ada.do(wire.Resign())
    await seated(backend, "solenia", "Ada", "Cem", visibility="public")

    async def found(person=None, **search):
        lines = await find(backend.log, person, Search(**search))
        return [(line.game, line.status) for line in lines]

    assert await found() == [("solenia", "playing")]
    assert await found(ada.person) == [("solenia", "playing"), ("soluna", "over")]
    assert await found(ada.person, mine=True) == [("soluna", "over")]
    assert await found(ada.person, player="en_%") == [("soluna", "over")]
    assert await found(ada.person, player="%") == [("soluna", "over")]
    assert await found(ada.person, winner="ben") == [("soluna", "over")]
    assert await found(ada.person, winner="Ada") == []
    assert await found(ada.person, game="solenia", status="over") == []


@served
async def test_a_match_of_other_rules_is_opened_to_be_read_with_the_reason(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    ada, ben = people
    await play_on(people, random.Random(1), steps=6)
    told = ada.told
    for one in people:
        one.leave_screen()
    old = schema.matches.update().values(rules=99)
    await backend.log.write(old)
    assert not backend.registry.rooms

    await ada.watch(ada.id)

    assert ada.told == told
    assert "view" not in ada.state
    with pytest.raises(NotNow, match="version 99"):
        await ada.play("a>b")
    await ada.do(wire.Abort())
    await ben.do(wire.Answer(agree=True), ada.id)
    room = await backend.registry.find(ada.id)
    text = files.export(
        room.state, called(room.state, backend.names.known), await backend.log.entries(ada.id)
    )
    assert json.loads(text)["rules"] == 99
    assert len(json.loads(text)["history"]) == 12 + 6


@served
async def test_a_match_with_ones_own_pieces_is_kept_with_them(backend):
    (ada,) = await guests(backend, "Ada")
    game = load("solenia")
    files = {f"{box.name}.csv": (game.folder / f"{box.name}.csv").read_text() for box in game.components}  # fmt: skip
    name = next(iter(files))
    files[name] = files[name].replace("reconstructed", "certain")
    import tempfile
    from pathlib import Path

    from sunroom.server.boxes import read_box

    with tempfile.TemporaryDirectory() as folder:
        digest = read_box("solenia", files, Path(folder)).box
    with pytest.raises(Denied, match="brought"):
        await ada.create("solenia", "me", "me", components=digest)
    row = {"digest": digest, "game": "solenia", "files": json.dumps(files)}
    await backend.log.write(schema.boxes.insert().values(row))

    made = await ada.create("solenia", "me", "me", components=digest)
    await ada.watch(made.id)
    await play_on([ada], random.Random(1), steps=0)

    assert ada.about["components"] == digest
    assert (await reloaded(backend, made.id)).state.game.box == digest


@served
async def test_people_at_one_device_have_names_of_their_own(backend):
    (ada,) = await guests(backend, "Ada")
    wishes = [lobby.SeatWish("me"), lobby.SeatWish("me", name=" Tom ")]
    made = await backend.lobby.create(ada.person, lobby.NewMatch("soluna", wishes))
    await ada.watch(made.id)
    names = [seat["name"] for seat in ada.about["seats"]]
    line = (await find(backend.log, ada.person, Search(mine=True)))[0]
    assert names == [seat.name for seat in line.seats] == ["Ada", "Tom"]

    await ada.do(wire.Resign())
    again = await ada.do(wire.Rematch())
    await ada.watch(again.answer)
    assert [seat["name"] for seat in ada.about["seats"]] == ["Tom", "Ada"]


@served
async def test_who_takes_a_seat_over_plays_under_their_own_name(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    wishes = [lobby.SeatWish("me", name="Tom"), lobby.SeatWish("open")]
    made = await backend.lobby.create(ada.person, lobby.NewMatch("soluna", wishes))
    await ada.watch(made.id)
    await ada.do(wire.Leave())
    await ben.sit(made.id, made.invites[0].key, 0)
    await ben.watch(made.id)
    assert ben.about["seats"][0]["name"] == "Ben"


@served
async def test_a_damaged_file_is_called_by_its_name(backend):
    (ada,) = await guests(backend, "Ada")
    with pytest.raises(Refusal, match=r"sunday\.json is damaged at line 1"):
        await files.import_file(backend.log, backend.boxes, ada.person, "{", "sunday.json")


def test_a_component_file_is_found_by_its_name_only():
    game = load("solenia")
    assert component_file(game, "tiles.csv").read_text().startswith("id,kind,")
    for other in ("../soluna/discs.csv", "words.toml"):
        with pytest.raises(Denied, match="is no file of this game"):
            component_file(game, other)


# People


@served
async def test_a_person_deletes_their_name_and_everything_they_said(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await ada.do(wire.Say(text="Hello <b>you</b>\x00"))
    await ben.do(wire.Say(text="Hi"))
    assert ben.last("chat")["text"] == "Hi"
    said = [json.loads(f) for f in ben.frames if json.loads(f)["t"] == "chat"]
    assert [(one["name"], one["text"]) for one in said] == [("Ada", "Hello <b>you</b>"), ("Ben", "Hi")]  # fmt: skip

    token = backend.people.seal.token(ada.person)
    await backend.profiles.delete(ada.person)

    assert await backend.people.person(token) is None
    assert "name" not in ben.about["seats"][0]
    ben.frames.clear()
    await ben.watch(ben.id)
    assert [json.loads(f)["text"] for f in ben.frames if json.loads(f)["t"] == "chat"] == ["Hi"]


@served
async def test_who_is_muted_is_not_heard_by_whoever_muted_them(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await ben.do(wire.Say(text="one"))
    await ada.do(wire.Mute(n=ada.last("chat")["n"], on=True))
    await ben.do(wire.Say(text="two"))
    assert ada.last("chat")["text"] == "one"
    assert ben.last("chat")["text"] == "two"
    ada.frames.clear()
    await ada.watch(ada.id)
    assert not [f for f in ada.frames if json.loads(f)["t"] == "chat"]

    await ada.do(wire.Mute(n=1, on=False))
    await ada.watch(ada.id)
    assert ada.last("chat")["text"] == "two"


@served
async def test_nobody_talks_without_end(backend):
    ada, _ = await seated(backend, "soluna", "Ada", "Ben")

    async def talk(lines):
        for _ in range(lines):
            await ada.do(wire.Say(text="again"))

    await talk(8)
    with pytest.raises(TooMany):
        await talk(200)  # on a slow machine some more are allowed meanwhile


@served
async def test_hints_are_for_whoever_plays_alone(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "me", "me")
    await ada.watch(made.id)
    hint = (await ada.do(wire.Hint())).answer
    assert hint[0]["said"]["de"]
    assert hint[0]["said"]["en"] != hint[0]["said"]["de"]

    people = await seated(backend, "soluna", "Ada", "Ben")
    with pytest.raises(NotNow, match="without hints"):
        await people[0].do(wire.Hint())


# Events


def test_events_are_read_back_as_they_were_written():
    made = [
        ev.Sat(1, "p", also=True), ev.Left(0), ev.Filled(2, "club"),
        ev.Began(codes=[1], texts=["sun"], told=[{"id": "x"}]),
        ev.Played(seat=1, held=True, codes=[3], texts=["a>b"]), ev.Confirmed(seat=1),
        ev.Undone(0, 4), ev.Proposed(1, "takeback", 3), ev.Answered(0, agree=True),
        ev.Out(1, "time"), ev.Aborted(),
    ]  # fmt: skip
    assert [ev.read(ev.write(one)) for one in made] == made


# Who is here


@served
async def test_whoever_pings_is_told_who_is_away_and_how_many_watch(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    [cem] = await guests(backend, "Cem")
    service = backend.service

    def ping(guest, **how):
        service.ping(ada.id, guest.viewer, wire.Ping(**how))
        return guest.last("presence")

    assert ping(ada) == {"t": "presence"}
    ben.leave_screen()
    assert ada.last("presence") == {"t": "presence", "away": [1]}
    await ben.watch(ada.id)
    assert ada.last("presence") == {"t": "presence"}
    await cem.watch(ada.id)
    assert ada.last("presence")["watching"] == 1
    assert not any(json.loads(frame)["t"] == "presence" for frame in cem.frames)


@served
async def test_who_has_stopped_to_ping_is_away_and_who_rests_is_not(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    room = backend.registry.rooms[ada.id]

    def ping(guest, at, **how):
        presence.ping(room, guest.viewer, at, resting=how.get("resting", False))
        return ada.last("presence").get("away", [])

    ping(ada, 0.0)
    assert ping(ben, 1.0) == []
    assert ping(ada, 1.1 + presence.SILENT) == [1]
    assert ping(ben, 20.0) == []
    ping(ben, 21.0, resting=True)
    assert ping(ada, 1000.0) == []
