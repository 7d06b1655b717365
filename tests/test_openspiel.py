"""The games inside OpenSpiel are the games here: the same chances, the same secrets."""

import pickle
import re

import numpy as np
import pytest

pytest.importorskip("pyspiel")

import pyspiel
from open_spiel.python.algorithms import generate_playthrough, ismcts, mcts
from open_spiel.python.observation import make_observation

from sunroom import load
from sunroom.engine.arrays import array_of
from sunroom.engine.referee import compiled_if_possible
from sunroom.games.solaris.state import CHARGE, FILL, FIRE, MOVE
from sunroom.research import register_with_openspiel, spiel

NAMES = register_with_openspiel()
SEATS = {"soluna": 2, "solenia": 2, "solaris": 3}
SECRET = ["solenia", "solaris"]


def game(name, **parameters):
    return pyspiel.load_game(f"python_{name}", {"players": SEATS[name]} | parameters)


def states(name, steps, seed=0, **parameters):
    """The states of a random game, from the first on."""
    rng = np.random.default_rng(seed)
    state = game(name, **parameters).new_initial_state()
    for _ in range(steps):
        if state.is_terminal():
            return
        yield state
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(outcomes, p=chances)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))


def test_all_games_for_several_players_are_there_and_can_be_registered_twice():
    assert {f"python_{name}" for name in SEATS} == set(NAMES)
    assert register_with_openspiel() == NAMES


