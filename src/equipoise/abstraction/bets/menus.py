"""``Menus``: what a betting tree asks of a betting abstraction, of whatever kind."""

from __future__ import annotations

from fractions import Fraction
from typing import Protocol

from equipoise.games.action import Action
from equipoise.games.betting import BettingState

#: the decisions of a line so far, from where its tree starts: the betting before, and what was done
Line = tuple[tuple[BettingState, Action], ...]
#: an action, and the part of the pot that it stands for
Option = tuple[Action, Fraction | None]


class Menus(Protocol):
    """The actions a player has at every point of the betting."""

    def actions(
        self,
        state: BettingState,
        used: frozenset[Fraction] = frozenset(),
        line: Line = (),
    ) -> list[Option]:
        """The actions of the player to act, raises last and ascending.

        ``used`` are the sizes that he has used in this round, ``line`` is how the betting came
        here from the root of the tree.
        """
