"""``HandCards``: hold'em with real cards from a board on, for the hands of two ranges.

A player's states are the hands of his range possible on the board, and in later rounds those hands
on each possible runout; with buckets several share a strategy state. Hands and boards that are
equal up to suit renaming are one state (``runouts``). With w the weights of the ranges, N the sum
of w1 w2 over all pairs of hands without a card in common, and K the number of ways to deal a later
round given the board and both hands (45 turns, 44 rivers), each pair of hands on each board has
probability w1 w2 / (N K). Values of a state are those of one of its hands times the number of hands
and boards that it stands for.

Operators are linear-time kernels. A showdown before the river is evaluated on every runout: reach
is carried there, and values are summed back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.base.errors import InputError
from equipoise.cards.card import card_text
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.cards.symmetry import ALL_RENAMINGS, symmetries
from equipoise.kernels.boards.matchups import HandBlocks, fold_matchups, showdown_matchups
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.matrix import MatrixCards, carried_ranges
from equipoise.spine.cards.model import Kind, Operator, as_matrix
from equipoise.spine.cards.runouts import (
    ALONE,
    Boards,
    Group,
    Hands,
    card_classes,
    first_boards,
    hands_on,
    next_boards,
    states_on,
)
from equipoise.spine.locks import Lock, keep_locks

ROUNDS = 4
MOST_STATES = 1_000_000
_BOARD_OF = (0, 3, 4, 5)  # cards on the board in each round
_PUT_TOGETHER = 4  # hole cards of both players

Pair = tuple[tuple[Int64s, ...], tuple[Int64s, ...]]


@dataclass(frozen=True, eq=False)
class HandCards:
    """The hands of two ranges from a board of three, four or five cards on.

    ``combos[p]`` are the combo numbers of player p's hands, ``weights[p]`` their weights. ``group``
    are the suit renamings that leave the board and both ranges unchanged. ``buckets``, of any
    recall, are the strategy states if given; reach states are always hands.
    """

    board: tuple[int, ...]
    combos: tuple[Int64s, Int64s]
    weights: tuple[Float64s, Float64s]
    buckets: BucketStates | None = None
    group: Group = ALONE

    @property
    def name(self) -> str:
        """The notation of the buckets, or ``full``."""
        return "full" if self.buckets is None else self.buckets.name

    @property
    def rounds(self) -> int:
        """Rounds of hold'em; those before the board have no states."""
        return ROUNDS

    @property
    def begin(self) -> int:
        """The round of the starting board."""
        return _BOARD_OF.index(len(self.board))

    @cached_property
    def boards(self) -> list[Boards]:
        """The boards of each round, starting with the first."""
        found = [first_boards(self.board, self.group)]
        for _ in range(self.begin + 1, ROUNDS):
            found.append(next_boards(found[-1]))
        return found

    @cached_property
    def hands(self) -> tuple[list[Hands], list[Hands]]:
        """Each player's states, starting with the first round."""
        sides: tuple[list[Hands], list[Hands]] = ([], [])
        for side, combos in zip(sides, self.combos, strict=True):
            for number, boards in enumerate(self.boards):
                before = (self.boards[number - 1], side[-1]) if number else None
                side.append(hands_on(boards, combos, before))
        return sides

    def states_on(self, player: int, board: Sequence[int]) -> Int64s:
        """The reach state of each of the 1,326 hands on a real board of 3 to 5 cards, or -1."""
        return states_on(self.boards, self.hands[player], board)

    @property
    def states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The number of buckets, or of hands on all boards of a round."""
        return self.reach_states if self.buckets is None else self.buckets.states

    @cached_property
    def reach_states(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The number of hands on all boards of a round."""
        first, second = ((0,) * self.begin + tuple(map(len, hands)) for hands in self.hands)
        return first, second

    @cached_property
    def parents(self) -> Pair:
        """The state of the same hand on the board of the round before."""
        return self._by_player(lambda hands: hands.parent)

    @cached_property
    def public(self) -> Pair:
        """The number of the board."""
        return self._by_player(lambda hands: hands.board)

    def held(self, player: int, round_number: int) -> Int64s:
        """The first hand of every reach state, as a combo number."""
        return self.hands[player][round_number - self.begin].combo

    def _by_player(self, of: Callable[[Hands], Int64s]) -> Pair:
        none = (np.zeros(0, dtype=np.int64),) * self.begin
        first, second = ((*none, *(of(hands) for hands in side)) for side in self.hands)
        return first, second

    @cached_property
    def labels(self) -> tuple[tuple[tuple[str, ...], ...], tuple[tuple[str, ...], ...]]:
        """The hand and the cards dealt since the start; or the labels of the buckets."""
        if self.buckets is not None:
            return self.buckets.labels
        texts = ["".join(map(card_text, cards)) for cards in combo_cards().tolist()]
        sides = []
        for side in self.hands:
            names: list[tuple[str, ...]] = [()] * self.begin
            for hands, boards in zip(side, self.boards, strict=True):
                rows = boards.cards[:, len(self.board) :].tolist()
                later = ["".join(map(card_text, row)) for row in rows]
                pairs = zip(hands.combo.tolist(), hands.board.tolist(), strict=True)
                names.append(tuple("|".join(filter(None, (texts[c], later[b]))) for c, b in pairs))
            sides.append(tuple(names))
        return sides[0], sides[1]

    def state_of(self, player: int, round_number: int) -> Int64s | None:
        """The bucket of every hand, if there are buckets."""
        if self.buckets is None:
            return None
        at = round_number - self.begin
        hands = self.hands[player][at]
        found = self.buckets.bucketing.on_boards(self.boards[at].cards)[:, round_number]
        return found[hands.board, hands.combo].astype(np.int64)

    @property
    def bucketing(self) -> Bucketing | None:
        """The bucketing of the buckets, if any."""
        return None if self.buckets is None else self.buckets.bucketing

    @property
    def matrix_numbers(self) -> tuple[int, int]:
        """Showdown matrix entries before the river."""
        return len(self.combos[0]) * len(self.combos[1]) * (ROUNDS - 1 - self.begin), 8

    def check_size(self) -> None:
        """Raise InputError if passes over the whole tree would have too many states."""
        largest = max(map(len, self.combos)) * self.ways(ROUNDS - 1) // len(self.group)
        if largest > MOST_STATES:
            raise InputError(
                f"about {largest:,} card states on the river",
                expected=f"at most {MOST_STATES:,}; use a smaller range or a later start",
            )

    def as_model(self) -> HandCards:
        """Itself."""
        return self

    def root_reach(self, player: int) -> Float64s:
        """The player's range."""
        weights = np.zeros(COMBO_COUNT)
        weights[self.combos[player]] = self.weights[player]
        return weights[self.hands[player][0].combo]

    @cached_property
    def pairs(self) -> float:
        """The sum of weight products over all pairs of compatible hands."""
        first, second = self._kernel_blocks(self.begin)
        met = np.zeros((1, len(first.first)))
        fold_matchups(first, second, 1.0, self.root_reach(1)[None, :], met)
        return float(met[0] @ self.root_reach(0))

    def ways(self, round_number: int) -> int:
        """The number of ways to deal the cards since the start, given both hands."""
        ways = 1
        for number in range(self.begin + 1, round_number + 1):
            ways *= 52 - _PUT_TOGETHER - _BOARD_OF[number - 1]
        return ways

    def _kernel_blocks(self, round_number: int) -> tuple[HandBlocks, HandBlocks]:
        at = round_number - self.begin
        first, second = (_for_kernels(self.hands[p][at], self.boards[at]) for p in (0, 1))
        return _with_same(first, second), _with_same(second, first)

    def operators(
        self, kind: Kind, round_number: int, dtype: npt.DTypeLike
    ) -> tuple[Operator, Operator]:
        """Linear-time kernels, in any precision."""
        if kind == "showdown" and round_number < ROUNDS - 1:
            return self._runouts(round_number, dtype)
        scale = 1.0 / (self.pairs * self.ways(round_number))
        first, second = self._kernel_blocks(round_number)
        apply = fold_matchups if kind == "fold" else showdown_matchups
        sign = 1.0 if kind == "fold" else -1.0  # showdowns are in terms of player 1
        return (
            lambda reach, out: apply(first, second, scale, reach, out),
            lambda reach, out: apply(second, first, sign * scale, reach, out),
        )

    def _runouts(self, round_number: int, dtype: npt.DTypeLike) -> tuple[Operator, Operator]:
        """A showdown before the river, over all runouts."""
        origins = []
        for player in (0, 1):
            origin = np.arange(self.reach_states[player][-1])
            for number in range(ROUNDS - 1, round_number, -1):
                origin = self.parents[player][number][origin]
            origins.append(origin)
        last = self.operators("showdown", ROUNDS - 1, dtype)

        def made(player: int) -> Operator:
            mine, theirs = origins[player], origins[1 - player]
            values = np.zeros((1, len(mine)), dtype=dtype)

            def apply(reach: Floats, out: Floats) -> None:
                for row, sums in zip(reach, out, strict=True):
                    last[player](row[theirs][None, :], values)
                    sums[:] = np.bincount(mine, values[0], minlength=len(sums))

            return apply

        return made(0), made(1)

    def matrices(self) -> MatrixCards:
        """All operators as dense matrices with the ranges; for small ranges without buckets."""
        if self.buckets is not None:
            raise InputError(f"{self.name} has imperfect recall, so its states have no matrices")
        ranges = carried_ranges(self)

        def dense(kind: Kind) -> tuple[Float64s, ...]:
            return tuple(
                np.zeros((0, 0))
                if weights is None
                else as_matrix(self, kind, number) * np.outer(*weights)
                for number, weights in enumerate(ranges)
            )

        return MatrixCards(
            self.name, self.parents, dense("fold"), dense("showdown"), self.public, self.labels
        )

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The states that led to each state of a round, and how likely it is."""
        chain = [np.arange(self.reach_states[player][round_number])]
        for number in range(round_number, self.begin, -1):
            chain.insert(0, self.parents[player][number][chain[0]])
        for place, number in enumerate(range(self.begin, round_number + 1)):
            tied = self.state_of(player, number)
            chain[place] = chain[place] if tied is None else tied[chain[place]]
        own, theirs = self._reach(player, round_number), self._reach(1 - player, round_number)
        likely = np.zeros((1, len(own)))
        self.operators("fold", round_number, np.float64)[player](theirs[None, :], likely)
        return np.stack(chain, axis=1), likely[0] * own

    def strengths(self, player: int) -> list[Float64s]:
        """The mean of win minus loss against the other range, by round."""
        means: list[Float64s] = [np.zeros(0)] * self.begin
        for number in range(self.begin, ROUNDS):
            theirs = self._reach(1 - player, number)[None, :]
            met, won = np.zeros((2, 1, self.reach_states[player][number]))
            self.operators("fold", number, np.float64)[player](theirs, met)
            self.operators("showdown", number, np.float64)[player](theirs, won)
            sign = 1.0 if player == 0 else -1.0
            tied, count = self.state_of(player, number), self.states[player][number]
            if tied is not None:
                own = self._reach(player, number)
                met, won = (_summed(tied, own * part[0], count)[None, :] for part in (met, won))
            means.append(np.divide(sign * won[0], met[0], out=0 * met[0], where=met[0] > 0))
        return means

    def _reach(self, player: int, round_number: int) -> Float64s:
        """A player's range expanded to the states of a round."""
        weights = self.root_reach(player)
        for number in range(self.begin + 1, round_number + 1):
            weights = weights[self.parents[player][number]]
        return weights


