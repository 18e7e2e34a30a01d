"""Reach, values and equity of both players' hands at one node of a spot."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT
from equipoise.cards.equity import hand_outcomes, weighted_boards
from equipoise.cards.ranges import Range
from equipoise.cards.symmetry import ALL_RENAMINGS
from equipoise.kernels.boards.matchups import fold_matchups
from equipoise.kernels.types import Float64s, Floats
from equipoise.spine.cards.hands import ROUNDS, HandCards, board_hands
from equipoise.spine.layout import Layout
from equipoise.spine.spots.engine import SpotEngine
from equipoise.spine.spots.look import SpotLook
from equipoise.spine.tree import DECISION

_SAMPLE = 4096


@dataclass(frozen=True, eq=False)
class SpotNode:
    """Vectors over the 1,326 hands at one node; rows are players, or actions.

    ``reach`` is the weight of a hand in its player's range times his action probabilities so far, 0
    for hands that the board excludes; ``met`` the opponent's reach summed over all compatible
    hands. ``values`` are expected chips from the start to the end (half of the starting pot counts
    as put in), given the hand and that the node is reached; ``actions`` the same after each action
    of the player to act, ``strategy`` its probability. Values and strategy are 0 for hands that a
    player never has. ``equity`` is P(win) + P(tie) / 2 at a showdown without further betting.
    Numbers that depend on the opponent are nan if no hand of his is compatible.
    """

    reach: Float64s
    met: Float64s
    values: Float64s
    actions: Float64s
    strategy: Float64s
    equity: Float64s

    def mean(self, player: int, of: Float64s) -> float:
        """The mean of a vector over the player's hands, weighted by reach and ``met``."""
        weights = self.reach[player] * self.met[player]
        some = weights > 0
        return float((weights[some] * of[some]).sum() / weights[some].sum())


def spot_node(layout: Layout, strategy: Floats, node: int, cards: Sequence[int] = ()) -> SpotNode:
    """Evaluate a node, decision or not, with the ``cards`` dealt since the start.

    ``strategy`` holds probabilities in the layout of a spot. Only the part below the board is
    computed, for all nodes of the round at once, and cached for the same layout and strategy.
    """
    model, tree = _hands(layout), layout.tree
    board = (*model.board, *cards)
    number = int(tree.round[node])
    if len(board) != number + 2:
        raise InputError(
            f"{len(cards)} cards dealt since the start: {cards_text(cards)}", "cards",
            expected=f"{number + 2 - len(model.board)} at this node",
        )  # fmt: skip
    seen = _look(layout, strategy).street(cards)
    deals = model.ways(ROUNDS - 1) / model.ways(number)
    reach = _reach(layout, strategy, node, board)
    met, equity = np.zeros((2, 2, COMBO_COUNT))
    for player in (0, 1):
        met[player] = met_by(board, reach[1 - player])
        equity[player] = _equity(board, reach[1 - player])

    def given_hand(player: int, at: int) -> Float64s:
        """The player's values at a node of the round, divided by the hand's ``met``."""
        states = model.states_on(player, board)
        held = states >= 0
        found = np.zeros(COMBO_COUNT)
        found[held] = seen.of(player, at)[states[held] - seen.firsts[player]] / deals
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(met[player] > 0, found / met[player], np.nan)

    values = np.array([given_hand(player, node) for player in (0, 1)])
    actions, mixed = np.zeros((2, 0, COMBO_COUNT))
    if tree.kind[node] == DECISION:
        mover = int(tree.player[node])
        mixed = _mixed(layout, strategy, node, board)
        actions = np.array([given_hand(mover, child) for child in tree.children_of(node).tolist()])
    return SpotNode(reach, met, values, actions, mixed, equity)


def _hands(layout: Layout) -> HandCards:
    model = layout.model
    if not isinstance(model, HandCards) or model.buckets is not None:
        raise InputError("this game has no real hands", expected="a spot of hold'em")
    return model


#: the last evaluated strategy of each live layout, by object id
_looks: dict[int, tuple[weakref.ref[Floats], bytes, SpotLook]] = {}


def _look(layout: Layout, strategy: Floats) -> SpotLook:
    """The cached evaluation of a strategy; recomputed if the strategy has changed."""
    sample = strategy[:: max(1, len(strategy) // _SAMPLE)].tobytes()
    known = _looks.get(id(layout))
    if known is not None:
        of, before, look = known
        if of() is strategy and before == sample:
            return look
        engine = look.engine
    else:
        engine = SpotEngine(layout.tree, _hands(layout))
        weakref.finalize(layout, _looks.pop, id(layout), None)
    look = SpotLook(engine, strategy)
    _looks[id(layout)] = (weakref.ref(strategy), sample, look)
    return look


def _mixed(layout: Layout, strategy: Floats, node: int, board: tuple[int, ...]) -> Float64s:
    """Probabilities at a node, 0 for hands that the player never has."""
    states = _hands(layout).states_on(int(layout.tree.player[node]), board)
    block = layout.block(strategy, node)
    mixed = np.zeros((len(block), COMBO_COUNT))
    mixed[:, states >= 0] = block[:, states[states >= 0]]
    return mixed


def _reach(layout: Layout, strategy: Floats, node: int, board: tuple[int, ...]) -> Float64s:
    """Both players' reach at a node."""
    tree, model = layout.tree, _hands(layout)
    reach = np.zeros((2, COMBO_COUNT))
    for player in (0, 1):
        reach[player, model.combos[player]] = model.weights[player]
        reach[player, model.states_on(player, board) < 0] = 0.0
    at = 0
    for _, after in tree.steps_to(node):
        place = int(np.flatnonzero(tree.children_of(at) == after)[0])
        mixed = _mixed(layout, strategy, at, board[: int(tree.round[at]) + 2])
        reach[int(tree.player[at])] *= mixed[place]
        at = after
    return reach


def met_by(board: tuple[int, ...], reach: Float64s) -> Float64s:
    """For every hand the opponent's reach summed over compatible hands."""
    hands, combos = board_hands(board)
    found = np.zeros((1, len(combos)))
    fold_matchups(hands, hands, 1.0, np.ascontiguousarray(reach[combos])[None, :], found)
    met = np.zeros(COMBO_COUNT)
    met[combos] = found[0]
    return met


def _equity(board: tuple[int, ...], reach: Float64s) -> Float64s:
    """P(win) + P(tie) / 2 against a range for every hand, over all runouts."""
    boards, sizes = weighted_boards(board, board, ALL_RENAMINGS[:1])
    most = reach.max()
    wins, ties, totals = hand_outcomes(Range(reach / most if most else reach), boards, sizes)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(totals > 0, (wins + ties / 2) / totals, np.nan)
