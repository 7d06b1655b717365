"""PettingZoo's and Gymnasium's own tests, and what they do not test."""

import copy
import pickle
from dataclasses import replace

import numpy as np
import pytest

pytest.importorskip("pettingzoo")

from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, render_test, seed_test

from sunroom import load
from sunroom.engine.referee import compiled_if_possible
from sunroom.research import gymnasium_env, pettingzoo_env
from sunroom.research.picture import LINES, pixels
from sunroom.rules.contract import BadOption

SEATS = {"soluna": 2, "solenia": 3, "solaris": 3}
# PettingZoo's test expects an array where it has itself a mask beside one; it only warns of it.
with_masks = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably should be",
)


@with_masks
@pytest.mark.parametrize("game", SEATS)
def test_pettingzoo_finds_nothing_wrong(game):
    api_test(pettingzoo_env(game, seats=SEATS[game]), num_cycles=60)


@with_masks
@pytest.mark.parametrize("game", SEATS)
def test_pettingzoo_gets_the_same_game_for_the_same_seed(game):
    seed_test(lambda: pettingzoo_env(game, seats=SEATS[game]), num_cycles=40)


@with_masks
@pytest.mark.filterwarnings("ignore::UserWarning")  # that a mode it knows nothing about works
def test_pettingzoo_renders():
    render_test(lambda render_mode: pettingzoo_env("soluna", render_mode=render_mode))


