"""Gadgets: the opponent's reach at the root of a subgame, iteration by iteration.

A subgame is solved by CFR. Our reach at its root is fixed by our actual strategy. The opponent's
reach is set by a gadget, the only difference between the methods:

- ``Unsafe``: the range of the blueprint (Ganzfried and Sandholm 2015). No guarantee.
- ``Resolve``: each hand enters, or takes an *alternative value* instead (Burch, Johanson and
  Bowling 2014, CFR-D).
- ``Maxmargin``: the opponent chooses the hand that gains most over its alternative value (Moravcik
  et al. 2016).
- ``Mixed`` and ``Combined`` add the opponent's range to one of these; ``BeforeChance`` is for hands
  that enter before a public card is dealt.

With a ``floor`` every hand enters with a small probability (trembling entry): otherwise nothing
makes us play well against a hand that stays out.

Values and alternative values are counterfactual, in the units of one engine: weighted by chance and
our reach (``Engine.root_values``). A state's value over its ``mass`` (``Engine.root_mass``) is in
chips, which can be passed from one game to another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.solvers.solver import Arrays


class Gadget(Protocol):
    """The opponent's entry; the subgame solver calls it before and after the opponent's turn."""

    @property
    def is_fixed(self) -> bool:
        """True if the reach never changes, so values need not be observed."""

    def reach(self) -> Float64s:
        """The opponent's reach in this iteration, by root state."""

    def observe(self, values: Float64s) -> None:
        """Observe the opponent's counterfactual values at the root against our current strategy."""

    def best(self, values: Float64s) -> float:
        """The opponent's best value in the gadget's game if entering has these values."""

    def outside(self, reach: Float64s) -> float:
        """The opponent's value outside the subgame at this reach; negative for a cost of entry."""

    def save(self) -> Arrays:
        """The state as arrays."""

    def load(self, arrays: Arrays) -> None:
        """Restore a saved state."""


@dataclass
class Unsafe:
    """The opponent enters with a fixed range."""

    range: Float64s

    is_fixed = True

    def reach(self) -> Float64s:
        """The range."""
        return self.range

    def observe(self, values: Float64s) -> None:
        """Does nothing."""

    def best(self, values: Float64s) -> float:
        """The value of the range."""
        return float(values @ self.range)

    def outside(self, reach: Float64s) -> float:
        """0: every state enters."""
        return 0.0

    def save(self) -> Arrays:
        """Empty: there is no state."""
        return {}

    def load(self, arrays: Arrays) -> None:
        """Does nothing: there is no state."""


@dataclass
class Resolve:
    """Each state takes its alternative value T or enters, by regret matching.

    With x the probability of entering and v its value, the regrets grow by v - m and T - m,
    m = x v + (1 - x) T. ``clamp`` keeps regrets at 0 or above (RM+). Every state enters at first.
    If entering is worth less than T nothing makes us improve further, so there are many solutions;
    with a ``floor`` a state enters with that probability and chooses otherwise. The cost is small:
    since v = T for the old strategy, the optimum has
    sum(max(v - T, 0)) <= floor / (1 - floor) * sum(max(T - v, 0)).
    """

    alternatives: Float64s
    clamp: bool = True
    floor: float = 0.0
    entering: Float64s = field(init=False)
    regrets: Float64s = field(init=False)

    is_fixed = False

    def __post_init__(self) -> None:
        _share(self.floor, "floor")
        count = len(self.alternatives)
        self.entering, self.regrets = np.ones(count), np.zeros((2, count))

    def reach(self) -> Float64s:
        """The probability of entering, by state."""
        return self.floor + (1 - self.floor) * self.entering

    def observe(self, values: Float64s) -> None:
        """Update the regrets of entering and of the alternative."""
        ahead = values - self.alternatives
        self.regrets[0] += (1 - self.entering) * ahead
        self.regrets[1] -= self.entering * ahead
        if self.clamp:
            np.maximum(self.regrets, 0.0, out=self.regrets)
        positive = np.maximum(self.regrets, 0.0)
        total = positive[0] + positive[1]
        some = total > 0.0
        self.entering = np.where(some, positive[0] / np.where(some, total, 1.0), self.entering)

    def best(self, values: Float64s) -> float:
        """The better of both, summed over states."""
        chosen = np.maximum(values, self.alternatives)
        return float(self.floor * values.sum() + (1 - self.floor) * chosen.sum())

    def outside(self, reach: Float64s) -> float:
        """The alternative values of states that stay out."""
        return float((1 - reach) @ self.alternatives)

    def save(self) -> Arrays:
        """The state as arrays."""
        return {"entering": self.entering, "gadget_regrets": self.regrets}

    def load(self, arrays: Arrays) -> None:
        """Restore a saved state."""
        self.entering = arrays["entering"].astype(np.float64)
        self.regrets = arrays["gadget_regrets"].astype(np.float64)


