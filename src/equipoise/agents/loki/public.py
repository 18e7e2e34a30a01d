"""The public actions of a hand of limit hold'em, each with its betting state.

No type here can hold a hole card, so a model that receives only this cannot see any.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from equipoise.games.action import Kind
from equipoise.games.observation import Observation
from equipoise.games.rules import GameRules


@dataclass(frozen=True, slots=True)
class Seats:
    """The seats of a hand: names by position, and one's own position."""

    own: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublicAction:
    """An action and the betting state before it; blinds are not actions.

    Amounts are chips. ``to_call`` is the amount to call, ``bet_size`` the bet of the round, ``pot``
    all chips before the action, ``paid`` the chips it adds. ``capped``: no further raise was
    allowed.
    """

    seat: int
    kind: Kind
    round: int
    board: tuple[int, ...]
    to_call: int
    bet_size: int
    pot: int
    paid: int
    capped: bool

    @property
    def bets_to_call(self) -> int:
        """Bets to call, rounded up: half a bet of the small blind is one."""
        return -(-self.to_call // self.bet_size)

    @property
    def is_check(self) -> bool:
        """True for a check."""
        return self.kind is Kind.CALL and not self.to_call


class Story:
    """The actions of one hand in order; each call returns the new ones."""

    def __init__(self, rules: GameRules) -> None:
        self._rules = rules
        self._put = [rules.ante_paid(p) + rules.blind_paid(p) for p in range(rules.players)]
        self._level = max(self._put)
        self._raises = self._round = self._told = 0

    def news(self, observation: Observation) -> Iterator[PublicAction]:
        """The actions since the last call; ``observation`` must continue the earlier one."""
        rules, put = self._rules, self._put
        while True:
            moves = observation.history[self._round]
            board = observation.board[: rules.board_sizes[self._round]]
            cap = rules.betting.cap(self._round)
            for move in moves[self._told :]:
                seat, kind, to = move.position, move.action.kind, move.action.to
                yield PublicAction(
                    seat,
                    kind,
                    self._round,
                    board,
                    self._level - put[seat],
                    rules.betting.sizes[self._round],
                    sum(put),
                    to - put[seat] if kind is not Kind.FOLD else 0,
                    cap is not None and self._raises >= cap,
                )
                self._told += 1
                if kind is Kind.FOLD:
                    continue
                put[seat] = to
                if kind is Kind.RAISE:
                    self._raises += 1
                    self._level = to
            later = self._round + 1
            if later == rules.rounds or not observation.history[later]:
                return
            self._round, self._told, self._raises = later, 0, 0
