"""What was tried against a server, over HTTP and sockets, on both databases and between workers."""

import asyncio
import threading
from contextlib import ExitStack
from functools import partial

import pytest
from sqlalchemy import select

from guests import seated
from served import open_backend, served_on
from sunroom.server.store import schema
from sunroom.table import wire
from visitors import Visitor, until

AT_ONCE = 8  # lines that one person may say at once


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def server(request, tmp_path_factory):
    with served_on(request.param, tmp_path_factory.mktemp(request.param)) as server:
        yield server


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
            open_backend(tmp_path, url, compiled=False) as one,
            open_backend(tmp_path, url, compiled=False) as two,
        ):
            for _ in range(5):
                ada, ben = await seated(one, "soluna", "Ada", "Ben")
                await ben.do(wire.Resign())
                asked = (backend.service.do(ada.id, who.person, wire.Rematch()) for backend, who in ((one, ada), (two, ben)))  # fmt: skip
                done = await asyncio.gather(*asked)
                assert done[0].answer == done[1].answer
            return await one.log.read(select(schema.matches.c.id))

    assert len(asyncio.run(main(str(tmp_path / "sunroom.db")))) == 10
