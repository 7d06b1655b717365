"""The rules against a second model of them, step by step over random games (see independent.py)."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from sunroom import load
from sunroom.checks.conformance import variants
from sunroom.engine.referee import compiled_if_possible
from sunroom.games.solaris.chapters.tracks import stacked
from sunroom.games.solaris.pieces import COLOURS, PLAYERS, STATIONS
from sunroom.games.solaris.presentation.notation import CARD_NAMES
from sunroom.rules.contract import CHANCE, OVER

from .independent import Model

GAME = load("solaris")
ENOUGH = ("pass", "done", "swap")
SETTINGS = [(s[0], GAME.settings_in_words(s)) for s in variants(GAME)]
RACES = [(seats, options | {"ending": "race"}) for seats, options in SETTINGS]
LASERS = [(seats, {"ending": "laser"}) for seats in GAME.seats]
LASERS += [(seats, {"overflow": "lost", "spend": "stepwise"}) for seats in GAME.seats]
LASERS += [(seats, {"waste": "allowed", "spend": "stepwise"}) for seats in GAME.seats]
LASERS += [
    (seats, {"waste": "allowed", "fresh": "at-once", "overflow": "lost"}) for seats in GAME.seats
]


def _short(value):
    options = value if isinstance(value, dict) else {}
    changed = [f"{n}={t}" for n, t in options.items() if t != GAME.option(n).decode(0)]
    return "+".join(changed) or str(value if isinstance(value, int) else "plain")


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("seats", "options"), RACES + LASERS, ids=_short)
def test_a_second_model_of_the_rules_agrees_all_along_a_game(seats, options, seed):
    follow(seats, options, seed)


def follow(seats, options, seed, watch=None):
    """Play a random game on both; returns how many steps it took."""
    referee, random = compiled_if_possible(GAME), Random(seed)
    table = referee.new(GAME.settings(options, seats))
    model = Model(seats, options)
    lazy = random.random()  # how gladly players do nothing, or no more
    said = []
    while model.actor() != "over":
        try:
            compare(referee, table, model)
            legal = {GAME.show(table, code): code for code in referee.codes(table)}
            text = choose(random, model.legal(), lazy)
            said.append(text)
            if watch is not None:
                watch(model, text)
            model.play(text)
            referee.apply(table, legal[text])
        except (AssertionError, LookupError) as error:
            game = f"{seats} seats, {options}, seed {seed}, step {len(said)}: {said[-8:]}"
            raise AssertionError(f"{game}\n{error}") from error
    compare(referee, table, model)
    assert referee.scores(table, seats) == model.scores()
    return len(said)


def choose(random, legal, lazy):
    """Any outcome; of actions rather those that change something."""
    texts = sorted(legal)
    if isinstance(legal, dict):
        return random.choices(texts, [legal[text] for text in texts])[0]
    return random.choices(texts, [lazy + 0.01 if text in ENOUGH else 1 for text in texts])[0]


def compare(referee, s, model):
    actor = {CHANCE: "chance", OVER: "over"}.get(referee.to_act(s), referee.to_act(s))
    same("actor", actor, model.actor())
    if actor == "chance":
        found = Counter()
        for code, weight in referee.chances(s):
            found[GAME.show(s, code)] += weight
        same("chances", shares(found), shares(model.legal()))
    else:
        same("legal", {GAME.show(s, code) for code in referee.legal(s)}, model.legal())
    compare_cards(s, model)
    compare_ring(s, model)


def shares(weights):
    return {text: Fraction(weight, sum(weights.values())) for text, weight in weights.items()}


def compare_cards(s, model):
    same("pile", s.pile, model.pile.total())
    same("deck", cards(s.deck), model.pile)
    same("discards", cards(s.discards), model.discards)
    same("display", Counter(CARD_NAMES[n - 1] for n in s.display if n), Counter(model.display))
    for seat in model.seats:
        same(
            f"hand of {seat}",
            cards(s.hand[seat, kind] for kind in range(len(CARD_NAMES))),
            model.hands[seat],
        )
        same(f"cards of {seat}", s.held[seat], model.hands[seat].total())
        kinds = sum(1 << CARD_NAMES.index(card) for card in model.hands[seat])
        same(f"kinds of {seat}", s.holds[seat], kinds)
        stolen = [s.aside[seat, victim] for victim in model.seats]
        aside = Counter(CARD_NAMES[n - 1] for n in stolen if n)
        same(f"face down before {seat}", aside, model.aside[seat])


def cards(numbers):
    return Counter({CARD_NAMES[kind]: int(n) for kind, n in enumerate(numbers) if n})


def compare_ring(s, model):
    if model.round == 0:
        return
    if model.colours:
        same("colours", [PLAYERS[s.colour[seat] - 1] for seat in model.seats], model.colours)
    same("round", s.round, model.round)
    same("place", s.at, model.at)
    same("ring", [STATIONS[n] for n in s.ring], [station.name for station in model.ring])
    same("bridges", [COLOURS[n] for n in s.bridge], model.bridges)
    same("spare", sorted(COLOURS[n] for n in s.spare), sorted(model.spare))
    docked = {COLOURS[c]: STATIONS[n - 1] for c, n in enumerate(s.docked) if n}
    same("shuttles", docked, model.docked)
    same("laser", [int(s.laser[seat]) for seat in model.seats], model.laser)
    for station in model.ring:
        n = STATIONS.index(station.name)
        outside = s.outer if station is model.ring[model.at] else 0
        for name, track, out in (("inner", station.inner, 0), ("outer", station.outer, 1)):
            seats = [t for t in stack_of(s, n, model) if outside >> t & 1 == out]
            fields = [[t for t in seats if s.energy[n, t] == field] for field in range(8)]
            same(f"{name} track of {station.name}", fields, track)


def stack_of(s, n, model):
    """The seats in the order in which their markers landed; other numbers stand for nobody."""
    order = stacked(s, n)
    assert sorted(order) == list(model.seats), f"the stack at {STATIONS[n]} is {order}"
    return order


def same(what, theirs, ours):
    assert theirs == ours, f"{what}: the game has {theirs}, the model {ours}"
