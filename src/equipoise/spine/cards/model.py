"""``CardModel``: the cards of a two-player game as states and linear operators.

There are two kinds of states. *Reach states* distinguish all of a player's card history: reach
probabilities and values are vectors over them, and each comes from one reach state of the round
before. *Strategy states* are what a strategy distinguishes, and ``state_of`` maps reach states to
them; they are the same with perfect recall.

All of chance is in the operators, so that a player's reach is his reach at the root (ones, or a
range) times the product of his own action probabilities. The values of a terminal node are an
operator applied to the opponent's reach, times the chips at stake:

- *fold*: the opponent's total reach, given this player's state,
- *showdown*: P(player 1 wins) - P(player 1 loses), over the cards to come (for both players; the
  sign is in the chips).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal, Protocol

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.spine.cards.states import CardStates

if TYPE_CHECKING:
    from equipoise.spine.cards.matrix import MatrixCards

Kind = Literal["fold", "showdown"]
#: maps rows of the opponent's reach [n, theirs] to this player's values [n, mine]
Operator = Callable[[Floats, Floats], object]


class CardModel(CardStates, Protocol):
    """Card states with operators; ``states`` is the number of strategy states by round.

    Rounds before the one in which a game starts have no states.
    """

    @property
    def reach_states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """Number of reach states of each player, by round."""

    @property
    def parents(self) -> tuple[tuple[Int64s, ...], tuple[Int64s, ...]]:
        """For each player, round and reach state its reach state in the round before.

        Empty in the first round.
        """

    @property
    def public(self) -> tuple[tuple[Int64s, ...], tuple[Int64s, ...]]:
        """For each player, round and reach state the number of its public cards."""

    def state_of(self, player: int, round_number: int) -> Int64s | None:
        """The strategy state of every reach state; None if they are the same."""

    def root_reach(self, player: int) -> Float64s:
        """The player's reach at the root, over the reach states of the first round."""

    def operators(
        self, kind: Kind, round_number: int, dtype: npt.DTypeLike
    ) -> tuple[Operator, Operator]:
        """For each player the operator from the opponent's reach to his values."""

    def matrices(self) -> MatrixCards:
        """The same game as matrices, with a reach of one at the root.

        Ranges are multiplied into the state probabilities: values are then scaled by the player's
        reach at the root, which changes no strategy.
        """


def remembers_all(model: CardModel) -> bool:
    """True if reach states and strategy states are the same: perfect recall."""
    rounds = range(model.rounds)
    return all(model.state_of(player, number) is None for player in (0, 1) for number in rounds)


def first_round(model: CardModel) -> int:
    """The round in which a model starts: the first that has states."""
    return next(number for number, count in enumerate(model.reach_states[0]) if count)


def as_matrix(model: CardModel, kind: Kind, round_number: int, most: int = 4096) -> Float64s:
    """An operator of player 1 as a dense matrix [states of player 1, states of player 2]."""
    mine, theirs = (model.reach_states[player][round_number] for player in (0, 1))
    if max(mine, theirs) > most:
        raise InputError(
            f"{max(mine, theirs):,} card states are too many for a matrix",
            expected=f"at most {most:,}; cfr, dcfr and similar methods need no matrix",
        )
    values: np.ndarray[Any, np.dtype[np.float64]] = np.zeros((theirs, mine))
    model.operators(kind, round_number, np.float64)[0](np.eye(theirs), values)
    return np.ascontiguousarray(values.T)
