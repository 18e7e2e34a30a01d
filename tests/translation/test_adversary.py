from fractions import Fraction

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.solvers.methods import make_solver
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION, FOLD
from equipoise.translation.adversary import Adversary, opening_sizes
from equipoise.translation.expand import Expansion
from equipoise.translation.options import Translation

HALF, ONE, BIG = Fraction(1, 2), Fraction(1), Fraction(3, 2)


@pytest.fixture(scope="module")
def played():
    """A solved 7-chip game, its strategy in the full game by a mapping, and both games."""
    problem = AbstractGame("leduc-nolimit:7", "fcpa")
    source, full = problem.passes(), problem.full().passes()
    solver = make_solver("cfr+", source)
    for _ in range(100):
        solver.step()
    average = solver.average()
    buckets = problem.cards_and_buckets[1]

    def by(mapping):
        way = Translation(mapping)
        return Expansion(source.layout, full.layout, buckets, way).strategy(average)

    return source, full, average, by


@pytest.mark.parametrize("where", ["everywhere", "first"])
@pytest.mark.parametrize("mapping", ["hard", "pseudo-harmonic"])
def test_more_bets_win_more_and_those_on_the_tree_win_nothing(played, where, mapping):
    source, full, average, by = played
    real = by(mapping)
    found = Adversary(source.layout, full, where=where).against(real)
    assert found.on_tree == pytest.approx(source.exploitability(average).responses)
    assert found.full == pytest.approx(full.exploitability(real).responses)
    assert [damage.size for damage in found.damages] == [HALF, ONE, BIG, 2, Fraction(5, 2)]
    for damage in found.damages:
        for seat in range(2):
            assert found.gains(damage)[seat] >= -1e-12
            assert damage.responses[seat] <= found.full[seat] + 1e-12
    assert found.gains(found.damages[1]) == pytest.approx((0, 0))
    assert sum(found.worst.responses) == max(sum(d.responses) for d in found.damages)
    assert max(found.gains(found.worst)) > 0.01


def test_a_bet_allowed_everywhere_wins_at_least_what_it_wins_first(played):
    source, full, _, by = played
    real = by("soft")
    anywhere, first = (
        Adversary(source.layout, full, [HALF, BIG], where).against(real)
        for where in ("everywhere", "first")
    )
    for wide, narrow in zip(anywhere.damages, first.damages, strict=True):
        for seat in range(2):
            assert wide.responses[seat] >= narrow.responses[seat] - 1e-12


def slow_response(full, real, seat, sizes, first_only):
    """The best response of a seat held to fcpa and further sizes, by recursion over the tree."""
    tree, model = full.tree, full.model
    other = 1 - seat

    def menu(node):
        called = int(tree.put[node].max())
        raises = [a.to for a in tree.actions_of(node) if a.kind == Kind.RAISE]
        if not raises:
            return set()
        parts = [ONE] + (sizes if called == 1 or not first_only else [])
        wanted = {called + int(part * 2 * called) for part in parts}
        return {min(max(to, raises[0]), raises[-1]) for to in wanted} | {raises[-1]}

    def value(node, reach, number):
        later = int(tree.round[node])
        if later > number:
            return np.bincount(
                model.parents[seat][later],
                value(node, reach[model.parents[other][later]], later),
                model.states[seat][number],
            )
        put = tree.put[node]
        if tree.kind[node] == FOLD:
            won = put[other] if tree.player[node] == other else -put[seat]
            return won * (model.matrix("fold", seat, number) @ reach)
        if tree.kind[node] != DECISION:
            return put.min() * (model.matrix("showdown", seat, number) @ reach)
        edges = list(zip(tree.actions_of(node), tree.children_of(node), strict=True))
        if tree.player[node] == seat:
            allowed = menu(node)
            return np.max(
                [
                    value(child, reach, number)
                    for action, child in edges
                    if action.kind != Kind.RAISE or action.to in allowed
                ],
                axis=0,
            )
        chances = full.layout.block(real, node)
        return sum(
            value(child, reach * chances[place], number)
            for place, (_, child) in enumerate(edges)
            if chances[place].any()
        )

    return value(0, np.ones(model.states[other][0]), 0).sum()


@pytest.mark.parametrize("where", ["everywhere", "first"])
def test_values_are_those_of_a_slow_twin(played, where):
    source, full, _, by = played
    real = by("geometric-random")
    sizes = [HALF, BIG]
    found = Adversary(source.layout, full, sizes, where).against(real)
    for seat in range(2):
        assert found.on_tree[seat] == pytest.approx(slow_response(full, real, seat, [], False))
        for damage, size in zip(found.damages, sizes, strict=True):
            slow = slow_response(full, real, seat, [size], where == "first")
            assert damage.responses[seat] == pytest.approx(slow)


def test_opening_sizes_are_all_first_bets_but_all_in():
    assert opening_sizes(AbstractGame("leduc-nolimit:5").passes().tree) == [HALF, ONE, BIG]


def test_bad_input_is_one_line(played):
    source, full, *_ = played
    with pytest.raises(InputError, match="'last' is not a place for a bet; one of everywhere"):
        Adversary(source.layout, full, where="last")
    with pytest.raises(
        InputError, match="the bets of seat 1 are not abstracted; use a strategy that"
    ):
        Adversary(full.layout, full)
    with pytest.raises(InputError, match="a bet of 0 pots; percentages from 1"):
        Adversary(source.layout, full, [Fraction(0)])
