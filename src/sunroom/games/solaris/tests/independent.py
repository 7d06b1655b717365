"""Solaris, written a second time from the rule text alone.

It shares no code with the game and was written without looking at it, so that the two can be
checked against each other. Plain rather than quick: every field of every track is the real list of
the markers on it from bottom to top, and a match is one long story (`_course`) that stops wherever
somebody, or chance, has to say something. What is said is written as in the game's notation.
"""

from collections import Counter
from collections.abc import Generator
from itertools import count
from typing import TypeAlias

COLOURS = ("purple", "pink", "green", "blue")
COPIES = {  # of each card, by colour
    "machine": (5, 5, 4, 4),
    "command": (4, 4, 5, 5),
    "biotope": (5, 4, 5, 4),
    "port": (4, 5, 4, 5),
    "canteen": (5, 4, 4, 5),
    "centre": (4, 5, 5, 4),
}
HALVES = {  # the start energy: A at the first two places after the energy centre, B at the others
    "A1": (1, 5), "A2": (2, 4), "A3": (3, 3), "A4": (4, 2), "A5": (5, 1),
    "B1": (1, 3, 5), "B2": (2, 4, 3), "B3": (3, 5, 1), "B4": (4, 1, 4), "B5": (5, 2, 2),
}  # fmt: skip
PLAYERS = ("white", "grey", "yellow", "black", "orange")
RING = "machine-command-biotope-port-canteen"
FULL = 7  # energy at a station, cards in hand, and what ends the game on the laser
LAST_ROUND = 30

# A question is who has to answer, and the answers: texts, or those of chance with their weights.
Question: TypeAlias = tuple[int | str, set[str] | dict[str, int]]
Story: TypeAlias = Generator[Question, str, None]
Answer: TypeAlias = Generator[Question, str, str]


def symbol(card: str) -> str:
    return card.partition("-")[0]


def colour(card: str) -> str:
    return card.partition("-")[2]


def seat_named(text: str) -> int:
    return int(text.removeprefix("seat-")) - 1


def take_out(cards: Counter[str], card: str) -> None:
    assert cards[card] > 0, f"there is no {card}"
    cards[card] -= 1
    if cards[card] == 0:
        del cards[card]


