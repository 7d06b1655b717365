"""Whose thought is next: by turns, and nobody waits for ever."""

import random
from itertools import count

from sunroom.players.turns import AWAY_AFTER, FEW, LATER, PLACES_FOR, Claim, Turns


def turns():
    now = [0.0]
    made = Turns(lambda: now[0])
    made.now = now
    return made


def add(made, *thoughts):
    """`a1` is a thought of Ann's, `a2` another; in capitals it is long."""
    for one in thoughts:
        made.add(one, Claim(one[0].lower(), long=one[0].isupper()))


def served(made, n=None):
    return [made.next() for _ in range(len(made) if n is None else n)]


def test_who_asks_for_much_does_not_make_others_wait():
    made = turns()
    add(made, *(f"a{n}" for n in range(50)), "b0", "b1", "c0")

    assert served(made, 6) == ["a0", "b0", "c0", "a1", "b1", "a2"]


def test_who_comes_late_is_served_in_the_present_round():
    made = turns()
    add(made, *(f"a{n}" for n in range(9)))
    served(made, 4)
    add(made, "b0")

    assert made.place("b0") == 1
    assert served(made, 2) == ["b0", "a4"]


def test_who_comes_back_at_once_waits_for_the_next_round():
    made = turns()
    add(made, "a0", "b0", "c0")
    assert made.next() == "a0"
    add(made, "a1")

    assert served(made) == ["b0", "c0", "a1"]


def test_people_of_one_address_share_its_turns():
    made = turns()
    for n in range(9):
        made.add(f"guest {n}", Claim(f"guest {n}", "1.2.3.4"))
    made.add("again", Claim("guest 0", "1.2.3.4"))
    made.add("other", Claim("other", "5.6.7.8"))

    assert served(made, 3) == ["guest 0", "other", "guest 1"]
    assert served(made)[-1] == "again"


def test_short_thoughts_come_before_long_ones_of_the_same_round():
    made = turns()
    add(made, "A0", "B0", "c0", "a1", "C1")

    assert served(made) == ["c0", "a1", "B0", "A0", "C1"]


def test_a_long_thought_does_not_wait_for_ever():
    made = turns()
    add(made, "A0", "b0", "b1", "b2")
    for n in count():
        made.now[0] += 1
        add(made, f"a{n}")
        if made.next() == "A0":
            break
    assert n <= 2 * LATER + 3


def test_what_nobody_is_there_for_comes_last_but_it_comes():
    made = turns()
    made.add("owed", Claim("z", away=True))
    made.add("owed as well", Claim("y", away=True))
    add(made, *(f"{who}0" for who in "abcdefghijklmnopqrst"))
    order = served(made)

    assert order.index("owed") == AWAY_AFTER
    assert order.index("owed as well") == 2 * AWAY_AFTER + 1


def test_who_is_away_and_came_from_nobody_knows_where_shares_one_turn_with_all_such():
    made = turns()
    for n in range(5):
        made.add(f"owed {n}", Claim(f"guest {n}", away=True))
    made.add("other", Claim("other", "5.6.7.8", away=True))

    assert served(made, 3) == ["owed 0", "other", "owed 1"]


def test_where_many_wait_their_places_are_not_counted_at_every_change():
    made, counted = turns(), []
    order, made._order = made._order, lambda: counted.append(1) or order()
    for n in range(2 * FEW):
        made.add(n, Claim(f"p{n}"))
        assert made.place(n) == n + 1
    assert len(counted) == FEW
    made.remove(0)
    assert made.place(0) == 0
    assert made.place(2 * FEW - 1) == 2 * FEW - 1, "a newcomer's is how many they are"
    made.now[0] += PLACES_FOR
    assert made.place(2 * FEW - 1) == 2 * FEW - 1
    assert len(counted) == FEW + 1


def test_who_is_there_alone_waits_for_nobody():
    made = turns()
    made.add("owed", Claim("z", away=True))

    assert made.place("owed") == 1
    assert served(made) == ["owed"]


def test_who_comes_back_gets_a_better_place():
    made = turns()
    made.add("owed", Claim("z", away=True))
    add(made, "a0", "b0")
    assert made.place("owed") == 3
    made.move("owed", Claim("z"))

    assert made.place("owed") == 1


def test_who_leaves_the_queue_makes_room():
    made = turns()
    add(made, "a0", "a1", "a2")

    assert made.remove("a1")
    assert not made.remove("a1")
    assert [made.place(one) for one in ("a0", "a1", "a2")] == [1, 0, 2]


def test_a_place_is_the_one_at_which_it_is_served():
    rng = random.Random(5)
    made = turns()
    names = count()
    for _ in range(300):
        made.now[0] += rng.random()
        for _ in range(rng.randrange(3)):
            who = rng.randrange(6)
            made.add(next(names), Claim(f"p{who}", f"a{who % 3}", rng.random() < 0.5, rng.random() < 0.3))  # fmt: skip
        if len(made):
            order = dict(made.places)
            assert sorted(order.values()) == list(range(1, len(made) + 1))
            assert order[made.next()] == 1
    later = dict(made.places)
    assert served(made) == list(later)


def test_who_is_gone_is_forgotten():
    made = turns()
    for n in range(500):
        made.add(n, Claim(f"p{n}", f"a{n}"))
        made.next()

    assert len(made.here.people) < 600
    for _ in range(3):
        made.add("x", Claim("x"))
        made.next()
    assert len(made.here.people) <= 2
    assert len(made.here.addresses.next) <= 1
