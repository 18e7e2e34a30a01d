"""``CardStates``: what a strategy needs of the cards, without any matrix.

Strategies, their files and sampled solvers only need to know how many states there are. Exact
passes need the operators of a ``CardModel`` besides, and with them perfect recall.
"""

from __future__ import annotations

from typing import Protocol

from equipoise.kernels.types import Float64s, Int64s

Names = tuple[tuple[str, ...], ...]


class CardStates(Protocol):
    """The card states of two players, by round, whether or not earlier ones are remembered."""

    @property
    def name(self) -> str:
        """The notation of the card abstraction, or ``full``."""

    @property
    def rounds(self) -> int:
        """How many rounds there are."""

    @property
    def states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many states each player can be in, a number a round."""

    @property
    def labels(self) -> tuple[Names, Names]:
        """For each player and round the names of the states, for people."""

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The states a player can have gone through up to a round, and how likely that is.

        An array [histories, rounds], and probabilities that sum to 1. With perfect recall there is
        one for each state; else several may lead to a state, and they may be a sample.
        """