@dataclass
class Maxmargin:
    """The opponent chooses the state to enter with; we maximise the smallest margin.

    One choice over all states, by regret matching on the gains (v - T) / mass; the reach of a state
    is its probability x over its mass, so that its total weight is x. States without mass cannot
    occur and are never chosen. With a ``floor`` a random state enters with that probability. If
    several boards are solved at once, ``boards`` is the board of each state, with one choice per
    board.
    """

    alternatives: Float64s
    mass: Float64s
    clamp: bool = True
    floor: float = 0.0
    boards: Int64s | None = None
    chances: Float64s = field(init=False)
    regrets: Float64s = field(init=False)

    is_fixed = False

    def __post_init__(self) -> None:
        _share(self.floor, "floor")
        self.occurs = self.mass > 0.0
        if not self.occurs.any():
            raise InputError("no state of the opponent goes with our range", "mass")
        self.inverse = np.where(self.occurs, 1.0 / np.where(self.occurs, self.mass, 1.0), 0.0)
        number = np.zeros(len(self.mass), dtype=np.int64) if self.boards is None else self.boards
        self._of = np.equal.outer(np.unique(number), number).astype(np.float64)
        self.even = self._shared(self.occurs.astype(np.float64), np.zeros(len(self.mass)))
        self.chances = self.even
        self.regrets = np.zeros(len(self.mass))

    def _shared(self, weights: Float64s, otherwise: Float64s) -> Float64s:
        """Weights normalised on every board that has any weight."""
        totals = self._of.T @ (self._of @ weights)
        some = totals > 0.0
        return np.where(some, weights / np.where(some, totals, 1.0), otherwise)

    def reach(self) -> Float64s:
        """The probability of each state over its mass."""
        chances = self.floor * self.even + (1 - self.floor) * self.chances
        found: Float64s = chances * self.inverse
        return found

    def observe(self, values: Float64s) -> None:
        """Update the regrets of the states."""
        gains = (values - self.alternatives) * self.inverse
        means = self._of.T @ (self._of @ (self.chances * gains))
        self.regrets += np.where(self.occurs, gains - means, 0.0)
        if self.clamp:
            np.maximum(self.regrets, 0.0, out=self.regrets)
        self.chances = self._shared(np.maximum(self.regrets, 0.0), self.chances)

    def best(self, values: Float64s) -> float:
        """The gain of the best state, in chips: minus the smallest margin.

        Summed over boards.
        """
        gains = (values - self.alternatives) * self.inverse
        by_board = np.where((self._of > 0) & self.occurs, gains, -np.inf).max(axis=1)
        most = by_board[np.isfinite(by_board)].sum()
        return float(self.floor * (gains @ self.even) + (1 - self.floor) * most)

    def outside(self, reach: Float64s) -> float:
        """Minus the alternative value of the chosen state."""
        return -float(reach @ self.alternatives)

    def save(self) -> Arrays:
        """The state as arrays."""
        return {"entering": self.chances, "gadget_regrets": self.regrets}

    def load(self, arrays: Arrays) -> None:
        """Restore a saved state."""
        self.chances = arrays["entering"].astype(np.float64)
        self.regrets = arrays["gadget_regrets"].astype(np.float64)


