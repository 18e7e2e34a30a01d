"""``CardStates``: the card states of a strategy, without matrices.

Strategies, their files and sampled solvers only need the number of states. Exact passes also need
the operators of a ``CardModel``.
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
    """The card states of two players, by round, with perfect or imperfect recall."""

    @property
    def name(self) -> str:
        """The notation of the card abstraction, or ``full``."""

    @property
    def rounds(self) -> int:
        """Number of rounds."""

    @property
    def states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Number of states of each player, by round."""

    @property
    def labels(self) -> tuple[Names, Names]:
        """Names of the states, by player and round."""

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """A player's possible state sequences up to a round, and their probabilities.

        An array [histories, rounds], and probabilities that sum to 1. With perfect recall there is
        one per state; otherwise several may lead to a state, and they may be a sample.
        """

    def strengths(self, player: int) -> list[Float64s]:
        """The mean showdown strength of the hands of every state, by round."""

    @property
    def bucketing(self) -> Bucketing | None:
        """The hold'em bucketing whose buckets the states are, if any."""

    @property
    def matrix_numbers(self) -> tuple[int, int]:
        """Total matrix entries of one kind of operator, and bytes of each."""

    def as_model(self) -> CardModel:
        """The states as a model with operators; an error if there are none over all boards."""


class StatesAlone:
    """Common base of card states without operators."""

    @property
    def matrix_numbers(self) -> tuple[int, int]:
        """Zero entries: there are no matrices."""
        return 0, 8

    def as_model(self) -> CardModel:
        """Raise InputError: there are no operators over all boards."""
        raise InputError(
            "these card states have no matrices",
            expected="sampled methods (mccfr-...) need none",
        )
