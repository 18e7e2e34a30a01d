"""Beliefs about opponents' hands: a weight for every two-card hand.

A weight is the likelihood of an opponent's actions given this hand (Papp 1998, section 7.1.1); only
ratios matter. Beliefs receive public actions only, so that no private card, not even the player's
own, can leak into them. The caller removes its own cards.
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

    For each hand the calls are ``start``, then ``observe`` for every action in order and ``dealt``
    before the first query or action on a longer board. With ``remembers`` all actions of a hand are
    observed (those after one's own fold at its end); otherwise none after the last query. Weights
    are queried far less often than actions arrive, so ``observe`` should only take notes.

    ``watches``: it uses actions; otherwise it receives none. ``remembers``: it learns across hands,
    by the names of ``Seats``.
    """

    watches: bool = True
    remembers: bool = False

    @abstractmethod
    def start(self, seats: Seats) -> None:
        """A hand begins; everybody may hold anything."""

    @abstractmethod
    def dealt(self, board: tuple[int, ...]) -> None:
        """The board so far; hands that share a card with it become impossible."""

    @abstractmethod
    def observe(self, action: PublicAction) -> None:
        """A player has acted, possibly this one."""

    @abstractmethod
    def weights(self, seat: int) -> Float64s:
        """The weights of a position, [1326], 0 for impossible hands; read-only."""

    @abstractmethod
    def field(self) -> Float64s:
        """The field array, [1326]: the mean of the active opponents' weights (section 7.3.1).

        Each is normalised first. Only ratios matter; read-only.
        """


class Fixed(Beliefs):
    """The same fixed weights for everybody: no model."""

    watches = False

    def __init__(self, weights: Float64s) -> None:
        self._all = self._possible = weights

    def start(self, seats: Seats) -> None:
        """Reset to all hands."""
        self._possible = self._all

    def dealt(self, board: Sequence[int]) -> None:
        """Remove hands that share a card with the board."""
        self._possible = np.where(combos_with(board), 0.0, self._all)

    def observe(self, action: PublicAction) -> None:
        """Ignore the action."""

    def weights(self, seat: int) -> Float64s:
        """The weights, for any seat."""
        return self._possible

    def field(self) -> Float64s:
        """The same weights."""
        return self._possible


class Uniform(Fixed):
    """Uniform weights: strength is then the hand rank (section 5.2)."""

    def __init__(self) -> None:
        super().__init__(np.ones(COMBO_COUNT))
