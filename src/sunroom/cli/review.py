"""A saved match reviewed: every decision, who played how well, and the course as a picture."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sunroom.arena.charts import Mark, line_chart
from sunroom.engine.referee import HASTE
from sunroom.match.match import Match
from sunroom.players.passes import Passes, look
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
from sunroom.players.search import ALONE
from sunroom.players.thinker import Budget
from sunroom.players.workers import GameRef
from sunroom.rules.words import Refusal

from .figures import compiling, prepared, progress, wait_for
from .voice import WORDS, console, escaped, figure, language, show, words

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

MOST_FIRST = 3  # mistakes that a first look tells of
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
        found = made(match, GameRef.of(match.game.name, components), budget, bars)
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


def made(match: Match, which: GameRef, budget: Budget, bars: Progress) -> Review:
    """First a look at every decision, while the search is compiled where it is not; then closer."""
    passes = Passes(match)
    if match.game.knowledge.is_exact:
        prepared(match.game, bars)
        go_through(passes, budget, bars)
        return passes.review
    with compiling(which) as compiler:
        with HASTE.waiting(False):
            go_through(passes, budget, bars)
        if passes.doubtful:
            show_first_look(passes, bars.console)
            wait_for(compiler, which, bars)
    passes.look_closer()
    go_through(passes, budget, bars)
    return passes.review


def go_through(passes: Passes, budget: Budget, bars: Progress) -> None:
    """One pass."""
    match, done = passes.match, 0
    task = bars.add_task(words("reviewing"), total=len(passes.left))
    while asked := passes.take():
        looks = []
        for one in look(match.game, match.seats, asked, closer=passes.closer, usual=budget):
            looks.append(one)
            bars.update(task, completed=done + len(looks))
        passes.note(asked, looks)
        done += len(looks)
    bars.remove_task(task)


def show_first_look(passes: Passes, console: Console) -> None:
    """The worst that a first look has found, where somebody watches; a closer one follows."""
    if not console.is_terminal:
        return
    firsts = [passes.looks[step] for step in passes.doubtful]
    console.print(words("review_first_look", n=firsts[0].first), highlight=False)
    worst = [one.found for one in firsts if one.found and one.found.verdict in ERRORS][:MOST_FIRST]
    for one in worst:
        who, move = passes.match.names[one.seat], spoken(passes.match, one, one.action)
        console.print(escaped(f"  {who}  {move}  {better(passes.match, one)}"), highlight=False)


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
