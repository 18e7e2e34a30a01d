"""What a player believes its opponents hold: a weight for every two-card hand.

A weight says how likely an opponent would have played as it did with this hand (Papp 1998, section
7.1.1); only ratios matter. Beliefs are told the public story of a hand and nothing else, so that
no card of anybody, not even one's own, can reach them. Who asks takes its own cards out itself.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from equipoise.agents.loki.public import PublicAction, Seats
from equipoise.cards.combos import COMBO_COUNT, combos_with
from equipoise.kernels.types import Float64s


class Beliefs(ABC):
    """Weights over the 1,326 hands (numbered as in ``cards.combos``) of every position.

    For each hand come ``start``, then ``observe`` for every action in its order and ``dealt``
    before the first question or action on a longer board. All actions of a hand come, those after
    one's own fold at its end, where ``remembers`` is set; else none after the last question.
    Weights are asked for far less often than actions come, so ``observe`` should only take notes.

    ``watches``: actions matter to it; where not, it is not told any. ``remembers``: it learns from
    hand to hand, by the names of ``Seats``.
    """

    watches: bool = True
    remembers: bool = False

    @abstractmethod
    def start(self, seats: Seats) -> None:
        """A hand begins; everybody may hold anything."""

    @abstractmethod
    def dealt(self, board: tuple[int, ...]) -> None:
        """The board so far; hands that hold one of its cards are impossible from now on."""

    @abstractmethod
    def observe(self, action: PublicAction) -> None:
        """A player has acted, possibly this one."""

    @abstractmethod
    def weights(self, seat: int) -> Float64s:
        """The weights of a position, [1326], 0 for impossible hands; the caller only reads them."""

    @abstractmethod
    def field(self) -> Float64s:
        """The field array, [1326]: the mean of the active opponents' weights (section 7.3.1).

        Each is brought to the same sum first. Only ratios matter; the caller only reads it.
        """


class Fixed(Beliefs):
    """The same weights for everybody, whatever they do: no model."""

    watches = False

    def __init__(self, weights: Float64s) -> None:
        self._all = self._possible = weights

    def start(self, seats: Seats) -> None:
        """Everything is possible again."""
        self._possible = self._all

    def dealt(self, board: Sequence[int]) -> None:
        """Take out what the board rules out."""
        self._possible = np.where(combos_with(board), 0.0, self._all)

    def observe(self, action: PublicAction) -> None:
        """Learn nothing."""

    def weights(self, seat: int) -> Float64s:
        """The weights, for any seat."""
        return self._possible

    def field(self) -> Float64s:
        """The same again."""
        return self._possible


class Uniform(Fixed):
    """Uniform weights: strength is then the hand rank (section 5.2)."""

    def __init__(self) -> None:
        super().__init__(np.ones(COMBO_COUNT))
