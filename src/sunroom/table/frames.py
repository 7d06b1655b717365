"""What each eye may see of a match: one frame for each event that moved the table on.

An eye is a seat, or SPECTATOR. What time it is and what people are called are arguments.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sunroom.match.codec import to_data
from sunroom.match.match import Match
from sunroom.players.thinker import WORDS as LEVEL_WORDS
from sunroom.rules.contract import SPECTATOR
from sunroom.rules.words import message_data

from . import events as ev
from .events import Entry, Messages
from .log import Log, told_of
from .refusals import NotNow, read_only
from .state import ABORTED, ENDED, PLAYING, AnyState, Playing, Unplayable
from .wire import About, Result, SeatInfo
from .wire import State as StateFrame

Names = dict[str, str]  # what people go by, by their ids


# The match and its seats


def about(state: AnyState, eye: int, person: str | None, names: Names, next: str | None) -> About:
    """A match and who sits where, as one person is told."""
    header = state.header
    return About(
        id=header.id, game=header.game, rules=header.rules, options=header.options,
        visibility=header.visibility, seats=seats(state, person, names),
        commitment=header.commitment, created=header.created, host=person == header.host,
        eye=eye, by_hand=header.by_hand, hints=header.hints, components=header.components,
        clock=to_data(header.clock), next=next, origin=state.origin,
        known_deal=header.known_deal, secrets=has_secrets(state),
    )  # fmt: skip


def has_secrets(state: AnyState) -> bool:
    """Whether the seats see different things; nobody sees anything of a match of other rules."""
    return not isinstance(state, Unplayable) and bool(state.game.secrets)


def seats(state: AnyState, person: str | None, names: Names) -> list[SeatInfo]:
    """Who sits where, and what each has added to the dealing."""
    infos = state.seating.infos(person, names)
    for info, one in zip(infos, state.contributions, strict=True):
        info.promise, info.share = one.promise, one.share.hex()
        info.withheld = one.withheld and isinstance(state, Playing)
    return infos


def called(state: AnyState, names: Names) -> list[str]:
    """What the players are called, nameless ones by their seat."""
    infos = state.seating.infos(None, names)
    return [info.name or _level(info) or f"#{n + 1}" for n, info in enumerate(infos)]


def called_in(state: AnyState, names: Names, language: str) -> tuple[str, ...]:
    """The same as somebody reads it: opponents by their level, numbered where several have it."""
    infos = state.seating.infos(None, names)
    levels = [None if info.name else _level(info) for info in infos]
    found = called(state, names)
    for n, level in enumerate(levels):
        if level is not None:
            number = f" {n + 1}" if levels.count(level) > 1 else ""
            found[n] = LEVEL_WORDS(level, language) + number
    return tuple(found)


def _level(info: SeatInfo) -> str | None:
    return None if info.out else info.level  # no stand-in gets the credit


def rightful_eye(state: AnyState, person: str | None, eye: int) -> int:
    """The eye that somebody has, unless that seat is not theirs any more."""
    if eye in (SPECTATOR, *state.seating.eyes_of(person)):
        return eye
    return state.eye_of(person)


# The table


def shown(
    state: AnyState, eye: int, at: int, told: Sequence[dict[str, Any]] = (), *, back: bool = False
) -> StateFrame:
    """The table as an eye may see it now."""
    turn = state.turn
    frame = StateFrame(
        state.n, state.status, turn, told=list(told), vote=state.vote, back=back,
        result=result(state), revealing=state.revealing, known_deal=state.header.known_deal,
    )  # fmt: skip
    if state.clock.left:
        frame.clock = state.clock.shown(state.timed, at)
    if isinstance(state, Unplayable):
        frame.why = read_only(state.header).message.id
    if isinstance(state, Playing):
        frame.view = view(state, eye, state.steps_seen(eye))
        mine = state.alike or eye == turn or state.enters_chance(eye)
        if state.status == PLAYING and mine:
            _offer(state, turn, frame)
    return frame


def view(state: Playing, eye: int, step: int) -> dict[str, Any]:
    return state.game.view(state.match.veiled_at(step, eye), eye)


def _offer(state: Playing, turn: int, frame: StateFrame) -> None:
    """What the seat to act can do."""
    match = state.match
    frame.held = state.held
    frame.undo = state.undo_to(turn) is not None
    if match.to_act == turn:
        frame.legal = match.legal()
        frame.ask = message_data(match.ask())


def shown_then(state: Playing, eye: int, n: int, told: Messages, step: int) -> StateFrame:
    """The table as it was after an event, when the match still went on."""
    known = state.header.known_deal
    return StateFrame(n, PLAYING, view=view(state, eye, step), told=told, known_deal=known)


def frames(state: AnyState, eye: int, entries: Sequence[Entry], at: int) -> list[StateFrame]:
    """A frame for each event that moved the table on, the last as the table is now."""
    found: list[StateFrame] = []
    if isinstance(state, Playing) and not state.held and len(entries) > 1:
        found = _on_the_way(state, eye, entries)
    last = entries[-1].event
    hidden = isinstance(last, ev.Played) and last.held and last.seat != eye
    told = last.told if isinstance(last, ev.Steps) and not hidden else []
    return [*found, shown(state, eye, at, told, back=isinstance(last, ev.Undone))]


def _on_the_way(state: Playing, eye: int, entries: Sequence[Entry]) -> list[StateFrame]:
    moved = [(n, event) for n, _, event in entries if isinstance(event, ev.Steps)]
    step = state.settled - sum(len(event.codes) for _, event in moved)
    found = []
    for n, event in moved:
        step += len(event.codes)
        if n != entries[-1].n:
            found.append(shown_then(state, eye, n, event.told, step))
    return found


def greeting(state: AnyState, eye: int, log: Log, since: int | None, at: int) -> list[StateFrame]:
    """What was missed, event by event; or everything told so far with the table as it is now."""
    missed = [made for made in log.line if since is not None and made.n > since]
    whole = since is None or log.turned > since or since > state.n
    if whole or not isinstance(state, Playing):
        return [shown(state, eye, at, told_of(log.line), back=True)]
    newest = missed.pop() if missed and missed[-1].n == state.n else None  # or it was no step
    found = [shown_then(state, eye, made.n, made.told, made.steps) for made in missed]
    return [*found, shown(state, eye, at, newest.told if newest else [])]


def can_be_followed(entries: Sequence[Entry]) -> bool:
    """Whether some events can be shown one by one, to whoever has not seen them happen: they only
    move the table on, for everybody to see.
    """
    return len(entries) == 1 or all(
        isinstance(event, ev.Began) or (isinstance(event, ev.Played) and not event.held)
        for _, _, event in entries
    )


# The end


def result(state: AnyState) -> Result | None:
    if state.status == ABORTED:
        return Result(state.called_off, seed=state.header.seed.hex())
    if state.status != ENDED:
        return None
    out = next((seat.out for seat in state.seating.seats if seat.out), None) or "played"
    if not isinstance(state, Playing):
        return Result(out)
    reason = "played" if state.match.over else out
    found = Result(reason, winners(state), seed=state.header.seed.hex())
    if state.match.over:
        _tell_scores(state, found)
    return found


def _tell_scores(state: Playing, result: Result) -> None:
    game, table = state.game, state.match.table
    result.scores = state.match.scores()
    if game.points is not None:
        result.points = [game.points(table, n) for n in range(len(state.seating))]
    if game.verdict is not None:
        result.verdict = message_data(game.verdict(table))


def winners(state: Playing) -> list[int]:
    """Who has won; a seat that is out has not, whatever its stand-in did."""
    still = state.seating.still_in
    if not state.match.over:
        return still if len(still) == 1 and len(state.seating) > 1 else []
    scores = state.match.scores()
    best = max((scores[n] for n in still), default=-1)
    return [n for n in still if scores[n] == best >= 0]


# Looking back


def begun(state: AnyState) -> Playing:
    """A match that has begun, to look back at."""
    if isinstance(state, Playing):
        return state
    raise read_only(state.header) if isinstance(state, Unplayable) else NotNow("not_begun")


def match_of(state: AnyState) -> Match:
    return begun(state).match


def must_be_over(state: AnyState) -> None:
    """What is secret until the end stays so until then."""
    if not state.finished:
        raise NotNow("not_over_yet")
