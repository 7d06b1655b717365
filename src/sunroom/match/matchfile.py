"""A match as a text file: JSON with the history in notation, one step a line.

    {
      "format": "sunroom match 1",
      "game": "soluna",
      "rules": 1,
      "names": ["Ada", "Ben"],
      "options": {"throw": "once"},
      "dealing": {"commitment": "…", "seed": "…", "by_hand": false},
      "history": [
        "sun",
        "a>b"
      ],
      "result": {"scores": [4, 2], "winners": [0]}
    }

The history contains every outcome of chance, so a match is replayed without its seed; from the
seed, `verify` derives every draw again, unless chance was entered by hand.
"""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sunroom.rules.catalogue import load as load_game
from sunroom.rules.contract import CHANCE, Game
from sunroom.rules.words import Refusal

from .codec import BadData, Codable, from_data, to_data
from .dealing import SHARE_BYTES, BadSeed, Contribution, Dealer
from .match import Match

FORMAT = "sunroom match "
SHARE = f"([0-9a-f]{{{2 * SHARE_BYTES}}})?"
VERSION = 2  # with shares of the players in the dealing; files without are of version 1


class BadMatchFile(Refusal):
    """A file that is not a match, or not a complete one; says what is wrong, and where."""


@dataclass
class Dealing(Codable, strict=True):
    commitment: str
    seed: str
    by_hand: bool
    version: int = 1
    promises: list[str] = field(default_factory=list)  # by seat; empty if it made none
    shares: list[str] = field(default_factory=list)  # by seat; empty if it gave none

    @classmethod
    def of(cls, dealer: Dealer, *, by_hand: bool) -> Dealing:
        """What a file says about a dealer."""
        given = dealer.contributions
        promises, shares = [one.promise for one in given], [one.share.hex() for one in given]
        commitment, seed = dealer.commitment, dealer.seed.hex()
        return cls(commitment, seed, by_hand, dealer.version, promises, shares)

    @property
    def format(self) -> str:
        """What a file with this dealing begins with."""
        return f"{FORMAT}{self.version}"


@dataclass
class Result(Codable, strict=True):
    scores: list[int]
    winners: list[int]


@dataclass
class MatchFile(Codable, strict=True):
    format: str
    game: str
    rules: int
    names: list[str]
    options: dict[str, str]
    dealing: Dealing
    history: list[str]
    players: list[str] = field(default_factory=list)
    components: str = ""  # digest of the box that it was played with; empty for our own
    result: Result | None = None


# Writing


def match_file(match: Match) -> MatchFile:
    """The content of the file of a match."""
    dealing = Dealing.of(match.dealer, by_hand=match.by_hand)
    return MatchFile(
        format=dealing.format,
        game=match.game.name,
        rules=match.game.version,
        names=list(match.names),
        options=match.options,
        dealing=dealing,
        history=list(match.notation()),
        players=list(match.players),
        components=match.game.box,
        result=Result(match.scores(), match.winners()) if match.over else None,
    )


def dumps(match: Match) -> str:
    """The text of the file of a match."""
    return to_text(match_file(match))


