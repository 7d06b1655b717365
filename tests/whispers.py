"""Random matches in which every byte that anybody gets is accounted for.

Beside the server stands a referee of its own: interpreted, with the true table rebuilt from the
events. A frame must be made of what `veil` leaves to its recipient, of what is told to everybody,
and of nothing else.
"""

import json
import random

import msgspec
import pytest

from guests import guests
from sunroom.engine.referee import compiled_if_possible
from sunroom.match.match import Match
from sunroom.rules.contract import CHANCE, SPECTATOR
from sunroom.rules.words import message, message_data
from sunroom.server.http.replays import table_at, timeline_of
from sunroom.server.lobby import files
from sunroom.server.lobby.branch import Branch, branch
from sunroom.server.lobby.lobby import SeatWish
from sunroom.table import events as ev
from sunroom.table import wire
from sunroom.table.log import read_log, told_of
from sunroom.table.refusals import Denied, NotNow, NotYours

SEATS = {"soluna": (2,), "solenia": (2, 3, 4), "solaris": (3, 4, 5), "guild-solo": (1,)}
PUBLIC = {"t", "n", "status", "turn", "told", "back", "vote", "clock", "view"}
OF_THE_MOVER = {"legal", "ask", "held", "undo"}
KINDS = {"state", "match", "done", "chat", "thinking"}


class Truth:
    """The whole match, as the events tell it."""

    def __init__(self, header, game):
        self.match = Match.undealt(
            game, seats=len(header.seats), options=header.options, seed=header.seed, by_hand=True,
            referee=compiled_if_possible(game),
        )  # fmt: skip
        self.told = []  # for each settled step what everybody may read
        self.secrets = [header.seed.hex().encode()]
        self.settled = 0
        self.status = "gathering"

    def follow(self, event):
        match = self.match
        if isinstance(event, ev.Steps):
            for code, text in zip(event.codes, event.texts, strict=True):
                assert match.read(text) == code
                match.step(code)
            if not (isinstance(event, ev.Played) and event.held):
                self.settled = len(match.history)
        elif isinstance(event, ev.Undone):
            match.tables.back_to(event.to)
            self.settled = min(self.settled, event.to)
            del self.told[self.settled :]
        elif isinstance(event, ev.Out | ev.Aborted):
            match.tables.back_to(self.settled)
            self.status = "ended"

    @property
    def held(self):
        return len(self.match.history) > self.settled

    @property
    def mover(self):
        return self.match.history[self.settled].actor if self.held else self.match.to_act

    @property
    def ended(self):
        return self.status == "ended" or (self.match.over and not self.held)

    def view(self, eye, step):
        """What somebody may see, and the same in another world that they cannot tell apart."""
        match, referee = self.match, self.match.referee
        table = match.tables[step].copy()
        referee.veil(table, eye)
        seen = as_json(match.game.view(table, eye))
        if eye != SPECTATOR:
            other = table.copy()
            referee.redeal(other, eye, step)
            referee.veil(other, eye)
            assert as_json(match.game.view(other, eye)) == seen, "a view depends on what is veiled"
        return seen

    def public(self, start=0):
        """What everybody has been told from a step on."""
        del self.told[self.settled :]
        for n in range(len(self.told), self.settled):
            self.told.append(as_json([message_data(one) for one in self.match.log_of(n)]))
        return [one for told in self.told[start:] for one in told]


def as_json(data):
    return json.loads(msgspec.json.encode(data))


class Listener:
    """Sits where hints are thought out, and sees to it that what comes may be known to the mover."""

    def __init__(self, truth):
        self.truth = truth
        self.asked = 0

    async def hint(self, _claim, _which, table, _seats, *_):
        self.asked += 1
        match = self.truth.match
        referee, eye = match.referee, match.to_act
        known = match.tables[-1].copy()
        referee.veil(known, eye)
        assert table.tobytes() == known.tobytes(), "a hint is made of what its seat may not know"
        other = known.copy()
        referee.redeal(other, eye, self.asked)
        referee.veil(other, eye)
        assert other.tobytes() == known.tobytes(), "what is veiled depends on what is hidden"
        return [message("hint_chance")]


