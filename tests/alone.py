"""Whole matches of a game with nothing but Python: `python tests/alone.py GAME`.

Every import of a package that is neither the standard library's nor ours is refused, whatever is
installed. Prints what it did, as JSON; `pyodide.mjs` runs the same file inside Pyodide.
"""

import json
import sys


class OnlyPython:
    """Finds nothing, and refuses what is not Python's own or ours."""

    @staticmethod
    def find_spec(name, *_):
        if name.partition(".")[0] not in sys.stdlib_module_names | {"sunroom"}:
            raise ImportError(f"{name} is asked for")


BEFORE = set(sys.modules)  # what the environment loads at its start
sys.meta_path.insert(0, OnlyPython)

from collections import Counter  # noqa: E402
from dataclasses import replace  # noqa: E402
from hashlib import sha256  # noqa: E402
from random import Random  # noqa: E402

from sunroom import Match, load  # noqa: E402
from sunroom.engine.referee import interpreted  # noqa: E402
from sunroom.match import codec, matchfile  # noqa: E402
from sunroom.match.dealing import Dealer  # noqa: E402
from sunroom.players import hints, level  # noqa: E402
from sunroom.players.levels import has_opponents  # noqa: E402
from sunroom.players.review import review  # noqa: E402
from sunroom.players.roster import player  # noqa: E402
from sunroom.players.thinker import Budget  # noqa: E402
from sunroom.rules.contract import CHANCE, SPECTATOR  # noqa: E402
from sunroom.rules.words import message_of  # noqa: E402
from sunroom.table import changes, frames, wire  # noqa: E402
from sunroom.table import events as ev  # noqa: E402
from sunroom.table.decide import Who, beginning, decide, opponents_moves  # noqa: E402
from sunroom.table.fold import fold, fold_all  # noqa: E402
from sunroom.table.header import OPEN, PERSON, ClockRule, Header, SeatSetup  # noqa: E402
from sunroom.table.log import read_log, told_of  # noqa: E402
from sunroom.table.state import PLAYING, Gathering  # noqa: E402

SMALL = Budget(simulations=8)
LANGUAGES = ("en", "de")
PEOPLE = ("ada", "ben", "cem", "dan")


# Judged by a match alone


def play(name):
    """A match between a small search and chance, looked at in every way now and then."""
    match, rng = Match(name, seed=3), Random(3)
    opponent, anybody = replace(level("club"), budget=SMALL), player("random")
    turns = decided = told = 0
    while not match.over:
        step, seat = len(match.history), match.to_act
        thinks = step < 200 and step % 40 < 3 and has_opponents(match.game)
        decided += thinks
        who = opponent if thinks else anybody
        decision = next(who.decisions(match.game, match.veiled(seat), rng, match.seats))
        if turns % 25 < 2:
            told += look(match, seat)
        turns += 1
        match.play(match.game.show(match.table, decision.action))
    return {"steps": len(match.history), "decided": decided, "told": told, "scores": match.scores()}


def look(match, seat):
    """Views, words and redealing at one table; returns the number of words."""
    game, referee = match.game, match.referee
    for eye in (*range(match.seats), SPECTATOR):
        assert match.view(eye)
    table = match.veiled(seat)
    assert len(referee.observe(table, seat)) == game.observation
    referee.redeal(table, seat, 5)
    assert referee.legal(table) == match.actions()
    referee.veil(table, seat)
    assert table == match.veiled(seat)
    last = max(len(match.history) - 12, 0)
    steps = [match.log_of(step) for step in range(last, len(match.history))]
    messages = [match.ask(), *(one for told in steps for one in told)]
    return sum(len(match.say(one, language).split()) for one in messages for language in LANGUAGES)


# Among people


