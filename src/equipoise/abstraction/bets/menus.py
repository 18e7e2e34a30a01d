"""``Menus``: the interface of betting abstractions that betting trees use."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from equipoise.games.action import Action
from equipoise.games.betting import BettingState

#: the decisions of a line so far, from the root of its tree: the betting state, and the action
Line = tuple[tuple[BettingState, Action], ...]
#: an action, and its pot fraction
Option = tuple[Action, Fraction | None]


class Menus(Protocol):
    """A player's actions at every point of the betting."""

    def actions(
        self,
        state: BettingState,
        used: frozenset[Fraction] = frozenset(),
        line: Line = (),
    ) -> list[Option]:
        """The actions of the player to act, raises last and ascending.

        ``used`` are the sizes the player has used in this round, ``line`` is the betting line from
        the root of the tree.
        """
