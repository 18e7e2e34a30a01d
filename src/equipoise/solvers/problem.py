"""What is to be solved: a game, its bets and its cards, by the texts people write."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy.typing as npt

from equipoise.abstraction.betting import FULL, is_jam_fold, parse_bets
from equipoise.abstraction.card_model import Buckets, CardModel
from equipoise.abstraction.models import card_model
from equipoise.errors import InputError
from equipoise.formats import resolve_game
from equipoise.games.rules import GameRules
from equipoise.games.tree_size import count_tree
from equipoise.progress import Report, silent
from equipoise.response.evaluate import Passes
from equipoise.trees.layout import Layout, make_layout
from equipoise.trees.tree import LARGEST_TREE, BettingTree, build_tree


@dataclass(frozen=True)
class Problem:
    """A two-player game with an abstraction of its bets and of its cards.

    >>> problem = Problem("leduc", cards="JQ.K")
    >>> problem.passes().layout.infosets
    132
    """

    game: str
    bets: str | None = None
    cards: str = FULL
    #: hears of a card model that has to be made first
    report: Report = field(default=silent, compare=False, repr=False)

    @cached_property
    def rules(self) -> GameRules:
        """The rules of the game."""
        rules = resolve_game(self.game)
        if rules.players != 2:
            raise InputError(
                f"{rules.name} has {rules.players} players",
                what="game",
                expected="equilibria are computed for two",
            )
        return rules

    @cached_property
    def bets_by_seat(self) -> tuple[str | None, str | None]:
        """The betting abstraction of each seat as text, None where every bet is allowed."""
        first, second = parse_bets(self.bets)
        return (None if first is None else str(first), None if second is None else str(second))

    @cached_property
    def cards_and_buckets(self) -> tuple[CardModel, Buckets]:
        """The card model, and the map from the states of the full one to its states."""
        return card_model(self.rules, self.cards, is_jam_fold(self.bets), self.report)

    def layout(self) -> Layout:
        """Where the numbers of a strategy lie; what cannot be done is said before any work."""
        model = self.cards_and_buckets[0]
        return make_layout(self._tree(), model)

    def passes(self, dtype: npt.DTypeLike | None = None, workers: int | None = None) -> Passes:
        """Tree and card model, ready for passes; what cannot be done is said before any work."""
        model = self.cards_and_buckets[0]
        return Passes(self._tree(), model, dtype, workers)

    def _tree(self) -> BettingTree:
        bets = parse_bets(self.bets)
        if bets == (None, None):
            nodes = count_tree(self.rules).betting_nodes
            if nodes > LARGEST_TREE:
                raise InputError(
                    f"the betting tree of {self.game} has {nodes:,} nodes",
                    expected=f"at most {LARGEST_TREE:,}; use --bets such as fcpa",
                )
        return build_tree(self.rules, bets)

    def full(self) -> Problem:
        """The same game without abstraction."""
        return Problem(self.game)
