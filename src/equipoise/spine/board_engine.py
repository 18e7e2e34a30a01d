"""Exploitability by responses on sampled boards, for any bucketing and any recall.

With imperfect recall an exact best response is NP-hard to compute, and without the matrices of a
card model there is none over all boards. Computed instead:

- A *response* is learned on sampled boards: from the terminal nodes up, each card state takes the
  action that gains most over the strategy, over all its hands and boards, if the gain is above its
  standard error; otherwise it follows the strategy.
- Its *value* is measured on other boards. That is unbiased, with an error estimated from the spread
  over boards, and a lower bound on the exploitability in the abstraction. With few boards the
  response is far from best, and the bound is loose.
- The same without the standard-error test, valued on the boards it was learned on
  (``same_boards``), is too high: it has seen the boards. With perfect recall its mean over samples
  is an upper bound; both bounds converge as boards are added. With imperfect recall it is
    neither: a
  better response could weight states by how often it reaches them.

All hands of both players are compared on each board, so that only boards are sampled.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.sampled_boards import sample_boards
from equipoise.base.errors import InputError
from equipoise.base.workers import available_memory
from equipoise.cards.combos import combo_cards
from equipoise.kernels.boards.hands import HANDS, OPPONENTS, BoardHands
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.passes.reach_and_value import PROBABILITIES
from equipoise.kernels.passes.regret import UpdateRule, discount_regrets
from equipoise.kernels.types import Float32s, Float64s, Floats, UInt8s
from equipoise.kernels.walks.board_walks import FOLLOW, LEARN, TRAIN, VALUE
from equipoise.kernels.walks.dealing import Deals
from equipoise.spine.board_walks import BoardWalks
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.engine import Exploitability, Tables
from equipoise.spine.layout import Layout
from equipoise.spine.passes import Passes, checked_reach
from equipoise.spine.tree import BettingTree

NORMAL_95 = 1.959964
_CAUTION = 1.0  # in standard errors
_LEARN, _FRESH = 1, 2
_CHUNK = 16  # boards valued per batch


@dataclass(frozen=True)
class SampledExploitability(Exploitability):
    """Responses on sampled boards; ``interval`` is half a 95% interval of the ``average``.

    ``value_interval`` is that of the value; a board's luck has opposite sign for the two seats and
    cancels in the average. ``same_boards`` is the average of responses valued on the boards they
    were learned on; None if not requested. ``boards`` is the number of boards used for learning,
    and as many others for valuing.
    """

    interval: float = 0.0
    value_interval: float = 0.0
    same_boards: float | None = None

    @property
    def average(self) -> float:
        """The mean of both responses; at least 0, since a response may copy the strategy."""
        return max(0.0, super().average)

    def measures(self) -> dict[str, float]:
        """The measures for the trace besides the average, in chips."""
        found = {"interval": self.interval, "value_interval": self.value_interval}
        if self.same_boards is not None:
            found["same_boards"] = self.same_boards
        return found


class BoardEngine:
    """Evaluates and trains strategies by walks with all hands, board by board.

    Strategies are valued on boards drawn from the seed, the same for every strategy; each CFR turn
    samples its own board (public chance sampling, Johanson et al. 2012). ``both`` also computes
    ``same_boards``. ``known`` are board cards already dealt, and ``ranges`` the players' weights of
    the 1,326 hands.
    """

    is_slow = True
    is_exact = False

    def __init__(
        self,
        layout: Layout,
        states: BucketStates,
        boards: int | None = None,
        seed: int = 0,
        workers: int | None = None,
        both: bool = False,
        dtype: npt.DTypeLike | None = None,
        known: Sequence[int] = (),
        ranges: tuple[Float64s, Float64s] | None = None,
    ) -> None:
        self.layout, self.states, self.known = layout, states, tuple(known)
        chosen: np.dtype[Any] = np.dtype(dtype or np.float32)
        self.dtype: np.dtype[np.floating[Any]] = chosen
        self.boards = boards or default_boards(layout.tree)
        self.both = both
        weights = None if ranges is None else (_single(ranges[0]), _single(ranges[1]))
        self._walks = BoardWalks(layout, states, workers, weights)
        self._mass = HANDS if ranges is None else hands_a_board(ranges, self.known)
        needed, free = self._walks.memory(self.boards), available_memory()
        if free is not None and needed > free:
            raise InputError(
                f"they need about {needed / 1024**3:.3g} GB of memory, {free / 1024**3:.3g} GB "
                "are free",
                "boards",
                f"{self.boards:,}",
                expected=f"at most {self.boards * free // needed:,}",
            )
        self.seed = seed

    @cached_property
    def _learned(self) -> BoardHands:
        """The boards that responses are learned on."""
        return self._walks.arrange(self._sample(_LEARN))

    @cached_property
    def _fresh(self) -> list[BoardHands]:
        """The boards that responses are valued on."""
        boards = self._sample(_FRESH)
        starts = range(0, self.boards, _CHUNK)
        return [self._walks.arrange(boards[start : start + _CHUNK]) for start in starts]

    def _sample(self, stream: int) -> UInt8s:
        bucketing = self.states.bucketing
        return sample_boards(bucketing, self.boards, self.seed, stream, known=self.known)

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""
        return self.layout.tree

    def whole_tree(self, method: str) -> Passes:
        """Raise InputError: there are no passes over all boards."""
        raise InputError(
            f"{method} needs the matrices of a card model, {self.states.name} has none",
            what="method",
            expected="one of the others: cfr+, dcfr, ..., mccfr-...",
        )

    def deals(self, public: bool = False) -> Deals:
        """Raise InputError: there are too many deals to list."""
        raise InputError(f"the deals of {self.states.name} are too many to list")

    def bucket_deals(self) -> BucketDeals:
        """Random deals as buckets."""
        if self.known or self._walks.ranges is not None:
            raise InputError(
                "deals can only be sampled from the start of a hand",
                expected="use mccfr-public or a method without mccfr- for a game that starts later",
            )
        return self.states.deals

    def root_reach_of(self, player: int) -> Floats:
        """The player's weights of the 1,326 hands."""
        ranges = self._walks.ranges
        return np.ones(len(combo_cards()), dtype=np.float32) if ranges is None else ranges[player]

    def set_root_reach(self, player: int, reach: Floats) -> None:
        """Let a player enter with other weights of the 1,326 hands."""
        ranges = [self.root_reach_of(0), self.root_reach_of(1)]
        ranges[player] = checked_reach(reach, len(ranges[player]), np.float32)
        self._walks.ranges = (ranges[0], ranges[1])

    def root_mass(self, player: int) -> Float64s:
        """Not over sampled boards."""
        raise _values_are_sampled()

    def root_values(self, player: int) -> Float64s:
        """Not over sampled boards."""
        raise _values_are_sampled()

    def best_values(self, player: int, strategy: Floats, form: int = PROBABILITIES) -> Float64s:
        """Not over sampled boards."""
        raise _values_are_sampled()

    def tables(self, predict: bool, seed: int = 0) -> Tables:
        """Zero regrets and sums; the current strategy follows from the regrets.

        With ``predict`` there is another array for the predicted regrets.
        """
        regrets, sums = (np.zeros(self.layout.size, dtype=self.dtype) for _ in range(2))
        current = np.zeros_like(regrets) if predict else regrets
        return Tables(regrets, sums, current, seed=seed)

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn, on a board determined by the seed and the iteration."""
        if rule.keep_positive != 1.0 or rule.keep_negative != 1.0:
            nodes = self.tree.decision_nodes(player)
            ends = np.append(self.layout.offsets, self.layout.size)
            sizes = ends[nodes + 1] - ends[nodes]
            discount_regrets(ends[nodes], sizes, rule, tables.regrets)
            rule = rule._replace(keep_positive=1.0, keep_negative=1.0)
        boards = sample_boards(self.states.bucketing, 2, tables.seed, iteration, known=self.known)
        hands = self._walks.arrange(boards[player : player + 1])
        return self._walks.walk(hands, player, TRAIN, theirs, rule=rule, tables=tables)[1]

    def exploitability(self, weights: Floats, form: int = PROBABILITIES) -> SampledExploitability:
        """The value of responses to a strategy, given as probabilities or weights."""
        weights = np.asarray(weights, dtype=np.float32)
        responses, same = [], []
        for who in range(2):
            if self.both:
                same.append(float(self.learn(who, weights, 0.0)[1]))
            choices, _ = self.learn(who, weights, _CAUTION)
            responses.append(self.value(who, weights, choices))
        follow = np.full(self.layout.size, FOLLOW, dtype=np.uint8)
        values = self.value(0, weights, follow)
        # the mean of both seats per board: the luck of the board, common to both, cancels
        together = (responses[0] + responses[1]) / 2
        return SampledExploitability(
            float(values.mean()),
            (float(responses[0].mean()), float(responses[1].mean())),
            self.boards,
            half_interval(together),
            half_interval(values),
            sum(same) / 2 if self.both else None,
        )

    def match(self, ours: Floats, theirs: Floats) -> tuple[float, float]:
        """What one strategy wins against another, averaged over seats, and half its interval."""
        tree, layout = self.tree, self.layout
        first = np.zeros(layout.size, dtype=np.bool_)
        for node in tree.decision_nodes(0).tolist():
            layout.block(first, node)[:] = True
        follow = np.full(layout.size, FOLLOW, dtype=np.uint8)
        ours, theirs = (np.asarray(part, dtype=np.float32) for part in (ours, theirs))
        won = [
            self.value(who, np.where(first == (who == 0), ours, theirs), follow) for who in range(2)
        ]
        both = (won[0] + won[1]) / 2
        return float(both.mean()), half_interval(both)

    def learn(self, who: int, weights: Floats, caution: float) -> tuple[UInt8s, float]:
        """A response in one seat, and its value on the boards it was learned on."""
        choices: UInt8s = np.full(self.layout.size, FOLLOW, dtype=np.uint8)
        values, _ = self._walks.walk(
            self._learned, who, LEARN, weights, caution=caution, choices=choices
        )
        return choices, float(values.sum(dtype=np.float64)) / (self._mass * self.boards)

    def value(self, who: int, weights: Floats, choices: UInt8s) -> Float64s:
        """The value of a response on each of the other boards."""
        found = []
        for hands in self._fresh:
            values, _ = self._walks.walk(hands, who, VALUE, weights, choices=choices)
            found.append(values.reshape(-1, HANDS).sum(axis=1, dtype=np.float64) / self._mass)
        return np.concatenate(found)


def _values_are_sampled() -> InputError:
    return InputError(
        "values at the root are exact, here boards are sampled",
        expected="unsafe re-solving, which needs none, or a start on the turn",
    )


def _single(weights: Float64s) -> Float32s:
    return weights.astype(np.float32)


def hands_a_board(ranges: tuple[Float64s, Float64s], known: Sequence[int]) -> float:
    """The mean total weight of hand pairs on a random board, in the normalisation of walks.

    A walk divides by the 990 hands compatible with a hand. A random runout is compatible with any
    two hands equally often, so that the mean over boards follows from the pairs.
    """
    cards = combo_cards()
    free = ~np.isin(cards, list(known)).any(axis=1)
    first, second = (np.where(free, weights, 0.0) for weights in ranges)
    by_card = np.zeros(52)
    for column in cards.T:
        np.add.at(by_card, column, second)
    met = second.sum() - by_card[cards[:, 0]] - by_card[cards[:, 1]] + second
    pairs = float(first @ met)
    if not pairs > 0.0:
        raise InputError("no hands of the two ranges can be dealt together", "ranges")
    left, later = 52 - len(known), 5 - len(known)
    return pairs * comb(left - 4, later) / comb(left, later) / OPPONENTS


def half_interval(values: Float64s) -> float:
    """Half of the 95% interval of a mean, from independent values."""
    return NORMAL_95 * float(values.std(ddof=1) / np.sqrt(len(values)))


def default_boards(tree: BettingTree) -> int:
    """Boards for an evaluation of a few seconds; fewer for large betting trees."""
    return int(np.clip(300_000 // tree.size, 32, 400))
