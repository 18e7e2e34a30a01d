"""Gadgets: what the opponent enters a subgame with, iteration by iteration.

A subgame is solved by the usual two turns of CFR. Our reach at its root is fixed: what we really
played. The opponent's is a gadget's affair, and all that tells the methods apart:

- ``Unsafe``: his range as the blueprint has it (Ganzfried and Sandholm 2015). No guarantee.
- ``Resolve``: each hand enters, or takes an *alternative value* instead (Burch, Johanson and
  Bowling 2014, CFR-D).
- ``Maxmargin``: he chooses the one hand that gains most over its alternative value (Moravcik et
  al. 2016).
- ``Mixed`` and ``Combined`` add his range to one of these; ``BeforeChance`` is for hands that
  enter before a public card falls.

With a ``floor`` every hand enters now and then (trembling entry): else nothing makes us play well
against a hand once it is kept out.

Values and alternative values are counterfactual, in the units of one engine: chance times our
reach, not divided by either (``Engine.root_values``). A state's value over its ``mass``
(``Engine.root_mass``) is in chips, which is what can be carried from one game to another.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s
from equipoise.solvers.solver import Arrays


class Gadget(Protocol):
    """How the opponent enters; a policy object that the subgame solver calls around his turn."""

    @property
    def is_fixed(self) -> bool:
        """True if the reach never changes, so that values need not be observed."""

    def reach(self) -> Float64s:
        """The reach that the opponent enters with in this iteration, by root state."""

    def observe(self, values: Float64s) -> None:
        """His counterfactual values at the root against our strategy of this iteration."""

    def best(self, values: Float64s) -> float:
        """What the opponent wins in the gadget's game where entering is worth these values."""

    def outside(self, reach: Float64s) -> float:
        """What he wins without entering, or pays for it, when he enters with this reach."""

    def save(self) -> Arrays:
        """The state as arrays."""

    def load(self, arrays: Arrays) -> None:
        """Go on from a saved state."""


@dataclass
class Unsafe:
    """The opponent enters with a range, whatever it is worth to him."""

    range: Float64s

    is_fixed = True

    def reach(self) -> Float64s:
        """The range."""
        return self.range

    def observe(self, values: Float64s) -> None:
        """Nothing follows from it."""

    def best(self, values: Float64s) -> float:
        """The value of the range."""
        return float(values @ self.range)

    def outside(self, reach: Float64s) -> float:
        """Nothing."""
        return 0.0

    def save(self) -> Arrays:
        """Nothing changes."""
        return {}

    def load(self, arrays: Arrays) -> None:
        """Nothing changes."""


@dataclass
class Resolve:
    """Each state takes its alternative value T or enters, by regret matching.

    With x the chance to enter and v the value of entering, the gains are v - m and T - m,
    m = x v + (1 - x) T. ``clamp`` keeps regrets from going below 0 (RM+). Every state enters at
    first. Where entering is worth less than T nothing makes us improve further, so that there are
    many solutions; with a ``floor`` a state is made to enter with that chance, and chooses in the
    rest. What that costs is small: as v = T for the old strategy, the optimum has
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
        """The chance to enter."""
        return self.floor + (1 - self.floor) * self.entering

    def observe(self, values: Float64s) -> None:
        """Regrets of entering and of the alternative."""
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
        """The better of both in every state."""
        chosen = np.maximum(values, self.alternatives)
        return float(self.floor * values.sum() + (1 - self.floor) * chosen.sum())

    def outside(self, reach: Float64s) -> float:
        """The alternative values of those who stay out."""
        return float((1 - reach) @ self.alternatives)

    def save(self) -> Arrays:
        """Regrets, and what follows from them."""
        return {"entering": self.entering, "gadget_regrets": self.regrets}

    def load(self, arrays: Arrays) -> None:
        """Go on from a saved state."""
        self.entering = arrays["entering"].astype(np.float64)
        self.regrets = arrays["gadget_regrets"].astype(np.float64)


@dataclass
class Maxmargin:
    """The opponent chooses the state to enter with; we maximise the smallest margin.

    One choice over all states, by regret matching on what each gains, (v - T) / mass; the reach
    of a state is its chance x over its mass, so that it is there with chance x in all. States
    without mass cannot occur and are never chosen. With a ``floor`` a random state enters with
    that chance. Where several boards are solved at once ``boards`` says on which each state is:
    there is a choice for each.
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
        """Weights as chances, which sum to one on every board that has any weight."""
        totals = self._of.T @ (self._of @ weights)
        some = totals > 0.0
        return np.where(some, weights / np.where(some, totals, 1.0), otherwise)

    def reach(self) -> Float64s:
        """The chance of each state over its mass."""
        chances = self.floor * self.even + (1 - self.floor) * self.chances
        found: Float64s = chances * self.inverse
        return found

    def observe(self, values: Float64s) -> None:
        """Regrets of the states."""
        gains = (values - self.alternatives) * self.inverse
        means = self._of.T @ (self._of @ (self.chances * gains))
        self.regrets += np.where(self.occurs, gains - means, 0.0)
        if self.clamp:
            np.maximum(self.regrets, 0.0, out=self.regrets)
        self.chances = self._shared(np.maximum(self.regrets, 0.0), self.chances)

    def best(self, values: Float64s) -> float:
        """What the best state gains, in chips: the smallest margin with the other sign.

        Of several boards the sum.
        """
        gains = (values - self.alternatives) * self.inverse
        by_board = np.where((self._of > 0) & self.occurs, gains, -np.inf).max(axis=1)
        most = by_board[np.isfinite(by_board)].sum()
        return float(self.floor * (gains @ self.even) + (1 - self.floor) * most)

    def outside(self, reach: Float64s) -> float:
        """He pays the alternative value of the state he chooses."""
        return -float(reach @ self.alternatives)

    def save(self) -> Arrays:
        """Regrets, and what follows from them."""
        return {"entering": self.chances, "gadget_regrets": self.regrets}

    def load(self, arrays: Arrays) -> None:
        """Go on from a saved state."""
        self.chances = arrays["entering"].astype(np.float64)
        self.regrets = arrays["gadget_regrets"].astype(np.float64)


