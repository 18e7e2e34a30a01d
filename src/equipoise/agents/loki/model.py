"""The opponent model of Loki (Papp 1998, chapter 7): beliefs from what everybody did.

*Generic* modelling assumes typical players; *specific* modelling uses counted frequencies. Known
defects of the thesis are kept: a check or call never indicates a weak hand (sections 7.4, 8.4.2;
``inverse`` is the remedy that chapter 9 asks for), contexts are coarse and the spread sigma is
fixed (7.4), old counts weigh as much as new ones (7.4), a second call in a round counts like a
first (8.4.2), everybody is assumed to value hands as Loki does (8.4.2), EHS' is treated as a
percentile (7.2.3), a fold carries no information about remaining cards (7.1.1), and arrays are
normalised including the cards that Loki itself holds (7.2.4).
"""

from __future__ import annotations

import numpy as np

from equipoise.agents.loki.beliefs import Beliefs
from equipoise.agents.loki.frequencies import (
    DEFAULTS,
    Frequencies,
    Shares,
    call_threshold,
    context,
    raise_threshold,
)
from equipoise.agents.loki.public import PublicAction, Seats
from equipoise.agents.loki.ready import load_kernels
from equipoise.agents.loki.reweighting import (
    FLAT,
    PREFLOP_SIGMA,
    Line,
    falling,
    postflop_ceiling,
    postflop_line,
    preflop_line,
    rate_at,
)
from equipoise.agents.loki.weights import NO_ODDS, WeightArrays
from equipoise.cards.income_table import income_by_combo
from equipoise.games.action import Kind
from equipoise.kernels.types import Float64s


class OpponentModel(Beliefs):
    """Weights of all seats by their actions.

    ``rates`` are the income rates of all 1,326 hands by which players are assumed to rank their
    hands before the flop. ``specific``: frequencies are counted, by name, for as long as this
    object lives. ``inverse``: checks and calls lower the weights of hands that would have raised.
    """

    def __init__(self, rates: Float64s, specific: bool = False, inverse: bool = False) -> None:
        load_kernels()
        self.specific, self.inverse = specific, inverse
        self.remembers = specific
        self._rates = rates
        self._ordered = np.sort(rates)
        self._known: dict[str, Frequencies] = {}
        self._arrays = WeightArrays(2)
        self._seats = Seats(0, ("", ""))
        self._notes: list[PublicAction] = []
        self._board: tuple[int, ...] = ()
        self._is_new = True

    def start(self, seats: Seats) -> None:
        """Reset the weights for a new hand, keeping the counts."""
        self._count_notes()
        self._seats, self._board = seats, ()
        self._is_new = True  # most hands are folded before the weights are queried

    def dealt(self, board: tuple[int, ...]) -> None:
        """Move on to a longer board."""
        if len(board) > len(self._board):
            self._settle()
            self._board = board
            self._arrays.deal(board)

    def observe(self, action: PublicAction) -> None:
        """Queue an action, to be processed on the next query."""
        self._notes.append(action)

    def weights(self, seat: int) -> Float64s:
        """The weights of a seat."""
        self._settle()
        weights: Float64s = self._arrays.weights[seat]
        return weights

    def field(self) -> Float64s:
        """The combined weights of the active opponents."""
        self._settle()
        return self._arrays.field(self._seats.own)

    def shares(self, seat: int, in_round: int, bets: int) -> Shares:
        """A seat's estimated frequencies of fold, call and raise in a context."""
        self._settle()
        return self._shares(seat, in_round, bets)

    def _shares(self, seat: int, in_round: int, bets: int) -> Shares:
        if not self.specific:
            return DEFAULTS[bets]
        return self._frequencies(seat).shares(in_round, bets)

    def counts(self, name: str) -> Frequencies:
        """The counts of a player, by name; empty if there are none."""
        self._settle()
        return self._known.get(name, Frequencies())

    def _frequencies(self, seat: int) -> Frequencies:
        name = self._seats.names[seat]
        known = self._known.get(name)
        if known is None:
            known = self._known[name] = Frequencies()
        return known

    def _count_notes(self) -> None:
        """Count the actions after the last query; weights are no longer needed."""
        if self.specific:
            for action in self._notes:
                self._frequencies(action.seat).add(action)
        self._notes.clear()

    def _restart(self) -> None:
        self._is_new = False
        if len(self._seats.names) == len(self._arrays.weights):
            self._arrays.restart()
        else:
            self._arrays = WeightArrays(len(self._seats.names))

    def _settle(self) -> None:
        if self._is_new:
            self._restart()
        for action in self._notes:
            if self.specific:
                self._frequencies(action.seat).add(action)
            self._take_in(action)
        self._notes.clear()

    def _take_in(self, action: PublicAction) -> None:
        """Figure 7.5: no re-weighting on a fold or, unless ``inverse``, on a check."""
        seat, kind = action.seat, action.kind
        if kind is Kind.FOLD:
            self._arrays.fold(seat)
            return
        if action.is_check and not self.inverse:
            return
        shares = self._shares(seat, *context(action))
        highest = raise_threshold(shares)
        mu = highest if kind is Kind.RAISE else call_threshold(shares)
        if action.is_check:
            mu = 0.0
        if not self._arrays.is_news(seat, mu):
            return
        bounded = self.inverse and kind is Kind.CALL and not action.capped
        if action.round == 0:
            lower, upper = self._preflop_lines(mu, highest if bounded else None)
            self._arrays.reweight_preflop(seat, self._rates, lower, upper)
        else:
            upper = postflop_ceiling(highest) if bounded else FLAT
            odds = action.paid / (action.pot + action.paid) if action.paid else NO_ODDS
            self._arrays.reweight_postflop(seat, odds, postflop_line(mu), upper)

    def _preflop_lines(self, mu: float, highest: float | None) -> tuple[Line, Line]:
        lower = preflop_line(self._ordered, mu)
        if highest is None:
            return lower, FLAT
        return lower, falling(rate_at(self._ordered, highest), PREFLOP_SIGMA)


_SEVEN_PLAYERS = 6  # opponents: "for simplicity IR_7 is always used" (section 7.2.2)


class Generic(OpponentModel):
    """Assumes typical players."""

    def __init__(self) -> None:
        super().__init__(income_by_combo(_SEVEN_PLAYERS))


class Specific(OpponentModel):
    """Uses each player's counted frequencies."""

    def __init__(self) -> None:
        super().__init__(income_by_combo(_SEVEN_PLAYERS), specific=True)


class GenericInverse(OpponentModel):
    """Typical players; checks and calls lower weights too (beyond the thesis)."""

    def __init__(self) -> None:
        super().__init__(income_by_combo(_SEVEN_PLAYERS), inverse=True)


class SpecificInverse(OpponentModel):
    """Counted frequencies; checks and calls lower weights too (beyond the thesis)."""

    def __init__(self) -> None:
        super().__init__(income_by_combo(_SEVEN_PLAYERS), specific=True, inverse=True)
