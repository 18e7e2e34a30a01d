"""Loki's opponent model: one re-weighting, one decision, one tournament of ten who model."""

from __future__ import annotations

from itertools import count, cycle
from random import Random
from time import perf_counter

import numpy as np

from benchmarks.measure import Row, against_limit, best_seconds
from equipoise.agents.loki import boards
from equipoise.agents.loki.reweighting import FLAT, postflop_line
from equipoise.agents.loki.weights import WeightArrays
from equipoise.agents.registry import find_agent
from equipoise.games import find_game
from equipoise.games.action import Action
from equipoise.games.observation import Observation
from equipoise.games.state import State
from equipoise.kernels.warmup import compile_all
from equipoise.matches.plan import MatchPlan
from equipoise.matches.session import Dealer

GAME = "holdem-limit:10p"
AGENTS = ("loki-gom",) * 5 + ("loki-som",) * 5
DEALS, SPOTS, ROUNDS = 30, 50, 10
TRIALS, CORES, MINUTES = 100_000, 2, 60


def _crowded_flop(seed: int) -> list[Observation]:
    """What the last of ten sees when all called before the flop, and eight called a bet on it."""
    rules = find_game(GAME)
    cards = rules.whole_hand.split(np.random.default_rng(seed).permutation(52).tolist())
    state = State.start(rules).deal_from(cards)
    views = []
    while state.round == 0 or state.legal().position != 9:
        legal = state.legal()
        if legal.position == 9:
            views.append(state.observe(9))
        bets = state.round == 1 and legal.position == 0
        move = Action.raise_to(legal.min_raise or 0) if bets else Action.call()
        state = state.apply(move).deal_from(cards)
    return [*views, state.observe(9)]


def _decision_seconds(fresh: bool) -> float:
    """A decision on the flop that re-weights nine opponents for both rounds.

    The median of many spots, and the best of several passes over them. With ``fresh`` nobody at
    the table has looked at the board yet. The decision before the flop, which asks no weights, is
    made too but not counted.
    """
    player, rng = find_agent("loki-gom").make(), Random(0)
    spots = [_crowded_flop(seed) for seed in range(SPOTS)]
    medians = []
    for _ in range(ROUNDS):
        times = []
        for before, now in spots:
            player.act(before, rng)
            boards.hands_in_order.cache_clear()
            boards.crude_potentials.cache_clear()
            if not fresh:
                boards.crude_potentials(now.board)
            started = perf_counter()
            player.act(now, rng)
            times.append(perf_counter() - started)
        medians.append(float(np.median(times)))
    return min(medians)


def _tournament_seconds() -> float:
    """Seconds of a hand of ten in this process, every deal in the ten seatings of Table 8.1."""
    seeds = count()

    def play() -> None:
        plan = MatchPlan(GAME, AGENTS, DEALS, next(seeds), duplicate=True).checked()
        dealer = Dealer(plan)
        for session in plan.sessions():
            dealer.play(session)

    return best_seconds(play, 3) / DEALS / 10


def run() -> list[Row]:
    """Limits of our own; there is no peer to measure against."""
    compile_all()
    flops = [tuple(range(start, start + 33, 11)) for start in range(20)]
    arrays = WeightArrays(10)
    arrays.deal(flops[0])
    line, turn = postflop_line(0.5), cycle(flops)

    def look() -> None:
        boards.hands_in_order.cache_clear()
        boards.crude_potentials.cache_clear()
        boards.crude_potentials(next(turn))

    reweighting = best_seconds(lambda: arrays.reweight_postflop(1, 0.2, line, FLAT), 50)
    return [
        against_limit("Loki: one re-weighting on a flop, ten players", reweighting, 50e-6),
        against_limit(
            "Loki: ranks and PPOTC of all hands on a flop", best_seconds(look, 20), 0.5e-3
        ),
        against_limit(
            "Loki: decision, nine re-weighted, known flop", _decision_seconds(False), 0.5e-3
        ),
        against_limit(
            "Loki: decision, nine re-weighted, new flop", _decision_seconds(True), 0.9e-3
        ),
        against_limit(
            f"Loki: {TRIALS:,} hands of ten who model on {CORES} cores, from {DEALS * 10}",
            _tournament_seconds() * TRIALS / CORES,
            15 * MINUTES,
        ),
    ]
