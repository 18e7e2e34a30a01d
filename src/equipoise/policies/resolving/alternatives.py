"""Alternative values from the blueprint: best response values of the opponent's hands."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from equipoise.cards.combos import COMBO_COUNT
from equipoise.games.action import Action
from equipoise.games.betting import BettingState
from equipoise.kernels.types import Float64s
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.followed import FollowedRange
from equipoise.policies.resolving.subgame import Board, possible
from equipoise.policies.written import write_policy
from equipoise.solvers.subgames.alternatives import in_chips
from equipoise.spine.spots.engine import SpotEngine


def blueprint_values(
    blueprint: Blueprint, ours: FollowedRange, betting: BettingState, board: Board
) -> Float64s:
    """The opponent's counterfactual best response values against the blueprint, in chips [1326].

    The blueprint is written out for all our hands on all following boards; the opponent has the bet
    sizes of the blueprint's tree, relative to the real pot.
    """
    us = ours.hands.position
    them = 1 - us
    menus = blueprint.strategy.layout.tree.bets[them]

    def menu(state: BettingState, raised: bool) -> Sequence[Action]:
        if menus is None:
            return list(state.legal().actions())
        return [action for action, _ in menus.actions(state)]

    ranges = [np.where(possible(board), 1.0, 0.0)] * 2
    ranges[us] = ours.range
    written = write_policy(betting, board, ours.line, ours.hands, (ranges[0], ranges[1]), menu)
    engine = SpotEngine(written.tree, written.model)
    values = np.zeros(COMBO_COUNT)
    combos = written.model.held(them, betting.round)
    best = engine.best_values(them, written.strategy)
    values[combos] = in_chips(best, engine.root_mass(them))
    return values
