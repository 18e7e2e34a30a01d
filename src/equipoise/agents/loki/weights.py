"""The weight arrays of everybody at the table in one hand (Papp 1998, sections 7.1.1 and 7.2.4).

Everything is computed from public information, one's own array too: it is what the others believe.
"""

from __future__ import annotations

import numpy as np

from equipoise.agents.loki.boards import crude_potentials, hands_in_order
from equipoise.agents.loki.reweighting import Line, as_window
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.kernels.loki.reweighting import (
    begin_round,
    field_array,
    reweight_by,
    reweight_on_board,
)
from equipoise.kernels.types import Float64s

#: above every potential: all hands are re-weighted
NO_ODDS = 2.0
_NOT_YET = -1.0


class WeightArrays:
    """Weights [seats, 1326]; one re-weighting per round, always from the round's saved arrays."""

    def __init__(self, seats: int) -> None:
        self.weights = np.ones((seats, COMBO_COUNT))
        self._saved = np.ones((seats, COMBO_COUNT))
        self._totals = np.full(seats, float(COMBO_COUNT))
        self._active = np.ones(seats, dtype=np.uint8)
        self._values = np.zeros(COMBO_COUNT)
        self._board: tuple[int, ...] = ()
        #: the highest threshold in this round by which each seat was re-weighted
        self._reached = [_NOT_YET] * seats

    def restart(self) -> None:
        """Reset for a new hand: all hands possible."""
        self.weights.fill(1.0)
        self._saved.fill(1.0)
        self._totals.fill(COMBO_COUNT)
        self._active.fill(1)
        self._board = ()
        self._reached = [_NOT_YET] * len(self._reached)

    def deal(self, board: tuple[int, ...]) -> None:
        """Start a round with a longer board."""
        self._board = board
        cards = np.array(board, dtype=np.uint8)
        begin_round(cards, combo_cards(), self._active, self.weights, self._saved, self._totals)
        self._reached = [_NOT_YET] * len(self._reached)

    def fold(self, seat: int) -> None:
        """Remove a seat that folded."""
        self._active[seat] = 0

    def field(self, seat: int) -> Float64s:
        """The field array of a seat: the mean of all other active seats' normalised arrays."""
        field = np.zeros(COMBO_COUNT)
        field_array(self.weights, self._totals, self._active, seat, field)
        return field

    def is_news(self, seat: int, mu: float) -> bool:
        """True if an action's threshold exceeds the seat's earlier ones in this round; stores it.

        "Each time a new action is witnessed requiring a higher threshold, the saved weight array
        is used in the re-weighting" (section 7.2.1).
        """
        if mu <= self._reached[seat]:
            return False
        self._reached[seat] = mu
        return True

    def reweight_preflop(self, seat: int, rates: Float64s, lower: Line, upper: Line) -> None:
        """Re-weight by income rates."""
        window = as_window(lower, upper)
        reweight_by(rates, window, seat, self.weights, self._saved, self._totals)

    def reweight_postflop(self, seat: int, pot_odds: float, lower: Line, upper: Line) -> Float64s:
        """Re-weight by EHS' of each hand against the seat's field; returns those values.

        Hands whose potential reaches the pot odds are exempt (not on the river).
        """
        board = self._board
        reweight_on_board(
            hands_in_order(board),
            combo_cards(),
            crude_potentials(board),
            pot_odds if len(board) < 5 else NO_ODDS,
            as_window(lower, upper),
            seat,
            self._active,
            self.weights,
            self._saved,
            self._totals,
            self._values,
        )
        return self._values