class Watched:
    """A match with its players and a spectator; everything that they get is checked."""

    def __init__(self, backend, people, truth, rng):
        self.backend, self.people, self.truth, self.rng = backend, people, truth, rng
        self.n = 0
        self.looked_at = 0
        self.listener = Listener(truth)
        backend.service.hints.thinkers = self.listener
        self.keys = [p.backend.people.seal.token(p.person).encode() for p in people]
        self.keys += [p.person.encode() for p in people]

    async def look(self):
        """Follow what has happened and account for every frame since the last look."""
        new = await self.backend.log.entries(self.people[0].id, self.n)
        told = []
        for n, _, event in new:
            start = self.truth.settled
            self.truth.follow(event)
            self.n = n
            if isinstance(event, ev.Steps) and self.truth.settled > start:
                told += self.truth.public(start)
        may_be_told = {json.dumps(one) for one in [*told, *self.truth.public()]}
        for one in self.people:
            for frame in one.frames:
                self.account(one, frame, may_be_told)
                self.looked_at += 1
            one.frames.clear()

    def account(self, one, raw, told):
        truth, eye = self.truth, one.viewer.eye
        for secret in self.keys + (truth.secrets if not truth.ended else []):
            assert secret not in raw, f"a secret was sent: {raw}"
        frame = json.loads(raw)
        assert frame["t"] in KINDS, f"a frame of an unknown kind: {raw}"
        if frame["t"] != "state":
            return
        mine = eye == truth.mover or not (truth.match.game.secrets or truth.held)
        allowed = PUBLIC | (OF_THE_MOVER if mine else set()) | ({"result"} if truth.ended else set())  # fmt: skip
        assert set(frame) <= allowed, f"{set(frame) - allowed} is not for seat {eye}"
        if frame["n"] == self.n:
            step = len(truth.match.history) if eye == truth.mover else truth.settled
            assert frame["view"] == truth.view(eye, step), f"seat {eye} sees something else"
        if not (truth.held and eye == truth.mover):
            for said in frame.get("told", []):
                assert json.dumps(said) in told, f"told to {eye} alone: {said}"

    async def ask(self, one):
        """What somebody may ask for beside what is shown: a table of before, a hint, a review, a
        file, to play on. They get what their eye may know, or a refusal.
        """
        room = await self.backend.registry.find(one.id)
        self.look_back(one, room.state)
        if one.person is not None and not self.truth.ended:
            await self.ask_for_a_hint(one)
            await self.ask_for_what_comes_at_the_end(one, room.state)

    def look_back(self, one, state):
        """A table of before, through one's own eyes and those of somebody else."""
        eye, truth = state.eye_of(one.person), self.truth
        step = self.rng.randint(0, state.steps_seen(eye))
        seen = table_at(state, one.person, step, None, open_handed=False)
        assert as_json(seen.views[0]) == truth.view(eye, step)
        other = self.rng.randrange(-1, len(state.seating.seats))
        own = [SPECTATOR, *state.seating.eyes_of(one.person)]
        if not truth.ended and other not in own:
            for open_handed in (True, False):
                with pytest.raises(Denied):
                    table_at(state, one.person, 0, other, open_handed=open_handed)

    async def ask_for_a_hint(self, one):
        """Only who decides gets one; `Listener` looks at what it is made of."""
        asked, seat = self.listener.asked, self.truth.mover
        if seat != CHANCE and self.person(seat) is one and self.truth.match.to_act == seat:
            await one.do(wire.Hint())
            assert self.listener.asked == asked + 1
        else:
            with pytest.raises(NotYours):
                await one.do(wire.Hint())
            assert self.listener.asked == asked

    async def ask_for_what_comes_at_the_end(self, one, state):
        wish = Branch(self.truth.settled, [SeatWish("me") for _ in state.seating.seats])
        with pytest.raises(NotNow):
            self.backend.reviews.review(state)
        with pytest.raises(NotNow):
            await branch(self.backend.log, state, one.person, wish)
        with pytest.raises(NotNow):
            files.export(state, [], [])

    async def read_all(self):
        """The whole log, and the whole course of the match as somebody may see it."""
        one = self.rng.choice(self.people)
        state = (await self.backend.registry.find(one.id)).state
        whole = told_of(read_log(await self.backend.log.entries(one.id)).line)
        assert as_json(whole) == self.truth.public()
        found = timeline_of(state, state.eye_of(one.person))
        told = [message for step in found.steps for message in step.told]
        assert as_json(told)[: len(whole)] == as_json(whole)
        assert self.truth.ended or not any(step.text for step in found.steps)

    async def act(self):
        """Something at random that somebody may do now."""
        room = await self.backend.registry.find(self.people[0].id)
        version, rng = room.state.n, self.rng
        if room.state.vote is not None:
            seat = rng.choice(room.state.vote.waiting)
            await self.person(seat).do(wire.Answer(agree=rng.random() < 0.7))
            return
        mover = self.person(room.state.turn if room.state.turn != CHANCE else 0)
        if room.state.held and (room.state.match.to_act != room.state.turn or rng.random() < 0.3):
            undo = rng.random() < 0.3
            await mover.do(wire.Undo(version=version) if undo else wire.Confirm(version=version))
        elif rng.random() < 0.04 and room.state.undo_to(room.state.turn) is not None:
            await mover.do(wire.Undo(version=version, all=rng.random() < 0.5))
        elif rng.random() < 0.02 and not room.state.held:
            seat = rng.randrange(len(room.state.seating.seats))
            if room.state.takeback_to(seat) is not None:
                await self.person(seat).do(wire.Takeback(version=version))
        elif rng.random() < 0.03:
            await self.come_back(
                rng.choice(self.people), rng.choice([None, 0, max(version - 3, 0)])
            )
        else:
            text = rng.choice(room.state.match.legal())
            await mover.do(wire.Play(text=text, version=version, hold=rng.random() < 0.25))

    async def come_back(self, one, since):
        """A connection that was lost and is there again."""
        await self.look()
        one.leave_screen()
        one.frames.clear()
        await one.watch(one.id, since)
        one.frames[:] = [f for f in one.frames if json.loads(f)["t"] != "match"]
        if since is not None:
            one.frames[:] = one.frames[-1:]

    def person(self, seat):
        return self.people[seat]