class _Around:
    """A gadget around another: it changes the reach alone."""

    def __init__(self, inner: Gadget) -> None:
        self.inner = inner

    @property
    def is_fixed(self) -> bool:
        """As the gadget inside."""
        return self.inner.is_fixed

    def observe(self, values: Float64s) -> None:
        """The gadget inside learns as if it were alone."""
        self.inner.observe(values)

    def best(self, values: Float64s) -> float:
        """In the game of the gadget inside."""
        return self.inner.best(values)

    def outside(self, reach: Float64s) -> float:
        """In the game of the gadget inside."""
        return self.inner.outside(reach)

    def save(self) -> Arrays:
        """That of the gadget inside."""
        return self.inner.save()

    def load(self, arrays: Arrays) -> None:
        """That of the gadget inside."""
        self.inner.load(arrays)


class Mixed(_Around):
    """With a chance ``share`` the opponent enters with a range instead (DeepStack: 0.1)."""

    def __init__(self, inner: Gadget, range: Float64s, share: float) -> None:
        super().__init__(inner)
        self.range, self.share = range, _share(share, "mix")

    def reach(self) -> Float64s:
        """Both, weighed."""
        return (1 - self.share) * self.inner.reach() + self.share * self.range

    def best(self, values: Float64s) -> float:
        """Of both, weighed."""
        return (1 - self.share) * self.inner.best(values) + self.share * float(values @ self.range)

    def outside(self, reach: Float64s) -> float:
        """The part of the gadget inside."""
        if self.share == 1.0:
            return 0.0
        left = 1 - self.share
        return left * self.inner.outside((reach - self.share * self.range) / left)


class Combined(_Around):
    """The range, and besides what the gadget inside lets in of the rest (Slumbot's "combined").

    With r the reach of the range and x the chance to enter: r + c (1 - r) x, where c <= 1 is
    chosen so that the added reach is at most ``most`` of the range's. That is no equilibrium of a
    game, so what ``best`` says of it is the opponent's choice in the game of the gadget inside.
    """

    def __init__(
        self, inner: Gadget, range: Float64s, most: float = 0.2, boards: Int64s | None = None
    ) -> None:
        super().__init__(inner)
        self.range, self.most = range, most
        self._boards = np.zeros(len(range), dtype=np.int64) if boards is None else boards

    def reach(self) -> Float64s:
        """The range and what is added, on each board."""
        added = (1 - self.range) * self.inner.reach()
        total = np.bincount(self._boards, added)
        allowed = self.most * np.bincount(self._boards, self.range)
        share = np.minimum(1.0, allowed / np.where(total > 0, total, 1.0))
        return self.range + added * share[self._boards]


class BeforeChance(_Around):
    """Hands enter before a public card falls: a subgame on all boards has a root state for each.

    ``origins`` says from which entering state each root state comes.
    """

    def __init__(self, inner: Gadget, origins: Int64s) -> None:
        super().__init__(inner)
        self.origins = origins

    def reach(self) -> Float64s:
        """That of the entering states, on every board."""
        return self.inner.reach()[self.origins]

    def observe(self, values: Float64s) -> None:
        """The values of all boards together."""
        self.inner.observe(self._summed(values))

    def best(self, values: Float64s) -> float:
        """Of the values of all boards together."""
        return self.inner.best(self._summed(values))

    def outside(self, reach: Float64s) -> float:
        """In the game of the gadget inside; a state's reach is the same on all boards."""
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
