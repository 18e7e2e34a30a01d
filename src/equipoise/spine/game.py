"""``AbstractGame``: a game with its betting and card abstraction and starting point.

Chooses the card model and the engine.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.bets.betting import FULL, is_jam_fold, parse_bets
from equipoise.abstraction.bets.menus import Menus
from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.cards.card import cards_text
from equipoise.formats import resolve_game
from equipoise.games.betting import BettingState
from equipoise.games.rules import GameRules
from equipoise.games.size.tree import count_tree
from equipoise.kernels.types import Float64s
from equipoise.spine.board_engine import BoardEngine
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.choose import card_model
from equipoise.spine.cards.deck import board_number
from equipoise.spine.cards.hands import HandCards, hand_cards
from equipoise.spine.cards.matrix import Buckets, MatrixCards, starting_at
from equipoise.spine.cards.model import CardModel
from equipoise.spine.cards.preflop import is_holdem, is_preflop_only
from equipoise.spine.cards.sequences.store import best_rivers, fingerprint
from equipoise.spine.engine import Engine
from equipoise.spine.layout import Layout, make_layout
from equipoise.spine.locks import Lock
from equipoise.spine.passes import Passes
from equipoise.spine.spots.engine import SpotEngine
from equipoise.spine.tied import TiedPasses
from equipoise.spine.tree import LARGEST_TREE, BettingTree, Rake, build_tree

_TURN = 4  # cards on the board


@dataclass(frozen=True, eq=False)
class Start:
    """The start of a subgame or spot.

    ``betting`` is the betting so far (``games.start`` makes it), ``board`` the cards on the table.
    ``ranges`` are both players' weights: of the 1,326 hands in hold'em, of the card states of the
    starting round in small games; None means ones. Usually they are reach probabilities. ``rake``
    is what the house takes at the end. ``locks`` fix strategies at nodes of a spot of hold'em.
    """

    betting: BettingState
    board: tuple[int, ...] = ()
    ranges: tuple[Float64s, Float64s] | None = None
    rake: Rake | None = None
    locks: tuple[Lock, ...] = ()

    def __post_init__(self) -> None:
        rules = self.betting.rules
        dealt = sum(deal.board for deal in rules.script[: self.betting.round + 1])
        if len(self.board) != dealt or len(set(self.board)) != dealt:
            name = rules.round_name(self.betting.round)
            raise InputError(
                f"{len(self.board)} different board cards", "board",
                cards_text(self.board), expected=f"{dealt} at the start of the {name}",
            )  # fmt: skip


@dataclass(frozen=True)
class AbstractGame:
    """A two-player game with an abstraction of its bets and of its cards.

    >>> game = AbstractGame("leduc", cards="JQ.K")
    >>> game.passes().layout.infosets
    132
    """

    game: str
    bets: str | None = None
    cards: str = FULL
    #: rivers per turn board in bucket matrices; None takes the best cached ones
    rivers: int | None = field(default=None, repr=False)
    #: progress callback while a card model is built
    report: Report = field(default=silent, compare=False, repr=False)
    #: None starts at the deal
    start: Start | None = field(default=None, repr=False)
    #: whether hands and boards of a spot that are equal up to suit renaming are merged
    isomorphism: bool = field(default=True, repr=False)
    #: a betting abstraction not written as menus of letters, instead of ``bets``
    menus: Menus | None = field(default=None, repr=False)
    #: the buckets of ``cards`` where they are known in another form than built tables
    bucketing: Bucketing | None = field(default=None, compare=False, repr=False)

    @cached_property
    def rules(self) -> GameRules:
        """The rules of the game; those of a spot have its stacks."""
        rules = resolve_game(self.game) if self.start is None else self.start.betting.rules
        if rules.players != 2:
            raise InputError(
                f"{rules.name} has {rules.players} players",
                what="game",
                expected="solving supports two players",
            )
        return rules

    @cached_property
    def bets_by_seat(self) -> tuple[str | None, str | None]:
        """The betting abstraction of each seat as text; None if all bets are allowed."""
        first, second = parse_bets(self.bets)
        return (None if first is None else str(first), None if second is None else str(second))

    @cached_property
    def cards_and_buckets(self) -> tuple[MatrixCards, Buckets]:
        """The matrices of a game from the deal on, and the map from states of the full game."""
        jam_fold = is_jam_fold(self.bets)
        return card_model(self.rules, self.cards, jam_fold, self.report, self.matrix_rivers)

    @cached_property
    def model(self) -> CardModel:
        """The card model with operators over all cards, if there is one."""
        start = self.start
        if start is None:
            return self.cards_and_buckets[0]
        if is_holdem(self.rules):
            if not start.board:
                raise InputError(
                    f"{self.rules.name} from before the flop on has too many hands and boards",
                    expected="give a start with a board, or a card abstraction",
                )
            buckets = self.bucket_states if self.has_buckets else None
            return hand_cards(start.board, start.ranges, buckets, self.isomorphism, start.locks)
        if self.cards != FULL and start.board:
            raise InputError(
                f"the buckets of {self.cards} do not distinguish boards",
                "cards",
                expected=f"use {FULL} for a game that starts with a board",
            )
        full = self.cards_and_buckets[0]
        number = start.betting.round
        board = board_number(self.rules, full, start.board)
        ones = (np.ones(full.states[0][number]), np.ones(full.states[1][number]))
        return starting_at(full, number, board, start.ranges or ones)

    @property
    def has_buckets(self) -> bool:
        """True if the cards are a bucketing of hold'em."""
        return self.cards != FULL and is_holdem(self.rules)

    @cached_property
    def bucket_states(self) -> BucketStates:
        """The card states of a bucketing, built if not cached."""
        return BucketStates(self.bucketing or build_bucketing(self.cards, report=self.report))

    @cached_property
    def buckets_fingerprint(self) -> str | None:
        """A fingerprint of the hold'em buckets, beyond their notation."""
        return fingerprint(self.bucket_states.bucketing) if self.has_buckets else None

    @cached_property
    def matrix_rivers(self) -> int | None:
        """The rivers per turn board in bucket matrices; None if there are none."""
        if not (self.has_buckets and self.has_matrices):
            return None
        return self.rivers or best_rivers(self.bucket_states.bucketing)

    def layout(self) -> Layout:
        """The layout of strategies; raise InputError if the game cannot be solved."""
        if self.has_buckets:
            tree = self._tree()
            return make_layout(tree, self.bucket_states)
        return make_layout(self._tree(), self.model)

    @property
    def has_matrices(self) -> bool:
        """True if there are exact passes, of a game or of a perfect-recall bucketing."""
        if not self.has_buckets:
            return True
        if self.start is not None:
            return False
        ends_before_flop = is_jam_fold(self.bets) or is_preflop_only(self.rules)
        return not ends_before_flop and CardAbstraction.parse(self.cards).perfect_recall

    def engine(
        self, sampled: bool = False, seed: int = 0, dtype: npt.DTypeLike | None = None
    ) -> Engine:
        """The engine for a solver: passes over the whole tree, or walks over sampled boards.

        A spot with real hands has its own engine, in 32 or 16 bits (``int16``). Walks if a
        ``sampled`` method deals buckets, or if nothing else applies. From the turn on all boards
        are counted, for buckets too. A sampled method on passes adds small numbers to large ones,
        which needs double precision.
        """
        single = dtype is None or np.dtype(dtype) != np.float64
        if self.has_hands and not sampled and single:
            return self.spot_engine(dtype)
        if not self.has_buckets or (self.has_matrices and not sampled):
            return self.passes("float64" if sampled else dtype)
        if self._counts_all_boards and not sampled:
            return TiedPasses(self._tree(), self.model, dtype)
        return self.on_boards(seed=seed, dtype=dtype)

    @property
    def _counts_all_boards(self) -> bool:
        """True if passes count every board: by matrices, or because the turn is dealt."""
        late = self.start is not None and len(self.start.board) >= _TURN
        return self.has_matrices or late

    @property
    def has_hands(self) -> bool:
        """True if it is a hold'em spot with real hands."""
        return self.start is not None and is_holdem(self.rules) and not self.has_buckets

    def spot_engine(
        self, dtype: npt.DTypeLike | None = None, workers: int | None = None
    ) -> SpotEngine:
        """The engine of a spot with real hands."""
        model = self.model
        assert isinstance(model, HandCards)
        assert self.start is not None
        return SpotEngine(self._tree(), model, dtype, workers, self.start.locks)

    def measuring_engine(
        self, boards: int | None = None, both: bool = False, seed: int = 0
    ) -> Engine:
        """The engine for evaluating a strategy: exact passes, or sampled boards.

        Sampled boards if their number is given, or if nothing exact is available.
        """
        if boards is None and self._counts_all_boards:
            return self.engine()
        if not self.has_buckets:
            raise InputError(
                "this game is measured exactly", argument("boards"), expected="omit it"
            )
        if boards is not None and boards < 2:
            raise InputError(
                "too few for an interval", argument("boards"), str(boards), expected="at least 2"
            )
        return self.on_boards(boards, both, seed)

    def on_boards(
        self,
        boards: int | None = None,
        both: bool = False,
        seed: int = 0,
        dtype: npt.DTypeLike | None = None,
    ) -> BoardEngine:
        """Sampled boards of a bucketing."""
        tree = self._tree()
        layout = make_layout(tree, self.bucket_states)
        known, ranges = ((), None) if self.start is None else (self.start.board, self.start.ranges)
        return BoardEngine(
            layout, self.bucket_states, boards, seed, both=both, dtype=dtype, known=known,
            ranges=ranges,
        )  # fmt: skip

    def passes(self, dtype: npt.DTypeLike | None = None, workers: int | None = None) -> Passes:
        """Passes over tree and card model; raise InputError if the game cannot be solved."""
        model = self.model
        if isinstance(model, HandCards):
            model.check_size()
        if self.start is not None and self.start.locks:
            raise InputError(
                "passes over the whole tree do not support locks",
                expected="use cfr, dcfr or a similar method",
            )
        return Passes(self._tree(), model, dtype, workers)

    def _tree(self) -> BettingTree:
        bets = parse_bets(self.bets)
        if self.start is not None:
            tree = build_tree(self.rules, self.menus or bets, self.start.betting)
            return replace(tree, rake=self.start.rake)
        if bets == (None, None):
            nodes = count_tree(self.rules).betting_nodes
            if nodes > LARGEST_TREE:
                raise InputError(
                    f"the betting tree of {self.game} has {nodes:,} nodes",
                    expected=f"at most {LARGEST_TREE:,}; use {argument('bets')} such as fcpa",
                )
        return build_tree(self.rules, bets)

    def full(self) -> AbstractGame:
        """The same game without abstraction."""
        return AbstractGame(self.game)
