"""The best choice of the seat to act, with the reason, from nothing but what that seat may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from sunroom.engine.referee import compiled_if_possible, interpreted
from sunroom.engine.runner import available
from sunroom.match.match import Match
from sunroom.rules.contract import CHANCE, OVER, Game, Outlook, once_for_each_game
from sunroom.rules.philox import word
from sunroom.rules.record import Table
from sunroom.rules.words import Message, Moves, Seat, Tongue, Words, message

from .comparison import WORLDS, Difference, compare, part, sampled_worlds, share_of
from .evaluation import judgements
from .levels import foreseen, hardest_to_answer, is_first_look, serious, thinker
from .thinker import Budget, Judgement

# An interpreted search is a thousand times slower.
USUAL = Budget(simulations=12_000 if available() else 12)
FIRST_LOOK = 40  # simulations, interpreted, until the search is compiled
WORTH_SAYING = 0.5  # points
LONGEST_PLAN = 6  # decisions
LONGEST_TURN = 40  # steps
AHEAD, PLAN = 1 << 21, 1 << 22  # random words from these numbers on are for looking ahead
SMALL = 40  # a decision that is only looked ahead to gets this fraction of the budget: 1 / SMALL
LIKELY = 0.6  # the share of worlds from which on a rival's reply is predicted
CHANGED = 0.4  # the change of that share from which on it is the reason for a choice


Replies = Counter[tuple[int, str]]  # the number of worlds in which a rival makes a move


def hint(match: Match, *, budget: Budget | None = None, seed: int = 1) -> list[Message]:
    """What the seat to act should do, and why; `tongue` has the words. Without a budget, as long as
    usual; or for a first look, which says that it is one, where nobody waits for the compiler.
    """
    if match.to_act == OVER:
        return [message("over")]
    if match.to_act == CHANCE:
        return [message("hint_chance")]
    table = match.veiled(match.to_act)
    return hint_at(match.game, table, match.seats, budget=budget, seed=seed)


def tongue(match: Match, language: str) -> Tongue:
    """The words that hints about a match need, with the names of its players."""
    return Tongue(_words(match.game), language, match.names)


@once_for_each_game
def _words(game: Game) -> Words:
    return Words(Path(__file__).with_name("words.toml"), game.words)


def is_quick(game: Game) -> bool:
    """Whether a hint needs no search."""
    return game.knowledge.exact is not None or game.knowledge.advise is not None


def hint_at(
    game: Game, table: Table, seats: int, *, budget: Budget | None = None, seed: int = 1
) -> list[Message]:
    """The same for a table that is veiled for the seat to act."""
    if game.knowledge.advise is not None:
        return game.knowledge.advise(table)
    legal = interpreted(game).legal(table)
    if len(legal) == 1:
        return [message("hint_only", move=Moves((game.show(table, legal[0]),)))]
    if game.knowledge.exact is not None:
        return _known(game, table, game.knowledge.exact(table))
    if budget is None and is_first_look(game):
        told = SearchHint(game, table, seats, seed, Budget(FIRST_LOOK)).messages()
        return [message("hint_first_look", n=FIRST_LOOK), *told]
    return SearchHint(game, table, seats, seed, budget or USUAL).messages()


def is_first(told: Sequence[Message]) -> bool:
    """Whether a hint is a first look, and a closer one is possible soon."""
    return told[0].id == "hint_first_look"


# What is known exactly


def _known(game: Game, table: Table, outlooks: dict[int, Outlook]) -> list[Message]:
    """The quickest win and all others; in a lost position, the move that is hardest to answer."""
    wins = [action for action, outlook in outlooks.items() if outlook.wins]
    longest = max(outlook.length for outlook in outlooks.values())
    holds = [action for action, outlook in outlooks.items() if outlook.length == longest]
    if wins:
        pick = min(wins, key=lambda action: outlooks[action].length)
        length = outlooks[pick].length
        advice = message("hint_pick", move=Moves((game.show(table, pick),)), n=length)
    else:
        pick = hardest_to_answer(game, table, holds)
        advice = message("hint_hardest", move=Moves((game.show(table, pick),)))

    def moves(actions: list[int]) -> Moves:
        return Moves(tuple(game.show(table, action) for action in actions))

    if len(wins) == len(outlooks):
        return [message("hint_all_win"), advice]
    if wins:
        return [message("hint_wins", moves=moves(wins), n=len(wins), all=len(outlooks)), advice]
    if len(holds) == len(outlooks):
        return [message("hint_all_lost", n=longest), advice]
    return [message("hint_lost", moves=moves(holds), n=longest), advice]


# What a search finds


class SearchHint:
    """A hint by a search: the best choice, the next best one, and what follows from each."""

    def __init__(self, game: Game, table: Table, seats: int, seed: int, budget: Budget) -> None:
        self.game, self.table, self.seats = game, table, seats
        self.seed, self.budget = seed, budget
        self.referee = compiled_if_possible(game)
        self.seat = self.referee.to_act(table)
        self.small = part(budget, SMALL)
        # Then the points of the search are scores of the game.
        self.to_the_end = game.heuristics.evaluate is None

    def messages(self) -> list[Message]:
        """The whole hint: the choice, what it leads to, and the reasons."""
        found = judgements(self.game, self.table, self.seats, seed=self.seed, budget=self.budget)
        best = found[0]
        messages = [self._best(best)]
        if self.to_the_end:
            messages += self._points(best)
        if plan := self._plan(best.action):
            messages.append(message("hint_plan", moves=Moves(plan)))
        if len(found) > 1:
            second = max(found[1:], key=lambda one: (serious(one, best), one.value)).action
            messages += self._reasons(best.action, second)
        return messages

    def _best(self, best: Judgement) -> Message:
        move = self._moves(best.action)
        if self.seats == 1:
            return message("hint_best_alone", move=move)
        return message("hint_best", move=move, chance=_percent(share_of(best.values, self.seat)))

    def _points(self, best: Judgement) -> list[Message]:
        """The points that it leads to, on average; nothing where they seem to say the opposite of
        the chance, as few high losses against many narrow wins do.
        """
        mine = best.points[self.seat]
        if self.seats == 1:
            return [message("hint_points_alone", mine=decimal(mine))]
        rival = self._rival(best.points)
        theirs = best.points[rival]
        chance = share_of(best.values, self.seat)
        if (chance > 1 / 2 and mine < theirs) or (chance < 1 / self.seats and mine > theirs):
            return []
        return [
            message("hint_points", mine=decimal(mine), rival=Seat(rival), theirs=decimal(theirs))
        ]

    def _rival(self, points: Sequence[float]) -> int:
        """The strongest of the other seats."""
        others = [seat for seat in range(self.seats) if seat != self.seat]
        return max(others, key=lambda seat: points[seat])

    def _reasons(self, best: int, second: int) -> list[Message]:
        """What the choice gains over the next best one, and what rivals would do."""
        difference = compare(
            self.game, self.table, self.seats, best, second, seed=self.seed, budget=self.budget
        )
        after = self._replies(best)
        if difference.sure == 0:
            return [message("hint_close", move=self._moves(second)), *self._expected(after)]
        return [
            *self._gains(second, difference),
            *self._threat(best, second, after),
            *self._expected(after),
        ]

    def _gains(self, second: int, difference: Difference) -> list[Message]:
        """What it brings the seat, and what it takes from the strongest rival; or by how much the
        chance is better, where the points of both do not say why it is.
        """
        better, other = difference.better.points, difference.other.points
        move = self._moves(second)
        gain = better[self.seat] - other[self.seat]
        if self.seats == 1:
            if gain < WORTH_SAYING:
                return [message("hint_close", move=move)]
            return [message("hint_gains", move=move, points=decimal(gain))]
        rival = self._rival(other)
        taken = other[rival] - better[rival]
        says_why = self.to_the_end and gain + taken >= WORTH_SAYING
        told = _balance(move, gain, Seat(rival), taken) if says_why else []
        return told or [message("hint_next", move=move, chance=_percent(difference.value))]

    def _threat(self, best: int, second: int, after: Replies) -> list[Message]:
        """What the next rival would do after the next best choice, but hardly after this one."""
        instead = self._replies(second)
        threat = max(instead, key=lambda one: instead[one] - after[one], default=None)
        if threat is None or instead[threat] - after[threat] < CHANGED * WORLDS:
            return []
        rival, answer = threat
        return [
            message(
                "hint_threat", move=self._moves(second), best=self._moves(best),
                rival=Seat(rival), answer=Moves((answer,)),
                often=instead[threat], seldom=after[threat], worlds=WORLDS,
            )
        ]  # fmt: skip

    def _expected(self, after: Replies) -> list[Message]:
        """What the next rival will probably do."""
        likely = max(after, key=lambda one: after[one], default=None)
        if likely is None or after[likely] < LIKELY * WORLDS:
            return []
        rival, answer = likely
        moves = Moves((answer,))
        often = after[likely]
        return [message("hint_answer", rival=Seat(rival), answer=moves, often=often, worlds=WORLDS)]

    def _replies(self, action: int) -> Replies:
        """The next rival's moves until its turn is over, with the number of worlds for each."""
        found: Replies = Counter()
        for n, world in enumerate(sampled_worlds(self.game, self.table, action, seed=self.seed)):
            rival: int | None = None
            moves = set()
            for step in range(LONGEST_TURN):
                actor = self.referee.to_act(world)
                if actor == OVER or (rival is not None and actor not in (rival, CHANCE)):
                    break
                random = word(self.seed, n, AHEAD + step)
                if actor == CHANCE:
                    self.referee.apply(world, self.referee.draw(world, random))
                    continue
                chosen = self._decide(world, random)
                if actor != self.seat:
                    rival = actor
                if actor != self.seat and len(self.referee.legal(world)) > 1:
                    moves.add((actor, self.game.show(world, chosen)))
                self.referee.apply(world, chosen)
            found.update(moves)
        return found

    def _decide(self, world: Table, seed: int, budget: Budget | None = None) -> int:
        """What the seat to act would do, from what it may know."""
        legal = self.referee.legal(world)
        if len(legal) == 1:
            return legal[0]
        table, actor = world.copy(), self.referee.to_act(world)
        self.referee.veil(table, actor)
        thinks = thinker(self.game)
        return thinks.judge(table, actor, self.seats, seed=seed, budget=budget or self.small)[
            0
        ].action

    def _plan(self, action: int) -> tuple[str, ...]:
        """The next decisions of the same seat, until somebody else or chance is next."""
        plan: list[str] = []
        table = foreseen(self.referee, self.table, action)
        while (
            table is not None
            and self.referee.to_act(table) == self.seat
            and len(plan) < LONGEST_PLAN
        ):
            chosen = self._decide(table, word(self.seed, len(plan), PLAN), part(self.budget, 4))
            plan.append(self.game.show(table, chosen))
            table = foreseen(self.referee, table, chosen)
        return tuple(plan)

    def _moves(self, action: int) -> Moves:
        return Moves((self.game.show(self.table, action),))


def _balance(move: Moves, gain: float, rival: Seat, taken: float) -> list[Message]:
    """A choice that is better than another *move* by what it brings and takes together."""
    gained, lost = decimal(abs(gain)), decimal(abs(taken))
    if gain <= -WORTH_SAYING:
        return [message("hint_costs", move=move, points=gained, rival=rival, taken=lost)]
    messages = []
    if gain >= WORTH_SAYING:
        messages.append(message("hint_gains", move=move, points=gained))
    if abs(taken) >= WORTH_SAYING:
        id = "hint_takes" if taken > 0 else "hint_gives"
        messages.append(message(id, rival=rival, move=move, points=lost))
    return messages


def _percent(share: float) -> Message:
    return message("hint_percent", share=round(100 * share))


def decimal(number: float) -> Message:
    """A number with one decimal place, in the reader's notation."""
    tenths = round(10 * abs(number))
    sign = "−" if number < 0 and tenths else ""
    return message("hint_decimal", sign=sign, whole=tenths // 10, tenth=tenths % 10)
