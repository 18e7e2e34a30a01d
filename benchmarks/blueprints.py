"""Two blueprints with 500 big blinds, fcpa and ir169.64.8.8, soft against hard: hands a second.

Seconds of the processor of one core. The first hands, in which most of the meeting tree is grown,
do not count.
"""

from __future__ import annotations

from time import process_time

from benchmarks.measure import Row, against_rate
from benchmarks.sampled_buckets import BETS, CARDS, GAME
from equipoise.abstraction.state_readers import HandBuckets
from equipoise.agents.blueprint import Blueprint
from equipoise.agents.source import Source
from equipoise.matches.known import KnownTable, play_block
from equipoise.solvers.dealt import DealtRegret
from equipoise.solvers.problem import Problem
from equipoise.solvers.sampling import SAMPLINGS
from equipoise.strategy.numbers import quantised
from equipoise.translation.options import Translation

FLOOR = 50_000
ITERATIONS, WARM, HANDS = 100_000, 20_000, 100_000
_SEATING = (0, 1)


def run() -> list[Row]:
    problem = Problem(GAME, BETS, CARDS)
    layout, states = problem.layout(), problem.bucket_states
    solver = DealtRegret(layout, states.deals, SAMPLINGS["mccfr-external"], workers=1)
    while solver.iterations < ITERATIONS:
        solver.step()
    values, _ = quantised(layout, solver.average(), "uint16")
    source = Source("benchmark", layout, values, HandBuckets(states))
    players = Blueprint(source, Translation("soft")), Blueprint(source, Translation("hard"))
    table = KnownTable(problem.rules, players)
    play_block(table, 0, 0, _SEATING, 0, WARM)
    started = process_time()
    for first in range(WARM, WARM + HANDS, WARM):
        play_block(table, 0, 0, _SEATING, first, WARM)
    rate = HANDS / (process_time() - started)
    name = f"two blueprints, soft against hard, {GAME} {BETS} {CARDS}"
    return [against_rate(name, rate, "floor", FLOOR, 1.0)]
