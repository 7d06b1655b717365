"""Guests who flood a server: its chat, its opponents, its connections, its boxes. Each goes on
until it is cancelled, and counts the answers.

    python bench/floods.py ADDRESS SEED FLOOD …

does so in a process of its own, with a low priority: whoever attacks has a machine of their own. A
line of its input names the matches that are worth it; at its end everything that was answered is
printed.
"""

from __future__ import annotations

import asyncio
import json
import os
import socket
import sys
from collections.abc import Awaitable, Callable
from contextlib import ExitStack, suppress
from random import Random
from typing import Any

from crowd import Crowd, Person, came_from, seat, stopped
from websockets.asyncio.client import connect

from sunroom.rules.catalogue import load


class Attack:
    """What somebody who floods has to know."""

    def __init__(self, address: str, seed: int) -> None:
        self.crowd = Crowd(address)
        self.random = Random(seed)  # noqa: S311 - whom it meets, no secrets
        self.targets: list[str] = []  # matches of honest people

    @property
    def port(self) -> int:
        return int(self.crowd.address.rpartition(":")[2])

    def target(self) -> str:
        """A match of honest people, or nothing."""
        return self.random.choice(self.targets) if self.targets else ""


CHAT, BOXES = "flood: chat", "flood: boxes"
MASTERS = "flood: queue, one and three Masters"
MASTERS_ALONE = "flood: queue, Masters alone"
WATCHED = 200  # matches of Masters
NICE = 10
ATTACKER = "203.0.113.{}"


async def flood_chat(attack: Attack) -> None:
    """Fifty guests of one address talk at a match of honest people."""
    host = ATTACKER.format(1)
    guests = [await attack.crowd.come_in(host) for _ in range(50)]
    while True:
        for who in guests:
            match = attack.target()
            line = {"t": "say", "text": f"noise {attack.random.random()}"}
            if match:
                await attack.crowd.ask(CHAT, who, f"matches/{match}/commands", line)
            await asyncio.sleep(0.05)


async def flood_queue(attack: Attack) -> None:
    """One guest begins matches of four Masters, and watches them."""
    who = await attack.crowd.come_in(ATTACKER.format(2))
    watching: list[asyncio.Task[None]] = []
    while True:
        await begin_masters(attack, who, watching)
        await asyncio.sleep(0.4)


async def begin_masters(attack: Attack, who: Person, watching: list[asyncio.Task[None]]) -> None:
    """One more match of four Masters. Only so many are watched."""
    wish = {"game": "solenia", "seats": [seat("master")] * 4}
    made = await attack.crowd.ask(MASTERS_ALONE, who, "matches", wish)
    attack.crowd.matches.update([made["id"]] if made else [])
    if made and len(watching) < WATCHED:
        watching.append(asyncio.create_task(watch(attack, who, made["id"])))


async def flood_opponents(attack: Attack) -> None:
    """Guests of one address each play many matches against three Masters."""
    host, matches = ATTACKER.format(3), []
    guests = [await attack.crowd.come_in(host) for _ in range(10)]
    while True:
        who = attack.random.choice(guests)
        wish = {
            "game": "solenia",
            "seats": [{"kind": "me"}, *[{"kind": "ai", "level": "master"}] * 3],
        }
        if made := await attack.crowd.ask(MASTERS, who, "matches", wish):
            matches.append((who, made["id"]))
        if matches:
            await play_one(attack, *attack.random.choice(matches))
        await asyncio.sleep(0.3)


async def play_one(attack: Attack, who: Person, match: str) -> None:
    seen = await attack.crowd.ask(MASTERS, who, f"matches/{match}")
    if seen and (legal := seen["state"].get("legal")):
        move = {"text": legal[0], "version": seen["state"]["n"]}
        path = f"matches/{match}/moves"
        await attack.crowd.ask(MASTERS, who, path, move)


async def flood_sockets(attack: Attack) -> None:
    """Three hundred sockets at a time at honest matches, which do nothing."""
    who = Person("", ATTACKER.format(4))
    while True:
        sockets: list[asyncio.Task[None]] = []
        for _ in range(300):
            if match := attack.target():
                sockets.append(asyncio.create_task(watch(attack, who, match)))
            await asyncio.sleep(0.02)
        await asyncio.sleep(5)
        await stopped(sockets)


