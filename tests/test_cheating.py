"""What somebody might try to see or decide more than is theirs."""

import asyncio
import json
from dataclasses import replace

import msgspec
import pytest

from guests import guests, seated, until
from served import open_backend
from sunroom.match import matchfile
from sunroom.match.match import Match
from sunroom.server.lessons import puzzles, tutorials
from sunroom.server.lobby import branch as branching
from sunroom.server.lobby import files, links, lobby
from sunroom.server.lobby.search import Search, find
from sunroom.server.people import now
from sunroom.server.store import schema
from sunroom.table import events as ev
from sunroom.table import frames, wire
from sunroom.table.refusals import NotNow, NotYours
from test_server import in_turn, reloaded, served, set_time


@served
async def test_a_seat_link_opens_nothing_once_its_maker_has_left(backend):
    ada, eve = await seated(backend, "solenia", "Ada", "Eve")
    room = await backend.registry.find(ada.id)
    link = await links.new_link(backend.log, room, eve.person, "seat", 1)
    await eve.do(wire.Leave())
    (vic,) = await guests(backend, "Vic")
    invite = await links.new_link(backend.log, room, ada.person, "invite", None)
    await vic.sit(ada.id, invite.key)

    with pytest.raises((NotYours, NotNow)):
        await eve.sit(ada.id, link.key)

    assert room.state.seating.decided_by(eve.person) == []


@served
async def test_who_has_left_looks_from_no_seat_any_more(backend):
    ada, eve = await seated(backend, "solenia", "Ada", "Eve")
    assert eve.viewer.eye == 1
    await eve.do(wire.Leave())
    assert eve.viewer.eye == -1
    with pytest.raises(NotYours):
        await eve.do(wire.Look(seat=1))
    room = await backend.registry.find(ada.id)
    assert eve.state["view"] == msgspec.to_builtins(frames.view(room.state, -1, room.state.settled))


