"""A saved match reviewed: every decision, who played how well, and the course as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sunroom.arena.charts import Mark, line_chart
from sunroom.match.match import Match
from sunroom.players.levels import thinker
from sunroom.players.review import (
    BLUNDER,
    INACCURACY,
    MISTAKE,
    USUAL,
    VERDICTS,
    Review,
    ReviewedDecision,
    Summary,
    decision_table,
)
from sunroom.players.review import review as look_again
from sunroom.players.search import ALONE
from sunroom.players.thinker import Budget
from sunroom.rules.words import Refusal

from .figures import prepared, progress
from .voice import WORDS, console, escaped, figure, language, show, words

ERRORS = (INACCURACY, MISTAKE, BLUNDER)  # those that are pointed at, the smallest first
COLOURS = dict(zip(VERDICTS, ("green", "dim", "yellow", "dark_orange", "bold red"), strict=True))


class NothingDecided(Refusal):
    """A match in which nobody has had a choice yet."""


class StillSecret(Refusal):
    """A match that goes on, in which a review would tell what others hold."""


def review(
    file: Path,
    components: Path | None,
    *,
    simulations: int | None = None,
    plot: Path | None,
    as_json: bool,
) -> None:
    match = Match.load(file, components)
    if not match.over and match.game.secrets and match.seats > 1:
        raise StillSecret("still_secret", words=WORDS, file=str(file))
    budget = USUAL if simulations is None else Budget(simulations)
    with progress() as bars:
        prepared(match.game, bars)
        if not match.game.knowledge.is_exact:
            waiting = bars.add_task(words("preparing", game=match.game.name), total=None)
            thinker(match.game)
            bars.remove_task(waiting)
        task = bars.add_task(words("reviewing"), total=len(match.history))
        found = look_again(
            match,
            budget=budget,
            report=lambda done, total: bars.update(task, completed=done, total=total),
        )
    if not found.decisions:
        raise NothingDecided("nothing_decided", words=WORDS, file=str(file))
    plot = file.with_suffix(".review.svg") if plot is None else plot
    if as_json:
        print(json.dumps(data(found) | {"simulations": budget.simulations, "plot": str(plot)}))
    else:
        tell(found)
        show()
    plot.write_text(drawn(found), "utf-8")  # last, so that nothing else is lost if it cannot be
    if not as_json:
        show(words("review_written", file=escaped(str(plot))))


# In words


def tell(found: Review) -> None:
    """One line for each decision, then how everybody has played."""
    match = found.match
    show(f"[bold]{match.game.words('title', language())}[/]  {escaped(' – '.join(match.names))}")
    unit = "review_unit_alone" if counts_points(match) else "review_unit"
    show(f"[dim]{words(unit, n=ALONE * match.game.heuristics.lead)}[/]")
    moves = [spoken(match, one, one.action) for one in found.decisions]
    names, longest = (max(map(len, texts)) for texts in (match.names, moves))
    for n, (one, move) in enumerate(zip(found.decisions, moves, strict=True), start=1):
        name = escaped(f"{match.names[one.seat]:<{names}}")
        line = f"[dim]{n:4}[/]  {name}  {escaped(f'{move:<{longest}}')}  {percent(one.value):>5}"
        colour = COLOURS[one.verdict]
        worse = percent(one.value) != percent(one.best_value)
        show(f"{line}  [{colour}]{escaped(better(match, one))}[/]" if worse else line)
    show()
    _show_summaries(found)


def counts_points(match: Match) -> bool:
    """Whether somebody plays alone, for points and no win."""
    return match.seats == 1 and match.game.knowledge.worth is None


def better(match: Match, one: ReviewedDecision) -> str:
    """How bad a choice was, and what would have been better."""
    best, value = spoken(match, one, one.best), percent(one.best_value)
    if one.verdict not in ERRORS:
        return words("review_slightly", best=best, value=value)
    return words("review_better", verdict=words(f"review_{one.verdict}"), best=best, value=value)


def spoken(match: Match, one: ReviewedDecision, action: int) -> str:
    """An action as people say it."""
    return match.game.words.notation(
        match.game.show(decision_table(match, one.step), action), language()
    )


def percent(share: float, digits: int = 0) -> str:
    return f"{figure(100 * share, digits)} %"


def _show_summaries(found: Review) -> None:
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="dim")
    table.add_column(words("review_column_player"))
    for column in ("decisions", "best", "loss", *ERRORS):
        table.add_column(words(f"review_column_{column}"), justify="right", no_wrap=True)
    for summary in found.summaries():
        table.add_row(
            escaped(found.match.names[summary.seat]),
            str(summary.decisions),
            percent(summary.share_best),
            percent(summary.mean_loss, 1),
            *(str(summary.verdicts[name]) for name in ERRORS),
        )
    console().print(table)
    for one in [summary.costliest for summary in found.summaries()]:
        if one is not None and one.verdict in ERRORS:
            show(escaped(_costliest(found, one)))


def _costliest(found: Review, one: ReviewedDecision) -> str:
    match = found.match
    return words(
        "review_costliest",
        n=found.decisions.index(one) + 1,
        who=match.names[one.seat],
        move=spoken(match, one, one.action),
        best=spoken(match, one, one.best),
        loss=percent(one.loss),
    )


# As data and as a picture


def data(found: Review) -> dict[str, Any]:
    match = found.match
    return {
        "game": match.game.name,
        "names": list(match.names),
        "over": match.over,
        "decisions": [_decision(match, one) for one in found.decisions],
        "seats": [_seat(found, summary) for summary in found.summaries()],
    }


def _decision(match: Match, one: ReviewedDecision) -> dict[str, Any]:
    table = decision_table(match, one.step)
    return {
        "step": one.step + 1,
        "seat": one.seat + 1,
        "move": match.game.show(table, one.action),
        "best": match.game.show(table, one.best),
        "value": one.value,
        "best_value": one.best_value,
        "loss": one.loss,
        "error": one.error,
        "verdict": one.verdict,
        "points": list(one.points),
    }


def _seat(found: Review, summary: Summary) -> dict[str, Any]:
    costliest = summary.costliest
    return {
        "name": found.match.names[summary.seat],
        "decisions": summary.decisions,
        "mean_loss": summary.mean_loss,
        "share_best": summary.share_best,
        "verdicts": summary.verdicts,
        "costliest": costliest and _decision(found.match, costliest),
    }


def drawn(found: Review) -> str:
    """The course of the match: each player's expectations, and at the end the result."""
    match = found.match
    lines: list[list[tuple[float, float]]] = [[] for _ in match.names]
    marks = []
    for n, one in enumerate(found.decisions, start=1):
        lines[one.seat].append((n, 100 * one.value))
        if match.seats == 2:  # what one has, the other has not
            lines[1 - one.seat].append((n, 100 - 100 * one.value))
        if one.verdict in ERRORS:
            who, move = match.names[one.seat], spoken(match, one, one.action)
            told = words("review_mark", n=n, who=who, move=move, better=better(match, one))
            marks.append(Mark(one.seat, n, 100 * one.value, told, ERRORS.index(one.verdict)))
    if match.over and not counts_points(match):
        winners, end = match.winners(), len(found.decisions) + 1
        for seat, line in enumerate(lines):
            line.append((end, 100 / len(winners) if seat in winners else 0))
    return line_chart(
        words("review_title", game=match.game.words("title", language())),
        match.names,
        lines,
        marks,
        across=words("review_across"),
        up=words("review_up"),
        about=words("review_about"),
    )