async def flood_connections(attack: Attack) -> None:
    """Half-sent headers from an address that is nobody's proxy."""
    kind = "flood: half-sent headers"
    while True:
        with ExitStack() as stack:
            for _ in range(400):
                try:
                    one = socket.create_connection(("127.0.0.1", attack.port), 1, ("127.0.0.2", 0))
                    stack.callback(one.close)
                    one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ")
                    attack.crowd.answers[kind]["open"] += 1
                except OSError as why:
                    attack.crowd.answers[kind][type(why).__name__] += 1
                await asyncio.sleep(0.02)
            await asyncio.sleep(5)


async def flood_boxes(attack: Attack) -> None:
    """Every few seconds a box that nobody has seen, and two Novices who play with it."""
    who = await attack.crowd.come_in(ATTACKER.format(5))
    watching: list[asyncio.Task[None]] = []
    while True:
        box = await bring_box(attack, who)
        wish = {"game": "solenia", "seats": [seat("novice")] * 2}
        made = box and await attack.crowd.ask(BOXES, who, "matches", wish | box)
        if made:
            watching.append(asyncio.create_task(watch(attack, who, made["id"])))
        await stopped(watching[:-20])
        watching = watching[-20:]
        await asyncio.sleep(2)


async def bring_box(attack: Attack, who: Person) -> Any:
    """What a match with a box that nobody has seen needs, or nothing where it was refused."""
    files = {"files": another_box(attack.random)}
    return await attack.crowd.ask(BOXES, who, "games/solenia/boxes", files)


async def flood_rubbish(attack: Attack) -> None:
    """A socket into which nonsense is written as fast as it goes."""
    who = await attack.crowd.come_in(ATTACKER.format(6))
    kind = "flood: rubbish"
    while True:
        with suppress(Exception):
            async with opened(attack, who, attack.target()) as line:
                for n in range(500):
                    await line.send(
                        json.dumps({"t": "play", "text": "x" * (n % 900), "version": n})
                    )
                    attack.crowd.answers[kind]["sent"] += 1
                    await asyncio.sleep(0)
        attack.crowd.answers[kind]["cut off"] += 1
        await asyncio.sleep(0.5)


FLOODS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    "chat": flood_chat,
    "queue": flood_queue,
    "opponents": flood_opponents,
    "sockets": flood_sockets,
    "connections": flood_connections,
    "boxes": flood_boxes,
    "rubbish": flood_rubbish,
}


async def watch(attack: Attack, who: Person, match: str) -> None:
    """A socket that reads and says nothing, as long as it is not closed."""
    kind = "flood: sockets"
    with suppress(OSError, Exception):
        async with opened(attack, who, match) as line:
            attack.crowd.answers[kind]["open"] += 1
            async for _ in line:
                pass
    attack.crowd.answers[kind]["closed"] += 1


def opened(attack: Attack, who: Person, match: str) -> Any:
    address = f"ws{attack.crowd.address.removeprefix('http')}/api/matches/{match}/socket"
    return connect(
        address, additional_headers=who.headers if who.token else came_from(who.host), proxy=None
    )


def another_box(random: Random) -> dict[str, str]:
    """The box of Solenia with other numbers of stars."""
    game = load("solenia")
    files = {
        f"{box.name}.csv": (game.folder / f"{box.name}.csv").read_text("utf-8")
        for box in game.components
    }
    head, *rows = files["tiles.csv"].splitlines()
    stars = head.split(",").index("stars")
    for at in random.sample(range(len(rows)), 3):
        cells = rows[at].split(",")
        cells[stars] = str(random.randrange(20))
        rows[at] = ",".join(cells)
    return files | {"tiles.csv": "\n".join([head, *rows, ""])}


# In a process of its own


async def flood(address: str, seed: int, names: list[str]) -> None:
    attack = Attack(address, seed)
    tasks = [asyncio.create_task(FLOODS[name](attack)) for name in names]
    while line := await asyncio.to_thread(sys.stdin.readline):
        attack.targets = json.loads(line)
    failed = [repr(task.exception()) for task in tasks if task.done()]
    await stopped(tasks)
    told = {"answers": attack.crowd.answers, "matches": [*attack.crowd.matches], "failed": failed}
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    os.nice(NICE)
    asyncio.run(flood(sys.argv[1], int(sys.argv[2]), sys.argv[3:]))
