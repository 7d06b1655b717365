"""Thinking is shared out fairly: nobody takes opponents, hints and reviews away from others."""

import asyncio
import itertools
import json
import time

import pytest

from guests import guests, until
from sunroom.players.turns import Claim
from sunroom.rules.contract import SPECTATOR
from sunroom.server import limits
from sunroom.server.limits import Cap
from sunroom.server.match import presence
from sunroom.server.match.viewer import Viewer
from sunroom.server.minds import opponents
from sunroom.server.minds.parking import ParkedMatch, Parking
from sunroom.server.minds.slots import Slots
from sunroom.table import wire
from sunroom.table.events import Played
from test_lookback import served


def sleep(seconds):
    time.sleep(seconds)
    return seconds


def hold(file):
    """A thought that goes on as long as there is a file."""
    while file.exists():
        time.sleep(0.02)


BUSY = Claim("somebody else")


def room_of(backend, id):
    return backend.registry.rooms.get(id)


async def opponent_begins(guest, game="solenia", seats=("ai:novice", "me")):
    """A match in which the first seat has to decide; who begins is drawn."""
    while True:
        made = await guest.create(game, *seats, visibility="public")
        if room_of(guest.backend, made.id).state.turn == 0:
            return made.id
        await guest.do(wire.Abort(), made.id)


# Who is served when


