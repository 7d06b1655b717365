"""Monte Carlo tree search over the contract: knows no game, peeks at nothing.

Each simulation redeals what the seat cannot know, walks down the tree, adds one node, plays on at
random for a while and carries the result back up (information-set MCTS; Cowling, Powley, Whitehouse
2012). Every seat is assumed to play for itself: a node counts the rewards of its own seat, which is
UCT for two seats (Kocsis, Szepesvári 2006) and max^n for more (Sturtevant 2008).

The tree is stored in flat arrays that are made once; a simulation allocates nothing. The loops are
compiled like rules and also run interpreted, so this file is written like a rule.
"""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from sunroom.engine.answers import apply, draw, evaluate, lean, redeal, scores, to_act
from sunroom.engine.rollout import evenly, playout, weighted
from sunroom.rules.contract import CHANCE, OVER
from sunroom.rules.philox import word, words
from sunroom.rules.record import Cells

# Columns of the arrays.
NODE = 5
EDGES, VISITS, KNOWN, LEGAL, TOTAL = range(NODE)  # first edge; how many edges, legal actions, …
EDGE = 6
ACTION, CHILD, NEXT, TRIED, OFFERED, WEIGHT = range(EDGE)
NONE = -1
# Places in the settings.
SETTINGS = 9
SEAT, SEATS, SEED, BRANCH, LIMIT, LEAD, WIDTH, GUIDED, ROOT = range(SETTINGS)
TASTES = 3
EXPLORE, FOR_WIN, BIAS = range(TASTES)  # weights that are no whole numbers
# Places in the counters.
COUNTERS = 3
NODES, EDGES_USED, SIMULATIONS = range(COUNTERS)
ALONE = 8  # leads that make a perfect score where there is nobody to beat


def simulate(
    tables: Any, settings: Cells, counters: Cells, node: Any, edge: Any, value: Any,
    slot: Cells, path: Any, out: Cells, weight: Cells, reward: Any, taste: Any, points: Any,
    number: int,
) -> None:  # fmt: skip
    """Run *number* simulations from the root, the table in tables[0]."""
    for _ in range(number):
        if counters[NODES] + 2 >= len(node) or counters[EDGES_USED] + 2 >= len(edge):
            return  # the tree is full
        simulation = counters[SIMULATIONS]
        counters[SIMULATIONS] += 1
        tables[1] = tables[0]
        table = tables[1]
        redeal(table, settings[SEAT], word(settings[SEED], simulation, 0))
        depth, step = descend(table, simulation, settings, counters, node, edge, value, slot, path,
                              out, weight, taste)  # fmt: skip
        finish(table, simulation, step, settings, out, weight)
        judge(table, settings, out, reward, taste)
        if depth > 0:
            first = edge[path[0, 0], ACTION]
            seats = settings[SEATS]
            points[first, 0] += 1.0
            for seat in range(seats):
                points[first, 1 + seat] += out[seat]
                points[first, 1 + seats + seat] += reward[seat]
        for n in range(depth):
            edge[path[n, 0], TRIED] += 1
            if path[n, 1] >= 0:
                value[path[n, 0]] += reward[path[n, 1]]


def descend(
    table: Any, simulation: int, settings: Cells, counters: Cells, node: Any, edge: Any,
    value: Any, slot: Cells, path: Any, out: Cells, weight: Cells, taste: Any,
) -> tuple[int, int]:  # fmt: skip
    """Walk down the tree to a new edge; returns the number of edges, and of random words used."""
    at = settings[ROOT]
    depth, step = 0, 1
    actor = to_act(table)
    while actor != OVER and depth < len(path):
        random = word(settings[SEED], simulation, step)
        step += 1
        if actor == CHANCE:
            action = draw(table, random, out, weight)
            if settings[BRANCH] == 1:
                found = find(at, action, node, edge)
                if found == NONE:
                    found = grow(at, action, counters, node, edge, value)
                path[depth, 0] = found
                path[depth, 1] = NONE
                depth += 1
                at = edge[found, CHILD]
            apply(table, action)
        else:
            before = counters[EDGES_USED]
            found = choose(table, at, random, settings, counters, node, edge, value, slot, out,
                           weight, taste)  # fmt: skip
            path[depth, 0] = found
            path[depth, 1] = actor
            depth += 1
            at = edge[found, CHILD]
            apply(table, edge[found, ACTION])
            if counters[EDGES_USED] > before:
                return depth, step
        if counters[NODES] + 2 >= len(node) or counters[EDGES_USED] + 2 >= len(edge):
            return depth, step
        actor = to_act(table)
    return depth, step


def find(at: int, action: int, node: Any, edge: Any) -> int:
    """The edge of a node for an action, or NONE."""
    found: int = node[at, EDGES]
    while found != NONE and edge[found, ACTION] != action:
        found = edge[found, NEXT]
    return found


def grow(at: int, action: int, counters: Cells, node: Any, edge: Any, value: Any) -> int:
    """Add an edge with a new node at its end; returns the edge."""
    new = counters[EDGES_USED]
    counters[EDGES_USED] += 1
    child = counters[NODES]
    counters[NODES] += 1
    edge[new, ACTION] = action
    edge[new, CHILD] = child
    edge[new, NEXT] = node[at, EDGES]
    edge[new, TRIED] = 0
    edge[new, OFFERED] = 0
    value[new] = 0.0
    node[at, EDGES] = new
    node[at, KNOWN] += 1
    plant(child, node)
    return new


def plant(at: int, node: Any) -> None:
    """Clear a node."""
    node[at, EDGES] = NONE
    node[at, VISITS] = 0
    node[at, KNOWN] = 0
    node[at, LEGAL] = 0