class Company:
    """People and an opponent at one table: what they do, and the log of what happens."""

    def __init__(self, name):
        self.game = load(name)
        self.header = header(self.game)
        self.state = self.gathering()
        self.rng = Random(f"{name} among people")
        self.at = 0  # milliseconds
        self.log = []  # number, time and event, as they are stored
        self.screens = {}  # the last frame that each eye was shown
        self.seen = sha256()  # all frames, as they were sent
        self.count = Counter()

    def gathering(self):
        return Gathering(self.header, self.game, interpreted(self.game))

    @property
    def entries(self):
        return [ev.Entry(n, at, ev.read(text)) for n, at, text in self.log]

    def play(self):
        """From an empty table to the end of the match."""
        for person in PEOPLE[1 : len(self.state.seating)]:
            self.ask(wire.Sit(), person)
        self.happen(beginning(self.state))
        while self.state.status == PLAYING:
            if self.state.thinks:
                self.think()
            else:
                self.ask(*self.wish())

    def ask(self, command, person):
        """A command comes as text, and what follows from it happens."""
        self.at += self.rng.randrange(1000)
        sent = codec.to_json(command)
        self.count[command.tag] += 1
        self.happen(decide(self.state, codec.from_json(wire.AnyCommand, sent), Who(person)))

    def think(self):
        """The opponent decides: mostly anything, else matches would take long."""
        game, match = self.game, self.state.match
        considered = self.count["thought"] < 12 or self.count["thought"] % 20 == 0
        self.count["thought"] += 1
        name = self.state.seating[self.state.turn].level
        who = replace(level(name), budget=SMALL) if considered else player("random")
        decisions = who.decisions(game, match.veiled(self.state.turn), self.rng, match.seats)
        self.happen(opponents_moves(self.state, list(decisions)))

    def happen(self, events):
        """Events are written, read, folded and shown."""
        for event in events:
            text = ev.write(event)
            entry = ev.Entry(self.state.n + 1, self.at, ev.read(text))
            assert entry.event == event
            self.log.append((entry.n, entry.at, text))
            self.state = fold(self.state, entry)
        if events and (self.state.n < 60 or self.state.n % 25 == 0):
            self.show(entry)

    # What people want

    def wish(self):
        """What somebody does next: mostly plays, or else what can be done at a table."""
        state = self.state
        if state.seating.free:
            return wire.Fill(seat=len(state.seating) - 1, level="club"), "ada"
        if state.vote is not None:  # refused the first time, then agreed to
            agree = self.count["answer"] > 0
            return wire.Answer(agree=agree), state.seating[state.vote.waiting[0]].person
        if self.count["answer"] > 1 and not self.count["leave"]:
            return wire.Leave(), state.seating[len(state.seating) - 1].person
        return self.wish_of(state.turn), state.seating[state.turn].person

    def wish_of(self, seat):
        state, rng, seen = self.state, self.rng, {"version": self.state.n}
        if rng.random() < (0.3 if state.held else 0.1) and state.undo_to(seat) is not None:
            return wire.Undo(**seen, all=rng.random() < 0.5)
        if state.held and (state.match.to_act != seat or rng.random() < 0.3):
            return wire.Confirm(**seen)
        if self.count["takeback"] < 3 and rng.random() < 0.2:
            if state.takeback_to(seat) is not None:
                return wire.Takeback(**seen)
        return wire.Play(text=rng.choice(state.match.legal()), hold=rng.random() < 0.2, **seen)

    # What they see

    def show(self, entry):
        """Every eye is sent a frame, as a change where it has seen one before."""
        for eye in range(SPECTATOR, len(self.state.seating)):
            (frame,) = frames.frames(self.state, eye, [entry], self.at)
            sent = codec.to_json(frame)
            assert codec.from_json(wire.State, sent) == frame
            before, self.screens[eye] = self.screens.get(eye), frame
            if before is not None:
                change = codec.from_json(wire.Change, codec.to_json(changes.since(before, frame)))
                assert changes.applied(before, change) == frame
            about = frames.about(self.state, eye, None, {}, None)
            assert codec.from_json(wire.About, codec.to_json(about)) == about
            self.seen.update(sent.encode())
            self.count["frames"] += 1

    # What comes of it

    def say(self):
        """The log in words, of the messages that were stored."""
        match, told = self.state.match, told_of(read_log(self.entries).line)
        messages = [message_of(one) for one in told]
        assert messages == match.log()
        return [match.say(one, language) for language in LANGUAGES for one in messages]

    def read_again(self):
        """The match once more from its log, and once more from a file."""
        match, again = self.state.match, fold_all(self.gathering(), self.entries)
        assert everything(again) == everything(self.state)
        for eye in range(SPECTATOR, len(again.seating)):
            assert frames.shown(again, eye, self.at) == frames.shown(self.state, eye, self.at)
        file = matchfile.dumps(match)
        loaded = matchfile.loads(file, "a file")
        assert matchfile.dumps(loaded) == file
        assert (loaded.table, loaded.history) == (match.table, match.history)
        assert matchfile.false_draws(loaded) == []
        return file


