"""Many tables at once are as many single tables, whichever way they are run."""

import subprocess
import sys

import numpy as np
import pytest

from sunroom import load
from sunroom.engine import runner
from sunroom.engine.binding import Binding
from sunroom.engine.runner import answers_of, runner_for
from sunroom.research import batch, loops
from sunroom.research.single import Single
from sunroom.research.tables import ENTRIES, SEEN, Batch

GAMES = {"soluna": 2, "solenia": 3, "solaris": 3, "guild-solo": 1}
SIZE = 5


class Mirror:
    """The single tables that a batch must be equal to."""

    def __init__(self, game, seats, seed):
        self.game, self.seed = load(game), seed
        self.settings = self.game.settings(seats=seats)
        self.numbers = list(range(SIZE))
        self.tables = [Single(self.game, self.settings, seed, n) for n in self.numbers]

    def play(self, at, action):
        """Answers what the batch should say of this place."""
        self.tables[at].play(int(action))
        ended, rewards = self.tables[at].over, self.tables[at].rewards()
        length = self.tables[at].step
        if ended:
            self.numbers[at] += SIZE
            self.tables[at] = Single(self.game, self.settings, self.seed, self.numbers[at])
        return ended, rewards, length


def check(tables, mirror):
    for at, single in enumerate(mirror.tables):
        assert tables.seat[at] == single.seat
        assert (tables.mask[at] == single.mask(single.seat)).all()
        assert (tables.observation[at] == single.observation(single.seat)).all()
        assert tables.tables[at].tobytes() == single.table.tobytes()


def follow(tables, mirror, games):
    """Play both on until a number of games has ended."""
    check(tables, mirror)
    while games > 0:
        actions = tables.sample()
        tables.step(actions)
        for at in range(SIZE):
            ended, rewards, length = mirror.play(at, actions[at])
            games -= ended
            assert tables.ended[at] == ended
            assert tables.reward[at].tolist() == rewards
            assert not ended or tables.length[at] == length
        check(tables, mirror)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("game", GAMES)
def test_a_batch_is_so_many_single_tables(game, jobs):
    """Step for step, also where one game ends and the next begins."""
    tables = batch(game, SIZE, seats=GAMES[game], seed=11, jobs=jobs)

    follow(tables, Mirror(game, GAMES[game], 11), games=2 if game == "solaris" else 8)


def test_the_rules_as_written_make_the_same_batch():
    tables = batch("solenia", SIZE, seed=3)
    plain = batch("solenia", SIZE, seed=3)
    written = runner_for(load("solenia"))
    plain._loops = {f.__name__: written.over_arrays(f, types) for f, types in ENTRIES.items()}
    plain.reset()
    for _ in range(150):
        actions = tables.sample()
        assert (actions == plain.sample()).all()
        tables.step(actions)
        plain.step(actions)

        for name in ("tables", "mask", "observation", "reward", "_counters"):
            assert getattr(tables, name).tobytes() == getattr(plain, name).tobytes(), name


def test_a_gpu_looks_at_a_table_in_another_way_and_sees_the_same():
    game = load("solenia")
    binding = Binding(answers_of(game), game.name)
    tables = batch("solenia", SIZE, seed=3)
    for _ in range(60):
        tables.step(tables.sample())
        for at in range(SIZE):
            table = game.table(tables.tables[at : at + 1].copy())
            mask, seen = [9] * game.actions, [0] * game.observation
            look = binding.rebind(loops.look_evenly)
            look(table, int(tables.seat[at]), mask, seen, [0] * game.actions)
            assert mask == tables.mask[at].tolist()
            assert seen == tables.observation[at].tolist()


def test_a_batch_needs_no_numba():
    code = (
        "import sys; from sunroom.research import batch; t = batch('soluna', 2); t.step(t.sample());"
        "print('numba' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True, text=True, check=True, env={"SUNROOM_INTERPRETED": "1", "PYTHONPATH": ":".join(sys.path)},
    )  # fmt: skip

    assert done.stdout.strip() == "False"


def test_cores_change_nothing():
    one, three = (batch("soluna", 50, seed=4, jobs=jobs) for jobs in (1, 3))
    for _ in range(40):
        assert (one.sample() == three.sample()).all()
        one.step(one.sample())
        three.step(three.sample())

    assert one.tables.tobytes() == three.tables.tobytes()


def test_a_seed_is_a_batch():
    one, same, other = (batch("solenia", 16, seed=seed) for seed in (4, 4, 5))

    assert one.tables.tobytes() == same.tables.tobytes()
    assert one.tables.tobytes() != other.tables.tobytes()
    other.reset(4)
    assert one.tables.tobytes() == other.tables.tobytes()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("action", [-1, 145, 146, 1 << 40])
