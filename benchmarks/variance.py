"""Estimators with less noise: what AIVAT and DIVAT cost a hand.

Seconds of the processor of one core, the best of several runs. AIVAT uses the values of the
abstract strategy, fcpa and ir169.64.8.8; the first hands, in which tables are loaded, do not count.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import thread_time

import numpy as np

from benchmarks.measure import Row, against_limit, against_rate
from benchmarks.sampled_buckets import BETS, CARDS, GAME
from equipoise.evaluation.variance.divat import always_call, bet_for_value
from equipoise.evaluation.variance.hands import Lines, PlayedHands
from equipoise.evaluation.variance.known import KnownPlayers, aivat_scores
from equipoise.evaluation.variance.matches import open_match
from equipoise.matches.betting_cache import PARTS
from equipoise.matches.known import KnownTable, play_block
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.matches.seating import players_by_position
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import Policy
from equipoise.solvers.sampling.dealt import DealtRegret
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.spine.cards.readers import HandBuckets
from equipoise.spine.game import AbstractGame
from equipoise.strategies.numbers import quantised

ITERATIONS, HANDS, AIVAT_HANDS, LIMIT_HANDS = 200_000, 40_000, 1_500, 2_000
AIVAT_SECONDS, DIVAT_RATE = 1e-3, 20_000
_SEATING = (0, 1)


def played() -> tuple[PlayedHands, Blueprint]:
    """Hands of a blueprint against itself."""
    problem = AbstractGame(GAME, BETS, CARDS)
    layout, states = problem.layout(), problem.bucket_states
    solver = DealtRegret(layout, states.deals, SAMPLINGS["mccfr-external"], workers=1)
    while solver.iterations < ITERATIONS:
        solver.step()
    values, _ = quantised(layout, solver.average(), "uint16")
    policy = Blueprint(OpenedStrategy("benchmark", layout, values, HandBuckets(states)))
    table = KnownTable(problem.rules, (policy, policy))
    ends, parts, rows = play_block(table, 0, 0, _SEATING, 0, HANDS)
    lines, line_of, seats = Lines(), [], []
    for hand, end in enumerate(ends.tolist()):
        order = players_by_position(_SEATING, hand)
        place = table.meeting(order).places[end]
        line_of.append(lines.add(problem.rules, [m.action for r in place.history for m in r]))
        seats.append(order)
    players = np.array(seats)
    hands = PlayedHands(
        problem.rules, ("one", "other"), rows, tuple(lines.found), np.array(line_of), players,
        np.take_along_axis(parts / PARTS, players, axis=1), np.arange(HANDS),
        np.zeros(HANDS, dtype=np.int64),
    )  # fmt: skip
    return hands, policy


def limit_hands() -> PlayedHands:
    """Hands of limit hold'em between two Lokis."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "match"
        play_match(MatchPlan("holdem-limit:2p", ("loki-bpm", "loki-bpt"), LIMIT_HANDS), 1, path)
        return open_match(path).hands


def _best(call: Callable[[], object], repeats: int = 3) -> float:
    """The shortest processor time of several calls in this thread."""
    times = []
    for _ in range(repeats):
        started = thread_time()
        call()
        times.append(thread_time() - started)
    return min(times)


def run() -> list[Row]:
    hands, policy = played()
    always_call(hands, workers=1)
    rate = len(hands) / _best(lambda: always_call(hands, workers=1))
    rows = [against_rate("DIVAT, always-call, no-limit", rate, "floor", DIVAT_RATE, 1.0)]
    limit = limit_hands()
    bet_for_value(limit, workers=1)
    rate = len(limit) / _best(lambda: bet_for_value(limit, workers=1))
    rows.append(against_rate("DIVAT, bet-for-value, limit", rate, "floor", DIVAT_RATE, 1.0))
    some = hands.chosen(np.arange(AIVAT_HANDS))
    for name, players in (("one known", (0,)), ("both known", (0, 1))):
        policies: dict[int, Policy] = dict.fromkeys(players, policy)
        known = KnownPlayers(policies)
        alone = _best(partial(aivat_scores, some.chosen(np.arange(1)), known))
        seconds = _best(partial(aivat_scores, some, known))
        per_hand = (seconds - alone) / (AIVAT_HANDS - 1)  # the value function is built in both
        title = f"AIVAT, abstract values, {name}, a hand"
        rows.append(against_limit(title, per_hand, AIVAT_SECONDS))
    return rows