def to_text(file: MatchFile) -> str:
    """The text of a match file, with a line for each key and each step, which diffs well."""
    lines = [f'  "{key}": {_value(key, value)}' for key, value in to_data(file).items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(key: str, value: Any) -> str:
    if key != "history" or not value:
        return json.dumps(value, ensure_ascii=False)
    steps = ",\n".join(f"    {json.dumps(text, ensure_ascii=False)}" for text in value)
    return f"[\n{steps}\n  ]"


def save(match: Match, path: Path) -> None:
    """Write a match to a file, completely or not at all; only its owner can read it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.name}.part")
    with open(part, "w", encoding="utf-8", opener=_for_the_owner_only) as file:
        file.write(dumps(match))
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)


def _for_the_owner_only(path: str, flags: int) -> int:
    """The file contains the seed, which is a secret while the match goes on."""
    return os.open(path, flags, 0o600)


# Reading


def load(path: Path, components: Path | None = None) -> Match:
    """Read a match from a file; *components* is the folder of the box that it was played with.

    Raises BadMatchFile with a sentence that says what is wrong, and where.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        raise BadMatchFile("file_missing", file=str(path)) from None
    except UnicodeDecodeError as error:
        raise BadMatchFile("file_not_text", file=str(path), n=error.start) from None
    except OSError as error:
        raise BadMatchFile("file_unreadable", file=str(path), why=error.strerror or "") from None
    return loads(text, str(path), components)


def loads(text: str, file: str, components: Path | None = None) -> Match:
    """Read a match from a text; *file* is its name in the sentences of BadMatchFile."""
    return _replay(_parse(text, file), file, components)


def components_of(text: str, file: str) -> str:
    """The digest of the box that a match was played with; empty for our own."""
    return _parse(text, file).components


def _parse(text: str, file: str) -> MatchFile:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise BadMatchFile(
            "file_damaged", file=file, line=error.lineno, column=error.colno, why=error.msg
        ) from None
    except (RecursionError, ValueError):  # nested too deep, or a number of thousands of digits
        raise BadMatchFile("file_no_match", file=file) from None
    _check_format(found, file)
    try:
        return from_data(MatchFile, found)
    except BadData as error:
        raise BadMatchFile("file_wrong", file=file, why=str(error)) from None


def _check_format(found: Any, file: str) -> None:
    """Refuse, before anything else, what is not a match or was written by a newer Sunroom."""
    format = found.get("format") if isinstance(found, dict) else None
    number = re.fullmatch(FORMAT + r"([1-9]\d{0,5})", format) if isinstance(format, str) else None
    if number is None:
        raise BadMatchFile("file_no_match", file=file)
    if int(number[1]) > VERSION:
        raise BadMatchFile("file_newer", file=file, found=number[1], n=VERSION)


def _replay(found: MatchFile, file: str, components: Path | None) -> Match:
    match = _new_match(found, file, components)
    for n, text in enumerate(found.history):
        try:
            match.step(match.read(text))
        except Refusal as why:
            raise BadMatchFile(
                "file_bad_step", words=why.words, file=file, n=n + 1, text=text, why=why.message
            ) from None
    _check_result(match, found, file)
    match.deal()
    return match


def _new_match(found: MatchFile, file: str, components: Path | None) -> Match:
    """The match before its first step; the outcomes of chance are in the history."""
    dealer = _dealer_of(found, file)
    try:
        game = _game_of(found, file, components)
        match = Match.undealt(
            game.under(found.rules) or game,
            found.names,
            options=found.options,
            dealer=dealer,
            by_hand=found.dealing.by_hand,
            players=found.players,
        )
    except BadMatchFile:
        raise
    except Refusal as why:
        raise _refused(file, why) from None
    if found.rules != match.game.version:
        raise BadMatchFile(
            "file_other_rules", file=file, game=found.game, found=found.rules, n=match.game.version
        )
    return match


def _refused(file: str, why: Refusal) -> BadMatchFile:
    """What a file asks for and cannot have."""
    return BadMatchFile("file_refused", words=why.words, file=file, why=why.message)


def _dealer_of(found: MatchFile, file: str) -> Dealer:
    """The dealer of a file, whose seed and shares are what was committed to."""
    dealing = found.dealing
    dealer = Dealer(_seed(dealing.seed, file), _contributions(found, file))
    if dealer.commitment != dealing.commitment:
        raise BadMatchFile("file_bad_seed", file=file)
    if dealer.version != dealing.version or found.format != dealing.format:
        raise BadMatchFile("file_bad_dealing", file=file)
    return dealer


def _seed(text: str, file: str) -> bytes:
    try:
        return Dealer.of(bytes.fromhex(text)).seed
    except BadSeed as why:
        raise _refused(file, why) from None
    except ValueError:
        raise BadMatchFile("file_bad_seed", file=file) from None


def _contributions(found: MatchFile, file: str) -> tuple[Contribution, ...]:
    """What the seats have added to the dealing; nothing in version 1."""
    promises, shares = found.dealing.promises, found.dealing.shares
    if len(promises) != len(shares) or (promises and len(promises) != len(found.names)):
        raise BadMatchFile("file_bad_dealing", file=file)
    return tuple(
        _contribution(promise, share, n, file)
        for n, (promise, share) in enumerate(zip(promises, shares, strict=True), 1)
    )


def _contribution(promise: str, share: str, n: int, file: str) -> Contribution:
    well_formed = re.fullmatch("([0-9a-f]{64})?", promise) and re.fullmatch(SHARE, share)
    found = Contribution(promise, bytes.fromhex(share)) if well_formed else None
    if found is None or not found.genuine:
        raise BadMatchFile("file_bad_share", file=file, n=n)
    return found


def _game_of(found: MatchFile, file: str, components: Path | None) -> Game:
    """The game with the box that the match was played with."""
    game = load_game(found.game)
    if components is not None and found.components:
        game = game.with_components(components)
    if game.box != found.components:
        raise BadMatchFile("components_elsewhere", file=file, text=found.components)
    return game


def _check_result(match: Match, found: MatchFile, file: str) -> None:
    """Refuse a missing result of a match that is over, and a result that is not its own."""
    if match.over and found.result is None:
        raise BadMatchFile("file_no_result", file=file)
    if found.result is not None and match_file(match).result != found.result:
        raise BadMatchFile("file_bad_result", file=file)


# Checking the dealing


def dealer_steps(match: Match) -> list[int]:
    """The numbers of the steps at which the dealer drew."""
    if match.by_hand:
        return []
    return [n for n, step in enumerate(match.history) if step.actor == CHANCE]


def false_draws(match: Match) -> list[int]:
    """The numbers of the steps whose outcome is not the one that the seed determines."""
    return [n for n in dealer_steps(match) if match.draw_at(n) != match.history[n].action]