def play(env, seed):
    """A random game; answers every observation and the rewards in the end."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    seen, rewards = [], dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        rewards[agent] += reward
        over = termination or truncation
        mask = observation["action_mask"]
        env.step(None if over else int(rng.choice(np.flatnonzero(mask))))
        seen.append(observation["observation"])
        assert env.observation_space(agent).contains(observation)
        assert env.state_space.contains(env.state())
    return seen, rewards


@pytest.mark.parametrize("game", ["soluna", "solenia"])
def test_a_game_ends_in_time_and_nobody_gains_what_nobody_loses(game):
    seen, rewards = play(pettingzoo_env(game), 5)

    assert len(seen) <= load(game).longest + len(rewards)
    assert sum(rewards.values()) == pytest.approx(0)
    assert set(rewards.values()) != {0.0}


def test_a_reset_without_a_seed_is_the_next_game():
    env, again = pettingzoo_env("solenia"), pettingzoo_env("solenia")
    states = []
    for one in (env, again):
        one.reset(seed=3)
        first = one.state()
        one.reset()
        states.append((first.tobytes(), one.state().tobytes()))

    assert states[0] == states[1]
    assert states[0][0] != states[0][1]


def test_a_seat_sees_nothing_that_is_hidden_from_it():
    """What the observation says is the same after hidden cards are dealt again."""
    env = pettingzoo_env("solenia").unwrapped
    env.reset(seed=2)
    for step in range(60):
        single = env.single
        table, seat = single.veiled(single.seat), single.seat
        single.referee.redeal(table, seat, step)
        assert single.referee.observe(table, seat) == single.observation(seat).tolist()
        env.step(single.actions[step % len(single.actions)])


@pytest.mark.filterwarnings("ignore::UserWarning")  # of the logger of PettingZoo
def test_an_illegal_action_ends_the_game():
    env = pettingzoo_env("soluna")
    env.reset(seed=1)
    mover = env.agent_selection
    env.step(0)

    assert env.terminations[mover] or env.truncations[mover]
    assert env.rewards[mover] == -1


def test_options_and_modes_are_checked():
    with pytest.raises(BadOption):
        pettingzoo_env("soluna", seats=5)
    with pytest.raises(ValueError, match="render_mode is 'film'"):
        pettingzoo_env("soluna", render_mode="film")
    with pytest.raises(ValueError, match="seat is 2"):
        gymnasium_env("soluna", seat=2)
    with pytest.raises(ValueError, match="render_mode is 'film'"):
        gymnasium_env("soluna", render_mode="film")


@pytest.mark.parametrize("game", SEATS)
def test_gymnasium_finds_nothing_wrong(game):
    check_env(gymnasium_env(game, seats=SEATS[game]), skip_render_check=True)


@pytest.mark.parametrize("mode", ["ansi", "rgb_array", "human"])
def test_both_show_the_table(mode, capsys):
    env = gymnasium_env("soluna", render_mode=mode)
    env.reset(seed=1)
    zoo = pettingzoo_env("soluna", render_mode=mode)
    zoo.reset(seed=1)

    for one in (env, zoo):
        shown = one.render()
        if mode == "rgb_array":
            assert shown.dtype == np.uint8
            assert shown.ndim == 3
            assert shown.std() > 1
        else:
            assert "a" in (shown if mode == "ansi" else capsys.readouterr().out)


def test_an_illegal_action_costs_and_changes_nothing():
    env = gymnasium_env("soluna")
    before, _ = env.reset(seed=1)
    illegal = int(np.flatnonzero(before["action_mask"] == 0)[0])

    after, reward, terminated, truncated, info = env.step(illegal)

    assert reward == -1
    assert not terminated
    assert not truncated
    assert info == {"illegal": illegal}
    assert (before["observation"] == after["observation"]).all()


def first_legal(game, table, rng, seats):
    return compiled_if_possible(game).legal(table)[0]


def test_an_opponent_never_peeks():
    def choose(game, table, rng, seats):
        assert seats == 2
        assert not any(table.hand[0, kind] for kind in range(16)), "the hand of the other"
        assert any(table.hand[1, kind] for kind in range(16))
        return first_legal(game, table, rng, seats)

    env = gymnasium_env("solenia", opponent=choose, options={"first": "2"})
    seen, _ = env.reset(seed=1)
    for _ in range(10):
        seen, *_ = env.step(one_of(seen["action_mask"]))


@pytest.mark.parametrize("opponent", ["random", "novice", first_legal])
def test_a_chosen_player_sits_opposite(opponent):
    env = gymnasium_env("soluna", seat=1, opponent=opponent)
    seen, _ = env.reset(seed=4)
    terminated = False
    while not terminated:
        action = np.flatnonzero(seen["action_mask"])[0]
        seen, reward, terminated, _, info = env.step(action)
        assert info == {}

    assert reward in (-1, 1)
    assert not seen["action_mask"].any()


def test_seeds_repeat_what_the_opponent_does_too():
    games = []
    for _ in range(2):
        env = gymnasium_env("solenia", seat=1)
        seen, _ = env.reset(seed=6)
        course = [seen["observation"].tolist()]
        for _ in range(20):
            seen, *_ = env.step(np.flatnonzero(seen["action_mask"])[-1])
            course.append(seen["observation"].tolist())
        games.append(course)

    assert games[0] == games[1]


@pytest.mark.parametrize("action", [10**6, -1, 2.5, None, "3", np.array([3])])
def test_an_opponent_that_breaks_the_rules_is_named(action):
    env = gymnasium_env("solenia", opponent=lambda *_: action, options={"first": "2"})

    with pytest.raises(ValueError, match=r"the opponent at seat 1 chose action .*, which is not"):
        env.reset(seed=1)

    theirs = env.single.actions[0]
    before = env.single.table.tobytes()
    assert env.step(theirs)[1] == -1, "nobody plays for the opponent"
    assert env.single.table.tobytes() == before


def test_the_table_itself_refuses_what_is_not_legal():
    env = pettingzoo_env("soluna").unwrapped
    env.reset(seed=1)
    before = env.state().tobytes()

    for action in (10**6, -1, 0.5, env.single.actions[0] + 0.5):
        with pytest.raises(ValueError, match="is not legal for seat 0"):
            env.step(action)

    assert env.state().tobytes() == before
    while not env.single.over:
        env.single.play(env.single.actions[0])
    with pytest.raises(ValueError, match="the game is over"):
        env.single.play(0)


@pytest.mark.parametrize(
    "action", [None, float("nan"), float("inf"), 0.5, np.float32(3.7), "x", [1], np.array([3, 4])]
)
def test_what_is_no_action_at_all_costs_as_much(action):
    env = gymnasium_env("soluna")
    env.reset(seed=1)
    before = env.single.table.tobytes()

    _, reward, terminated, _, info = env.step(action)

    assert (reward, terminated) == (-1, False)
    assert info["illegal"] is action
    assert env.single.table.tobytes() == before


@pytest.mark.parametrize("kind", [int, float, np.int16, np.float32, np.array])
def test_a_whole_number_is_an_action_in_any_type(kind):
    env = gymnasium_env("soluna")
    seen, _ = env.reset(seed=1)

    *_, info = env.step(kind(np.flatnonzero(seen["action_mask"])[0]))

    assert info == {}


def one_of(mask):
    """Some legal action that depends on all that is legal."""
    legal = np.flatnonzero(mask)
    return int(legal[int(legal.sum()) % len(legal)])


def rest_of_zoo(env):
    course = []
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        course.append((agent, seen["observation"].tolist(), reward, env.state().tobytes()))
        env.step(None if over else one_of(seen["action_mask"]))
    env.reset()
    return [*course, env.state().tobytes()]


def rest_of_gym(env):
    seen, over, course = env._seen(), False, []
    while not over:
        seen, reward, over, _, _ = env.step(one_of(seen["action_mask"]))
        course.append((seen["observation"].tolist(), reward))
    return [*course, env.reset()[0]["observation"].tolist()]


def pickled(env):
    return pickle.loads(pickle.dumps(env))


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize("game", ["soluna", "solenia", "guild-solo"])
def test_a_copy_in_the_middle_of_a_game_plays_on_alike_and_alone(game, copied):
    """PettingZoo's: the next game of the seed as well."""
    env = pettingzoo_env(game)
    env.reset(seed=3)
    for _ in range(6):
        env.step(one_of(env.last()[0]["action_mask"]))
    table = env.state().tobytes()

    course = rest_of_zoo(copied(env))

    assert env.state().tobytes() == table
    assert rest_of_zoo(env) == course