def _summed(places: Int64s, values: Float64s, count: int) -> Float64s:
    sums = np.zeros(count)
    np.add.at(sums, places, values)
    return sums


def hand_cards(
    board: Sequence[int],
    ranges: tuple[Float64s, Float64s] | None = None,
    buckets: BucketStates | None = None,
    isomorphism: bool = True,
    locks: Sequence[Lock] = (),
) -> HandCards:
    """The model for a board of hold'em and weights of the 1,326 hands; None means ones.

    ``isomorphism`` False keeps every board and hand separate, as buckets do. Otherwise boards and
    hands are merged under suit renamings that leave the ranges and ``locks`` unchanged.
    """
    if len(board) not in _BOARD_OF[1:] or len(set(board)) != len(board):
        raise InputError(
            f"a board of {len(board)} cards", "board", expected="three, four or five different ones"
        )
    free = ~np.isin(combo_cards(), list(board)).any(axis=1)
    combos, weights = [], []
    for player in (0, 1):
        given = np.ones(COMBO_COUNT) if ranges is None else np.asarray(ranges[player], np.float64)
        if given.shape != (COMBO_COUNT,) or not (np.isfinite(given) & (given >= 0)).all():
            raise InputError(
                f"a range of shape {given.shape} or with a weight below 0",
                "ranges",
                expected="1,326 weights of 0 or more",
            )
        held = np.flatnonzero(free & (given > 0))
        if not len(held):
            raise InputError(
                f"player {player + 1} has no hand that is possible on the board", "ranges",
                expected="at least one hand without the cards of the board",
            )  # fmt: skip
        combos.append(held)
        weights.append(given[held])
    group = ALONE
    if isomorphism and buckets is None:
        group = _group(board, (combos[0], combos[1]), (weights[0], weights[1]), locks)
    model = HandCards(
        tuple(board), (combos[0], combos[1]), (weights[0], weights[1]), buckets, group
    )
    if not model.pairs > 0.0:
        raise InputError("no hands of the two ranges can be dealt together", "ranges")
    return model


