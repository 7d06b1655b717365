"""High Card: a game that somebody outside Sunroom could have written, with hidden hands."""

from pathlib import Path

from sunroom.rules.assembly import assemble
from sunroom.rules.contract import CHANCE, OVER, UnreadableAction
from sunroom.rules.philox import below, word
from sunroom.rules.record import Table, i8
from sunroom.rules.rulebook import rule
from sunroom.rules.words import SHARED_WORDS, Seat, Words, message

FOLDER = Path(__file__).parent
WORDS = Words(FOLDER / "words.toml", SHARED_WORDS)
RANKS = 6
ACTIONS = OUTCOMES = RANKS
OBSERVATION = RANKS + 1
COPIES = 2
HAND = 2  # HIC-1.1
NONE = -1


class HighCard(Table):
    seats = i8()
    dealt = i8()  # cards dealt so far
    turn = i8()  # how many have played
    deck = i8(RANKS)  # cards left, by rank
    hand = i8(3, RANKS)
    played = i8(3)  # face down until all have played; rank + 1, 0 for none
    veiled = i8()  # 1 where secrets have been taken out


def setup(s, options):
    s.seats = options[0]
    for rank in range(RANKS):
        s.deck[rank] = COPIES


def to_act(s):
    if s.dealt < HAND * s.seats:
        return CHANCE
    return OVER if s.turn == s.seats else s.turn


@rule("HIC-1.1")
def chances(s, out, weight):
    n = 0
    if to_act(s) == CHANCE:
        for rank in range(RANKS):
            if s.deck[rank] > 0:
                out[n] = rank
                weight[n] = s.deck[rank]
                n += 1
    return n


@rule("HIC-2.1")
def legal(s, out):
    n = 0
    seat = to_act(s)
    if seat >= 0:
        for rank in range(RANKS):
            if s.hand[seat, rank] > 0:
                out[n] = rank
                n += 1
    return n


def apply(s, action):
    if to_act(s) == CHANCE:
        s.deck[action] -= 1
        s.hand[s.dealt // HAND, action] += 1
        s.dealt += 1
    else:
        s.hand[s.turn, action] -= 1
        s.played[s.turn] = action + 1
        s.turn += 1


def scores(s, out):
    for seat in range(s.seats):
        out[seat] = s.played[seat]


def is_open(s):
    return to_act(s) == OVER


def veil(s, seat):
    """The deck, other hands and cards face down are secret until the end."""
    if is_open(s):
        return
    s.veiled = 1
    for rank in range(RANKS):
        s.deck[rank] = 0
    for other in range(s.seats):
        if other != seat:
            for rank in range(RANKS):
                s.hand[other, rank] = 0
            s.played[other] = 0


def redeal(s, seat, seed):
    """Deal the cards that this seat has not seen to the others at random."""
    if s.veiled == 0:
        return
    s.veiled = 0
    for rank in range(RANKS):
        s.deck[rank] = COPIES - s.hand[seat, rank]
    if s.played[seat] > 0:
        s.deck[s.played[seat] - 1] -= 1
    step = 0
    for other in range(s.seats):
        if other != seat:
            for _ in range(cards_of(s, other)):
                s.hand[other, take(s, word(seed, other, step))] += 1
                step += 1
            if other < s.turn:
                rank = take(s, word(seed, other, step))
                s.played[other] = rank + 1
                step += 1


def cards_of(s, seat):
    """How many cards a seat holds: that is public."""
    had = s.dealt - HAND * seat
    had = min(max(had, 0), HAND)
    return had - (1 if seat < s.turn else 0)


def take(s, random):
    """A card out of the deck."""
    left = 0
    for rank in range(RANKS):
        left += s.deck[rank]
    k = below(random, left)
    for rank in range(RANKS):
        k -= s.deck[rank]
        if k < 0:
            s.deck[rank] -= 1
            return rank
    return NONE


def observe(s, seat, out):
    for rank in range(RANKS):
        out[rank] = s.hand[seat, rank]
    out[RANKS] = s.turn


def show(s, action):
    return f"card {action + 1}"


def read(s, text):
    number = text.removeprefix("card ")
    if not number.isdecimal():
        raise UnreadableAction("unreadable", words=WORDS, text=text, legal="card 1 to card 6")
    return int(number) - 1


def view(s, seat):
    hand = [rank for rank in range(RANKS) for _ in range(s.hand[seat, rank])]
    return {"hand": hand, "turn": s.turn, "deck": RANKS * COPIES - s.dealt}


def render(view, say):
    return say("table", n=view["deck"])


def ask(s):
    return message("ask")


def refuse(s, action):
    return message("not_held")


def narrate(before, action, after):
    return [] if to_act(before) == CHANCE else [message("played", who=Seat(before.turn))]


GAME = assemble(
    __name__,
    prefix="HIC",
    version=1,
    table=HighCard,
    seats=(2, 3),
    longest=3 * HAND + 3,
    score_sum=(2, 3 * RANKS),
    secrets=("deck", "hand", "played", "veiled"),
    facts={"author": "–", "publisher": "–", "minutes": 1, "age": 3},
)
