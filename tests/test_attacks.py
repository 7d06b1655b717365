"""What was tried against a server, over HTTP and sockets, on both databases and between workers."""

import asyncio
import threading
from contextlib import ExitStack
from functools import partial

import pytest
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed

from guests import seated
from served import open_backend
from sunroom.server.refusals import NotSignedIn
from sunroom.server.store import database, revisions, schema
from sunroom.table import wire
from visitors import Visitor, server, until

__all__ = ["server"]
AT_ONCE = 8  # lines that one person may say at once


@pytest.fixture
def come(server):
    """New people, at different workers in turn where there are several."""
    with ExitStack() as stack:

        def come(*names):
            found = []
            for n, name in enumerate(names):
                others = [found[n - 1].worker] if n and server.workers > 1 else []
                found.append(Visitor(server, name, *others))
                stack.callback(found[n].http.close)
            return found

        yield come


def at_once(*works):
    """What each of some functions returns that are called at the same time."""
    start, results = threading.Barrier(len(works)), [None] * len(works)

    def run(n, work):
        start.wait(30)
        results[n] = work()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(works)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return results


def match_of(ada, ben, **wish):
    """A match of two that has begun."""
    made = ada.create("me", "open", **wish)
    assert ben.do(made["id"], t="sit", key=made["invites"][0]["key"]).status_code == 200
    return made["id"]


# Who deletes themselves

SECRETS = ("Ada Lovelace", "Secret Daughter", "Secret Son", "my phone number")


def test_who_deletes_themselves_is_gone_at_every_worker(come, server):
    ada, ben = come("Ada Lovelace", "Ben")
    with_daughter, with_son, again = left_behind(ada, ben)
    with (
        ada.sockets_at_all_workers(with_daughter) as hers,
        ben.sockets_at_all_workers(with_daughter) as his,
    ):
        for line in his:
            assert seats_of(until(line, is_match)) == ["Ada Lovelace", "Secret Daughter", "Ben"]
        assert ada.http.delete("/me").status_code == 204
        for line in his:
            while seats_of(until(line, is_match)) != [None, None, "Ben"]:
                pass
        for line in hers:
            with pytest.raises(ConnectionClosed):
                until(line, lambda frame: False)
    for _ in range(2):
        for visitor in come("Cem", "Dot"):
            shown = [visitor.http.get(path).text for path in ("/matches", f"/matches/{with_son}", f"/matches/{again}")]  # fmt: skip
            seen = ben.http.get(f"/matches/{with_daughter}").text
            assert [secret for secret in SECRETS if secret in "".join([*shown, seen])] == []
    assert ada.do(with_daughter, t="say", text="still here").status_code == 401
    assert [secret for secret in SECRETS if secret in stored(server)] == []
    assert "Ben" in stored(server)


def left_behind(ada, ben):
    """A match with a further name, one with a seat that was left, and a rematch; and chat."""
    made = ada.create("me", "Secret Daughter", "open", game="solenia")
    assert ben.do(made["id"], t="sit", key=made["invites"][0]["key"]).status_code == 200
    assert ada.do(made["id"], t="say", text="my phone number").status_code == 200
    left = ada.create("me", "Secret Son", "open", game="solenia", visibility="public")["id"]
    assert ada.do(left, t="leave").status_code == 200
    over = ada.create("me", "Secret Son", visibility="public")["id"]
    assert ada.do(over, t="resign").status_code == 200
    return made["id"], left, ada.do(over, t="rematch").json()["answer"]


def is_match(frame):
    return frame["t"] == "match"


def seats_of(about):
    return [seat.get("name") for seat in about["seats"]]


def stored(server):
    """Everything in a database, as text."""

    def read(connection):
        tables = revisions.reflected(connection).sorted_tables
        return str([tuple(row) for table in tables for row in connection.execute(select(table))])

    return database.using(server.url, read)


def test_another_name_is_shown_at_every_worker(come):
    ada, ben = come("Ada", "Ben")
    id = match_of(ada, ben)
    with ben.sockets_at_all_workers(id) as lines:
        ada.post("/me", name="Augusta")
        for line in lines:
            while seats_of(until(line, is_match)) != ["Augusta", "Ben"]:
                pass


def test_nobody_talks_who_is_gone_even_where_that_is_not_known_yet(tmp_path):
    """Between two servers at one file there are no notices."""

    async def main(url):
        async with (
            open_backend(tmp_path, url) as one,
            open_backend(tmp_path, url) as two,
        ):
            ada, _ = await seated(one, "soluna", "Ada", "Ben")
            await two.profiles.delete(ada.person)
            with pytest.raises(NotSignedIn):
                await ada.do(wire.Say(text="still here"))
            with pytest.raises(NotSignedIn):
                await one.profiles.change(ada.person, name="Ada again")
            return await one.log.read(select(schema.chat))

    assert asyncio.run(main(str(tmp_path / "sunroom.db"))) == []


# At the same time


def test_who_talks_at_the_same_time_is_heard_by_all(come):
    for _ in range(3):
        ada, ben = come("Ada", "Ben")
        id = match_of(ada, ben)
        for n in range(AT_ONCE):
            said = at_once(*(partial(one.do, id, t="say", text=f"{n}") for one in (ada, ben)))
            assert [one.status_code for one in said] == [200, 200], said[0].text + said[1].text
        lines = ada.http.get(f"/matches/{id}/chat").json()
        assert [line["n"] for line in lines] == list(range(1, 2 * AT_ONCE + 1))
        assert sorted(line["text"] for line in lines) == sorted(
            2 * [f"{n}" for n in range(AT_ONCE)]
        )


def test_who_wants_a_rematch_at_the_same_time_gets_the_same(come):
    ada, ben = come("Ada", "Ben")
    for _ in range(8):
        id = match_of(ada, ben)
        assert ben.do(id, t="resign").status_code == 200
        done = at_once(*(partial(one.do, id, t="rematch") for one in (ada, ben)))
        assert [one.status_code for one in done] == [200, 200], done[0].text + done[1].text
        assert len({one.json()["answer"] for one in done}) == 1


def test_a_rematch_is_shown_at_every_worker(come):
    ada, ben = come("Ada", "Ben")
    id = match_of(ada, ben)
    ben.do(id, t="resign")
    with ben.sockets_at_all_workers(id) as lines:
        next = ada.do(id, t="rematch").json()["answer"]
        for line in lines:
            assert (
                until(line, lambda frame: frame["t"] == "match" and frame.get("next"))["next"]
                == next
            )


def test_two_servers_at_one_file_make_one_rematch(tmp_path):
    async def main(url):
        async with (
            open_backend(tmp_path, url) as one,
            open_backend(tmp_path, url) as two,
        ):
            for _ in range(5):
                ada, ben = await seated(one, "soluna", "Ada", "Ben")
                await ben.do(wire.Resign())
                asked = (backend.service.do(ada.id, who.person, wire.Rematch()) for backend, who in ((one, ada), (two, ben)))  # fmt: skip
                done = await asyncio.gather(*asked)
                assert done[0].answer == done[1].answer
            return await one.log.read(select(schema.matches.c.id))

    assert len(asyncio.run(main(str(tmp_path / "sunroom.db")))) == 10
