"""How betting abstractions grow, as Schnizlein 2009 says (3.2.1 and 3.3.3).

Sizes are decision nodes, heads-up with blinds 1 and 2; half-pot and three-quarter-pot bets are
restricted to once a round and not before the flop, except in the first factor.
"""

import pytest

from equipoise.abstraction.betting import BettingAbstraction
from equipoise.games.betting import BettingState
from equipoise.games.catalogue import find_game
from equipoise.trees.size import abstract_size


def count_decisions(rules, text):
    """Decision nodes without building the tree: equal situations have equal subtrees."""
    menu = BettingAbstraction.parse(text)
    known = {}

    def count(state, used):
        if state.to_act is None:
            return 0
        key = (state.round, state.to_act, state.put, state.acted, state.level, state.min_to, used)
        if key not in known:
            total = 1
            for action, size in menu.actions(state, used[state.to_act]):
                mine = list(used)
                if size is not None:
                    mine[state.to_act] |= {size}
                after = state.after(action)
                fresh = after.round != state.round
                total += count(after, (frozenset(),) * 2 if fresh else tuple(mine))
            known[key] = total
        return known[key]

    return count(BettingState.start(rules), (frozenset(),) * 2)


@pytest.mark.parametrize("bets", ["fcpa", "fchpa", "fchrpta", "fchopa", "fchnpa"])
def test_the_count_is_that_of_the_tree(bets):
    rules = find_game("holdem-nolimit:20bb")
    assert count_decisions(rules, bets) == sum(abstract_size(rules, bets).decisions)


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
    grown = count_decisions(rules, larger) / count_decisions(rules, smaller)
    assert grown == pytest.approx(factor, rel=0.02)
