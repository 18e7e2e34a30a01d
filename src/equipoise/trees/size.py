"""The size of an abstract betting tree, counted like the full one's."""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.betting import parse_bets
from equipoise.games.rules import GameRules
from equipoise.games.tree_size import TreeSize
from equipoise.trees.tree import FOLD, SHOWDOWN, build_tree


def abstract_size(rules: GameRules, bets: str) -> TreeSize:
    """Nodes of the tree with these bets, by building it.

    >>> from equipoise.games.catalogue import find_game
    >>> abstract_size(find_game("leduc-nolimit:12"), "fcpa").decisions
    (12, 36)
    """
    tree = build_tree(rules, parse_bets(bets))
    rounds = tree.round[tree.decision_nodes()]
    return TreeSize(
        tuple(int(n) for n in np.bincount(rounds, minlength=rules.rounds)),
        int((tree.kind == FOLD).sum()),
        int((tree.kind == SHOWDOWN).sum()),
    )
