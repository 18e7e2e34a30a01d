"""``Engine``: evaluates and trains the strategies of a game, whatever its storage.

There are two kinds of storage. ``Passes`` hold a vector of card states at every node of the tree:
two passes over the whole tree evaluate everything exactly (``TiedPasses`` if several reach states
share a strategy state). ``BoardEngine`` walks the tree board by board with all hands and holds one
vector per level of the tree: for too many card states, or imperfect recall. Solvers use this
protocol.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from equipoise.kernels.passes.reach_and_value import PROBABILITIES
from equipoise.kernels.passes.regret import UpdateRule
from equipoise.kernels.types import Float32s, Float64s, Floats, UInt16s
from equipoise.spine.layout import Layout
from equipoise.spine.tree import BettingTree

if TYPE_CHECKING:
    from equipoise.kernels.buckets.dealing import BucketDeals
    from equipoise.kernels.walks.dealing import Deals
    from equipoise.spine.passes import Passes


@dataclass(frozen=True)
class Exploitability:
    """Values of best responses, in chips per hand.

    ``responses[p]``: a best responder in seat p + 1 against the other seat's strategy. ``value`` is
    seat 1's when both play the strategy, and ``taken`` the rake: seat 2's is -value - taken. The
    exploitability is the mean gain of the responses over the strategy; without rake the values of
    the game cancel. ``boards`` is None if the result is exact, else the number of sampled boards.
    """

    value: float
    responses: tuple[float, float]
    boards: int | None = None
    taken: float = field(default=0.0, kw_only=True)

    @property
    def average(self) -> float:
        """The mean over seats of what a best response gains over the value of the strategy."""
        return (sum(self.responses) + self.taken) / 2

    def measures(self) -> dict[str, float]:
        """Further measures for the trace, in chips; none if exact."""
        return {}

    @property
    def nash_conv(self) -> float:
        """The sum over seats (OpenSpiel's convention)."""
        return sum(self.responses) + self.taken


@dataclass
class Tables:
    """The arrays of CFR, laid out like a strategy.

    The current strategy is proportional to the positive part of ``current``, which may be the
    regrets themselves. ``reached`` notes which of the engine's passes computed each player's reach
    from ``current``; -1 for none. Sampled boards are drawn from ``seed``. If regrets and sums are
    16-bit integers, ``scales`` are their factors, and both are stored in one ``room``, sums first.
    """

    regrets: Floats
    sums: Floats
    current: Floats
    reached: list[int] = field(default_factory=lambda: [-1, -1])
    seed: int = 0
    scales: Float32s | None = None
    room: UInt16s | None = None


class Engine(Protocol):
    """Evaluates and trains the strategies of one game."""

    @property
    def layout(self) -> Layout:
        """The layout of strategy arrays."""

    @property
    def tree(self) -> BettingTree:
        """The betting tree."""

    @property
    def dtype(self) -> np.dtype[np.floating[Any]]:
        """The number type of a solver."""

    @property
    def is_slow(self) -> bool:
        """True if one measurement takes seconds, so that the first one is delayed."""

    @property
    def is_exact(self) -> bool:
        """True if all cards are counted, not sampled boards; then a turn visits every state."""

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """The values of best responses, or estimates of them."""

    def whole_tree(self, method: str) -> Passes:
        """Passes over the whole tree, for methods that need them; an error if there are none."""

    def deals(self, public: bool = False) -> Deals:
        """Deals of card states for sampled walks, if all cards are counted."""

    def bucket_deals(self) -> BucketDeals:
        """Random deals as buckets, if there are buckets."""

    def match(self, ours: Floats, theirs: Floats) -> tuple[float, float]:
        """What one strategy wins against another, averaged over both seats, in chips per hand.

        With half of its 95% interval: 0 if exact.
        """

    # -- reach at the root and values there: what subgames are made of

    def root_reach_of(self, player: int) -> Floats:
        """The player's reach at the root, over his reach states there."""

    def set_root_reach(self, player: int, reach: Floats) -> None:
        """Let a player enter with another reach; the units of values stay as they are."""

    def root_mass(self, player: int) -> Float64s:
        """The chance, times the opponent's reach, that each of the player's root states occurs.

        A state's counterfactual value over its mass is what it wins on average, in chips.
        """

    def root_values(self, player: int) -> Float64s:
        """The player's counterfactual values at the root in his last turn, by reach state.

        Weighed by chance and the opponent's reach, not by his own. Their product with his reach
        sums to what he wins.
        """

    def best_values(self, player: int, strategy: Floats, form: int = PROBABILITIES) -> Float64s:
        """Counterfactual best response values at the root, against the opponent's strategy.

        The best response acts best in states that the player never enters with, too.
        """

    def tables(self, predict: bool, seed: int = 0) -> Tables:
        """The arrays of CFR before the first iteration."""

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn of CFR; the other plays his part of ``theirs``.

        Returns the number of nodes visited, each with all card states.
        """
