"""``TiedPasses``: whole-tree passes where several reach states share a strategy state.

Reach and values are vectors over reach states, so no card information is lost; the strategy, its
regrets and its sums are over strategy states. Action probabilities of a reach state are read
through ``state_of``, and its regrets are added to its strategy state: counterfactual regrets with
imperfect recall (Lanctot, Gibson, Burch and Bowling 2012). It holds all vectors at once, while
``BoardEngine`` walks board by board.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.kernels.buckets.dealing import BucketDeals
from equipoise.kernels.passes.reach_and_value import PROBABILITIES
from equipoise.kernels.passes.regret import UpdateRule, update_regrets
from equipoise.kernels.passes.sweep import cfr_sweep
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.kernels.walks.dealing import Deals
from equipoise.spine.average import average_strategy
from equipoise.spine.cards.matrix import MatrixCards, carried_ranges
from equipoise.spine.cards.model import CardModel, Kind, Operator
from equipoise.spine.cards.states import Names, StatesAlone
from equipoise.spine.engine import Exploitability, Tables
from equipoise.spine.layout import make_layout
from equipoise.spine.passes import Passes
from equipoise.spine.tree import BettingTree


class TiedPasses:
    """Evaluates and trains strategies over strategy states, by passes over reach states."""

    is_slow = False
    is_exact = True

    def __init__(
        self, tree: BettingTree, model: CardModel, dtype: npt.DTypeLike | None = None
    ) -> None:
        self.tree, self.model = tree, model
        self.layout = make_layout(tree, model)
        self.passes = Passes(tree, _Reach(model), dtype)
        self.dtype = self.passes.dtype

    @cached_property
    def spread(self) -> Int64s:
        """For every number of a strategy over reach states its index among strategy states."""
        tree, wide = self.tree, self.passes.layout
        places: Int64s = np.zeros(wide.size, dtype=np.int64)
        for node in tree.decision_nodes().tolist():
            player, number = int(tree.player[node]), int(tree.round[node])
            block = wide.block(places, node)
            tied = self.model.state_of(player, number)
            states = np.arange(block.shape[1]) if tied is None else tied
            step = self.model.states[player][number]
            first = int(self.layout.offsets[node])
            block[:] = first + step * np.arange(len(block))[:, None] + states[None, :]
        return places

    @cached_property
    def ranges(self) -> Float64s:
        """For every number of a strategy over reach states its player's reach at the root.

        It weights the reach states that share a strategy state.
        """
        tree, wide = self.tree, self.passes.layout
        weights = np.zeros(wide.size)
        first, second = (self.passes.root_reach_of(player).astype(np.float64) for player in (0, 1))
        carried = carried_ranges(self.model, (first, second))
        for node in tree.decision_nodes().tolist():
            here = carried[int(tree.round[node])]
            assert here is not None  # nobody acts before the start
            wide.block(weights, node)[:] = here[int(tree.player[node])]
        return weights

    def spread_out(self, strategy: Floats) -> Floats:
        """Expand a strategy (or its weights) to reach states."""
        values: Floats = np.asarray(strategy, dtype=self.dtype)[self.spread]
        return values

    def summed(self, values: Floats) -> Float64s:
        """Sum numbers over reach states by strategy state."""
        sums = np.zeros(self.layout.size)
        np.add.at(sums, self.spread, values)
        return sums

    def expected_value(self, strategy: Floats) -> float:
        """Player 1's chips per hand when both follow the strategy."""
        return self.passes.expected_value(self.spread_out(strategy))

    def match(self, ours: Floats, theirs: Floats) -> tuple[float, float]:
        """What one strategy wins against another, averaged over both seats; exact."""
        return self.passes.match(self.spread_out(ours), self.spread_out(theirs))

    def exploitability(self, strategy: Floats, form: int = PROBABILITIES) -> Exploitability:
        """Values of best responses that distinguish reach states: real cards, not buckets.

        So it is the exact exploitability in the game with real cards.
        """
        return self.passes.exploitability(self.spread_out(strategy), form)

    def whole_tree(self, method: str) -> Passes:
        """Raise InputError: strategies over strategy states have no matrices."""
        raise InputError(
            f"{method} needs perfect recall, {self.model.name} has imperfect recall",
            what="method",
            expected="use cfr, cfr+, lcfr, dcfr or pcfr+",
        )

    def deals(self, public: bool = False) -> Deals:
        """Raise InputError: deals are of reach states, which strategies cannot distinguish."""
        raise InputError(
            f"sampled methods cannot deal the hands of {self.model.name} from a board on",
            expected="use cfr, cfr+, lcfr, dcfr or pcfr+",
        )

    def bucket_deals(self) -> BucketDeals:
        """Raise InputError: there are no bucket deals from a board on."""
        raise InputError(f"{self.model.name} deals hands from a board on, not buckets")

    def root_reach_of(self, player: int) -> Floats:
        """The player's reach at the root, over reach states."""
        return self.passes.root_reach_of(player)

    def set_root_reach(self, player: int, reach: Floats) -> None:
        """Let a player enter with another reach."""
        self.passes.set_root_reach(player, reach)
        self.__dict__.pop("ranges", None)

    def root_mass(self, player: int) -> Float64s:
        """The chance times the opponent's reach of each reach state."""
        return self.passes.root_mass(player)

    def root_values(self, player: int) -> Float64s:
        """The player's values at the root in his last turn, over reach states."""
        return self.passes.root_values(player)

    def best_values(self, player: int, strategy: Floats, form: int = PROBABILITIES) -> Float64s:
        """Counterfactual best response values of a player who knows his reach state."""
        return self.passes.best_values(player, self.spread_out(strategy), form)

    def tables(self, predict: bool, seed: int = 0) -> Tables:
        """Zero regrets and sums; the current strategy follows from the regrets."""
        regrets, sums = (np.zeros(self.layout.size, dtype=self.dtype) for _ in range(2))
        return Tables(regrets, sums, np.zeros_like(regrets) if predict else regrets, seed=seed)

    def turn(
        self, player: int, iteration: int, rule: UpdateRule, tables: Tables, theirs: Floats
    ) -> int:
        """One player's turn of CFR; the other plays his part of ``theirs``."""
        passes = self.passes
        mine, other = (self._matched(weights) for weights in (tables.current, theirs))
        passes.forward(player, mine)
        passes.forward(1 - player, other)
        passes.terminal_values(player)
        gains, sums = np.zeros((2, passes.layout.size), dtype=self.dtype)
        plain = UpdateRule(1.0, 1.0, 1.0, -np.inf, rule.weight, False)
        passes.over_tree(
            cfr_sweep, player, passes.layout.value_starts, passes.layout.reach_starts[player],
            tuple(plain), passes.work, mine, gains, sums, down=False,
        )  # fmt: skip
        tables.sums += self.summed(sums).astype(self.dtype)
        nodes = self.tree.decision_nodes(player)
        ends = np.append(self.layout.offsets, self.layout.size)
        gained = self.summed(gains * self.ranges).astype(self.dtype)
        sizes = ends[nodes + 1] - ends[nodes]
        update_regrets(ends[nodes], sizes, rule, gained, tables.regrets, tables.current)
        return self.layout.player_nodes(player)

    def _matched(self, weights: Floats) -> Floats:
        """The strategy proportional to the positive part, over reach states."""
        return self.spread_out(average_strategy(self.layout, np.maximum(weights, 0)))