async def random_match(backend, game, seed, *, everybody=False):
    """Play one match with everything that can happen; at every moment somebody, or everybody, asks
    for whatever can be asked for. Returns how many frames were looked at.
    """
    rng = random.Random(f"{game} {seed}")
    seats = rng.choice(SEATS[game])
    *players, spectator = people = await guests(backend, *[f"name-{n}-{seed}" for n in range(seats)], "eve")  # fmt: skip
    made = await players[0].create(game, "me", *["open"] * (seats - 1), hints=True)
    for player in players[1:]:
        await player.sit(made.id, made.invites[0].key)
    room = await backend.registry.find(made.id)
    watched = Watched(backend, people, Truth(room.state.header, room.state.game), rng)
    for one in people:
        await one.watch(made.id)
    spectator.person = None
    await watched.look()
    backend.limits.thought.rate = 0  # hints for everybody, all the time
    while not watched.truth.ended:
        await watched.act()
        await watched.look()
        for one in people if everybody else [rng.choice(people)]:
            await watched.ask(one)
        if rng.random() < 0.01:
            await watched.read_all()
        if rng.random() < 0.001 and not watched.truth.ended:
            await rng.choice(players).do(wire.Resign())
            await watched.look()
            room = await backend.registry.find(made.id)
            if room.state.status == "playing":
                break  # a stand-in plays on by itself, while nobody looks; that is another test
    for one in people:
        one.leave_screen()
    return watched.looked_at
