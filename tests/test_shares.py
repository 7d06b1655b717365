"""Everybody who plays may add a share to the dealing: promised, then shown, then it is dealt."""

import asyncio
import json
import secrets
from contextlib import closing
from dataclasses import replace

import pytest

from guests import guests, until
from served import open_backend
from sunroom.cli.files import verify
from sunroom.match import matchfile
from sunroom.match.dealing import Contribution, Dealer, promise_of
from sunroom.server.lobby import branch as branching
from sunroom.server.lobby import files, lobby
from sunroom.server.store import schema
from sunroom.table import events as ev
from sunroom.table import state as states
from sunroom.table import wire
from sunroom.table.refusals import Denied, NotNow, NotYours
from test_server import reloaded, served
from visitors import Visitor, server

__all__ = ["server"]
SHARES = [bytes([n]) * 16 for n in range(1, 5)]
PROMISES = [promise_of(share) for share in SHARES]


def shown(n):
    return wire.Share(share=SHARES[n].hex())


async def gathered(backend, game="solenia", seats=2, promising=(0, 1), **more):
    """People who all sit and have promised a share; they watch."""
    people = await guests(backend, *["Ada", "Ben", "Cai", "Dot"][:seats])
    made = await people[0].create(game, "me", *["open"] * (seats - 1), **more)
    await people[0].watch(made.id)
    if 0 in promising:
        await people[0].do(wire.Promise(promise=PROMISES[0]))
    for n, one in enumerate(people[1:], 1):
        await one.watch(made.id, key=made.invites[0].key)
        promise = PROMISES[n] if n in promising else ""
        await one.do(wire.Sit(key=made.invites[0].key, promise=promise))
    return people


async def state_of(one):
    return (await one.backend.registry.find(one.id)).state


# The dealing


@served
async def test_a_match_begins_when_all_shares_are_shown_and_is_dealt_from_them(backend):
    ada, ben = await gathered(backend)
    assert (ada.state["status"], ada.state["revealing"]) == ("gathering", [0, 1])
    assert [seat["promise"] for seat in ben.about["seats"]] == PROMISES[:2]

    await ben.do(shown(1))
    assert ada.state["revealing"] == [0]
    await ada.do(shown(0))

    for one in (ada, ben):
        assert one.state["status"] == "playing"
        assert "revealing" not in one.state
        assert [seat["share"] for seat in one.about["seats"]] == [s.hex() for s in SHARES[:2]]
        assert not any(seat.get("withheld") for seat in one.about["seats"])
    state = await state_of(ada)
    contributions = tuple(map(Contribution, PROMISES[:2], SHARES[:2]))
    assert state.match.dealer == Dealer(state.header.seed, contributions)
    assert (await reloaded(backend, ada.id)).state.match.table == state.match.table


@served
async def test_no_seed_alone_decides_what_is_dealt(backend):
    """The same seed with another share is another deal."""
    ada, _ = await gathered(backend)
    state = await state_of(ada)
    dealt = set()
    for last in range(8):
        fork = states.Playing(state.fork())
        shares = [Contribution(PROMISES[0], SHARES[0]), Contribution("", bytes([last]) * 16)]
        fork.match.dealer = replace(state.dealer, contributions=tuple(shares))
        fork.match.deal()
        dealt.add(fork.match.table.tobytes())
    assert len(dealt) == 8


@served
async def test_who_withholds_is_named_and_nobody_waits_long(backend):
    ada, ben, cai = await gathered(backend, seats=3, promising=(0, 1, 2))
    await ada.do(shown(0))
    await cai.do(shown(2))
    room = await backend.registry.find(ada.id)
    room.state.full_since -= states.SHARES_WITHIN
    backend.clocks.set(room)
    await until(lambda: ada.state["status"] == "playing", 10)
    for one in (ada, ben, cai):
        withheld = [seat.get("withheld", False) for seat in one.about["seats"]]
        assert withheld == [False, True, False]
    with pytest.raises(NotNow):
        await ben.do(shown(1))
    assert [one.withheld for one in (await state_of(ada)).match.dealer.contributions] == [
        False, True, False,
    ]  # fmt: skip


