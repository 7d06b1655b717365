"""Thinking is shared out fairly: nobody takes opponents, hints and reviews away from others."""

import asyncio
import json
import time

from guests import guests, until
from sunroom.players.turns import Claim
from sunroom.table import wire
from test_lookback import served


def sleep(seconds):
    time.sleep(seconds)
    return seconds


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
    assert backend.opponents.claim(room, long=False) == Claim(ada.person, away=True)
    stood = room.state.n
    await until(lambda: room.driver is None)
    assert (room.state.turn, room.state.n > stood) == (1, True)
    backend.registry.let_go(id)
    assert room_of(backend, id) is None

    await ben.watch(id)
    room = room_of(backend, id)
    assert backend.opponents.claim(room, long=False).away, "Ada is not here"
    await ada.watch(id)
    assert not backend.opponents.claim(room, long=False).away


@served
async def test_thoughts_are_for_those_who_are_here_at_their_address(backend):
    ada, ben = await guests(backend, "Ada", "Ben")
    made = await ada.create("solenia", "me", "open", "ai:master")
    await ben.sit(made.id, made.invites[0].key)
    backend.addresses.note(ben.person, "5.6.7.8")
    await ben.watch(made.id)

    claim = backend.opponents.claim(room_of(backend, made.id), long=True)
    assert claim == Claim(ben.person, "5.6.7.8", long=True)


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
    await until(lambda: workers.waiting == 12)
    await ada.watch(await opponent_begins(ada))
    await until(lambda: "thinking" in kinds(ada))

    assert not first.answer.done()
    assert ada.last("thinking")["place"] == 1


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
