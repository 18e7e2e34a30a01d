import numpy as np
import pytest

from equipoise.abstraction.bets.betting import BettingAbstraction
from equipoise.base.errors import InputError
from equipoise.games.catalogue import find_game
from equipoise.spine.tree import DECISION, FOLD, SHOWDOWN, build_tree


def tree(game, bets=None):
    return build_tree(find_game(game), None if bets is None else BettingAbstraction.parse(bets))


def by_round(shown):
    decisions = shown.round[shown.decision_nodes()]
    return [int((decisions == number).sum()) for number in range(shown.rules.rounds)]


def test_sizes_of_small_trees():
    """Kuhn and limit Leduc by hand; the 12-chip game from the independent check."""
    assert (tree("kuhn").size, by_round(tree("kuhn"))) == (9, [4])
    assert (tree("leduc").size, by_round(tree("leduc"))) == (85, [6, 30])
    full = tree("leduc-nolimit:12")
    assert (full.size, by_round(full)) == (28049, [556, 9164])


@pytest.mark.parametrize(
    ("game", "bets"),
    [("leduc", None), ("leduc-nolimit:12", "fchpda"), ("holdem-nolimit:20bb", "fcpa")],
)
def test_the_arrays_fit_together(game, bets):
    shown = tree(game, bets)
    assert shown.child_starts[-1] == len(shown.children) == len(shown.actions) == shown.size - 1
    for node in range(shown.size):
        children = shown.children_of(node)
        assert (children > node).all() and (np.diff(children) > 0).all()
        assert (shown.parents[children] == node).all()
        assert (len(children) > 0) == (shown.kind[node] == DECISION)
        assert (shown.round[children] >= shown.round[node]).all()
    assert (
        shown.put[shown.kind == SHOWDOWN][:, 0] == shown.put[shown.kind == SHOWDOWN][:, 1]
    ).all()
    folds = np.flatnonzero(shown.kind == FOLD)
    assert (shown.player[folds] == shown.player[shown.parents[folds]]).all()


def test_paths():
    shown = tree("leduc")
    assert {shown.path(n) for n in range(shown.size)} >= {"", "c", "cr3", "cc/", "r3r5f", "cc/cr5c"}
    assert len({(shown.path(n), int(shown.kind[n])) for n in range(shown.size)}) == shown.size


def test_each_seat_can_have_its_own_bets():
    rules = find_game("leduc-nolimit:12")
    first, second = BettingAbstraction.parse("fcpa"), BettingAbstraction.parse("fca")
    mixed = build_tree(rules, (first, second))
    for node in mixed.decision_nodes():
        raises = [a for a in mixed.actions_of(int(node)) if a.kind == "raise"]
        if mixed.player[node] == 1:
            assert all(action.to == 12 for action in raises)
    assert tree("leduc-nolimit:12", "fca").size < mixed.size < tree("leduc-nolimit:12", "fcpa").size


def test_a_restricted_size_is_used_once_a_round():
    free, once = tree("leduc-nolimit:12", "fcha"), tree("leduc-nolimit:12", "fchoa")
    assert once.size < free.size
    late = tree("leduc-nolimit:12", "fchna")
    first_round = [n for n in late.decision_nodes() if late.round[n] == 0]
    assert all(
        a.to == 12 for n in first_round for a in late.actions_of(int(n)) if a.kind == "raise"
    )


def test_two_players_only():
    with pytest.raises(InputError, match="6 players"):
        tree("holdem-nolimit:100bb,6p")