@served
async def test_a_match_begins_after_a_restart_too(backend):
    ada, ben = await gathered(backend)
    await ada.do(shown(0))
    for one in (ada, ben):
        one.leave_screen()
    backend.clocks.stop(await backend.registry.find(ada.id))
    backend.registry.rooms.clear()
    first = schema.events.update().where(schema.events.c.match == ada.id)
    await backend.log.write(first.values(at=schema.events.c.at - states.SHARES_WITHIN))
    assert (await backend.service.open(ada.id, ada.person)).state.status == "playing"


@served
async def test_where_nobody_has_promised_a_match_begins_at_once(backend):
    ada, _ = await gathered(backend, promising=())
    assert ada.state["status"] == "playing"
    assert (await state_of(ada)).match.dealer.version == 1
    for seats in (["me", "me"], ["me", "ai:novice"]):
        made = await ada.create("solenia", *seats)
        assert (await backend.registry.find(made.id)).state.status == "playing"


@served
async def test_a_rematch_is_dealt_from_new_shares_of_all(backend):
    people = await gathered(backend, seats=3, promising=(0, 1, 2))
    ada = people[0]
    for n, one in enumerate(people):
        await one.do(shown(n))
    for one in people:
        await one.do(wire.Abort() if one is ada else wire.Answer(agree=True))
    again = [secrets.token_bytes(16) for _ in people]
    for one, share in zip(people, again, strict=True):
        answered = await one.do(wire.Rematch(promise=promise_of(share)))
        await one.watch(answered.answer)
        if one is ada:  # the others are not there yet
            assert ada.state["status"] == "gathering"
            assert [seat["kind"] for seat in ada.about["seats"]] == [
                "reserved",
                "reserved",
                "person",
            ]
            await ada.do(wire.Promise(promise=promise_of(share)))
    assert sorted(ada.state["revealing"]) == [0, 1, 2]
    for one, share in zip(people, again, strict=True):
        await one.do(wire.Share(share=share.hex()))
    state = await state_of(ada)
    assert ada.state["status"] == "playing"
    assert {one.share for one in state.match.dealer.contributions} == set(again)


@served
async def test_a_seat_of_a_rematch_is_kept_for_whoever_played_and_for_nobody_else(backend):
    ada, ben = await gathered(backend)
    (eve,) = await guests(backend, "Eve")
    for one, n in ((ada, 0), (ben, 1)):
        await one.do(shown(n))
    await ada.do(wire.Abort())
    await ben.do(wire.Answer(agree=True))
    id = (await ada.do(wire.Rematch())).answer
    await ben.watch(id)
    seat = ben.about["seats"][0]
    assert (seat["kind"], seat["name"], seat["kept"]) == ("reserved", "Ben", True)
    with pytest.raises(NotYours):
        await eve.sit(id)
    await ben.sit(id)
    await ben.watch(id)
    assert ben.state["status"] == "playing"


@served
async def test_a_rematch_of_those_who_added_nothing_begins_at_once(backend):
    ada, ben = await gathered(backend, promising=())
    await ada.do(wire.Abort())
    await ben.do(wire.Answer(agree=True))
    await ada.watch((await ada.do(wire.Rematch())).answer)
    assert ada.state["status"] == "playing"


@served
async def test_those_without_shares_are_not_waited_for(backend):
    ada, ben, _ = await gathered(backend, seats=3, promising=(1,))
    assert ada.state["revealing"] == [1]
    await ben.do(shown(1))
    assert ada.state["status"] == "playing"
    assert [bool(seat.get("promise")) for seat in ada.about["seats"]] == [False, True, False]


@served
async def test_an_opponent_may_take_the_last_seat(backend):
    (ada,) = await guests(backend, "Ada")
    made = await ada.create("solenia", "me", "open")
    await ada.watch(made.id)
    await ada.do(wire.Promise(promise=PROMISES[0]))
    await ada.do(wire.Fill(seat=1, level="novice"))
    assert ada.state["revealing"] == [0]
    await ada.do(shown(0))
    assert ada.state["status"] == "playing"


