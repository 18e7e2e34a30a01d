"""The re-solving agent's decisions, 100 big blinds, fcpa and ir169.64.8.8: seconds of processor.

The budget is 0.3 s a river decision and 4 s a turn decision on two idle cores, so twice that in
seconds of the processor, threads included. Measured are the first decision of a street, with the
blueprint's alternative values, and the answer to an off-tree bet, which takes a solve more.
"""

from __future__ import annotations

from time import process_time

from benchmarks.measure import Row, against_limit
from equipoise.cards import parse_cards
from equipoise.games import PublicState
from equipoise.games.lines import read_line
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.resolving.plan import RIVER, TURN, ResolvePlan
from equipoise.policies.resolving.resolver import Resolver
from equipoise.solvers.sampling.dealt import DealtRegret
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.spine.cards.readers import HandBuckets
from equipoise.spine.game import AbstractGame
from equipoise.strategies.numbers import quantised

GAME, BETS, CARDS = "holdem-nolimit:100bb", "fcpa", "ir169.64.8.8"
ITERATIONS, REPEATS, CORES = 50_000, 3, 2
BUDGETS = {TURN: 4.0, RIVER: 0.3}
LINES = {
    TURN: ("r6c/cc/", "r6c/cc/r14", "Ks7d2c5h"),
    RIVER: ("r6c/cc/cc/", "r6c/cc/cc/r14", "Ks7d2c5hTs"),
}


def source() -> OpenedStrategy:
    problem = AbstractGame(GAME, BETS, CARDS)
    layout, states = problem.layout(), problem.bucket_states
    solver = DealtRegret(layout, states.deals, SAMPLINGS["mccfr-external"], workers=1)
    while solver.iterations < ITERATIONS:
        solver.step()
    values, _ = quantised(layout, solver.average(), "uint16")
    return OpenedStrategy("benchmark", layout, values, HandBuckets(states))


def run() -> list[Row]:
    blueprint = Blueprint(source())
    rules = blueprint.strategy.rules
    rows = []
    for street, (first, off_tree, board) in LINES.items():
        for what, line in (("first decision", first), ("off-tree bet", off_tree)):
            actions = [move.action for moves in read_line(rules, line).history for move in moves]
            public = PublicState.at(rules, actions, parse_cards(board))
            times = []
            for _ in range(REPEATS + 1):  # the first may compile
                policy = Resolver(blueprint, ResolvePlan(street))
                started = process_time()
                policy.range_chances(public)
                times.append(process_time() - started)
            name = (
                f"re-solving, {rules.round_name(street)}, {what}, processor time of {CORES} cores"
            )
            rows.append(against_limit(name, min(times[1:]), CORES * BUDGETS[street]))
    return rows
