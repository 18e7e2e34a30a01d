"""How betting abstractions grow, as Schnizlein 2009 says (3.2.1 and 3.3.3).

Sizes are decision nodes, heads-up with blinds 1 and 2; half-pot and three-quarter-pot bets are
restricted to once a round and not before the flop, except in the first factor.
"""

import numpy as np
import pytest

from equipoise.abstraction.betting import parse_bets
from equipoise.games.catalogue import find_game
from equipoise.games.situations import TreeSize
from equipoise.trees.size import tree_size
from equipoise.trees.tree import DECISION, FOLD, SHOWDOWN, build_tree


def size_by_building(rules, bets):
    """The slow, obvious twin: build the tree and count its nodes."""
    tree = build_tree(rules, parse_bets(bets))

    def by_round(chosen, weights=None):
        counts = np.bincount(tree.round[chosen], weights, minlength=rules.rounds)
        return tuple(int(n) for n in counts)

    decisions = tree.kind == DECISION
    return TreeSize(
        by_round(decisions),
        by_round(decisions, np.diff(tree.child_starts)[decisions]),
        by_round(tree.kind == FOLD),
        by_round(tree.kind == SHOWDOWN),
    )


@pytest.mark.parametrize(
    ("game", "bets"),
    [
        ("holdem-nolimit:20bb", "fcpa"),
        ("holdem-nolimit:20bb", "fchpa"),
        ("holdem-nolimit:20bb", "fchrpta"),
        ("holdem-nolimit:20bb", "fchopa-fchnpa"),
        ("holdem-nolimit:20bb", "tartanian5"),
        ("holdem-nolimit:20bb", "jamfold"),
        ("holdem-nolimit:20bb", "fa-fcpa"),
        ("holdem-nolimit:20bb", "fcpa+fc/fchoa+fca/fcpa+fcpa+fc"),
        ("holdem-nolimit:3bb", "full-fcpa"),
        ("holdem-nolimit:3bb", "full"),
        ("holdem-limit:2p", "fcpa"),
        ("leduc-nolimit:12", "fchoqopa/fcpa"),
        ("leduc-nolimit:9", None),
        ("jamfold:10bb", None),
        ("clairvoyance:2", None),
    ],
)
def test_the_count_is_that_of_the_tree(game, bets):
    rules = find_game(game)
    assert tree_size(rules, bets) == size_by_building(rules, bets)


def decisions(rules, bets):
    return sum(tree_size(rules, bets).decisions)


@pytest.mark.parametrize(
    ("stack", "larger", "smaller", "factor"),
    [
        (500, "fchpa", "fcpa", 151),
        (500, "fchrpa", "fcpa", 26),
        (500, "fchrpta", "fcpta", 19.0),
        (200, "fchrpta", "fcpta", 9.9),
        (100, "fchrpta", "fcpta", 7.2),
        (500, "fcpta", "fcpa", 1.68),
        (200, "fchrpea", "fcpea", 15.7),
        (200, "fchrqrpwea", "fcpea", 248.0),
    ],
)
def test_factors_of_the_thesis(stack, larger, smaller, factor):
    rules = find_game(f"holdem-nolimit:{stack}bb")
    grown = decisions(rules, larger) / decisions(rules, smaller)
    assert grown == pytest.approx(factor, rel=0.02)