# What is refused


@served
async def test_a_share_is_the_one_that_was_promised_and_is_shown_once_by_its_owner(backend):
    ada, ben = await gathered(backend)
    with pytest.raises(Denied, match="not the share"):
        await ben.do(shown(0))
    (eve,) = await guests(backend, "Eve")
    with pytest.raises(NotNow):
        await eve.do(shown(0), ada.id)
    await ben.do(shown(1))
    with pytest.raises(NotNow):
        await ben.do(shown(1))


@served
async def test_nobody_promises_or_goes_once_shares_may_be_known(backend):
    """Whoever did could choose a share that fits those of the others."""
    ada, ben = await gathered(backend)
    await ada.do(shown(0))
    with pytest.raises(NotNow):
        await ben.do(wire.Promise(promise=PROMISES[2]))
    with pytest.raises(NotNow):
        await ben.do(wire.Leave())
    (eve,) = await guests(backend, "Eve")
    with pytest.raises(NotYours):
        await eve.do(wire.Promise(promise=PROMISES[2]), ada.id)


@served
async def test_a_promise_goes_with_whoever_made_it(backend):
    ada, ben, eve = await guests(backend, "Ada", "Ben", "Eve")
    made = await ada.create("solenia", "me", "open", "open")
    key = made.invites[0].key
    await ada.watch(made.id)
    await ben.do(wire.Sit(key=key, promise=PROMISES[1]), made.id)
    await ben.do(wire.Leave(), made.id)
    assert not any(seat.get("promise") for seat in ada.about["seats"])
    for one, promise in ((eve, PROMISES[2]), (ben, PROMISES[3])):
        await one.do(wire.Sit(key=key, promise=promise), made.id)
    assert ada.state["revealing"] == [1, 2]


# What goes on from it


@served
async def test_a_branch_and_a_file_are_dealt_from_the_same_shares(backend):
    ada, ben = await gathered(backend, "soluna")
    await ada.do(shown(0))
    await ben.do(shown(1))
    await ada.do(wire.Abort())
    await ben.do(wire.Answer(agree=True))
    state = await state_of(ada)
    text = files.export(state, ["Ada", "Ben"], await backend.log.entries(ada.id))
    wish = branching.Branch(step=len(state.match.history), seats=[lobby.SeatWish("me")] * 2)
    brought = [
        await branching.branch(backend.log, state, ben.person, wish),
        await files.import_file(backend.log, backend.boxes, ben.person, text),
    ]
    for id in brought:
        again = (await backend.registry.find(id)).state
        assert again.match.dealer == state.match.dealer
        assert again.match.table == state.match.table
        assert again.header.known_deal


# Through HTTP and sockets, on both databases


class Person(Visitor):
    """Somebody who adds a share to the dealing."""

    def __init__(self, server, name):
        super().__init__(server, name)
        self.share = secrets.token_bytes(16)

    def promises(self):
        self.line.send(json.dumps({"t": "promise", "promise": promise_of(self.share)}))
        self.until(lambda frame: frame["t"] == "done")

    def shows(self):
        self.line.send(json.dumps({"t": "share", "share": self.share.hex()}))
        self.until(lambda frame: frame["t"] == "done")


def played_to_its_file(server, path, *, withholds=False):
    """A match of two over socket and HTTP, called off soon, and its file; how its host has seen it
    at first and at last.
    """
    ada, ben = Person(server, "Ada"), Person(server, "Ben")
    with closing(ada.http), closing(ben.http):
        about, seen, text = played(ada, ben, withholds=withholds)
    path.write_text(text, "utf-8")
    return about, seen


