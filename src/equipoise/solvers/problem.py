"""What is to be solved: a game, its bets and its cards, by the texts people write."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy.typing as npt

from equipoise.abstraction.betting import FULL, is_jam_fold, parse_bets
from equipoise.abstraction.bucket_states import BucketStates
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.card_model import Buckets, CardModel
from equipoise.abstraction.models import card_model
from equipoise.abstraction.preflop_model import is_holdem, is_preflop_only
from equipoise.abstraction.sequence_store import best_rivers, fingerprint
from equipoise.errors import InputError
from equipoise.formats import resolve_game
from equipoise.games.rules import GameRules
from equipoise.games.tree_size import count_tree
from equipoise.progress import Report, silent
from equipoise.response.evaluate import Passes
from equipoise.response.judge import Judge
from equipoise.response.sampled import SampledBoards
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
    #: rivers a turn board in the matrices of buckets; None takes the best that are there
    rivers: int | None = field(default=None, repr=False)
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
        jam_fold = is_jam_fold(self.bets)
        return card_model(self.rules, self.cards, jam_fold, self.report, self.matrix_rivers)

    @property
    def has_buckets(self) -> bool:
        """Whether the cards are a bucketing of hold'em."""
        return self.cards != FULL and is_holdem(self.rules)

    @cached_property
    def bucket_states(self) -> BucketStates:
        """The card states of a bucketing, which is made first if it is not there."""
        return BucketStates(build_bucketing(self.cards, report=self.report))

    @cached_property
    def buckets_fingerprint(self) -> str | None:
        """What tells the buckets of hold'em from others of the same notation."""
        return fingerprint(self.bucket_states.bucketing) if self.has_buckets else None

    @cached_property
    def matrix_rivers(self) -> int | None:
        """The rivers a turn board in the matrices of buckets; None where there are no such."""
        if not (self.has_buckets and self.has_matrices):
            return None
        return self.rivers or best_rivers(self.bucket_states.bucketing)

    def layout(self) -> Layout:
        """Where the numbers of a strategy lie; what cannot be done is said before any work."""
        if self.has_buckets:
            tree = self._tree()
            return make_layout(tree, self.bucket_states)
        model = self.cards_and_buckets[0]
        return make_layout(self._tree(), model)

    @property
    def has_matrices(self) -> bool:
        """Whether there are exact passes, of a game or of a bucketing that forgets nothing."""
        if not self.has_buckets:
            return True
        ends_before_flop = is_jam_fold(self.bets) or is_preflop_only(self.rules)
        return not ends_before_flop and CardAbstraction.parse(self.cards).perfect_recall

    def judge(self, boards: int | None = None, both: bool = False, seed: int = 0) -> Judge:
        """What tells how good a strategy is: exact passes, or sampled boards.

        Boards where a number of them is given, or there is nothing exact.
        """
        if boards is None and self.has_matrices:
            return self.passes()
        if not self.has_buckets:
            raise InputError("this game is measured exactly", "--boards", expected="leave it out")
        if boards is not None and boards < 2:
            raise InputError(
                "an interval needs more", "--boards", str(boards), expected="at least 2"
            )
        return self.on_boards(boards, both, seed)

    def on_boards(
        self,
        boards: int | None = None,
        both: bool = False,
        seed: int = 0,
        dtype: npt.DTypeLike | None = None,
    ) -> SampledBoards:
        """Sampled boards of a bucketing."""
        tree = self._tree()
        layout = make_layout(tree, self.bucket_states)
        return SampledBoards(layout, self.bucket_states, boards, seed, both=both, dtype=dtype)

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
