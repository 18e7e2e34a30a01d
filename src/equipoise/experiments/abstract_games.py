"""What the experiments on abstractions share: solve an abstract game, then play it for real."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from equipoise.abstraction.card_model import Buckets
    from equipoise.kernels.types import Float64s
    from equipoise.solvers.problem import Problem
    from equipoise.trees.layout import Layout

METHOD = "cfr+"
_MOST_ITERATIONS = 200_000


@dataclass(frozen=True)
class Solved:
    """A strategy of an abstract game, and its exploitability there."""

    layout: Layout
    buckets: Buckets
    strategy: Float64s
    exploitability: float

    def play(self, full: Layout, real: Float64s, seats: tuple[int, ...] = (0, 1)) -> None:
        """Write what it does in the full game for some seats: hard, abstract style, all fixes."""
        from equipoise.translation.expand import Expansion
        from equipoise.translation.options import Translation

        expansion = Expansion(self.layout, full, self.buckets, Translation())
        for seat in seats:
            expansion.seat(seat, self.strategy, real)


def solve_abstract(problem: Problem, target: float, seed: int) -> Solved:
    """An abstract game solved to an exploitability."""
    from equipoise.solvers.methods import make_solver
    from equipoise.solvers.run import Stop, run

    passes = problem.passes()
    solver = make_solver(METHOD, passes, seed)
    trace = run(solver, passes, Stop(target=target, iterations=_MOST_ITERATIONS)).trace
    buckets = problem.cards_and_buckets[1]
    strategy = solver.average().astype(np.float64, copy=False)
    return Solved(passes.layout, buckets, strategy, trace[-1].exploitability)
