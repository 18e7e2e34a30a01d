"""Two blueprints with 500 big blinds, fcpa and ir169.64.8.8, soft against hard: hands a second.

Seconds of the processor of one core. The first hands, in which most of the meeting tree is grown,
do not count, nor the garbage that is collected after them.
"""

from __future__ import annotations

import gc
from time import process_time

from benchmarks.measure import Row, against_rate
from benchmarks.sampled_buckets import BETS, CARDS, GAME
from equipoise.matches.known import KnownTable, play_block
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.opened import OpenedStrategy
from equipoise.solvers.sampling.dealt import DealtRegret
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.spine.cards.readers import HandBuckets
from equipoise.spine.game import AbstractGame
from equipoise.strategies.numbers import quantised
from equipoise.translation.options import Translation

FLOOR = 50_000
ITERATIONS, WARM, HANDS = 100_000, 20_000, 100_000
_SEATING = (0, 1)


def source() -> OpenedStrategy:
    problem = AbstractGame(GAME, BETS, CARDS)
    layout, states = problem.layout(), problem.bucket_states
    solver = DealtRegret(layout, states.deals, SAMPLINGS["mccfr-external"], workers=1)
    while solver.iterations < ITERATIONS:
        solver.step()
    values, _ = quantised(layout, solver.average(), "uint16")
    return OpenedStrategy("benchmark", layout, values, HandBuckets(states))


def run() -> list[Row]:
    played = source()
    players = Blueprint(played, Translation("soft")), Blueprint(played, Translation("hard"))
    table = KnownTable(played.rules, players)
    play_block(table, 0, 0, _SEATING, 0, WARM)
    gc.collect()  # else a full collection falls into the measured time or not, by chance
    started = process_time()
    for first in range(WARM, WARM + HANDS, WARM):
        play_block(table, 0, 0, _SEATING, first, WARM)
    rate = HANDS / (process_time() - started)
    name = f"two blueprints, soft against hard, {GAME} {BETS} {CARDS}"
    return [against_rate(name, rate, "floor", FLOOR, 1.0)]
