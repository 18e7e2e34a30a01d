"""The view of a node of a solved spot: both ranges, their hands, and the actions.

A hand's *value* is its expected chips of the pot from here on, minus what its player still puts in:
both players' values sum to the pot here, minus rake, and folding has value 0. *Equity* is its
expected share of the pot if the hand is checked down. EQR, the equity realisation, is value / (pot
x equity).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from equipoise.cards.card import cards_text
from equipoise.cards.combos import TYPE_COUNT, combo_cards, combo_types
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.spot_node import SpotNode
from equipoise.spine.tree import DECISION, BettingTree
from equipoise.spots.by_street import STREETS
from equipoise.spots.walk import Place, action_names
from equipoise.strategies.hand_map import combo_map
from equipoise.strategies.look import NodeView

#: columns of every hand
NUMBERS = ("weight", "share", "equity", "value", "eqr")
_EQUAL = 5  # digits to which equities are compared, to ignore rounding


@dataclass(frozen=True, eq=False)
class RangeView:
    """A player's range at a node: the possible hands, highest equity first.

    ``weight`` is a hand's weight in the range times its reach, ``share`` its probability when the
    node is reached (given both players' cards; they sum to 1). ``strategy`` and ``action_values``
    [actions, hands] are empty for the player who does not act.
    """

    player: int
    combos: Int64s
    weight: Float64s
    share: Float64s
    equity: Float64s
    value: Float64s
    eqr: Float64s
    strategy: Float64s
    action_values: Float64s
    pot: float

    @property
    def hands(self) -> tuple[str, ...]:
        """The hands as text, in the order of all arrays."""
        return tuple(cards_text(combo_cards()[combo]) for combo in self.combos)

    @property
    def total(self) -> float:
        """The weighted number of hands of the range."""
        return float(self.weight.sum())

    @property
    def mean_equity(self) -> float:
        """The equity of the range."""
        return _mean(self.share, self.equity)

    @property
    def mean_value(self) -> float:
        """The value of the range."""
        return _mean(self.share, self.value)

    @property
    def mean_eqr(self) -> float:
        """The equity realisation of the range."""
        return self.mean_value / (self.pot * self.mean_equity) if self.mean_equity else np.nan

    def place(self, hand: str) -> int | None:
        """The row of a hand, cards in either order; None if it is not in the range."""
        names = self.hands
        for name in (hand, hand[2:] + hand[:2]):
            if name in names:
                return names.index(name)
        return None


@dataclass(frozen=True)
class ActionView:
    """An action of a node: its name, its frequency, and its value when taken.

    ``value`` is the mean over the hands that take it, weighted by frequency, so that frequencies
    times values sum to the value of the range; over all hands if none takes it. ``percent`` is a
    bet or raise in percent of the pot, after calling.
    """

    action: str
    frequency: float
    value: float
    percent: float | None


@dataclass(frozen=True, eq=False)
class SpotView:
    """A node: its line, the player to act, the actions, and both ranges (out of position first).

    ``player`` is 0 out of position, 1 in position, None if nobody acts.
    """

    line: tuple[str, ...]
    board: str
    pot: float
    stack: float
    to_call: float
    player: int | None
    actions: tuple[ActionView, ...]
    ranges: tuple[RangeView, RangeView]

    @property
    def street(self) -> str:
        """The name of the street."""
        return STREETS[len(self.board) // 2 - 2]

    @property
    def acting(self) -> RangeView:
        """The range of the player to act, or of out of position if nobody is."""
        return self.ranges[self.player or 0]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the actions."""
        return tuple(action.action for action in self.actions)

    def columns(self, player: int | None = None) -> dict[str, npt.NDArray[Any]]:
        """A range as a table, by default of the player to act: an array for each column.

        For any data frame library: ``pandas.DataFrame(node.columns())``.
        """
        mine = self.ranges[(self.player or 0) if player is None else player]
        names = self.names if len(mine.strategy) else ()
        return {
            "hand": np.array(mine.hands),
            **{name: getattr(mine, name) for name in NUMBERS},
            **dict(zip(names, mine.strategy, strict=True)),
            **{
                f"value of {name}": values
                for name, values in zip(names, mine.action_values, strict=True)
            },
        }

    def chart(self) -> tuple[NodeView, Float64s]:
        """The strategy for charts: of hands, and of the 169 types [169, actions]."""
        mine = self.acting
        types = combo_types()[mine.combos]
        view = NodeView(
            path=", ".join(self.line),
            player=self.player or 0,
            round=len(self.board) // 2 - 2,
            pot=self.pot,
            actions=self.names,
            labels=mine.hands,
            probabilities=mine.strategy,
            weights=mine.share,
            reach=1.0,
        )
        return view, combo_map(types, mine.share) @ mine.strategy.T

    def by_type(self, player: int, of: str) -> Float64s:
        """An array of a range (``equity``, ``value``, ``eqr``) by the 169 types; nan for none."""
        mine = self.ranges[player]
        types, numbers = combo_types()[mine.combos], getattr(mine, of)
        known = np.isfinite(numbers)
        sums, weights = (
            np.bincount(types[known], part[known], TYPE_COUNT)
            for part in (mine.share * np.nan_to_num(numbers), mine.share)
        )
        means: Float64s = np.divide(
            sums, weights, out=np.full(TYPE_COUNT, np.nan), where=weights > 0
        )
        return means


def _mean(weights: Float64s, values: Float64s) -> float:
    known = (weights > 0) & np.isfinite(values)
    total = weights[known].sum()
    return float((weights[known] * values[known]).sum() / total) if total > 0 else np.nan


def view_node(tree: BettingTree, board: tuple[int, ...], place: Place, seen: SpotNode) -> SpotView:
    """The view of a node, in the user's chips."""
    node, scale = place.node, tree.rules.scale
    put = tree.put[node]
    pot = float(tree.rules.units(int(put.sum())))
    decides = tree.kind[node] == DECISION
    player = int(tree.player[node]) if decides else None
    first, second = (
        _range(seen, number, put[number] / scale, scale, pot, player == number) for number in (0, 1)
    )
    actions: tuple[ActionView, ...] = ()
    if player is not None:
        actions = _actions(tree, node, (first, second)[player])
    return SpotView(
        line=place.line,
        board=cards_text((*board, *place.cards)),
        pot=pot,
        stack=float(tree.rules.units(int(min(tree.rules.stacks) - put.max()))),
        to_call=float(tree.rules.units(int(put.max() - put.min()))),
        player=player,
        actions=actions,
        ranges=(first, second),
    )


def _range(
    seen: SpotNode, player: int, put: float, scale: int, pot: float, acts: bool
) -> RangeView:
    share = seen.reach[player] * np.nan_to_num(seen.met[player])
    held = np.flatnonzero(seen.reach[player] > 0)
    equity = seen.equity[player, held]
    held = held[np.lexsort((held, -np.round(np.nan_to_num(equity, nan=-1.0), _EQUAL)))]
    equity = seen.equity[player, held]
    value = seen.values[player, held] / scale + put
    with np.errstate(divide="ignore", invalid="ignore"):
        eqr = np.where(equity > 0, value / (pot * equity), np.nan)
    total = share.sum()
    return RangeView(
        player=player,
        combos=held,
        weight=seen.reach[player, held],
        share=share[held] / total if total > 0 else share[held],
        equity=equity,
        value=value,
        eqr=eqr,
        strategy=seen.strategy[:, held] if acts else np.zeros((0, len(held))),
        action_values=seen.actions[:, held] / scale + put if acts else np.zeros((0, len(held))),
        pot=pot,
    )


def _actions(tree: BettingTree, node: int, mine: RangeView) -> tuple[ActionView, ...]:
    put = tree.put[node].tolist()
    after_call = 2 * max(put)
    found = []
    for number, (name, action) in enumerate(
        zip(action_names(tree, node), tree.actions_of(node), strict=True)
    ):
        taken = mine.share * mine.strategy[number]
        frequency = float(taken.sum())
        weights = taken if frequency > 0 else mine.share
        bet = action.to - max(put)
        found.append(
            ActionView(
                name,
                frequency,
                _mean(weights, mine.action_values[number]),
                round(100 * bet / after_call, 2) if bet > 0 else None,
            )
        )
    return tuple(found)
