"""Observations: what one seat may see; the type cannot hold others' hidden cards."""

from __future__ import annotations

from dataclasses import dataclass

from equipoise.base.errors import InputError
from equipoise.games.action import Legal, Move
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules

UpCards = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Observation:
    """A hand as seen from ``position``: its own hole cards and all public information.

    ``hole`` is a flat tuple of this seat's cards; there is no field for the hole cards of others.
    ``up`` are the face-up cards of every position, ``history`` the moves of each round;
    ``awaits_deal``: cards are due before anyone acts.
    """

    position: int
    hole: tuple[int, ...]
    up: UpCards
    board: tuple[int, ...]
    betting: BettingState
    history: tuple[tuple[Move, ...], ...]
    awaits_deal: bool = False

    def __post_init__(self) -> None:
        rules, position = self.betting.rules, self.position
        if not 0 <= position < rules.players:
            raise InputError(f"there is no position {position + 1}")
        whole = rules.whole_hand
        hole = self.hole
        if len(hole) > whole.hole[position] or not all([type(card) is int for card in hole]):  # noqa: C419
            raise InputError(
                f"position {position + 1} cannot see hole cards {hole}",
                expected=f"at most {whole.hole[position]} of its own",
            )
        if len(self.board) > whole.board or (
            any(self.up) and max(map(len, self.up)) > max(whole.up)
        ):
            raise InputError(f"more cards than {rules.name} deals face up")

    @property
    def rules(self) -> GameRules:
        """The rules of the game."""
        return self.betting.rules

    @property
    def round(self) -> int:
        """The round of betting, from 0."""
        return self.betting.round

    @property
    def is_my_turn(self) -> bool:
        """True if this seat must act now."""
        return not self.awaits_deal and self.betting.to_act == self.position

    def legal(self) -> Legal:
        """The legal actions of this seat; raises if it is not its turn."""
        if not self.is_my_turn:
            raise InputError(
                f"position {self.position + 1} is not to act",
                expected="cards must be dealt first" if self.awaits_deal else "",
            )
        return self.betting.legal()