@pytest.mark.parametrize("copied", [copy.deepcopy, pickled])
@pytest.mark.parametrize(("game", "opponent"), [("solenia", "random"), ("soluna", "novice")])
def test_a_copy_takes_its_opponent_along(game, opponent, copied):
    """Gymnasium's: with the dice of the opponent, which are not those of the first any more."""
    env = gymnasium_env(game, seat=1, opponent=opponent)
    seen, _ = env.reset(seed=3)
    for _ in range(4):
        seen, *_ = env.step(one_of(seen["action_mask"]))

    course = rest_of_gym(copied(env))

    assert rest_of_gym(env) == course


def test_an_opponent_that_is_a_function_is_the_same_in_a_copy():
    env = gymnasium_env("soluna", opponent=first_legal)
    env.reset(seed=3)

    assert rest_of_gym(copy.deepcopy(env)) == rest_of_gym(env)


def test_an_environment_is_copied_before_its_first_game():
    for env in (gymnasium_env("soluna"), pettingzoo_env("soluna")):
        for copied in (copy.deepcopy, pickled):
            copied(env).reset(seed=1)


def test_a_game_that_has_no_name_here_is_copied_and_not_pickled():
    mine = replace(load("soluna"))
    env = pettingzoo_env(mine)

    assert copy.deepcopy(env).unwrapped.game is mine
    with pytest.raises(pickle.PicklingError, match="'soluna' does not name this one here"):
        pickle.dumps(env)


def test_a_pickle_of_other_rules_is_refused(monkeypatch):
    made = pickle.dumps(gymnasium_env("soluna"))
    newer = replace(load("soluna"), version=99)
    monkeypatch.setattr("sunroom.rules.catalogue.brought", {"soluna": newer})

    with pytest.raises(ValueError, match="soluna with other rules or pieces"):
        pickle.loads(made)


@pytest.mark.parametrize("seed", [-1, 1 << 63])
def test_a_seed_that_is_refused_is_forgotten(seed):
    env, same = pettingzoo_env("soluna"), pettingzoo_env("soluna")
    for one in (env, same):
        one.reset(seed=3)
    with pytest.raises(ValueError, match="seed is"):
        env.reset(seed=seed)
    for one in (env, same):
        one.reset()

    assert env.state().tobytes() == same.state().tobytes()


def test_gymnasium_prints_for_people_by_itself(capsys):
    env = gymnasium_env("soluna", render_mode="human")
    seen, _ = env.reset(seed=1)
    assert "Player 1" in capsys.readouterr().out
    env.step(one_of(seen["action_mask"]))
    assert "Player 1" in capsys.readouterr().out


def test_pettingzoo_prints_for_people_by_itself(capsys):
    env = pettingzoo_env("soluna", render_mode="human")
    env.reset(seed=1)
    assert "Player 1" in capsys.readouterr().out
    env.step(one_of(env.observe(env.agent_selection)["action_mask"]))
    assert "Player 1" in capsys.readouterr().out


def test_gymnasium_says_what_is_missing():
    env = gymnasium_env("soluna", render_mode="ansi")
    for early in (env.render, lambda: env.step(0)):
        with pytest.raises(ResetNeeded, match="call reset before"):
            early()
    with pytest.raises(TypeError, match="opponent is 3; it is a level"):
        gymnasium_env("soluna", opponent=3)


@pytest.mark.parametrize("game", ["soluna", "solenia", "solaris", "guild-solo"])
def test_all_pictures_have_one_size_that_a_film_can_have(game):
    env = gymnasium_env(game, render_mode="rgb_array", seats=max(load(game).seats))
    env.reset(seed=1)
    sizes = {env.render().shape}
    for step in range(60):
        if env.single.over:
            break
        env.step(one_of(env._seen()["action_mask"]))
        if step % 12 == 0:
            sizes.add(env.render().shape)

    assert sizes == {(1008, 1008, 3)}


def test_a_picture_grows_before_it_cuts_anything_off():
    full, more = pixels("\n".join(["x"] * LINES)), pixels("\n".join(["x"] * (LINES + 1)))

    assert full.shape == pixels("x").shape
    assert full.shape[0] < more.shape[0] < 2 * full.shape[0]
    assert more.shape[0] % 16 == 0
    assert more.shape[1] == full.shape[1]


@pytest.mark.parametrize(("game", "seats"), [("guild-solo", 1), ("soluna", 2)])
def test_rewards_are_fractions_for_one_seat_too(game, seats):
    env = gymnasium_env(game, seats=seats)
    env.reset(seed=1)
    assert {type(step[1]) for step in rest_of_gym(env)[:-1]} == {float}
    zoo = pettingzoo_env(game, seats=seats)
    zoo.reset(seed=1)
    assert {type(step[2]) for step in rest_of_zoo(zoo)[:-1]} == {float}


def test_a_game_may_be_given_as_itself():
    env, same = pettingzoo_env(load("soluna")), pettingzoo_env("soluna")
    for one in (env, same):
        one.reset(seed=1)

    assert env.state().tobytes() == same.state().tobytes()
