"""The games inside OpenSpiel, as games written in Python: `python_soluna` and so on.

    register()
    pyspiel.load_game("python_solenia", {"players": 3, "board": "winter"})

Chance is a player of its own there too: its codes are the outcomes' and mean nothing for a seat.
What a seat knows is its veiled table, and how that came about; see `SpielState.follow`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pyspiel

from sunroom.engine.arrays import array_of
from sunroom.engine.referee import compiled_if_possible
from sunroom.rules.catalogue import known_games, load
from sunroom.rules.contract import CHANCE, OVER, Game, Option
from sunroom.rules.record import Table

from .loops import reward

PREFIX = "python_"
SEED = 1 << 62
DEALS = 10_000  # how often a deal is tried again before it is given up
ACTORS = {CHANCE: pyspiel.PlayerId.CHANCE, OVER: pyspiel.PlayerId.TERMINAL}


def register() -> list[str]:
    """Make every game for several players known to OpenSpiel, once; returns their names there."""
    games = [game for game in map(load, known_games()) if max(game.seats) > 1]
    for game in games:
        if PREFIX + game.name not in pyspiel.registered_names():
            pyspiel.register_game(type_of(game), made(game))
    return [PREFIX + game.name for game in games]


def type_of(game: Game) -> Any:
    kinds = pyspiel.GameType
    known = kinds.Information
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"{game.name.capitalize()} (Sunroom)",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC,
        information=(known.IMPERFECT_INFORMATION if game.secrets else known.PERFECT_INFORMATION),
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(seats for seats in game.seats if seats > 1),
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.seats[0],
            **{option.name: default(option) for option in game.options},
        },
    )


def made(game: Game) -> type[SpielGame]:
    """The classes of one game. OpenSpiel keeps them until after Python's end, so they must be
    classes, which nothing frees; and the rules hang on them, as what hangs on a state is copied.
    """
    states = type("State", (SpielState,), {"game": game})
    return type("Game", (SpielGame,), {"rules": game, "states": states})


def default(option: Option) -> int | str:
    """OpenSpiel reads `first=1` as a number. So an option with numbers among its choices is one,
    and a word among them is 0; an option without choices is an empty text.
    """
    if not option.choices or not is_number(option):
        return (*option.choices, "")[0]
    return int(option.choices[0]) if option.choices[0].isdecimal() else 0


def is_number(option: Option) -> bool:
    return any(choice.isdecimal() for choice in option.choices)


def settings_of(game: Game, parameters: Mapping[str, Any]) -> list[int]:
    seats = int(parameters.get("players", game.seats[0]))
    if seats < 2:
        raise ValueError("OpenSpiel's zero-sum games have at least two players")
    given = {name: value for name, value in parameters.items() if name != "players"}
    for option in game.options:
        if given.get(option.name) == default(option):
            del given[option.name]
    words = {name: str(value) for name, value in given.items()}
    for name in free_text(game) & words.keys():
        words[name] = words[name].replace("_", "-")
    return game.settings(words, seats)


def free_text(game: Game) -> set[str]:
    """Options without choices. OpenSpiel takes digits and dashes in a game's name for a number and
    fails, so `5-4-3-0` may be written `5_4_3_0`.
    """
    return {option.name for option in game.options if not option.choices}


def stored(game: Game, parameters: Mapping[str, Any], settings: Sequence[int]) -> dict[str, Any]:
    """The parameters so that OpenSpiel can load a game by its own name: free text in letters, as
    the game itself writes it.
    """
    words = game.settings_in_words(settings)
    given = free_text(game) & {name for name, value in parameters.items() if value}
    return {**parameters, **{name: words[name] for name in given}}


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # OpenSpiel has no types
    """One game with its settings."""

    rules: ClassVar[Game]
    states: ClassVar[type[SpielState]]

    def __init__(self, parameters: Mapping[str, Any] | None = None) -> None:
        parameters = parameters or {}
        self.settings = settings_of(self.rules, parameters)
        self.states.referee = compiled_if_possible(self.rules)
        seats = self.settings[0]
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.actions,
            max_chance_outcomes=self.rules.outcomes,
            num_players=seats,
            min_utility=-1.0,
            max_utility=seats - 1.0,
            utility_sum=0.0,
            max_game_length=self.rules.longest,
        )
        super().__init__(type_of(self.rules), info, stored(self.rules, parameters, self.settings))

    def new_initial_state(self) -> SpielState:
        return self.states(self, self.settings)

    def max_chance_nodes_in_history(self) -> int:
        return self.rules.longest

    def __reduce__(self) -> tuple[Any, ...]:
        return reloaded, (str(self),)

    def make_py_observer(self, kind: Any = None, parameters: Any = None) -> Observer | None:
        """What OpenSpiel asks for as observation or information state; None for any other kind,
        as that would have to tell what is public from what is a seat's own.
        """
        if parameters:
            raise ValueError(f"an observer has no parameters, but was given {parameters}")
        own = pyspiel.PrivateInfoType.SINGLE_PLAYER
        if kind is not None and not (kind.public_info and kind.private_info == own):
            return None
        recalls = kind is not None and kind.perfect_recall
        return Observer(self.rules, self.settings[0], recalls=recalls)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A table. OpenSpiel copies and stores what hangs on the instance, and nothing else does."""

    game: ClassVar[Game]
    referee: ClassVar[Any]

    def __init__(self, owner: SpielGame, settings: Sequence[int]) -> None:
        super().__init__(owner)
        self.seats = settings[0]
        self.place(self.referee.new(settings))

    def place(self, table: Table) -> None:
        """Put down a table of which nobody knows how it came about."""
        self.cells = np.frombuffer(table.cells, np.uint8)  # NumPy copies them fast
        self.actor = self.referee.to_act(table)
        self.known = (b"",) * self.seats
        self.follow(-1, -1)

    @property
    def table(self) -> Table:
        table: Table = self.game.table(memoryview(self.cells))  # type: ignore[arg-type]
        return table

    def veiled(self, seat: int) -> Table:
        table: Table = self.game.table.frombytes(self.cells.tobytes())
        self.referee.veil(table, seat)
        return table

    def follow(self, actor: int, action: int) -> None:
        """Take down what each seat has just learned: its own action, and the table as it sees it.

        A digest for each seat chains all of it, so that nothing is ever forgotten. Where nothing is
        hidden, OpenSpiel's own history does the same.
        """
        if self.game.secrets:
            self.known = tuple(
                digest(before, self.veiled(seat).tobytes(), action if seat == actor else -1)
                for seat, before in enumerate(self.known)
            )

    # What OpenSpiel asks

    def current_player(self) -> int:
        return ACTORS.get(self.actor, self.actor)  # type: ignore[no-any-return]

    def is_terminal(self) -> bool:
        return bool(self.actor == OVER)

    def _legal_actions(self, player: int) -> list[int]:
        return self.referee.legal(self.table)  # type: ignore[no-any-return]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        outcomes = self.referee.chances(self.table)
        total = sum(weight for _, weight in outcomes)
        return [(outcome, weight / total) for outcome, weight in outcomes]

    def _apply_action(self, action: int) -> None:
        actor, table = self.actor, self.table
        codes = self.referee.codes(table)
        if action not in codes:  # compiled rules would write beside the table
            raise ValueError(why_not(actor, action, codes))
        self.referee.apply(table, action)
        self.actor = self.referee.to_act(table)
        self.follow(actor, action)

    def returns(self) -> list[float]:
        into = [0.0] * self.seats
        if self.actor == OVER:
            reward(self.referee.scores(self.table, self.seats), self.seats, into)
        return into

    def _action_to_string(self, player: int, action: int) -> str:
        return self.game.show(self.table, action)

    def __str__(self) -> str:
        return repr(self.table)

    def __reduce__(self) -> tuple[Any, ...]:
        return restored, (pyspiel.serialize_game_and_state(self.get_game(), self),)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Another table that this player cannot tell from the true one.

        It has no history, which would tell what is hidden; the others know of it what they see.
        """
        if not self.game.secrets:
            return self.clone()  # type: ignore[no-any-return]
        other: SpielState = self.get_game().new_initial_state()
        other.place(self.redealt(player, sampler))
        known = list(other.known)
        known[player] = self.known[player]
        other.known = tuple(known)
        return other

    def redealt(self, player: int, sampler: Callable[[], float]) -> Table:
        """All that is hidden from this player dealt again, until whoever is to act can act.

        Everybody knows that they can: who has chosen to fire has a card to fire with. To throw
        away the deals that say otherwise leaves the chances among all others as they are.
        """
        veiled = self.veiled(player)
        for _ in range(DEALS):
            table = veiled.copy()
            self.referee.redeal(table, player, int(sampler() * SEED))
            if self.actor == OVER or self.referee.codes(table):
                return table
        raise ValueError(
            f"none of {DEALS} deals gives player {self.actor} something to do;"
            " does the sampler answer another number each time?"
        )


def reloaded(text: str) -> SpielGame:
    """A game out of its pickle, also in a process that does not know it yet."""
    register()
    return pyspiel.load_game(text)  # type: ignore[no-any-return]


def restored(text: str) -> SpielState:
    register()
    return pyspiel.deserialize_game_and_state(text)[1]  # type: ignore[no-any-return]


def why_not(actor: int, action: int, codes: Sequence[int]) -> str:
    """A sentence for whoever applied what cannot be applied here."""
    if actor == OVER:
        return f"action {action} comes too late: the game is over"
    what = ", ".join(map(str, codes))
    if actor == CHANCE:
        return f"{action} is no outcome of chance here; possible are {what}"
    return f"action {action} is not legal for player {actor}; legal are {what}"


def digest(before: bytes, seen: bytes, action: int) -> bytes:
    """What a seat knew, chained with what it sees now."""
    return blake2b(b"%b%b%d" % (before, seen, action), digest_size=16).digest()


class Observer:
    """What a seat sees as numbers and as text.

    Without perfect recall, the numbers are the game's observation and the text is the veiled table.
    With it, the numbers are joined by every number of the veiled table, which is all that the seat
    knows of the present one; the text also tells any two pasts apart.
    """

    def __init__(self, game: Game, seats: int, *, recalls: bool) -> None:
        self.game, self.recalls = game, recalls
        sizes = {"player": seats, "observation": game.observation}
        if recalls:
            sizes["table"] = len(numbers(game.table()))
        self.tensor = np.zeros(sum(sizes.values()), np.float32)
        ends = np.cumsum(list(sizes.values()))[:-1]
        self.dict = dict(zip(sizes, np.split(self.tensor, ends), strict=True))

    def set_from(self, state: SpielState, player: int) -> None:
        veiled = state.veiled(player)
        self.dict["player"][:] = 0
        self.dict["player"][player] = 1
        self.dict["observation"][:] = state.referee.observe(state.table, player)
        if self.recalls:
            self.dict["table"][:] = numbers(veiled)

    def string_from(self, state: SpielState, player: int) -> str:
        if not self.recalls:
            return repr(state.veiled(player))
        past = state.known[player].hex() if self.game.secrets else state.history_str()
        return f"{player}: {past}"


def numbers(table: Table) -> npt.NDArray[Any]:
    """Every field of a table, one after the other; wide ones as words of 16 bits, as OpenSpiel's
    tensors round whatever has more than 24.
    """
    fields = (np.ascontiguousarray(np.ravel(array_of(table)[name])) for name in table.fields)
    return np.concatenate([f.view(np.uint16) if f.itemsize > 2 else f for f in fields])
