"""The size of a betting tree by visiting every node: for small games."""

from equipoise.games.betting import BettingState
from equipoise.games.size.situations import TreeSize


def walk_tree(rules):
    """The twin of ``games.size.tree.count_tree``."""
    decisions, actions, folds, showdowns = ([0] * rules.rounds for _ in range(4))

    def visit(betting, number):
        if betting.is_over:
            (folds if betting.is_folded_out else showdowns)[number] += 1
            return
        decisions[betting.round] += 1
        for action in betting.legal().actions():
            actions[betting.round] += 1
            visit(betting.after(action), betting.round)

    visit(BettingState.start(rules), 0)
    return TreeSize(*map(tuple, (decisions, actions, folds, showdowns)))
