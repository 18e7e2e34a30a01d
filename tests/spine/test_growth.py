"""Sizes of abstract betting trees, and how they grow as Schnizlein 2009 says (3.2.1 and 3.3.3)."""

import numpy as np
import pytest

from equipoise.abstraction.bets.betting import BettingAbstraction, parse_bets
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.schnizlein import tree_sizes as schnizlein_3_2_sizes
from equipoise.experiments.schnizlein.bet_conventions import Convention
from equipoise.games.catalogue import find_game
from equipoise.games.size.situations import TreeSize
from equipoise.spine.size import tree_size
from equipoise.spine.tree import DECISION, FOLD, SHOWDOWN, build_tree


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


def test_conventions_of_the_experiment():
    """The convention that fits is how this package reads a menu; no size here is below a minimum."""
    for stack, bets in ((100, "fchrpta"), (200, "fchrpea"), (500, "fchpa")):
        rules = find_game(f"holdem-nolimit:{stack}bb")
        menu = BettingAbstraction.parse(bets).menu(0, 0)
        assert Convention().size(rules, menu) == tree_size(rules, bets)
        assert Convention(raised_to_minimum=False).size(rules, menu) == tree_size(rules, bets)
    once = Convention(once_each=False).size(rules, BettingAbstraction.parse("fchrpa").menu(0, 0))
    assert sum(once.decisions) < decisions(rules, "fchrpa")


def test_the_experiment():
    outcome = schnizlein_3_2_sizes.run(Setting())
    assert all(claim.holds for claim in outcome.claims)
    for cell in outcome.cells:
        if cell.column == "decisions" and "cards" not in cell.row:
            assert cell.measured == pytest.approx(cell.published, rel=0.02)
    cards = [cell for cell in outcome.cells if cell.column == "buckets alone"]
    assert [round(cell.measured, 2) for cell in cards] == [4.71]
