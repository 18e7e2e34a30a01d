"""Nesterov's excessive gap technique (2005) for sequential games (Hoda et al. 2010).

Player 1 maximises ``x'Ay`` and player 2 minimises it. With prox functions d1, d2 >= 0 of maximum
D1, D2, the smoothed best-response values are ::

    F2(x) = min_y  x'Ay + m2 d2(y)          F1(y) = max_x  x'Ay - m1 d1(x)

and the *excessive gap condition* ``F2(x) >= F1(y)`` then implies, for the true best responses,
``max_x x'Ay - min_y x'Ay <= m1 D1 + m2 D2``: a bound on NashConv. Steps preserve the condition
while m1 and m2 shrink. To shrink m1 by a fraction t, with X(y) and Y(x) the smoothed responses ::

    x^ = (1-t) x + t X(y)      y+ = (1-t) y + t Y(x^)
    m1+ = (1-t) m1             x+ = (1-t) x + t X+(y+),   X+ with m1+

The last line is the prox mapping of the general scheme: for an entropy the gradient at ``X(y)`` is
``Ay/m1``, and the mapping becomes the smoothed response to y+ with m1+. For m2 the players are
swapped.

Theory guarantees the condition only for t**2/(1-t) <= m1 m2 / |A|**2, which is far too
conservative. As in Hoda et al., larger steps are tried and checked: t starts large, a step that
violates the condition is discarded and t reduced, and the player with the larger m D is shrunk. The
check is free, because the next step needs the same smoothed responses.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.types import Floats
from equipoise.solvers.egt.prox import DilatedEntropy
from equipoise.solvers.solver import Arrays
from equipoise.spine.average import average_strategy
from equipoise.spine.passes import Passes

_BOLDEST, _RETREAT = 0.5, 0.7
_SMALLEST = 1e-9  # smaller steps are lost in double precision
_MOST_SEARCH = 60


class ExcessiveGap:
    """The excessive gap technique on a betting tree and a card model.

    ``plans`` are the realisation plans x and y, laid out like a strategy; ``answers`` the smoothed
    best responses to them; ``smoothing`` is (m1, m2), ``shares`` the last t of each player, and
    ``excess`` is F2(x) - F1(y), never negative.
    """

    def __init__(self, passes: Passes) -> None:
        self.passes = passes
        self.prox = (DilatedEntropy(passes, 0), DilatedEntropy(passes, 1))
        self.iterations = 0
        self.finished = False
        self.rejected = 0
        self.shares = np.full(2, _BOLDEST)
        # intermediate: one player's part of x^ or y^, and the other's response to it
        self._between, self._new_plans, self._new_answers, self.plans, self.answers = (
            self._empty() for _ in range(5)
        )
        self.smoothing = np.ones(2)
        self.excess = self._start()

    def _empty(self) -> Floats:
        return np.zeros(self.passes.layout.size, dtype=self.passes.dtype)

    def _start(self) -> float:
        """Find the smallest equal smoothing, by halving or doubling, that meets the condition."""
        stakes = max(float(np.abs(group.gains).max()) for group in self.passes.layout.groups)
        size = stakes / max(prox.largest for prox in self.prox) if self._has_choices() else 1.0
        excess = self._starting_point(size)
        for _ in range(_MOST_SEARCH):
            if excess >= 0.0:
                break
            size *= 2.0
            excess = self._starting_point(size)
        for _ in range(_MOST_SEARCH):
            if self._starting_point(size / 2.0) < 0.0:
                break
            size /= 2.0
        self.smoothing[:] = size
        return self._starting_point(size)

    def _has_choices(self) -> bool:
        return any(prox.largest > 0.0 for prox in self.prox)

    def _starting_point(self, size: float) -> float:
        """Player 2 responds to the centre of player 1's plans, then player 1; the excess."""
        first, second = self.prox
        self._between[:] = self.passes.layout.uniform()
        first.blend(1.0, self._between, self.plans, self._between)
        second.respond(size, self._between, self._between)
        second.blend(1.0, self._between, self.plans, self.plans)
        value = first.respond(size, self.plans, self.answers)
        first.blend(1.0, self.answers, self.plans, self.plans)
        # values are each player's own, so F1 = value and F2 = -(player 2's value)
        return -second.respond(size, self.plans, self.answers) - value

    def step(self, most: int | None = None) -> None:
        """Shrink the smoothing of the player whose part of the bound is larger.

        If no step size works for that player, the other's; if rounding prevents both, nothing
        changes.
        """
        self.iterations += 1
        parts = [m * prox.largest for m, prox in zip(self.smoothing, self.prox, strict=True)]
        player = 0 if parts[0] >= parts[1] else 1
        self.finished = not (self._shrink(player) or self._shrink(1 - player))

    def _shrink(self, player: int) -> bool:
        share = self.shares[player]
        while share > _SMALLEST:
            excess = self._attempt(player, share)
            if excess >= 0.0:
                self.plans, self._new_plans = self._new_plans, self.plans
                self.answers, self._new_answers = self._new_answers, self.answers
                self.smoothing[player] *= 1.0 - share
                self.shares[player] = share
                self.excess = excess
                return True
            self.rejected += 1
            share *= _RETREAT
        return False

    def _attempt(self, player: int, share: float) -> float:
        """Compute the point after shrinking, in the new arrays; returns its excess."""
        mine, theirs = self.prox[player], self.prox[1 - player]
        kept = self.smoothing[1 - player]
        shrunk = self.smoothing[player] * (1.0 - share)
        mine.blend(share, self.answers, self.plans, self._between)
        theirs.respond(kept, self._between, self._between)
        theirs.blend(share, self._between, self.plans, self._new_plans)
        value = mine.respond(shrunk, self._new_plans, self._new_answers)
        mine.blend(share, self._new_answers, self.plans, self._new_plans)
        return -theirs.respond(kept, self._new_plans, self._new_answers) - value

    def average(self) -> Floats:
        """The strategy of the plans x and y."""
        return average_strategy(self.passes.layout, self.plans)

    @property
    def nodes(self) -> int:
        """Three smoothed responses for every attempt, each of one player."""
        return (self.iterations + self.rejected) * self.passes.layout.nodes * 3 // 2

    def weights(self) -> Floats:
        """The plans, which are proportional to their strategy at every information set."""
        return self.plans

    def bounds(self) -> dict[str, float]:
        """The exploitability that the smoothing guarantees: (m1 D1 + m2 D2 - excess) / 2.

        The slack ``excess`` of the condition is subtracted from the bound.
        """
        total = sum(m * prox.largest for m, prox in zip(self.smoothing, self.prox, strict=True))
        return {"guaranteed exploitability": (float(total) - self.excess) / 2}

    def save(self) -> Arrays:
        """Plans, their smoothed responses and the smoothing."""
        return {
            "iterations": np.array(self.iterations),
            "rejected": np.array(self.rejected),
            "excess": np.array(self.excess),
            "smoothing": self.smoothing,
            "shares": self.shares,
            "plans": self.plans,
            "answers": self.answers,
        }

    def load(self, arrays: Arrays) -> None:
        """Restore the state from saved arrays."""
        self.iterations = int(arrays["iterations"])
        self.rejected = int(arrays["rejected"])
        self.excess = float(arrays["excess"])
        for name in ("smoothing", "shares", "plans", "answers"):
            getattr(self, name)[:] = arrays[name]
