"""``CardStates``: what a strategy needs of the cards, without any matrix.

Strategies, their files and sampled solvers only need to know how many states there are. Exact
passes need the operators of a ``CardModel`` besides, and with them perfect recall.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Int64s

if TYPE_CHECKING:
    from equipoise.abstraction.buckets.bucketing import Bucketing
    from equipoise.spine.cards.model import CardModel

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
        """Names of the states, by player and round."""

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The states a player can have gone through up to a round, and how likely that is.

        An array [histories, rounds], and probabilities that sum to 1. With perfect recall there is
        one for each state; else several may lead to a state, and they may be a sample.
        """

    def strengths(self, player: int) -> list[Float64s]:
        """How strong the hands of every state are at the showdown on average, a round each."""

    @property
    def bucketing(self) -> Bucketing | None:
        """The bucketing of hold'em whose buckets the states are, where they are such."""

    @property
    def matrix_numbers(self) -> tuple[int, int]:
        """How many numbers the matrices of one kind of operator have in all, and bytes of each."""

    def as_model(self) -> CardModel:
        """The states with operators; an error where there are none over all boards."""


class StatesAlone:
    """What card states without operators have in common."""

    @property
    def matrix_numbers(self) -> tuple[int, int]:
        """There are no matrices."""
        return 0, 8

    def as_model(self) -> CardModel:
        """There are none over all boards."""
        raise InputError(
            "these card states have no matrices",
            expected="sampled methods (mccfr-...) need none",
        )