def _group(
    board: Sequence[int],
    combos: tuple[Int64s, Int64s],
    weights: tuple[Float64s, Float64s],
    locks: Sequence[Lock],
) -> Group:
    """The suit renamings that leave the board, both ranges and all locks unchanged."""
    ranges = np.zeros((2, COMBO_COUNT))
    for row, held, given in zip(ranges, combos, weights, strict=True):
        row[held] = given
    kept = {
        tuple(renaming.tolist())
        for renaming in symmetries([board], ranges)
        if keep_locks(locks, renaming)
    }
    return tuple(n for n, names in enumerate(ALL_RENAMINGS.tolist()) if tuple(names) in kept)


def _for_kernels(hands: Hands, boards: Boards) -> HandBlocks:
    """States in the layout of the kernels; ``same`` is filled in by ``_with_same``."""
    names = sorted(set(boards.groups))
    classes, counts = np.array([card_classes(name) for name in names]).transpose(1, 0, 2)
    name = np.array([names.index(group) for group in boards.groups])[hands.board]
    first, second = combo_cards()[hands.combo].T
    sizes = hands.size.astype(np.float64)
    return HandBlocks(
        classes[name, first].astype(np.uint8), classes[name, second].astype(np.uint8), hands.value,
        hands.starts, hands.board * COMBO_COUNT + hands.combo, sizes, sizes / counts[name, first],
        sizes / counts[name, second], sizes * boards.copies[hands.board],
    )  # fmt: skip


def _with_same(mine: HandBlocks, theirs: HandBlocks) -> HandBlocks:
    """Fill ``same``, which holds keys of board and hand before."""
    order = np.argsort(theirs.same)
    place = np.searchsorted(theirs.same, mine.same, sorter=order)
    inside = order[np.minimum(place, len(order) - 1)]
    found = theirs.same[inside] == mine.same
    return mine._replace(same=np.where(found, inside, -1))


@lru_cache(maxsize=4096)
def board_hands(board: tuple[int, ...]) -> tuple[HandBlocks, Int64s]:
    """All hands on one board in the layout of the kernels, and their combo numbers."""
    boards = first_boards(board, ALONE)
    hands = hands_on(boards, np.arange(COMBO_COUNT), None)
    blocks = _for_kernels(hands, boards)
    return _with_same(blocks, blocks), hands.combo
