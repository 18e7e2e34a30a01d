"""Values at a node of a spot by recursion over betting and cards: the slow twin of ``spot_node``."""

from __future__ import annotations

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT, combos_with
from equipoise.kernels.boards.matchups import fold_matchups, showdown_matchups
from equipoise.kernels.types import Float64s, Floats, Int64s
from equipoise.spine.cards.hands import HandCards, board_hands
from equipoise.spine.layout import Layout
from equipoise.spine.spot_node import SpotNode
from equipoise.spine.tree import DECISION, FOLD

_RIVER = 5


def slow_spot_node(layout, strategy, node, cards=()) -> SpotNode:
    """Look at a node, decision or not, with the ``cards`` dealt since the start.

    ``strategy`` holds probabilities in the layout of a spot. Only what is below the node is
    computed.
    """
    walk = _Walk(layout, strategy)
    model, tree = walk.model, layout.tree
    board = (*model.board, *cards)
    wanted = int(tree.round[node]) + 2
    if len(board) != wanted:
        raise InputError(
            f"{len(cards)} cards dealt since the start: {cards_text(cards)}", "cards",
            expected=f"{wanted - len(model.board)} at this node",
        )  # fmt: skip
    reach = walk.reach(node, board)
    met = np.zeros((2, COMBO_COUNT))
    won = np.zeros((2, COMBO_COUNT))
    for player in (0, 1):
        walk.met(board, reach[1 - player], met[player])
        won[player] = walk.showdown(board, reach[1 - player])
    actions, mixed = np.zeros((2, 0, COMBO_COUNT))
    values = np.zeros((2, COMBO_COUNT))
    if tree.kind[node] == DECISION:
        mover = int(tree.player[node])
        mixed = walk.strategy(node, board)
        after = walk.children(node, board, reach)
        actions = np.array([pair[mover] for pair in after])
        values[mover] = (mixed * actions).sum(axis=0)
        values[1 - mover] = sum(pair[1 - mover] for pair in after)
        actions = _per(actions, met[mover])
    else:
        values[:] = walk.values(node, board, reach)
    return SpotNode(reach, met, _per(values, met), actions, mixed, _per((won + met) / 2, met))


def _per(values: Float64s, met: Float64s) -> Float64s:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(met > 0, values / met, np.nan)


class _Walk:
    """Values below a node by recursion over betting and cards, all 1,326 hands at once."""

    def __init__(self, layout: Layout, strategy: Floats) -> None:
        if not isinstance(layout.model, HandCards) or layout.model.buckets is not None:
            raise InputError("this game has no real hands", expected="a spot of hold'em")
        self.layout, self.model, self._strategy = layout, layout.model, strategy
        self._factors = {
            int(node): (group.kind, [group.factors(p) for p in (0, 1)], place)
            for group in layout.groups
            for place, node in enumerate(group.nodes.tolist())
        }

    def states(self, player: int, board: tuple[int, ...]) -> Int64s:
        return self.model.states_on(player, board)

    def strategy(self, node: int, board: tuple[int, ...]) -> Float64s:
        """Probabilities at a node, 0 for hands that the player never has."""
        states = self.states(int(self.layout.tree.player[node]), board)
        block = self.layout.block(self._strategy, node)
        mixed = np.zeros((len(block), COMBO_COUNT))
        mixed[:, states >= 0] = block[:, states[states >= 0]]
        return mixed

    def reach(self, node: int, board: tuple[int, ...]) -> Float64s:
        """Both players' reach at a node."""
        tree, model = self.layout.tree, self.model
        reach = np.zeros((2, COMBO_COUNT))
        for player in (0, 1):
            reach[player, model.combos[player]] = model.weights[player]
            reach[player, self.states(player, board) < 0] = 0.0
        at = 0
        for _, after in tree.steps_to(node):
            place = int(np.flatnonzero(tree.children_of(at) == after)[0])
            player = int(tree.player[at])
            reach[player] *= self.strategy(at, board[: int(tree.round[at]) + 2])[place]
            at = after
        return reach

    def children(self, node: int, board: tuple[int, ...], reach: Float64s) -> list[Float64s]:
        """Both players' values after each action."""
        tree = self.layout.tree
        mover = int(tree.player[node])
        found = []
        for mixed, child in zip(
            self.strategy(node, board), tree.children_of(node).tolist(), strict=True
        ):
            after = reach.copy()
            after[mover] *= mixed
            if tree.round[child] == tree.round[node]:
                found.append(self.values(child, board, after))
            else:
                later = [self.values(child, *dealt) for dealt in _dealt(board, after)]
                found.append(np.sum(later, axis=0))
        return found

    def values(self, node: int, board: tuple[int, ...], reach: Float64s) -> Float64s:
        """Both players' counterfactual values: chips times the reach of the hands that are met."""
        tree = self.layout.tree
        values = np.zeros((2, COMBO_COUNT))
        if tree.kind[node] == DECISION:
            mover = int(tree.player[node])
            mixed = self.strategy(node, board)
            for weights, pair in zip(mixed, self.children(node, board, reach), strict=True):
                values[mover] += weights * pair[mover]
                values[1 - mover] += pair[1 - mover]
            return values
        _, factors, place = self._factors[node]
        for player in (0, 1):
            gain, besides = (part[place] for part in factors[player])
            met = np.zeros(COMBO_COUNT)
            self.met(board, reach[1 - player], met)
            if tree.kind[node] == FOLD:
                values[player] = gain * met
            else:
                sign = 1 if player == 0 else -1  # gains are in terms of player 1
                won = self.showdown(board, reach[1 - player])
                values[player] = sign * gain * won + besides * met
        return values

    def met(self, board: tuple[int, ...], reach: Float64s, out: Float64s) -> None:
        hands, combos = board_hands(board)
        found = np.zeros((1, len(combos)))
        fold_matchups(hands, hands, 1.0, np.ascontiguousarray(reach[combos])[None, :], found)
        out[combos] = found[0]

    def showdown(self, board: tuple[int, ...], reach: Float64s) -> Float64s:
        """Win less loss for every hand, the mean over the boards that may follow."""
        if len(board) < _RIVER:
            return sum(
                (self.showdown(longer, held[0]) for longer, held in _dealt(board, reach[None, :])),
                np.zeros(COMBO_COUNT),
            )
        hands, combos = board_hands(board)
        found = np.zeros((1, len(combos)))
        showdown_matchups(hands, hands, 1.0, np.ascontiguousarray(reach[combos])[None, :], found)
        won = np.zeros(COMBO_COUNT)
        won[combos] = found[0]
        return won


def _dealt(board: tuple[int, ...], reach: Float64s) -> list[tuple[tuple[int, ...], Float64s]]:
    """Each board with one more card, and reach there times the chance of the card."""
    chance = 1 / (52 - 4 - len(board))  # given both hands
    found = []
    for card in range(52):
        if card not in board:
            held = reach * chance
            held[:, combos_with([card])] = 0.0
            found.append(((*board, card), held))
    return found
