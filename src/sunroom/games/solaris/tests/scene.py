"""A table of Solaris arranged by hand, for tests that begin in the middle."""

from __future__ import annotations

from sunroom import load
from sunroom.checks.scene import TableScene
from sunroom.engine.referee import Referee
from sunroom.games.solaris.chapters.tracks import put_on_top
from sunroom.games.solaris.chapters.turn import next_station, next_turn
from sunroom.games.solaris.pieces import COLOURS, KINDS, STATIONS
from sunroom.games.solaris.presentation.notation import CARD_NAMES
from sunroom.games.solaris.state import ACTION, DISPLAY, PLACES

GAME = load("solaris")
WHITE, GREY, YELLOW, BLACK, ORANGE = range(5)


class Scene(TableScene):
    """Five players, everybody with some energy everywhere, at the machine deck; nobody has cards."""

    def __init__(self, referee: Referee, seats: int = 5, **options: str) -> None:
        super().__init__(GAME, referee, GAME.settings({"stacks": "seats"} | options, seats))
        while self.s.phase != ACTION:
            self.chance()
        for seat in range(seats):
            self.hand(seat)
        self.display()
        for n in range(DISPLAY):
            self._to_display(n, CARD_NAMES[KINDS - 1 - n])
        for station in STATIONS:
            self.energy(station, *range(seats, 0, -1))
        self.bridges(*COLOURS, "purple", "pink").at("machine")

    # Asking

    def have(self, station: str, seat: int) -> int:
        return self.s.energy[STATIONS.index(station), seat]

    def cards(self, seat: int) -> list[str]:
        return [CARD_NAMES[k] for k in range(KINDS) for _ in range(self.s.hand[seat, k])]

    def track(self, station: str, outer: bool = False) -> dict[int, list[int]]:
        """The stacks of a station by field, each from the top down."""
        shown = GAME.view(self.s, 0)["stations"][self.s.place[STATIONS.index(station)]]
        fields = shown["outer" if outer else "inner"]
        return {field: seats for field, seats in enumerate(fields) if seats}

    def seen_by(self, seat: int) -> dict:
        """What a seat's screen shows."""
        veiled = self.s.copy()
        self.referee.veil(veiled, seat)
        return GAME.view(veiled, seat)

    # Doing

    def all_pass(self) -> Scene:
        """Everybody who is still to act at this station passes."""
        place = self.s.at
        while self.s.at == place and self.s.phase == ACTION:
            self.do("pass").past_chance()
        return self

    def end_round(self) -> Scene:
        """Everybody passes until the energy centre has been active."""
        number = self.s.round
        while self.s.round == number and self.s.phase == ACTION:
            self.do("pass")
        return self

    # Arranging

    def at(self, station: str) -> Scene:
        """Make a station active, from its first turn on."""
        place = self.s.place[STATIONS.index(station)]
        self.s.at = (place + PLACES - 1) % PLACES
        self.s.round -= 1 if place == 0 else 0
        next_station(self.s)
        next_turn(self.s)
        return self

    def energy(self, station: str, *amounts: int) -> Scene:
        """What the seats have at a station; of equals the first lies on top."""
        number = STATIONS.index(station)
        for seat, amount in enumerate(amounts):
            self.s.energy[number, seat] = amount
        return self.stack(station, *reversed(range(self.s.seats)))

    def stack(self, station: str, *seats: int) -> Scene:
        """The markers of a station from the bottom up."""
        for seat in seats:
            put_on_top(self.s, STATIONS.index(station), seat)
        return self

    def hand(self, seat: int, *cards: str) -> Scene:
        """Exactly these cards in hand, out of the pile."""
        for kind in range(KINDS):
            self._to_pile(kind, self.s.hand[seat, kind])
            self.s.hand[seat, kind] = self.s.shown[seat, kind] = 0
        self.s.holds[seat] = self.s.held[seat] = 0
        for card in cards:
            kind = CARD_NAMES.index(card)
            self._to_pile(kind, -1)
            self.s.hand[seat, kind] += 1
            self.s.held[seat] += 1
            self.s.holds[seat] |= 1 << kind
        return self

    def display(self, *cards: str) -> Scene:
        """Exactly these open cards."""
        for n in range(DISPLAY):
            if self.s.display[n]:
                self._to_pile(self.s.display[n] - 1, 1)
            self.s.display[n] = 0
        for n, card in enumerate(cards):
            self._to_display(n, card)
        return self

    def discards(self, *cards: str) -> Scene:
        """These cards lie on the discards, out of the pile."""
        for card in cards:
            self._to_pile(CARD_NAMES.index(card), -1)
            self.s.discards[CARD_NAMES.index(card)] += 1
        return self

    def pile(self, *cards: str) -> Scene:
        """Exactly these cards in the pile; the others are out of the game. Arrange it last."""
        for kind in range(KINDS):
            self._to_pile(kind, -self.s.deck[kind])
        for card in cards:
            self._to_pile(CARD_NAMES.index(card), 1)
        return self

    def bridges(self, *colours: str) -> Scene:
        """The bridges clockwise from the first place on; what is left is spare."""
        left = [c for c in range(len(COLOURS)) for _ in range(2)]
        for place, colour in enumerate(colours):
            self.s.bridge[place] = COLOURS.index(colour)
            left.remove(COLOURS.index(colour))
        self.s.spare[0], self.s.spare[1] = left
        return self

    def dock(self, **shuttles: str) -> Scene:
        for colour, station in shuttles.items():
            self.s.docked[COLOURS.index(colour)] = STATIONS.index(station) + 1
        return self

    def laser(self, *amounts: int) -> Scene:
        for seat, amount in enumerate(amounts):
            self.s.laser[seat] = amount
        return self

    def _to_pile(self, kind: int, number: int) -> None:
        assert self.s.deck[kind] + number >= 0, f"no {CARD_NAMES[kind]} is left in the pile"
        self.s.deck[kind] += number
        self.s.pile += number

    def _to_display(self, n: int, card: str) -> None:
        self._to_pile(CARD_NAMES.index(card), -1)
        self.s.display[n] = CARD_NAMES.index(card) + 1


__all__ = ["BLACK", "GAME", "GREY", "ORANGE", "PLACES", "WHITE", "YELLOW", "Scene"]
