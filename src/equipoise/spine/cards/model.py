"""``CardModel``: the cards of a two-player game as states and linear operators.

Two kinds of state are told apart. *Reach states* are what chance and a player's own past make of
his cards: reach probabilities and values are vectors over them, and each comes from one reach state
of the round before. *Strategy states* are what his strategy can tell apart, and ``state_of`` maps
the first to the second; they are the same unless buckets forget.

All of chance is in the operators, so that a player's reach is his reach at the root (ones, or a
range) times the product of his own action probabilities. The values of a terminal node are an
operator applied to the opponent's reach, times the chips at stake:

- *fold*: how likely the opponent still holds anything, given this player's state,
- *showdown*: the chance that player 1 wins less that he loses, over the cards still to come (for
  both players, so that the sign is in the chips).
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
#: vectors of the opponent's reach as rows [n, theirs] to this player's values [n, mine]
Operator = Callable[[Floats, Floats], object]


class CardModel(CardStates, Protocol):
    """Card states with operators; ``states`` counts strategy states, ``reach_states`` the others.

    Rounds before the one in which a game starts have no states.
    """

    @property
    def reach_states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How many reach states each player can be in, a number a round."""

    @property
    def parents(self) -> tuple[tuple[Int64s, ...], tuple[Int64s, ...]]:
        """For each player, round and reach state its reach state in the round before.

        Empty in the first round.
        """

    @property
    def public(self) -> tuple[tuple[Int64s, ...], tuple[Int64s, ...]]:
        """For each player, round and reach state the number of what both players see."""

    def state_of(self, player: int, round_number: int) -> Int64s | None:
        """The strategy state of every reach state; None where they are the same."""

    def root_reach(self, player: int) -> Float64s:
        """The player's reach at the root, over the reach states of the first round."""

    def operators(
        self, kind: Kind, round_number: int, dtype: npt.DTypeLike
    ) -> tuple[Operator, Operator]:
        """For each player what turns the opponent's reach into his values, in one precision."""

    def matrices(self) -> MatrixCards:
        """The same game as matrices, with a reach of one at the root.

        Ranges become part of how likely states are: a state's values are then scaled by its
        player's reach at the root, which changes no strategy.
        """


def remembers_all(model: CardModel) -> bool:
    """True if reach states and strategy states are the same: perfect recall."""
    rounds = range(model.rounds)
    return all(model.state_of(player, number) is None for player in (0, 1) for number in rounds)


def first_round(model: CardModel) -> int:
    """The round in which a model starts: the first that has states."""
    return next(number for number, count in enumerate(model.reach_states[0]) if count)


def as_matrix(model: CardModel, kind: Kind, round_number: int, most: int = 4096) -> Float64s:
    """An operator of player 1 written out as a matrix [states of player 1, states of player 2]."""
    mine, theirs = (model.reach_states[player][round_number] for player in (0, 1))
    if max(mine, theirs) > most:
        raise InputError(
            f"{max(mine, theirs):,} card states are too many for a matrix",
            expected=f"at most {most:,}; cfr, dcfr and the like need none",
        )
    values: np.ndarray[Any, np.dtype[np.float64]] = np.zeros((theirs, mine))
    model.operators(kind, round_number, np.float64)[0](np.eye(theirs), values)
    return np.ascontiguousarray(values.T)