class Station:
    """Two tracks of eight fields, each with the seats whose markers lie there, the top one last."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.inner: list[list[int]] = [[] for _ in range(FULL + 1)]
        self.outer: list[list[int]] = [[] for _ in range(FULL + 1)]

    def find(self, seat: int) -> tuple[list[list[int]], int]:
        tracks = (self.inner, self.outer)
        return next((track, n) for track in tracks for n in range(FULL + 1) if seat in track[n])

    def energy(self, seat: int) -> int:
        return self.find(seat)[1]

    def shift(self, seat: int, by: int) -> None:
        """Forward or back on whichever track the marker is: it lands on top."""
        track, field = self.find(seat)
        assert 0 <= field + by <= FULL, f"seat {seat} leaves the track of {self.name}"
        track[field].remove(seat)
        track[field + by].append(seat)

    def gain(self, seat: int) -> None:
        """One energy more; where that is too much (option overflow), the marker stays."""
        if self.energy(seat) < FULL:
            self.shift(seat, 1)


class Model:
    def __init__(self, seats: int, options: dict[str, str]) -> None:
        self.options = options
        self.seats = range(seats)
        self.ring = [Station(name) for name in [*options.get("ring", RING).split("-"), "centre"]]
        self.named = {station.name: station for station in self.ring}
        self.bridges: list[str] = []  # the first between the first place and the second, and so on
        self.spare: list[str] = []
        self.docked: dict[str, str] = {}  # shuttle to station
        self.laser = [0 for _ in self.seats]
        self.pile = Counter({f"{s}-{COLOURS[c]}": COPIES[s][c] for s in COPIES for c in range(4)})
        if self.chosen("cards", "scarce"):
            self.pile = Counter({card: 2 if symbol(card) == "centre" else 5 for card in self.pile})
        self.colours: list[str] = []  # of the players' markers
        self.discards: Counter[str] = Counter()
        self.display: list[str] = []
        self.hands: list[Counter[str]] = [Counter() for _ in self.seats]
        self.aside: list[Counter[str]] = [Counter() for _ in self.seats]  # face down in the canteen
        self.round = 0
        self.at, self.station = 0, self.ring[0]  # the active station and its place
        self.seat = 0  # whose turn
        self.played = 0  # cards in this turn
        self.drew = False  # whether a card of the pile was taken in this turn
        self.action = ""  # of this turn
        self.busy = False  # whether its station has done anything
        self.target, self.charged = "", ""  # stations charged: last, and with half an energy
        self._story = self._course()
        self._question: Question = next(self._story)

    def actor(self) -> int | str:
        """A seat, chance or over."""
        return self._question[0]

    def legal(self) -> set[str] | dict[str, int]:
        """What the seat to act may say, or what chance may bring, with weights."""
        return self._question[1]

    def play(self, text: str) -> None:
        assert text in self.legal(), f"{text} is not one of {self.legal()}"
        self._question = self._story.send(text)

    def scores(self) -> list[int]:
        """The laser decides, then the energy centre."""
        return [10 * self.laser[seat] + self.named["centre"].energy(seat) for seat in self.seats]

    def chosen(self, option: str, value: str) -> bool:
        return self.options.get(option) == value

    # The course of the game

    def _course(self) -> Story:
        yield from self._set_up()
        for self.round in count(1):
            for place, station in enumerate(self.ring):
                self.at, self.station = place, station
                yield from self._activate(station)
            reached = max(self.laser) >= FULL or self.round == LAST_ROUND
            if self.round == 4 if self.chosen("ending", "race") else reached:
                break
            yield from self._end_round()
        yield "over", set()

    def _set_up(self) -> Story:
        if self.chosen("colours", "chosen"):
            for seat in self.seats:
                self.colours.append((yield seat, set(PLAYERS) - set(self.colours)))
        for hand in self.hands:
            for _ in range(5):
                hand[(yield from self._draw())] += 1
        yield from self._fill_display()
        box = Counter(dict.fromkeys(COLOURS, 2))
        for _ in self.ring:
            self.bridges.append((yield "chance", dict(box)))
            take_out(box, self.bridges[-1])
        self.spare = list(box.elements())
        numbers: list[list[int]] = [[] for _ in self.seats]
        for letter in "AB":
            left = [half for half in HALVES if half.startswith(letter)]
            for seat in self.seats:
                half = yield "chance", dict.fromkeys(left, 1)
                left.remove(half)
                numbers[seat] += HALVES[half]
        for place, station in enumerate(self.ring):
            start = [[*numbers[seat], 1][place] for seat in self.seats]
            if place == 4 and self.chosen("start", "fifteen"):
                start = [energy - 1 for energy in start]
            order = list(reversed(self.seats))  # the first seat on top
            if len(set(start)) < len(start) and not self.chosen("stacks", "seats"):
                yield from self._shuffle(order)
            for seat in order:
                station.inner[start[seat]].append(seat)

    def _shuffle(self, seats: list[int]) -> Story:
        for n in range(len(seats) - 1):
            text = yield "chance", {f"seat-{seat + 1}": 1 for seat in seats[n:]}
            seats.remove(seat_named(text))
            seats.insert(n, seat_named(text))

    def _activate(self, station: Station) -> Story:
        while any(station.inner):
            field = max(n for n, stack in enumerate(station.inner) if stack)
            self.seat = station.inner[field].pop()
            station.outer[field].append(self.seat)
            yield from self._turn()
            yield from self._fill_display()
        station.inner, station.outer = station.outer, station.inner
        if station.name == "canteen":
            for hand, stolen in zip(self.hands, self.aside, strict=True):
                hand.update(stolen)
                stolen.clear()
            for seat in self.seats:
                yield from self._discard_down(seat)

    def _end_round(self) -> Story:
        self.docked.clear()
        card = yield from self._draw()
        self.discards[card] += 1
        place = self.ring.index(self.named[symbol(card)])
        one, two = self.spare
        if one != two:
            text = yield "chance", {f"{one}-{two}": 1, f"{two}-{one}": 1}
            one, two = text.split("-")
        self.spare = [self.bridges[place - 1], self.bridges[place]]
        self.bridges[place - 1], self.bridges[place] = one, two
        for seat in self.seats:
            for _ in range(sum(station.energy(seat) <= 1 for station in self.ring)):
                self.hands[seat][(yield from self._draw())] += 1
        for seat in self.seats:
            yield from self._discard_down(seat)

    # Cards

    def _draw(self) -> Answer:
        card = yield "chance", dict(self.pile)
        take_out(self.pile, card)
        if not self.pile:
            self.pile, self.discards = self.discards, Counter()
        return card

    def _fill_display(self) -> Story:
        while len(self.display) < 3:
            self.display.append((yield from self._draw()))

    def _take(self, cards: int) -> Story:
        """So many cards from the display or the pile, one by one."""
        for _ in range(cards):
            closed = self.drew and self.chosen("drawing", "display-first")
            card = yield self.seat, {"pile"} | (set() if closed else set(self.display))
            if card == "pile":
                self.drew = True
                card = yield from self._draw()
            else:
                self.display.remove(card)
            self.hands[self.seat][card] += 1

    def _discard(self, seat: int, card: str) -> None:
        take_out(self.hands[seat], card)
        self.discards[card] += 1

    def _discard_down(self, seat: int) -> Story:
        """To seven cards, those that lie face down counted."""
        while self.hands[seat].total() + self.aside[seat].total() > FULL:
            self._discard(seat, (yield seat, set(self.hands[seat])))

    # A turn: what can be said, and what comes of it

    def _turn(self) -> Story:
        seat, hand = self.seat, self.hands[self.seat]
        self.played, self.drew, self.charged, self.target = 0, False, "", ""
        can, use = {
            "machine": (self._chargings, lambda: self._repeat(self._chargings, self._charge)),
            "command": (self._energy, self._buy),
            "biotope": (self._spreadings, self._spread),
            "port": (self._dockings, lambda: self._repeat(self._dockings, self._dock)),
            "canteen": (self._victims, self._rob),
            "centre": (self._firings, lambda: self._repeat(self._firings, self._fire)),
        }[self.station.name]
        possible = {
            "fill": self._fillings(),
            "move": self._movings(),
            "swap": hand,
            "use": self._energy() and (self.chosen("waste", "allowed") or can()),
        }
        action = self.action = yield (
            seat,
            {"pass"} | {action for action in possible if possible[action]},
        )
        if action == "fill":
            yield from self._repeat(self._fillings, self._fill)
        elif action == "move":
            yield from self._repeat(self._movings, self._move)
        elif action == "swap":
            self._discard(seat, (yield seat, set(hand)))
            yield from self._take(1)
        elif action == "use":
            yield from use()
            yield from self._waste()
        if not self.chosen("fresh", "at-once"):
            yield from self._take(self.played // 2)
        if self.station.name in ("command", "canteen" if self.chosen("limit", "turn") else ""):
            yield from self._discard_down(seat)

    def _repeat(self, options, do) -> Story:
        """Once or more often, until the player has enough."""
        self.busy = False
        idle = self.action == "use" and self.chosen("waste", "allowed")
        if idle and not options():
            return
        text = yield self.seat, options() | ({"done"} if idle else set())
        while text != "done":
            cards = self.played
            do(text)
            self.busy = True
            if self.played > cards:
                yield from self._fresh()
            text = yield self.seat, options() | {"done"}

    def _fresh(self) -> Story:
        """By option a card after every second one that is played."""
        if self.chosen("fresh", "at-once") and self.played % 2 == 0:
            yield from self._take(1)

    def _waste(self) -> Story:
        """By option what is left may be spent for nothing; all of it must not be idle."""
        if (
            self.chosen("waste", "allowed")
            and self.station.name not in ("command", "canteen")
            and self._energy()
        ):
            numbers = {str(n) for n in range(1, self._energy() + 1)}
            text = yield self.seat, numbers | ({"done"} if self.busy else set())
            if text != "done":
                self.station.shift(self.seat, -int(text))

    def _energy(self) -> int:
        return self.station.energy(self.seat)

    def _has_room(self, station: Station) -> bool:
        return self.chosen("overflow", "lost") or station.energy(self.seat) < FULL

    def _play(self, card: str) -> None:
        self._discard(self.seat, card)
        self.played += 1

    def _fillings(self) -> set[str]:
        cards = {card for card in self.hands[self.seat] if symbol(card) == self.station.name}
        return cards if self._has_room(self.station) else set()

    def _fill(self, card: str) -> None:
        self._play(card)
        self.station.gain(self.seat)

    def _movings(self) -> set[str]:
        """Over the bridge before the active station, or the one after it."""
        before, after = self.ring[self.at - 1], self.ring[(self.at + 1) % len(self.ring)]
        ways = ((self.bridges[self.at - 1], before), (self.bridges[self.at], after))
        return {
            f"{card}>{other.name}"
            for bridge, other in ways
            for card in self.hands[self.seat]
            if colour(card) == bridge and self._energy() and self._has_room(other)
        }

    def _move(self, text: str) -> None:
        card, neighbour = text.split(">")
        self._play(card)
        self.station.shift(self.seat, -1)
        self.named[neighbour].gain(self.seat)

    def _chargings(self) -> set[str]:
        """A station that was just charged for an energy can get a second card for it."""
        cards = {card for card in self.hands[self.seat] if symbol(card) != self.station.name}
        cards = {card for card in cards if self._has_room(self.named[symbol(card)])}
        bound = self.target and self.chosen("charge", "one")
        first = {card for card in cards if not bound or symbol(card) == self.target}
        second = {f"+{card}" for card in cards if symbol(card) == self.charged}
        return second | (first if self._energy() else set())

    def _charge(self, text: str) -> None:
        card = text.removeprefix("+")
        self._play(card)
        if text == card:
            self.station.shift(self.seat, -1)
        self.target = symbol(card)
        self.charged = self.target if text == card else ""
        self.named[self.target].gain(self.seat)

    def _spend(self, most, effect) -> Story:
        """Some energy, said at once or step by step; then the first step goes without saying."""
        if self.chosen("spend", "stepwise"):
            text = "1"
            while text != "done":
                self.station.shift(self.seat, -1)
                if most():
                    yield from effect()
                more = self._energy() and (self.chosen("waste", "allowed") or most())
                text = (yield self.seat, {"1", "done"}) if more else "done"
        else:
            limit = self._energy() if self.chosen("waste", "allowed") else most()
            numbers = range(1, min(self._energy(), limit) + 1)
            amount = int((yield self.seat, {str(n) for n in numbers}))
            useful = min(amount, most())
            self.station.shift(self.seat, -amount)
            for _ in range(useful):
                yield from effect()

    def _buy(self) -> Story:
        yield from self._spend(lambda: FULL, lambda: self._take(2))

    def _spreadings(self) -> set[str]:
        others = [station for station in self.ring if station is not self.station]
        not_full = sum(station.energy(self.seat) < FULL for station in others)
        numbers = range(1, min(self._energy() - 1, not_full) + 1)
        return {f"{way}-{n}" for way in ("clockwise", "counter") for n in numbers}

    def _spread(self) -> Story:
        self.busy = False
        ways = self._spreadings()
        if not ways:
            return
        idle = {"done"} if self.chosen("waste", "allowed") else set()
        text = yield self.seat, ways | idle
        if text == "done":
            return
        self.busy = True
        way, number = text.split("-")
        around = self.ring[self.at + 1 :] + self.ring[: self.at]
        if way == "counter":
            around.reverse()
        for other in [s for s in around if s.energy(self.seat) < FULL][: int(number)]:
            other.gain(self.seat)
        self.station.shift(self.seat, -1 - int(number))

    def _dockings(self) -> set[str]:
        taken = set(self.docked.values()) if self.chosen("berths", "one") else set()
        if self.chosen("centre", "no-dock"):
            taken.add("centre")
        left = [shuttle for shuttle in COLOURS if shuttle not in self.docked and self._energy()]
        return {f"{shuttle}>{name}" for shuttle in left for name in self.named if name not in taken}

    def _dock(self, text: str) -> None:
        shuttle, name = text.split(">")
        self.station.shift(self.seat, -1)
        self.docked[shuttle] = name

    def _victims(self) -> list[int]:
        return [seat for seat in self.seats if seat != self.seat and self.hands[seat]]

    def _rob(self) -> Story:
        victims = self._victims()

        def steal() -> Story:
            victim = seat_named((yield self.seat, {f"seat-{seat + 1}" for seat in victims}))
            victims.remove(victim)
            card = yield "chance", dict(self.hands[victim])
            take_out(self.hands[victim], card)
            self.aside[self.seat][card] += 1

        yield from self._spend(lambda: len(victims), steal)

    def _firings(self) -> set[str]:
        """A step costs an energy at the centre and one where the shuttle is, maybe there too."""
        ready = set()
        for shuttle, name in self.docked.items():
            cost = Counter(["centre", name])
            if all(self.named[name].energy(self.seat) >= cost[name] for name in cost):
                ready.add(shuttle)
        return {card for card in self.hands[self.seat] if colour(card) in ready}

    def _fire(self, card: str) -> None:
        self._play(card)
        self.station.shift(self.seat, -1)
        self.named[self.docked[colour(card)]].shift(self.seat, -1)
        self.laser[self.seat] += 1