def choose(
    table: Any, at: int, random: int, settings: Cells, counters: Cells, node: Any, edge: Any,
    value: Any, slot: Cells, out: Cells, weight: Cells, taste: Any,
) -> int:  # fmt: skip
    """The edge that a seat takes: a new one while the node may widen, else the most promising."""
    node[at, VISITS] += 1
    if settings[BRANCH] == 1 and node[at, LEGAL] > 0 and not may_widen(at, settings, node):
        return favourite(at, node, edge, value, taste)
    known = node[at, EDGES]
    while known != NONE:
        slot[edge[known, ACTION]] = known + 1
        known = edge[known, NEXT]
    n = lean(table, out, weight) if settings[GUIDED] == 1 else evenly(table, out, weight)
    total = 0
    for i in range(n):
        total += weight[i]
    node[at, LEGAL] = n
    node[at, TOTAL] = total
    best, fresh = favourite_of_legal(at, n, node, edge, value, slot, out, weight, taste)
    known = node[at, EDGES]
    while known != NONE:
        slot[edge[known, ACTION]] = 0
        known = edge[known, NEXT]
    if fresh > 0 and (best == NONE or may_widen(at, settings, node)):
        action = weighted(random, out, weight, fresh)
        best = grow(at, action, counters, node, edge, value)
        edge[best, OFFERED] = 1
        for i in range(fresh):
            if out[i] == action:
                edge[best, WEIGHT] = weight[i]
    return best


def may_widen(at: int, settings: Cells, node: Any) -> bool:
    """Whether a node may get one more edge: some at once, and more the more often it is visited."""
    known = node[at, KNOWN]
    wide = known < settings[WIDTH] or known * known < node[at, VISITS]
    return wide and (settings[BRANCH] == 0 or known < node[at, LEGAL])


def favourite(at: int, node: Any, edge: Any, value: Any, taste: Any) -> int:
    """The most promising edge if nothing is hidden: all are legal, so no legal action is listed.

    UCB, with a bias towards what the game leans to, which fades the more often an edge is tried.
    """
    visits = node[at, VISITS]
    trust = taste[BIAS] * sqrt(visits) / node[at, TOTAL]
    spread = taste[EXPLORE] * sqrt(log(visits + 1.0))
    best, most = NONE, -1.0
    known = node[at, EDGES]
    while known != NONE:
        tried = edge[known, TRIED] + 1e-9
        bound = value[known] / tried + trust * edge[known, WEIGHT] / (1.0 + tried)
        bound += spread / sqrt(tried)
        if bound > most:
            best, most = known, bound
        known = edge[known, NEXT]
    return best


def favourite_of_legal(
    at: int, n: int, node: Any, edge: Any, value: Any, slot: Cells, out: Cells, weight: Cells,
    taste: Any,
) -> tuple[int, int]:  # fmt: skip
    """The most promising edge among those that are legal in this world, each weighed by how often
    it was legal before. Actions without an edge are moved to the front; returns their number too.
    """
    trust = taste[BIAS] * sqrt(node[at, VISITS]) / node[at, TOTAL]
    best, most, fresh = NONE, -1.0, 0
    for i in range(n):
        found = slot[out[i]] - 1
        if found == NONE:
            out[fresh] = out[i]
            weight[fresh] = weight[i]
            fresh += 1
        else:
            edge[found, OFFERED] += 1
            tried = edge[found, TRIED] + 1e-9
            bound = value[found] / tried + trust * weight[i] / (1.0 + tried)
            bound += taste[EXPLORE] * sqrt(log(edge[found, OFFERED] + 1.0) / tried)
            if bound > most:
                best, most = found, bound
    return best, fresh


def finish(
    table: Any, simulation: int, step: int, settings: Cells, out: Cells, weight: Cells
) -> None:
    """Play on for at most LIMIT steps: as the game leans to, or at random."""
    last = step + settings[LIMIT]
    if settings[GUIDED] == 0:
        playout(table, settings[SEED], simulation, step, last, out, weight)
        return
    actor = to_act(table)
    four = words(settings[SEED], simulation, step - step % 4)
    while step < last and actor != OVER:
        if step % 4 == 0:
            four = words(settings[SEED], simulation, step)
        random = four[step % 4]
        if actor == CHANCE:
            action = draw(table, random, out, weight)
        else:
            action = weighted(random, out, weight, lean(table, out, weight))
        apply(table, action)
        actor = to_act(table)
        step += 1


def judge(table: Any, settings: Cells, out: Cells, reward: Any, taste: Any) -> None:
    """Write the reward of each seat: by its score, or by its expected score if the game goes on."""
    over = to_act(table) == OVER
    if over:
        scores(table, out)
    else:
        evaluate(table, out)
    share_out(out, settings[SEATS], over, settings[LEAD], taste[FOR_WIN], reward)


def share_out(out: Any, seats: int, over: bool, by: int, for_win: float, reward: Any) -> None:
    """Write rewards from 0 to 1: most for the win itself, a little for the lead.

    Before the end only the lead counts; in a game for one, only the score.
    """
    if seats == 1:
        reward[0] = min(max(out[0], 0) / (ALONE * by), 1.0)
        return
    top, winners = out[0], 0
    for seat in range(seats):
        top = max(top, out[seat])
    for seat in range(seats):
        if out[seat] == top:
            winners += 1
    for seat in range(seats):
        rival = -1_000_000
        for other in range(seats):
            if other != seat and out[other] > rival:
                rival = out[other]
        lead = float(out[seat] - rival) / by
        shape = 0.5 + 0.5 * lead / (1.0 + abs(lead))
        if not over:
            reward[seat] = shape
        elif out[seat] == top:
            reward[seat] = for_win / winners + (1.0 - for_win) * shape
        else:
            reward[seat] = (1.0 - for_win) * shape