@served
async def test_a_match_that_nobody_plays_goes_on_while_somebody_watches(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("soluna", "ai:novice", "ai:novice")
    backend.registry.let_go(made.id)
    assert room_of(backend, made.id) is None, "nobody thinks about it"

    await ada.watch(made.id)
    begun = ada.state["n"]
    await until(lambda: ada.state["n"] >= begun + 2)
    ada.leave_screen()
    await until(lambda: room_of(backend, made.id) is None)
    stood = (await backend.log.entries(made.id))[-1].n
    await ada.watch(made.id)
    assert ada.state["n"] == stood
    await until(lambda: ada.state["status"] == "over")


@served
async def test_a_move_is_owed_to_who_is_away_and_made_once(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    id = await opponent_begins(ada)
    room = room_of(backend, id)
    assert backend.opponents.claims(room) == [Claim(ada.person, away=True)]
    stood = room.state.n
    await until(lambda: room.driver is None)
    assert (room.state.turn, room.state.n > stood) == (1, True)
    backend.registry.let_go(id)
    assert room_of(backend, id) is None

    await ben.watch(id)
    room = room_of(backend, id)
    assert backend.opponents.claims(room)[0].away, "Ada is not here"
    await ada.watch(id)
    assert not backend.opponents.claims(room)[0].away


@served
async def test_thoughts_are_for_those_who_are_here_at_their_address(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    made = await ada.create("solenia", "me", "open", "ai:master")
    await ben.sit(made.id, made.invites[0].key)
    backend.addresses.note(ben.person, "5.6.7.8")
    await ben.watch(made.id)

    claims = backend.opponents.claims(room_of(backend, made.id))
    assert claims == [Claim(ben.person, "5.6.7.8")]


@served
async def test_everybody_learns_the_place_and_leaves_the_queue_with_the_match(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    workers = backend.thinkers.workers
    busy = [workers.ask(sleep, 3, claim=BUSY) for _ in range(2)]
    id = await opponent_begins(ada)
    await ada.watch(id)
    await until(lambda: "thinking" in kinds(ada))
    assert ada.last("thinking") == {"t": "thinking", "seat": 0, "place": 1}
    await ben.watch(id)
    await until(lambda: "thinking" in kinds(ben))
    assert ben.last("thinking")["place"] == 1

    assert workers.waiting == 2
    await ada.do(wire.Abort())
    await until(lambda: workers.waiting == 1)
    assert not busy[1].answer.done()


def kinds(guest):
    return {json.loads(frame)["t"] for frame in guest.frames}


@served
async def test_who_has_asked_for_much_waits_for_who_has_not(backend):
    ada, eve = await guests(backend, "Ada", "Eve")
    workers = backend.thinkers.workers
    first = workers.ask(sleep, 2, claim=BUSY)
    for _ in range(12):
        await eve.watch(await opponent_begins(eve, seats=(*["ai:master"] * 3, "me")))
    await until(lambda: workers.waiting == limits.MATCHES_HERE.person)
    await ada.watch(await opponent_begins(ada))
    await until(lambda: "thinking" in kinds(ada))

    assert not first.answer.done()
    assert ada.last("thinking")["place"] == 1


# How many matches go on


async def masters(guest, n, *, watched=True):
    """So many matches of somebody in which a Master has to decide."""
    ids = [await opponent_begins(guest, seats=("ai:master", "me")) for _ in range(n)]
    visits = []
    for id in ids if watched else ():
        await guest.watch(id)
        visits.append(guest.viewer)
    return list(zip(ids, visits, strict=True)) if watched else ids


@served
async def test_for_one_person_opponents_think_in_a_few_matches_and_others_wait_and_say_so(backend):
    (eve,) = await guests(backend, "Eve")
    workers, most = backend.thinkers.workers, limits.MATCHES_HERE.person
    workers.ask(sleep, 60, claim=BUSY)
    made = await masters(eve, most + 2)
    await until(lambda: workers.waiting == most)

    def going_on():
        return {id for id, _ in made if room_of(backend, id).driver is not None}

    await until(lambda: len(going_on()) == most)
    told = [frame for frame in map(json.loads, eve.frames) if frame.get("most")]
    assert {(one["most"], one["whose"]) for one in told} == {(most, "person")}
    before = going_on()
    eve.id, eve.viewer = next(one for one in made if one[0] in before)
    await eve.do(wire.Abort())
    await until(lambda: len(going_on() - before) == 1)
    assert len(going_on()) == most


@served
async def test_matches_of_who_is_away_wait_and_every_move_is_made_in_the_end(backend):
    (eve,) = await guests(backend, "Eve")
    workers, most = backend.thinkers.workers, limits.MATCHES_AWAY.person
    file = backend.boxes.folder.parent / "busy"
    file.touch()
    workers.ask(hold, file, claim=BUSY)
    ids = [await opponent_begins(eve) for _ in range(most + 4)]
    for id in ids:
        backend.registry.let_go(id)

    assert len([id for id in ids if room_of(backend, id)]) == most, "the others are not kept"
    assert workers.waiting == most
    file.unlink()
    for id in ids:
        stored = ()
        for _ in range(600):
            stored = await backend.log.entries(id)
            if any(isinstance(one.event, Played) for one in stored):
                break
            await asyncio.sleep(0.05)
        moves = [one.event for one in stored if isinstance(one.event, Played)]
        assert moves
        assert {one.seat for one in moves} == {0}


@served
async def test_who_comes_to_a_match_does_not_wait_for_those_that_nobody_is_at(backend):
    (eve,) = await guests(backend, "Eve")
    workers = backend.thinkers.workers
    workers.ask(sleep, 60, claim=BUSY)
    ids = await masters(eve, limits.MATCHES_AWAY.person + 2, watched=False)
    backend.registry.let_go(ids[-1])
    assert room_of(backend, ids[-1]) is None
    await eve.watch(ids[-1])

    await until(lambda: "thinking" in kinds(eve))
    assert eve.last("thinking") == {"t": "thinking", "seat": 0, "place": 1}


@served
async def test_who_falls_silent_while_it_is_looked_whether_there_is_room_waits(backend):
    """Twelve seconds of silence ran out between two looks: then nobody thought, nor waited."""
    (eve,) = await guests(backend, "Eve")
    mind = backend.opponents
    id = await opponent_begins(eve)
    room = room_of(backend, id)
    await eve.watch(id)
    room.driver.cancel()
    await until(lambda: room.driver is None)
    for _ in range(limits.MATCHES_HERE.person):
        mind.here.take(Claim(eve.person))
    for heard in (0.0, -1.0, -7.0):  # wherever between two looks the time runs out
        looks = itertools.count(0.0, presence.SILENT / 2)
        eve.viewer.heard = heard
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(opponents, "monotonic", lambda looks=looks: next(looks))
            mind.wake(room)
        assert room.driver is None
        assert id in mind.parking.matches
    mind.wake(room)
    assert room.driver is not None, "there is room for who is away"


@served
async def test_of_matches_that_only_opponents_play_a_few_go_on_for_who_watches(backend):
    ada, eve = await guests(backend, "Ada", "Eve")
    workers, most = backend.thinkers.workers, limits.MATCHES_ALONE.person
    workers.ask(sleep, 60, claim=BUSY)
    ids = [(await eve.create("solenia", "ai:master", "ai:master")).id for _ in range(most + 1)]
    for id in ids:
        await ada.watch(id)
    room = room_of(backend, ids[-1])
    assert backend.opponents.claims(room) == [Claim(ada.person)], "not Eve, who has made it"
    assert room.driver is None
    assert ada.last("thinking")["most"] == most

    await eve.watch(ids[-1])
    await until(lambda: workers.waiting == most + 1)
    assert room.driver is not None, "now it goes on for Eve"


@served
async def test_the_address_is_the_one_from_where_somebody_is_here(backend):
    (eve,) = await guests(backend, "Eve")
    made = await eve.create("solenia", "ai:master", "ai:master")
    await eve.watch(made.id)
    eve.viewer.address = "1.2.3.4"
    nobody = Viewer(None, "en", SPECTATOR, address="5.6.7.8")
    room = room_of(backend, made.id)
    await backend.service.watch(room, nobody, None)

    assert backend.opponents.claims(room) == [Claim("", "5.6.7.8"), Claim(eve.person, "1.2.3.4")]
    backend.service.unwatch(made.id, nobody)


MATCHES = (limits.MATCHES_HERE, limits.MATCHES_AWAY, limits.MATCHES_ALONE)


@pytest.mark.parametrize("cap", MATCHES)
def test_so_many_go_on_for_one_person_and_for_one_address(cap):
    slots = Slots(cap, by_address=True)
    people = [Claim(f"p{n // cap.person}", "1.2.3.4") for n in range(cap.address)]
    for n, claim in enumerate(people):
        assert slots.bound(claim) is None
        slots.take(claim)
        full = slots.bound(claim._replace(address="5.6.7.8"))
        assert (full is not None) == (n % cap.person == cap.person - 1)
    assert slots.bound(Claim("new", "1.2.3.4")) == (cap.address, "address")
    assert slots.bound(people[0]._replace(address="5.6.7.8")) == (cap.person, "person")
    slots.give_back(people[-1])
    assert slots.free_for([people[0], people[-1]]) == people[-1]


def test_where_addresses_are_not_counted_only_people_are():
    slots = Slots(Cap("x", person=2, address=3), by_address=False)
    for n in range(9):
        slots.take(Claim(f"p{n}", "1.2.3.4"))
    assert slots.bound(Claim("p9", "1.2.3.4")) is None
    assert slots.bound(Claim("", "1.2.3.4")) is None


@pytest.mark.parametrize("whose", ["person", "address"])
def test_of_who_is_away_so_many_matches_wait_for_room(whose):
    cap, slots = limits.MATCHES_WAIT, Slots(Cap("x", person=1), by_address=True)
    parking, most = Parking(cap, by_address=True), getattr(limits.MATCHES_WAIT, whose)
    for n in range(most):
        one = ParkedMatch(slots, [Claim("p" if whose == "person" else f"p{n}", "1.2.3.4")], {})
        assert parking.has_room(one)
        parking.put(str(n), one)
    assert not parking.has_room(one)
    parking.drop("0")
    assert parking.has_room(one._replace(claims=[Claim("p0", "1.2.3.4")]))


@served
async def test_who_stops_waiting_for_a_hint_leaves_the_queue(backend):
    (ada,) = await guests(backend, "Ada")
    workers = backend.thinkers.workers
    workers.ask(sleep, 3, claim=BUSY)
    made = await ada.create("solenia", "me", "me")
    await ada.watch(made.id)
    hint = asyncio.create_task(ada.do(wire.Hint()))
    await until(lambda: workers.waiting == 1)
    hint.cancel()

    await until(lambda: workers.waiting == 0)