def played(ada, ben, *, withholds):
    seats = [{"kind": "me"}, {"kind": "open"}]
    made = ada.post("/matches", game="soluna", seats=seats)
    commands, key = f"/matches/{made['id']}/commands", made["invites"][0]["key"]
    with ada.socket(made["id"]):
        about = ada.until(lambda frame: frame["t"] == "match")
        ada.promises()
        ben.post(commands, t="sit", key=key, promise=promise_of(ben.share))
        ada.until(lambda frame: frame.get("revealing") == [0, 1])
        if not withholds:
            ben.post(commands, t="share", share=ben.share.hex())
        ada.shows()
        playing = {"status": "playing"}.items()
        look = f"/matches/{made['id']}"
        while not playing <= (seen := ada.http.get(look).json())["state"].items():
            ada.until(lambda frame: frame["t"] == "state")
    ada.post(commands, t="abort")
    ben.post(commands, t="answer", agree=True)
    return about, seen["match"], ada.http.get(f"{look}/file").text


def test_verify_checks_what_was_played_over_the_net(server, tmp_path, capsys):
    file = tmp_path / "match.json"
    about, seen = played_to_its_file(server, file)
    assert verify(file, None) == 0
    assert "Ada, Ben have contributed" in capsys.readouterr().out.replace("\n", " ")
    dealing = json.loads(file.read_text())["dealing"]
    assert dealing["commitment"] == about["commitment"]
    assert dealing["shares"] == [seat["share"] for seat in seen["seats"]]


def test_verify_names_who_withheld(server, tmp_path, capsys):
    file = tmp_path / "match.json"
    _, seen = played_to_its_file(server, file, withholds=True)
    assert [seat.get("withheld", False) for seat in seen["seats"]] == [False, True]
    assert verify(file, None) == 0
    said = capsys.readouterr().out.replace("\n", " ")
    assert "Ben promised to contribute" in said
    assert "Ada has contributed" in said


# A server that cheats


@pytest.fixture(scope="module")
def honest(tmp_path_factory):
    """The file of a match of two who have both contributed."""

    async def played(folder):
        async with open_backend(folder) as backend:
            ada, ben = await gathered(backend, "soluna")
            await ben.do(shown(1))
            await ada.do(shown(0))
            await ada.do(wire.Abort())
            await ben.do(wire.Answer(agree=True))
            entries = await backend.log.entries(ada.id)
            return files.export(await state_of(ada), ["Ada", "Ben"], entries)

    return asyncio.run(played(tmp_path_factory.mktemp("honest")))


def another_share(dealing):
    dealing["shares"][1] = SHARES[2].hex()


def another_promise(dealing):
    """With its share: the deal is then another one."""
    dealing["shares"][1], dealing["promises"][1] = SHARES[2].hex(), PROMISES[2]


def another_seed(dealing):
    dealing["seed"] = "00" * 16


def another_seed_with_its_commitment(dealing):
    dealing |= {"seed": "00" * 16, "commitment": Dealer(bytes(16)).commitment}


def no_shares(dealing):
    dealing |= {"promises": [], "shares": [], "version": 1}


def one_left_out(dealing):
    dealing["shares"][1] = ""


CHEATS = [
    another_share, another_promise, another_seed, another_seed_with_its_commitment, no_shares,
    one_left_out,
]  # fmt: skip


def written(folder, text):
    file = folder / "match.json"
    file.write_text(text, "utf-8")
    return file


def caught(file):
    try:
        return verify(file, None) != 0
    except matchfile.BadMatchFile:
        return True


def test_what_has_not_been_changed_is_verified(honest, tmp_path):
    assert verify(written(tmp_path, honest), None) == 0


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_server_that_deals_from_something_else_is_found_out(honest, cheat, tmp_path):
    found = json.loads(honest)
    cheat(found["dealing"])
    found["format"] = f"{matchfile.FORMAT}{found['dealing']['version']}"
    assert caught(written(tmp_path, json.dumps(found)))


@served
async def test_what_seats_have_promised_stays_in_the_events(backend):
    ada, ben = await gathered(backend)
    await ben.do(shown(1))
    await ada.do(shown(0))
    kinds = [type(one.event) for one in await backend.log.entries(ada.id)]
    assert kinds == [ev.Promised, ev.Sat, ev.Promised, ev.Shared, ev.Shared, ev.Began]