@served
async def test_nobody_changes_to_a_seat_from_which_they_have_not_looked(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("solenia", "me", "me", visibility="public")
    await ada.watch(made.id)
    await ada.do(wire.Leave())
    with pytest.raises(NotNow, match="another seat"):
        await ada.sit(made.id)

    first, eve = await seated(backend, "solenia", "First", "Eve", visibility="public")
    await first.do(wire.Leave())
    await eve.do(wire.Leave())
    with pytest.raises(NotNow):
        await eve.sit(first.id, seat=0)
    await eve.sit(first.id, seat=1)


@served
async def test_who_brings_a_match_with_a_known_seed_sits_alone_at_it(backend):
    (eve,) = await guests(backend, "Eve")
    match = Match("solenia", ["A", "B"], seed=1)
    id = await files.import_file(backend.log, backend.boxes, eve.person, matchfile.dumps(match))
    await eve.watch(id)
    await eve.do(wire.Leave())
    room = await backend.registry.find(id)
    invite = await links.new_link(backend.log, room, eve.person, "invite", None)
    with pytest.raises(NotNow):
        await eve.sit(id, invite.key)


@served
async def test_a_deal_that_its_host_knows_is_told_to_everybody_before_they_sit(backend):
    eve, ben = await guests(backend, "Eve", "Ben")
    match = Match("solenia", ["A", "B"], seed=1)
    id = await files.import_file(backend.log, backend.boxes, eve.person, matchfile.dumps(match))
    await eve.watch(id)
    await eve.do(wire.Leave())
    room = await backend.registry.find(id)
    invite = await links.new_link(backend.log, room, eve.person, "invite", None)

    await ben.watch(id, key=invite.key)

    assert all(frame.get("known_deal") for frame in kept(ben, "match", "state"))
    ben.viewer.changes = True
    await ben.sit(id, invite.key)
    assert all(frame.get("known_deal") for frame in kept(ben, "match", "state", "change"))
    lines = await find(backend.log, ben.person, Search(mine=True))
    assert [line.known_deal for line in lines] == [True]
    assert not room.state.header.may_be_rated


def kept(guest, *kinds):
    frames = [frame for frame in map(json.loads, guest.frames) if frame["t"] in kinds]
    assert frames
    return frames


@served
async def test_whatever_is_not_dealt_here_for_the_first_time_is_known_to_its_host(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    room = await backend.registry.find(ada.id)
    assert room.state.header.may_be_rated
    assert not any("known_deal" in frame for frame in kept(ben, "match", "state"))
    await ada.do(wire.Abort())
    await ben.do(wire.Answer(agree=True))
    seats = [lobby.SeatWish("me"), lobby.SeatWish("me")]
    wish = branching.Branch(step=0, seats=seats)
    learnt = await tutorials.prepare(backend.log, backend.lobby, ben.person, room.state.game)
    posed = puzzles.match_at("soluna", puzzles.puzzle_of("soluna", 1))
    by_hand = lobby.NewMatch("soluna", seats, by_hand=True)
    prepared = [
        (await backend.lobby.create(ben.person, by_hand)).id,
        await branching.branch(backend.log, room.state, ben.person, wish),
        learnt,
        await puzzles.play_on(backend.log, ben.person, posed, "novice", None),
    ]
    for id in prepared:
        await comes_and_is_told(backend, ben, id)
    again = (await ada.do(wire.Rematch())).answer
    assert (await backend.registry.find(again)).state.header.may_be_rated


async def comes_and_is_told(backend, host, id):
    """The host offers a seat of theirs to somebody who looks before they sit down."""
    await host.do(wire.Leave(), id)
    room = await backend.registry.find(id)
    invite = await links.new_link(backend.log, room, host.person, "invite", None)
    (cai,) = await guests(backend, "Cai")
    await cai.watch(id, key=invite.key)
    assert all(frame.get("known_deal") for frame in kept(cai, "match", "state"))
    await cai.sit(id, invite.key)
    assert all(frame.get("known_deal") for frame in kept(cai, "match", "state"))
    assert not room.state.header.may_be_rated


def test_who_has_sat_down_at_another_worker_is_shown_with_a_name(tmp_path):
    async def main():
        async with open_backend(tmp_path) as one, open_backend(tmp_path) as two:
            (ada,), (ben,) = await guests(one, "Ada"), await guests(two, "Ben")
            made = await ada.create("soluna", "me", "open")
            await ada.watch(made.id)
            done = await ben.sit(made.id, made.invites[0].key)

            one.matches.written_elsewhere(made.id, done.n)
            await until(lambda: ada.state["status"] == "playing")

            assert [seat["name"] for seat in ada.about["seats"]] == ["Ada", "Ben"]

    asyncio.run(main())


def test_what_was_held_and_undone_is_not_told_by_another_worker(tmp_path):
    async def main():
        async with open_backend(tmp_path) as one, open_backend(tmp_path) as two:
            ada, ben = await seated(one, "soluna", "Ada", "Ben")
            (far,) = await guests(two, "x")
            far.person = ben.person
            await far.watch(ada.id)
            mover = await in_turn([ada, ben])
            told = far.told
            for text, hold in (("open", True), (None, False), ("follow", False)):
                if text is None:
                    await mover.do(wire.Undo(version=mover.state["n"]))
                else:
                    await mover.play(text, hold=hold)
            far.frames.clear()

            two.matches.written_elsewhere(ada.id, (await one.registry.find(ada.id)).state.n)
            await until(lambda: far.frames)

            assert "opens" not in far.told
            assert far.told == [*told, "follows"]

    asyncio.run(main())


@served
async def test_a_finished_match_of_older_rules_stays_as_it_ended(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await ada.do(wire.Resign())
    for one in (ada, ben):
        one.leave_screen()
    await backend.log.write(schema.matches.update().values(rules=99))
    with pytest.raises(NotNow):
        await ben.do(wire.Resign())
    lines = await find(backend.log, ben.person, Search(mine=True))
    assert [seat.won for seat in lines[0].seats] == [False, True]


@served
async def test_leaving_does_not_stop_the_clock(backend):
    people = await seated(backend, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 0))
    mover = await in_turn(people)
    room = await backend.registry.find(mover.id)
    seat = room.state.turn
    await mover.do(wire.Leave())
    set_time(room, seat, 50)
    backend.clocks.set(room)
    other = next(one for one in people if one is not mover)
    await until(lambda: other.state["status"] == "over")
    assert other.state["result"]["winners"] == [1 - seat]


@served
async def test_a_move_after_the_time_is_up_is_too_late(backend):
    people = await seated(backend, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 5))
    mover = await in_turn(people)
    version = mover.state["n"]
    for one in people:
        one.leave_screen()
    room = await backend.registry.find(mover.id)
    if room.alarm is not None:
        room.alarm.cancel()
    room.state.clock = replace(room.state.clock, since=now() - 3_600_000)
    with pytest.raises((NotNow, NotYours)):
        await mover.do(wire.Play(text="open", version=version), mover.id)
    assert (await backend.registry.find(mover.id)).state.status == "over"


@served
async def test_what_is_held_goes_with_whoever_leaves(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    await (await in_turn(people)).play("open")
    mover = await in_turn(people)
    await mover.play(mover.state["legal"][0], hold=True)
    await mover.do(wire.Leave())
    room = await backend.registry.find(mover.id)
    assert room.state.held == 0
    assert (await reloaded(backend, mover.id)).state.match.table == room.state.match.table


@served
async def test_with_a_clock_everybody_says_for_themselves_that_they_play_again(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 0))
    await ada.do(wire.Resign())
    id = (await ada.do(wire.Rematch())).answer
    assert (await backend.registry.find(id)).state.status == "gathering"
    assert (await ben.do(wire.Rematch())).answer == id
    room = await backend.registry.find(id)
    assert room.state.status == "playing"
    assert [seat.person for seat in room.state.seating.seats] == [ben.person, ada.person]


@served
async def test_what_fails_halfway_has_not_happened(backend):
    people = await seated(backend, "soluna", "Ada", "Ben")
    mover = await in_turn(people)
    room = await backend.registry.find(mover.id)
    steps = len(room.state.match.history)

    def broken(step):
        raise RuntimeError("a fault of ours")

    room.state.match.log_of = broken
    with pytest.raises(RuntimeError):
        await mover.play("open")

    del room.state.match.log_of
    assert len((await reloaded(backend, mover.id)).state.match.history) == steps
    assert len(room.state.match.history) == steps
    assert len(room.viewers) == 2
    await mover.play("open")


@served
async def test_who_has_deleted_themselves_is_shown_out(backend):
    ada, ben = await seated(backend, "soluna", "Ada", "Ben")
    await backend.profiles.delete(ada.person)
    assert ada.viewer.closed
    assert not ben.viewer.closed


@served
async def test_a_full_match_of_older_rules_is_only_read(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "me", "me")
    await backend.log.write(schema.events.delete())
    await backend.log.write(schema.matches.update().values(rules=99, status="gathering"))
    backend.registry.rooms.clear()
    await ada.watch(made.id)
    assert ada.state["why"] == "read_only"


@served
async def test_a_full_match_begins_even_if_the_server_went_down_before(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "me", "me")
    await backend.log.write(schema.events.delete())
    backend.registry.rooms.clear()
    await ada.watch(made.id)
    assert ada.state["status"] == "playing"
    assert isinstance((await backend.log.entries(made.id))[0].event, ev.Began)
