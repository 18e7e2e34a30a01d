"""Common parts of the experiments on abstractions: solve an abstract game, play the real one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.spine.cards.matrix import Buckets
    from equipoise.spine.game import AbstractGame
    from equipoise.spine.layout import Layout

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
        """Write its strategy in the full game for some seats: hard, abstract style, all fixes."""
        from equipoise.translation.expand import Expansion
        from equipoise.translation.options import Translation

        expansion = Expansion(self.layout, full, self.buckets, Translation())
        for seat in seats:
            expansion.seat(seat, self.strategy, real)


def solve_abstract(problem: AbstractGame, target: float, seed: int) -> Solved:
    """Solve an abstract game to an exploitability."""
    from equipoise.solvers.run.loop import Stop
    from equipoise.solvers.run.solving import solve

    passes = problem.passes()
    stop = Stop(target=target, iterations=_MOST_ITERATIONS)
    solved = solve(passes, METHOD, stop, seed)
    buckets = problem.cards_and_buckets[1]
    strategy = solved.strategy.astype(np.float64, copy=False)
    return Solved(passes.layout, buckets, strategy, solved.run.trace[-1].exploitability)