def header(game):
    """A match of the first seat, while the others are open."""
    count, seed = game.seats[0], bytes(range(16))
    seats = [SeatSetup(PERSON, PEOPLE[0]), *(SeatSetup(OPEN) for _ in PEOPLE[1:count])]
    return Header(
        id="match", game=game.name, rules=game.version, components=game.box,
        options=game.settings_in_words(game.settings({}, count)), seats=tuple(seats),
        seed=seed, commitment=Dealer(seed).commitment, by_hand=False, visibility="public",
        hints=True, clock=ClockRule(600, 5), host=PEOPLE[0], created=0,
    )  # fmt: skip


def everything(state):
    """What there is to a match, so that two can be compared."""
    rest = (state.status, state.n, state.changed, state.settled, state.fixed, state.vote)
    seats = (state.seating, state.clock)
    return rest, seats, state.match.table.tobytes(), list(state.match.history)


def digest(lines):
    return sha256("\n".join(lines).encode()).hexdigest()


def play_among_people(name):
    company = Company(name)
    company.play()
    state, said = company.state, company.say()
    events = [text for _, _, text in company.log]
    return {
        "events": dict(Counter(json.loads(text)["k"] for text in events)),
        "commands": dict(company.count),
        "held": sum('"held":true' in text for text in events),
        "steps": len(state.match.history),
        "result": codec.to_data(frames.result(state)),
        "said": sum(len(text.split()) for text in said),
        "digests": {
            "events": digest(f"{n} {at} {text}" for n, at, text in company.log),
            "frames": company.seen.hexdigest(),
            "words": digest(said),
            "table": sha256(state.match.table.tobytes()).hexdigest(),
        },
        "file": company.read_again(),
    } | judge(state.match)


# Looked back at


def judge(match):
    """A hint in two languages and a review of a match's first decisions."""
    piece = opening(match)
    hint = hints.hint(piece, budget=SMALL)
    said = [hints.tongue(piece, language).say(one) for language in LANGUAGES for one in hint]
    reviewed = review(piece, budget=SMALL).decisions
    verdicts = [(one.step, one.seat, one.action, one.best, one.verdict) for one in reviewed]
    values = [[one.value.hex(), one.best_value.hex(), one.error.hex()] for one in reviewed]
    return {"hint": said, "reviewed": verdicts, "values": values}


def opening(match):
    """The same match after a few decisions, where a seat has a choice."""
    setting = {"seats": match.seats, "options": match.options, "seed": match.dealer.seed}
    piece = Match.undealt(match.game, **setting)
    for made in match.history:
        if decisions(piece) >= 3 and piece.to_act != CHANCE and len(piece.actions()) > 1:
            break
        piece.step(made.action)
    return piece


def decisions(match):
    return sum(step.actor != CHANCE for step in match.history)


if __name__ == "__main__":
    name = sys.argv[1]
    found = {"alone": play(name), "among_people": play_among_people(name)}
    packages = {module.partition(".")[0] for module in set(sys.modules) - BEFORE}
    others = packages - sys.stdlib_module_names - {"sunroom"}
    print(json.dumps(found | {"packages": sorted(others)}))
