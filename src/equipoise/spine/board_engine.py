"""How good a strategy is, by responses on sampled boards: for any bucketing, whatever it forgets.

With imperfect recall no exact best response can be computed (the problem is NP-hard), and without
the matrices of a card model none over all boards. What is computed instead:

- A *response* is learned on some boards: from the ends of the tree up, each card state takes the
  action that gains most over following the strategy, over all hands and boards it holds there, if
  the gain is above its standard error; else it follows the strategy.
- Its *value* is measured on other boards. That is unbiased, its error follows from the spread over
  boards, and no best response of the abstraction wins less: a lower bound on the exploitability.
  With few boards the response is far from best, and the bound far from sharp.
- The same without caution and valued on the boards it was learned on, ``same_boards``, is too high:
  it knows the boards. With perfect recall its mean over samples is an upper bound; both bounds
  meet as boards are added. With imperfect recall it is neither: a better response could weigh
  states by how often it comes there.

All hands of both players are compared on each board, so that nothing else is sampled.
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
_CAUTION = 1.0  # standard errors
_LEARN, _FRESH = 1, 2
_CHUNK = 16  # boards valued at once


@dataclass(frozen=True)
class SampledExploitability(Exploitability):
    """Responses on sampled boards; ``interval`` is half a 95% interval of the ``average``.

    ``value_interval`` is that of the value; what a board gives to one seat it takes from the other,
    so that it does not show in the average.
    ``same_boards`` is the average of responses valued where they were learned; None if it was not
    asked for. ``boards`` were learned on, and as many others valued on.
    """

    interval: float = 0.0
    value_interval: float = 0.0
    same_boards: float | None = None

    @property
    def average(self) -> float:
        """The mean of both responses; at least 0, what a response that copies the strategy wins."""
        return max(0.0, super().average)

    def measures(self) -> dict[str, float]:
        """What a trace keeps besides the average, in chips."""
        found = {"interval": self.interval, "value_interval": self.value_interval}
        if self.same_boards is not None:
            found["same_boards"] = self.same_boards
        return found


class BoardEngine:
    """Walks board by board with all hands: values strategies, and trains them.

    Strategies are valued on boards that a seed decides, the same for every strategy; a turn of CFR
    samples a board of its own (public chance sampling, Johanson et al. 2012). ``both`` asks for
    ``same_boards`` as well. ``known`` are cards of the board that are there already, and ``ranges``
    the players' weights of the 1,326 hands.
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
                f"they take about {needed / 1024**3:.3g} GB of memory, {free / 1024**3:.3g} GB are "
                "free",
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
        """There are no passes over all boards."""
        raise InputError(
            f"{method} needs the matrices of a card model, {self.states.name} has none",
            what="method",
            expected="one of the others: cfr+, dcfr, ..., mccfr-...",
        )

    def deals(self, public: bool = False) -> Deals:
        """There are too many to list."""
        raise InputError(f"the deals of {self.states.name} are too many to list")

    def bucket_deals(self) -> BucketDeals:
        """Random deals as buckets."""
        if self.known or self._walks.ranges is not None:
            raise InputError(
                "deals are sampled from the start of a hand",
                expected="mccfr-public or a method without mccfr- for a game that starts later",
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
        """Regrets and sums of nothing yet; the current strategy is matched to the regrets.

        Where it is predicted there is an array besides for what it is matched to.
        """
        regrets, sums = (np.zeros(self.layout.size, dtype=self.dtype) for _ in range(2))
        current = np.zeros_like(regrets) if predict else regrets
        return Tables(regrets, sums, current, seed=seed)

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn, on a board that follows from the seed and the iteration."""
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
        """What responses win against a strategy, given as probabilities or weights."""
        weights = np.asarray(weights, dtype=np.float32)
        responses, same = [], []
        for who in range(2):
            if self.both:
                same.append(float(self.learn(who, weights, 0.0)[1]))
            choices, _ = self.learn(who, weights, _CAUTION)
            responses.append(self.value(who, weights, choices))
        follow = np.full(self.layout.size, FOLLOW, dtype=np.uint8)
        values = self.value(0, weights, follow)
        # what both win on one board: what is common to both seats, the luck of the board, cancels
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
        """What one strategy wins from another, the mean of both seats, and half its interval."""
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
        """A response in one seat, and what it wins on the boards it was learned on."""
        choices: UInt8s = np.full(self.layout.size, FOLLOW, dtype=np.uint8)
        values, _ = self._walks.walk(
            self._learned, who, LEARN, weights, caution=caution, choices=choices
        )
        return choices, float(values.sum(dtype=np.float64)) / (self._mass * self.boards)

    def value(self, who: int, weights: Floats, choices: UInt8s) -> Float64s:
        """What a response wins on each of the other boards."""
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
    """What the weights of all pairs of hands on a random board sum to, as walks count them.

    A walk divides by the 990 hands that go with a hand. Whatever two hands are held, a random
    runout avoids their cards equally often, so that the mean over boards follows from the pairs.
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
    """Boards for which a judgement takes some seconds: fewer where the betting tree is large."""
    return int(np.clip(300_000 // tree.size, 32, 400))
