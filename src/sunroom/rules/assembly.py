"""A game put together from the modules of its package, where each answer is found by its name.

    GAME = assemble(__name__, prefix="ABC", version=1, table=Gems, seats=(2,), …)

takes `legal` from the module that defines a function of this name, `actions` from the one that says
`ACTIONS = …`, and so on for all that `contract.GameOf` has. What is given here goes before. The
name of the game is that of its folder, and its words are in `words.toml`.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import MISSING, Field, dataclass, fields
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_type_hints

from .components import Components
from .contract import GameOf, Heuristics, Knowledge, Option, S, UnreadableAction
from .defaults import Narration
from .layout import Layouts
from .words import SHARED_WORDS, Words

# What is declared in capitals, and of which type it is.
DECLARED = {
    "actions": int, "outcomes": int, "observation": int, "horizon": int, "lead": int,
    "layouts": Layouts, "words": Words,
}  # fmt: skip
# What the folder says, what the caller says, and what only another box of pieces says.
FACTS = {
    "name", "folder", "prefix", "version", "table", "seats", "longest", "score_sum", "options",
    "earlier", "boxes_since", "settled", "components", "secrets", "bench", "facts", "heuristics",
    "knowledge", "box", "recomposed_from", "kept",
}  # fmt: skip
MADE = {"words", "narrate", "read"}  # of the folder, and of other answers, where nothing is found
ASIDE = ("tests", "conftest", "_")  # how the names of modules begin that are no part of a game


class IncompleteGame(TypeError):
    """A package that is no game yet: a sentence for whoever writes it."""


def assemble(
    package: str,
    *,
    prefix: str,
    version: int,
    table: type[S],
    seats: tuple[int, ...],
    longest: int,
    score_sum: tuple[int, int],
    options: tuple[Option, ...] = (),
    earlier: Mapping[int, Mapping[str, str]] | None = None,
    boxes_since: int = 0,
    components: tuple[Components, ...] = (),
    secrets: tuple[str, ...] = (),
    bench: tuple[Mapping[str, str], ...] = (),
    facts: Mapping[str, Any] | None = None,
    **given: Any,
) -> GameOf[S]:
    """The game of a package: these facts, and its answers wherever they are.

    Raises IncompleteGame for what is missing, defined twice, or called in another way.
    """
    modules = modules_of(package)
    name = package.rpartition(".")[2].strip("_").replace("_", "-")
    folder = Path(str(modules[0].__file__)).parent
    found = {known: _answer(known, modules, given, name) for known in answers_of_games()}
    found = {known: value for known, value in found.items() if value is not None}
    _complete(name, found, given)
    if "words" not in found:
        found["words"] = Words(folder / "words.toml", SHARED_WORDS)
    found.setdefault("narrate", Narration(found["to_act"], found["show"]))
    codes = max(found["actions"], found.get("outcomes", 0))
    found.setdefault("read", Reading(found["show"], codes, found["words"]))
    return GameOf(
        name=name, folder=folder, prefix=prefix, version=version, table=table, seats=seats,
        longest=longest, score_sum=score_sum, options=options, earlier=earlier or {},
        boxes_since=boxes_since, components=components,
        secrets=secrets, bench=bench, facts=facts or {},
        heuristics=Heuristics(**_part(found, Heuristics)),
        knowledge=Knowledge(**_part(found, Knowledge)),
        **_part(found, GameOf),
    )  # fmt: skip


def modules_of(package: str) -> list[ModuleType]:
    """A package and all its modules, imported; it may be in the middle of its own import."""
    module = sys.modules[package]
    return [module, *map(importlib.import_module, _inner(package, getattr(module, "__path__", ())))]


def _inner(package: str, path: Any) -> Iterator[str]:
    for found in pkgutil.iter_modules(path):
        if not found.name.startswith(ASIDE):
            name = f"{package}.{found.name}"
            yield name
            if found.ispkg:
                yield from _inner(name, importlib.import_module(name).__path__)


@cache
def answers_of_games() -> dict[str, Field[Any]]:
    """Everything that is found by its name, with the field of the contract that it fills."""
    known = (*fields(GameOf), *fields(Heuristics), *fields(Knowledge))
    return {one.name: one for one in known if one.name not in FACTS}


def _answer(name: str, modules: list[ModuleType], given: Mapping[str, Any], game: str) -> Any:
    if name in given:
        return given[name]
    found = dict(_declared(name, modules) if name in DECLARED else _defined(name, modules))
    if len(found) > 1 and len({id(value) for value in found.values()}) > 1:
        places = " and ".join(sorted(found))
        raise IncompleteGame(f"{game}: {name} is in {places}; say which: assemble(…, {name}=…)")
    for place, value in found.items():
        _check_call(name, value, f"{game}: {place}")
        return value
    return None


def _declared(name: str, modules: list[ModuleType]) -> Iterator[tuple[str, Any]]:
    """A constant with the modules that have it; most of them have imported it."""
    for module in modules:
        value = vars(module).get(name.upper())
        if isinstance(value, DECLARED[name]):
            yield module.__name__, value


def _defined(name: str, modules: list[ModuleType]) -> Iterator[tuple[str, Any]]:
    """A function with the module that defines it."""
    for module in modules:
        value = vars(module).get(name)
        if callable(value) and getattr(value, "__module__", "") == module.__name__:
            yield module.__name__, value


def _check_call(name: str, value: Any, where: str) -> None:
    number = number_of_arguments(name)
    try:
        if number is not None:
            inspect.signature(value).bind(*range(number))
    except TypeError as why:
        found = f"{name}{inspect.signature(value)}"
        raise IncompleteGame(f"{where}: {found} is called with {number} arguments: {why}") from None


def number_of_arguments(name: str) -> int | None:
    """With how many arguments an answer is called; None for a number."""
    for kind in (GameOf, Heuristics, Knowledge):
        hint = _hints(kind).get(name)
        for part in (hint, *get_args(hint)):
            arguments = get_args(part)
            if arguments and isinstance(arguments[0], list):
                return len(arguments[0])
    return None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _complete(game: str, found: Mapping[str, Any], given: Mapping[str, Any]) -> None:
    """All that a game must have is there, and all that is given is something that it has."""
    missing = [
        name.upper() if name in DECLARED else name
        for name, one in answers_of_games().items()
        if name not in found and one.default is MISSING and name not in MADE
    ]
    if missing:
        raise IncompleteGame(
            f"{game}: nothing in its modules is called {', '.join(missing)};"
            " sunroom.rules.contract says what each of them is"
        )
    if unknown := given.keys() - answers_of_games().keys():
        raise IncompleteGame(f"{game}: a game has no {', '.join(sorted(unknown))}")


def _part(found: Mapping[str, Any], kind: type) -> dict[str, Any]:
    names = {one.name for one in fields(kind)}
    return {name: value for name, value in found.items() if name in names}


@dataclass(frozen=True)
class Reading:
    """Reads what `show` writes, in each language, whatever its case and its spaces; for a game
    whose notation does not depend on the table.
    """

    show: Callable[[Any, int], str]
    codes: int
    words: Words

    def __call__(self, s: Any, text: str) -> int:
        wanted = folded(text)
        for code in range(self.codes):
            shown = self.show(s, code)
            if wanted in map(folded, (shown, *self.words.in_all_languages(shown))):
                return code
        raise UnreadableAction("unreadable_like", text=text, example=self.show(s, 0))


def folded(text: str) -> str:
    return " ".join(text.lower().split())