def test_an_illegal_action_is_named_and_nothing_happens(jobs, action):
    tables = batch("soluna", 6, jobs=jobs)
    before = tables.tables.tobytes()
    actions = tables.sample()
    actions[4] = action
    tables.mask[4, 145] = 0

    with pytest.raises(ValueError, match=f"action {action} is not legal at table 4"):
        tables.step(actions)

    assert tables.tables.tobytes() == before


def test_what_cannot_be_a_batch_is_refused():
    for wrong, text in (
        ({"size": 0}, "size is 0"),
        ({"size": 1, "seed": -1}, "seed is -1"),
        ({"size": 1, "jobs": 0}, "jobs is 0"),
        ({"size": 1, "device": "tpu"}, "device is 'tpu'"),
    ):
        with pytest.raises(ValueError, match=text):
            batch("soluna", **wrong)
    with pytest.raises(ValueError, match="shape"):
        batch("soluna", 2).step([0, 1, 2])


@pytest.mark.parametrize("kind", [np.float64, np.float32, str, object, bool])
def test_only_whole_numbers_are_actions(kind):
    tables = batch("soluna", 4)
    before = tables.tables.tobytes()

    with pytest.raises(TypeError, match=r"actions are of the type .*, not whole numbers"):
        tables.step(tables.sample().astype(kind))

    assert tables.tables.tobytes() == before
    tables.step(tables.sample().astype(np.uint16))
    tables.step(tables.sample().tolist())


def test_sampling_twice_is_sampling_once_unless_another_seed_is_given():
    tables = batch("solenia", 64)

    assert (tables.sample() == tables.sample()).all()
    assert (tables.sample() != tables.sample(seed=1)).any()


def test_no_seed_samples_what_was_dealt():
    """Whether to open has nothing to do with the first disc that was thrown."""
    tables = batch("soluna", 4000, seed=1)
    thrown = tables.tables["face"][:, 0] > 0
    for seed in range(256):
        opening = tables.sample(seed=seed)
        assert abs(np.corrcoef(opening, thrown)[0, 1]) < 0.1, seed


def test_arrays_are_given_away_without_copying():
    tables = batch("solenia", 4)
    for name in ("mask", "observation", "reward", "seat", "length"):
        array = getattr(tables, name)
        assert np.shares_memory(np.from_dlpack(array), array), name
    assert tables.mask.dtype == np.uint8
    assert tables.observation.dtype == np.int16
    assert tables.reward.dtype == np.float64
    mask = np.from_dlpack(tables.mask)
    tables.step(tables.sample())
    assert (mask == tables.mask).all()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_seen_fits_its_type(game):
    limits = np.iinfo(SEEN)
    single = Single(load(game), load(game).settings(seats=GAMES[game]), 8)
    while not single.over:
        for seat in range(single.seats):
            seen = single.referee.observe(single.table, seat)
            assert limits.min <= min(seen)
            assert max(seen) <= limits.max
        single.play(single.actions[single.step % len(single.actions)])


def test_rewards_add_up_to_nothing():
    for game, seats in (("soluna", 2), ("solenia", 4)):
        tables = batch(game, 64, seats=seats, seed=1)
        for _ in range(300):
            tables.step(tables.sample())
            assert np.abs(tables.reward.sum(axis=1)).max() < 1e-9


@pytest.mark.skipif(not runner.available(), reason="needs numba")
def test_a_gpu_that_is_not_there_is_missed_in_a_sentence():
    from sunroom.engine import gpu

    if gpu.missing() is None:
        pytest.skip("a GPU is there")
    with pytest.raises(RuntimeError, match=r"CUDA|numba-cuda"):
        batch("soluna", 2, device="cuda")


def test_a_batch_says_what_it_is():
    tables = batch("solenia", 3, seats=4, options={"board": "winter"})

    assert isinstance(tables, Batch)
    assert tables.reward.shape == (3, 4)
    assert tables.mask.shape == (3, load("solenia").actions)
    assert tables.observation.shape == (3, load("solenia").observation)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("soluna", {}),
        ("solenia", {}),
        ("solenia", {"board": "winter"}),
        ("solenia", {"board": "improvements"}),
        ("solaris", {}),
    ],
)
def test_who_sees_the_same_may_do_the_same(name, options):
    """What is legal follows from what is observed: an agent is never left to guess."""
    tables = batch(name, 64, options=options, seed=2)
    legal = {}
    for _ in range(150):
        for seen, mask in zip(tables.observation, tables.mask, strict=True):
            assert legal.setdefault(seen.tobytes(), mask.tobytes()) == mask.tobytes()
        tables.step(tables.sample())