class _Reach(StatesAlone):
    """A card model whose strategy states are its reach states."""

    def __init__(self, model: CardModel) -> None:
        self._model = model
        self.name, self.rounds = model.name, model.rounds
        self.states = self.reach_states = model.reach_states
        self.parents, self.public = model.parents, model.public

    bucketing = None

    @property
    def labels(self) -> tuple[Names, Names]:
        """The numbers of reach states, as text."""
        first, second = (
            tuple(tuple(map(str, range(count))) for count in counts) for counts in self.states
        )
        return first, second

    def histories(self, player: int, round_number: int) -> tuple[Int64s, Float64s]:
        """The histories of the model."""
        return self._model.histories(player, round_number)

    def strengths(self, player: int) -> list[Float64s]:
        """The strengths of the model."""
        return self._model.strengths(player)

    def as_model(self) -> CardModel:
        """Itself."""
        return self

    def state_of(self, player: int, round_number: int) -> None:
        """None: every reach state is a strategy state."""

    def root_reach(self, player: int) -> Float64s:
        """The root reach of the model."""
        return self._model.root_reach(player)

    def operators(
        self, kind: Kind, round_number: int, dtype: npt.DTypeLike
    ) -> tuple[Operator, Operator]:
        """The operators of the model."""
        return self._model.operators(kind, round_number, dtype)

    def matrices(self) -> MatrixCards:
        """The matrices of the model."""
        return self._model.matrices()