class _Around:
    """A gadget around another that changes only the reach."""

    def __init__(self, inner: Gadget) -> None:
        self.inner = inner

    @property
    def is_fixed(self) -> bool:
        """As the inner gadget."""
        return self.inner.is_fixed

    def observe(self, values: Float64s) -> None:
        """Update the inner gadget as if it were alone."""
        self.inner.observe(values)

    def best(self, values: Float64s) -> float:
        """In the inner gadget's game."""
        return self.inner.best(values)

    def outside(self, reach: Float64s) -> float:
        """In the inner gadget's game."""
        return self.inner.outside(reach)

    def save(self) -> Arrays:
        """The inner gadget's state."""
        return self.inner.save()

    def load(self, arrays: Arrays) -> None:
        """Restore the inner gadget's state."""
        self.inner.load(arrays)


class Mixed(_Around):
    """With probability ``share`` the opponent enters with a range instead (DeepStack: 0.1)."""

    def __init__(self, inner: Gadget, range: Float64s, share: float) -> None:
        super().__init__(inner)
        self.range, self.share = range, _share(share, "mix")

    def reach(self) -> Float64s:
        """The weighted sum of both."""
        return (1 - self.share) * self.inner.reach() + self.share * self.range

    def best(self, values: Float64s) -> float:
        """The weighted sum of both values."""
        return (1 - self.share) * self.inner.best(values) + self.share * float(values @ self.range)

    def outside(self, reach: Float64s) -> float:
        """The inner gadget's part."""
        if self.share == 1.0:
            return 0.0
        left = 1 - self.share
        return left * self.inner.outside((reach - self.share * self.range) / left)


class Combined(_Around):
    """The range plus part of the inner gadget's reach (Slumbot's "combined").

    With r the reach of the range and x the probability of entering: r + c (1 - r) x, where c <= 1
    limits the added reach to ``most`` of the range's. This is not the equilibrium of a game;
    ``best`` is the opponent's value in the inner gadget's game.
    """

    def __init__(
        self, inner: Gadget, range: Float64s, most: float = 0.2, boards: Int64s | None = None
    ) -> None:
        super().__init__(inner)
        self.range, self.most = range, most
        self._boards = np.zeros(len(range), dtype=np.int64) if boards is None else boards

    def reach(self) -> Float64s:
        """The range plus the added reach, on each board."""
        added = (1 - self.range) * self.inner.reach()
        total = np.bincount(self._boards, added)
        allowed = self.most * np.bincount(self._boards, self.range)
        share = np.minimum(1.0, allowed / np.where(total > 0, total, 1.0))
        return self.range + added * share[self._boards]


class BeforeChance(_Around):
    """Hands enter before a public card is dealt: a subgame on all boards has root states for each.

    ``origins``: the entering state of each root state.
    """

    def __init__(self, inner: Gadget, origins: Int64s) -> None:
        super().__init__(inner)
        self.origins = origins

    def reach(self) -> Float64s:
        """The reach of the entering states, repeated on every board."""
        return self.inner.reach()[self.origins]

    def observe(self, values: Float64s) -> None:
        """Observe the values summed over boards."""
        self.inner.observe(self._summed(values))

    def best(self, values: Float64s) -> float:
        """The best value for the values summed over boards."""
        return self.inner.best(self._summed(values))

    def outside(self, reach: Float64s) -> float:
        """In the inner gadget's game; a state's reach is the same on all boards."""
        entering = np.zeros(len(self.inner.reach()))
        entering[self.origins] = reach
        return self.inner.outside(entering)

    def _summed(self, values: Float64s) -> Float64s:
        summed: Float64s = np.zeros(len(self.inner.reach()))
        np.add.at(summed, self.origins, values)
        return summed


def _share(value: float, name: str) -> float:
    if not 0.0 <= value <= 1.0:
        raise InputError(f"a share of {value:g}", name, expected="0 to 1")
    return value
