"""What somebody might try to see or decide more than is theirs."""

import asyncio

import msgspec
import pytest

from guests import guests, seated, until
from served import open_desk
from sunroom.kernel import matchfile
from sunroom.kernel.match import Match
from sunroom.server import events as ev
from sunroom.server import files, lobby, schema, wire
from sunroom.server.commands import NotNow, NotYours
from sunroom.server.people import now
from test_server import in_turn, reloaded, served


@served
async def test_a_seat_link_opens_nothing_once_its_maker_has_left(desk):
    ada, eve = await seated(desk, "solenia", "Ada", "Eve")
    live = await desk.house.find(ada.id)
    link = await lobby.new_link(desk.house, live, eve.person, "seat", 1)
    await eve.do(wire.Leave())
    (vic,) = await guests(desk, "Vic")
    invite = await lobby.new_link(desk.house, live, ada.person, "invite", None)
    await vic.sit(ada.id, invite.key)

    with pytest.raises((NotYours, NotNow)):
        await eve.sit(ada.id, link.key)

    assert live.seats_of(eve.person) == []


@served
async def test_who_has_left_looks_from_no_seat_any_more(desk):
    ada, eve = await seated(desk, "solenia", "Ada", "Eve")
    assert eve.viewer.eye == 1
    await eve.do(wire.Leave())
    assert eve.viewer.eye == -1
    with pytest.raises(NotYours):
        await eve.do(wire.Look(seat=1))
    live = await desk.house.find(ada.id)
    assert eve.state["view"] == msgspec.json.decode(live.view(-1, live.settled))


@served
async def test_nobody_changes_to_a_seat_from_which_they_have_not_looked(desk):
    (ada,) = await guests(desk, "Ada")
    made = await ada.create("solenia", "me", "me", visibility="public")
    await ada.watch(made.id)
    await ada.do(wire.Leave())
    with pytest.raises(NotNow, match="another seat"):
        await ada.sit(made.id)

    first, eve = await seated(desk, "solenia", "First", "Eve", visibility="public")
    await first.do(wire.Leave())
    await eve.do(wire.Leave())
    with pytest.raises(NotNow):
        await eve.sit(first.id, seat=0)
    await eve.sit(first.id, seat=1)


@served
async def test_who_brings_a_match_with_a_known_seed_sits_alone_at_it(desk):
    (eve,) = await guests(desk, "Eve")
    match = Match("solenia", ["A", "B"], seed=1)
    id = await files.import_file(desk.house, eve.person, matchfile.dumps(match))
    await eve.watch(id)
    await eve.do(wire.Leave())
    live = await desk.house.find(id)
    invite = await lobby.new_link(desk.house, live, eve.person, "invite", None)
    with pytest.raises(NotNow):
        await eve.sit(id, invite.key)


def test_what_was_held_and_undone_is_not_told_by_another_worker(tmp_path):
    async def main():
        async with open_desk(tmp_path) as one, open_desk(tmp_path) as two:
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

            two.house.heard(ada.id, (await one.house.find(ada.id)).n)
            await until(lambda: far.frames)

            assert "opens" not in far.told
            assert far.told == [*told, "follows"]

    asyncio.run(main())


@served
async def test_a_finished_match_of_older_rules_stays_as_it_ended(desk):
    ada, ben = await seated(desk, "soluna", "Ada", "Ben")
    await ada.do(wire.Resign())
    for one in (ada, ben):
        one.leave_screen()
    await desk.house.write(schema.matches.update().values(rules=99))
    with pytest.raises(NotNow):
        await ben.do(wire.Resign())
    lines = await lobby.find(desk.house, ben.person, lobby.Search(mine=True))
    assert [seat.won for seat in lines[0].seats] == [False, True]


@served
async def test_leaving_does_not_stop_the_clock(desk):
    people = await seated(desk, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 0))
    mover = await in_turn(people)
    live = await desk.house.find(mover.id)
    seat = live.turn
    await mover.do(wire.Leave())
    live.left[seat] = 50
    desk.house.set_alarm(live)
    other = next(one for one in people if one is not mover)
    await until(lambda: other.state["status"] == "over")
    assert other.state["result"]["winners"] == [1 - seat]


@served
async def test_a_move_after_the_time_is_up_is_too_late(desk):
    people = await seated(desk, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 5))
    mover = await in_turn(people)
    version = mover.state["n"]
    for one in people:
        one.leave_screen()
    live = await desk.house.find(mover.id)
    if live.alarm is not None:
        live.alarm.cancel()
    live.since = now() - 3_600_000
    with pytest.raises((NotNow, NotYours)):
        await mover.do(wire.Play(text="open", version=version), mover.id)
    assert (await desk.house.find(mover.id)).status == "over"


@served
async def test_what_is_held_goes_with_whoever_leaves(desk):
    people = await seated(desk, "soluna", "Ada", "Ben")
    await (await in_turn(people)).play("open")
    mover = await in_turn(people)
    await mover.play(mover.state["legal"][0], hold=True)
    await mover.do(wire.Leave())
    live = await desk.house.find(mover.id)
    assert live.held == 0
    assert (await reloaded(desk, mover.id)).match.table == live.match.table


@served
async def test_with_a_clock_everybody_says_for_themselves_that_they_play_again(desk):
    ada, ben = await seated(desk, "soluna", "Ada", "Ben", clock=lobby.ClockWish(1, 0))
    await ada.do(wire.Resign())
    id = (await ada.do(wire.Rematch())).answer
    assert (await desk.house.find(id)).status == "gathering"
    assert (await ben.do(wire.Rematch())).answer == id
    live = await desk.house.find(id)
    assert live.status == "playing"
    assert [seat.person for seat in live.seats] == [ben.person, ada.person]


@served
async def test_what_fails_halfway_is_read_again(desk):
    people = await seated(desk, "soluna", "Ada", "Ben")
    mover = await in_turn(people)
    live = await desk.house.find(mover.id)
    steps = len(live.match.history)

    def broken(step):
        raise RuntimeError("a fault of ours")

    live.match.told = broken
    with pytest.raises(RuntimeError):
        await mover.play("open")

    again = await desk.house.find(mover.id)
    assert again is not live
    assert len(again.match.history) == steps
    await until(lambda: again.viewers)
    await mover.play("open")


@served
async def test_who_has_deleted_themselves_is_shown_out(desk):
    ada, ben = await seated(desk, "soluna", "Ada", "Ben")
    await desk.delete_person(ada.person)
    assert ada.viewer.closed
    assert not ben.viewer.closed


@served
async def test_a_full_match_of_older_rules_is_only_read(desk):
    (ada,) = await guests(desk, "Ada")
    made = await ada.create("soluna", "me", "me")
    await desk.house.write(schema.events.delete())
    await desk.house.write(schema.matches.update().values(rules=99, status="gathering"))
    desk.house.matches.clear()
    await ada.watch(made.id)
    assert ada.state["why"] == "read_only"


@served
async def test_a_full_match_begins_even_if_the_server_went_down_before(desk):
    (ada,) = await guests(desk, "Ada")
    made = await ada.create("soluna", "me", "me")
    await desk.house.write(schema.events.delete())
    desk.house.matches.clear()
    await ada.watch(made.id)
    assert ada.state["status"] == "playing"
    assert isinstance(ev.read((await desk.house.events(made.id))[0].data), ev.Began)