@pytest.mark.parametrize("name", SEATS)
def test_openspiel_finds_nothing_wrong(name):
    pyspiel.random_sim_test(game(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("players", [3, 4])
def test_openspiel_finds_nothing_wrong_with_more_players(players):
    four = game("solenia", players=players)
    pyspiel.random_sim_test(four, num_sims=1, serialize=True, verbose=False)

    assert four.num_players() == players
    assert four.max_utility() == players - 1


@pytest.mark.parametrize("name", SEATS)
def test_a_state_is_the_referees_table(name):
    """Who acts, what is legal, every chance and all scores are the referee's."""
    rules = load(name)
    referee = compiled_if_possible(rules)
    table = referee.new(rules.settings(seats=SEATS[name]))
    last = None
    for state in states(name, 10**5):
        if state.history():
            referee.apply(table, state.history()[-1])
        last = state
        assert str(state) == repr(table)
        if referee.to_act(table) >= 0:
            assert state.current_player() == referee.to_act(table)
            assert state.legal_actions() == referee.legal(table)
        else:
            weights = referee.chances(table)
            total = sum(weight for _, weight in weights)
            assert state.chance_outcomes() == [(o, weight / total) for o, weight in weights]
            assert sum(p for _, p in state.chance_outcomes()) == pytest.approx(1)
    referee.apply(table, last.history()[-1])
    assert last.is_terminal()
    best = max(referee.scores(table, SEATS[name]))
    winners = referee.scores(table, SEATS[name]).count(best)
    for score, worth in zip(referee.scores(table, SEATS[name]), last.returns(), strict=True):
        assert worth == pytest.approx(SEATS[name] / winners - 1 if score == best else -1)


@pytest.mark.parametrize("name", SECRET)
def test_a_resampled_state_cannot_be_told_from_the_true_one(name):
    others = 0
    for n, state in enumerate(states(name, 220)):
        if state.current_player() < 0:
            continue
        player = state.current_player()
        other = state.resample_from_infostate(
            player, pyspiel.UniformProbabilitySampler(n, 0.0, 1.0)
        )
        others += str(other) != str(state)
        assert other.information_state_string(player) == state.information_state_string(player)
        assert other.information_state_tensor(player) == state.information_state_tensor(player)
        assert other.observation_string(player) == state.observation_string(player)
        assert other.legal_actions() == state.legal_actions()
        assert other.history() == []

    assert others > 20


@pytest.mark.parametrize("name", SECRET)
def test_resampling_deals_as_the_game_does(name):
    rules = load(name)
    referee = compiled_if_possible(rules)
    *_, state = states(name, 120)
    while state.current_player() < 0:
        state.apply_action(state.chance_outcomes()[0][0])
    player = state.current_player()
    table = rules.table.frombytes(state.cells.tobytes())
    referee.veil(table, player)
    referee.redeal(table, player, int(0.25 * 2**62))

    assert str(state.resample_from_infostate(player, lambda: 0.25)) == repr(table)


def unready(players):
    """Decisions in Solaris for which a deal may lack the card, each with a seat that only looks."""
    for state in states("solaris", 1500, seed=1, players=players):
        if state.current_player() >= 0 and state.table.phase in {FILL, MOVE, CHARGE, FIRE}:
            yield state, (state.current_player() + 1) % players


def deals(state, player, seeds):
    referee = compiled_if_possible(load("solaris"))
    for seed in seeds:
        table = state.veiled(player)
        referee.redeal(table, player, int(seed * 2**62))
        yield repr(table), referee.legal(table) != []


@pytest.mark.parametrize("players", [3, 4, 5])
def test_whoever_is_to_act_in_a_resampled_state_can(players):
    """The first deal that fits is taken, so that chances among those that fit stay as they are."""
    rng = np.random.default_rng(players)
    again = 0
    for state, player in unready(players):
        seeds = rng.random(50)
        fitting = [text for text, can_act in deals(state, player, seeds) if can_act]
        drawn = iter(seeds)
        other = state.resample_from_infostate(player, lambda drawn=drawn: next(drawn))
        again += len(list(drawn)) < 49

        assert other.current_player() == state.current_player()
        assert other.legal_actions()
        assert str(other) == fitting[0]

    assert again > 5


def test_a_sampler_that_deals_the_same_again_and_again_is_found_out():
    for state, player in unready(3):
        for seed in np.linspace(0, 0.99, 20):
            [(_, can_act)] = deals(state, player, [seed])
            if not can_act:
                with pytest.raises(ValueError, match=f"gives player {state.current_player()} some"):
                    state.resample_from_infostate(player, lambda seed=seed: seed)
                return
    raise AssertionError("every deal fits")


@pytest.mark.parametrize("name", SECRET)
def test_nothing_is_forgotten(name):
    """No two information states of a seat are the same after its own decisions."""
    seen = [set() for _ in range(SEATS[name])]
    for state in states(name, 200):
        player = state.current_player()
        if player >= 0:
            told = state.information_state_string(player)
            assert told not in seen[player]
            seen[player].add(told)


@pytest.mark.parametrize("name", SEATS)
def test_what_cannot_be_applied_is_refused_and_changes_nothing(name):
    for state in states(name, 150):
        codes = state.legal_actions()
        possible = re.escape(f" are {', '.join(map(str, codes))}") + "$"
        before, past = str(state), state.history()
        for action in {-2, 10**6, codes[-1] + 1, min(set(range(len(codes) + 1)) - set(codes))}:
            with pytest.raises(ValueError, match=rf"^(action )?{action} is no.*{possible}"):
                state.apply_action(action)
        assert (str(state), state.history()) == (before, past)


def test_nothing_can_be_applied_when_the_game_is_over():
    *_, state = states("soluna", 10**5)

    assert state.is_terminal()
    with pytest.raises(ValueError, match="action 0 comes too late: the game is over"):
        state.apply_action(0)


def test_what_one_seat_draws_another_does_not_know():
    """Two deals that differ in one hand only are the same to the other seat."""
    for state in states("solenia", 60):
        if state.is_chance_node() and len(state.chance_outcomes()) > 1:
            views = {}
            for outcome, _ in state.chance_outcomes():
                child = state.child(outcome)
                for seat in range(2):
                    views.setdefault(seat, set()).add(child.information_state_string(seat))
            public = [len(seen) for seen in views.values()]
            assert max(public) == len(state.chance_outcomes())
            if min(public) == 1:
                return
    raise AssertionError("no hidden draw")


@pytest.mark.parametrize("name", SEATS)
def test_states_are_copied_and_stored(name):
    for n, state in enumerate(states(name, 120)):
        if n % 17 == 0:
            _, back = pyspiel.deserialize_game_and_state(
                pyspiel.serialize_game_and_state(state.get_game(), state)
            )
            for copy in (state.clone(), pickle.loads(pickle.dumps(state)), back):
                assert str(copy) == str(state)
                assert copy.history() == state.history()
                assert copy.information_state_string(0) == state.information_state_string(0)
            assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())
            clone = state.clone()
            before = str(state)
            clone.apply_action(clone.legal_actions()[0])
            assert str(state) == before


def test_options_are_parameters():
    one = pyspiel.load_game("python_soluna(younger=2,rounds=single,pattern=SSSSMMMTTTCC)")
    first = pyspiel.load_game("python_solenia(players=3,first=3,board=winter)")
    usual = pyspiel.load_game("python_solenia")

    assert one.new_initial_state().current_player() == 1
    assert first.settings == load("solenia").settings({"first": "3", "board": "winter"}, 3)
    assert usual.settings == load("solenia").settings()
    assert pyspiel.load_game(str(first)).settings == first.settings
    with pytest.raises(Exception, match="board"):
        pyspiel.load_game("python_solenia(board=spring)")


@pytest.mark.parametrize(
    "given", [{"pattern": "5-4-3-0"}, {"pattern": "5_4_3_0"}, {"pattern": "SSSSSMMMMTTT"}]
)
def test_a_pattern_in_numbers_is_read_again_out_of_the_games_name(given):
    one = pyspiel.load_game("python_soluna", given)
    state = one.new_initial_state()

    assert one.settings == load("soluna").settings({"pattern": "5-4-3-0"})
    assert pyspiel.load_game("python_soluna(pattern=5_4_3_0)").settings == one.settings
    assert pyspiel.load_game(str(one)).settings == one.settings
    assert str(pickle.loads(pickle.dumps(one))) == str(one)
    assert str(pickle.loads(pickle.dumps(state))) == str(state)
    pyspiel.random_sim_test(one, num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("name", SEATS)
def test_a_game_is_loaded_by_its_own_name_whatever_the_options(name):
    for option in load(name).options:
        for text in option.choices or option.examples:
            numbers = isinstance(spiel.default(option), int)
            value = (int(text) if text.isdecimal() else 0) if numbers else text
            one = pyspiel.load_game(
                "python_" + name, {option.name: value, "players": max(load(name).seats)}
            )

            assert one.settings == load(name).settings({option.name: text}, max(load(name).seats))
            assert pyspiel.load_game(str(one)).settings == one.settings


def test_observers_write_what_the_game_observes():
    observation = make_observation(game("solenia"))
    for state in states("solenia", 40):
        observation.set_from(state, 1)
        numbers = compiled_if_possible(load("solenia")).observe(state.table, 1)
        assert observation.dict["observation"].tolist() == numbers
        assert observation.dict["player"].tolist() == [0, 1]
        assert state.observation_tensor(1) == observation.tensor.tolist()


def kind_of(private, *, public, recall):
    private = getattr(pyspiel.PrivateInfoType, private)
    return pyspiel.IIGObservationType(
        perfect_recall=recall, public_info=public, private_info=private
    )


@pytest.mark.parametrize("name", SEATS)
@pytest.mark.parametrize("recall", [False, True])
def test_only_a_seats_own_view_is_offered(name, recall):
    """A public observation would have a hand in it otherwise."""
    played = game(name)

    assert make_observation(played, kind_of("SINGLE_PLAYER", public=True, recall=recall))
    for private in ("NONE", "SINGLE_PLAYER", "ALL_PLAYERS"):
        for public in (False, True):
            if (private, public) != ("SINGLE_PLAYER", True):
                assert (
                    make_observation(played, kind_of(private, public=public, recall=recall)) is None
                )


def test_openspiel_shows_a_game_without_the_views_that_are_not_offered():
    shown = generate_playthrough.playthrough("python_solenia", None, seed=1)

    assert "ObservationString(0)" in shown
    assert "Public" not in shown


@pytest.mark.parametrize("name", SEATS)
def test_no_number_of_a_table_is_rounded(name):
    """A tensor has 24 bits for each number; every bit of a table must be in it."""
    table = load(name).table()
    for field in table.fields:
        column = array_of(table)[field].reshape(-1)
        most = np.iinfo(column.dtype).max
        seen = set()
        for bit in range(most.bit_length()):
            column[0] = most ^ 1 << bit
            seen.add(spiel.numbers(table).astype(np.float32).tobytes())
        assert len(seen) == most.bit_length(), field
        column[0] = 0


def test_one_space_more_is_another_tensor():
    *_, state = states("solenia", 60)
    state.table.own[0] = 1 << 24
    before = state.information_state_tensor(0)
    state.table.own[0] += 1

    assert state.information_state_tensor(0) != before


def bot_of(kind, played):
    evaluator = mcts.RandomRolloutEvaluator(random_state=np.random.RandomState(1))
    random = np.random.RandomState(2)
    if kind == "mcts":
        return mcts.MCTSBot(played, 1.4, 6, evaluator, random_state=random)
    return ismcts.ISMCTSBot(played, evaluator, 1.4, 6, random_state=random)


@pytest.mark.parametrize(
    ("name", "kind"), [(n, "mcts") for n in SEATS] + [(n, "ismcts") for n in SECRET]
)
def test_openspiels_search_plays(name, kind):
    played = game(name)
    bot = bot_of(kind, played)
    decisions = 0
    for state in states(name, 80):
        if state.current_player() >= 0 and len(state.legal_actions()) > 1:
            assert bot.step(state) in state.legal_actions()
            decisions += 1
            if decisions == 3:
                return
    raise AssertionError("no decision")
