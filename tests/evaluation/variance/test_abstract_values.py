"""Values of an abstract strategy: against a slow walk, and their means over cards."""

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS
from tests.agents.books import leduc, small_source
from tests.solvers.test_buckets import Small

from equipoise.abstraction.strength.boards import flops
from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_cards, combo_index
from equipoise.evaluation.variance import abstract_values
from equipoise.evaluation.variance.abstract_values import CLASSES, AbstractValues, _valued_tree
from equipoise.evaluation.variance.ranges import ranges_of
from equipoise.evaluation.variance.spots import Spot
from equipoise.evaluation.variance.values import PolicyValues, ValueFunction
from equipoise.games.action import Action
from equipoise.kernels.assess.class_values import gather_values
from equipoise.matches.betting_cache import BettingNode
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.compiled import strategy_table
from equipoise.policies.opened import OpenedStrategy
from equipoise.spine.cards.bucket_deals import sample_deals
from equipoise.spine.tree import DECISION, FOLD


@pytest.fixture(scope="module")
def strategy(tmp_path_factory):
    small = Small(tmp_path_factory.mktemp("buckets") / "b", "2.2.2.2", bets="fcpa")
    random = np.random.default_rng(3)
    values = small.layout.uniform()
    for node in small.layout.tree.decision_nodes().tolist():
        block = small.layout.block(values, node)
        block *= random.random(block.shape) + 0.01
        block /= block.sum(axis=0)
    return small_source(small, values)


@pytest.fixture(scope="module")
def value(strategy):
    """Buckets over three flops only: other flops are made one class, which is as good a function."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(OpenedStrategy, "check_boards", lambda self: None)
        patch.setattr(abstract_values, "_DEALS", 3000)
        made = AbstractValues(strategy)
    everywhere = np.zeros(1 << 16, dtype=np.uint8)
    everywhere[: len(made.classes.flop)] = made.classes.flop
    made.classes = made.classes._replace(flop=everywhere)
    return made


def slow_values(strategy, buckets, result):
    """The value and the chance of every node with one deal, by recursion."""
    tree, found = strategy.layout.tree, {}

    def visit(node, reach):
        put = tree.put[node]
        if tree.kind[node] != DECISION:
            if tree.kind[node] == FOLD:
                return -put[0] if tree.player[node] == 0 else put[1]
            return result * min(put)
        state = buckets[tree.player[node], tree.round[node]]
        shares = strategy.block(node, np.array([state]))[:, 0]
        children = tree.children_of(node)
        total = sum(
            share * visit(child, reach * share)
            for share, child in zip(shares, children, strict=True)
        )
        found[node] = total, reach
        return total

    visit(0, 1.0)
    return found


def test_gathered_values_are_those_of_a_slow_walk(strategy):
    deals = sample_deals(strategy.reader.buckets.deals, 40, 1)
    classes = np.zeros((40, 2, 4), dtype=np.uint8)
    classes[::2] = 1  # two classes, by deal
    size = strategy.layout.tree.size
    arrays = [np.zeros((size, 2, 2)) for _ in range(4)]
    floor = 0.25
    gather_values(
        _valued_tree(strategy), strategy_table(strategy), deals.buckets, classes, deals.results,
        floor, *arrays,
    )  # fmt: skip
    sums, weights = np.zeros((size, 2)), np.zeros((size, 2))
    for number in range(40):
        found = slow_values(strategy, deals.buckets[number], int(deals.results[number]))
        for node, (total, reach) in found.items():
            sums[node, 1 - number % 2] += (reach + floor) * total
            weights[node, 1 - number % 2] += reach + floor
    for kind in range(2):
        assert arrays[0][:, kind, kind] == pytest.approx(sums[:, kind])
        assert arrays[1][:, kind, kind] == pytest.approx(weights[:, kind])
    assert arrays[0][:, 0, 1] == pytest.approx(0.0)


def spot_on(rules, line, board, position=0, other="AsKd"):
    place = BettingNode.start(rules)
    for action in line:
        place = place.after(action)
    from equipoise.cards import parse_cards

    return Spot(place, board, position, combo_index(*parse_cards(other)))


CHECKED = (Action.call(), Action.call())


@pytest.mark.parametrize("position", [0, 1])
@pytest.mark.parametrize("cards", [3, 4])
def test_the_mean_over_turn_and_river_cards_is_exact(value, cards, position):
    flop = tuple(flops().cards[FLOPS[0]].tolist())
    rules = value.strategy.rules
    other = next(
        combo
        for combo, held in enumerate(combo_cards().tolist())
        if not {*flop, 30} & {*held}
    )  # fmt: skip
    line = CHECKED * (cards - 1)
    place = BettingNode.start(rules)
    for action in line:
        place = place.after(action)
    spot = Spot(place, flop if cards == 3 else (*flop, 30), position, other)
    assert spot.missing == 1
    exact = ValueFunction.expected(value, spot)
    held = spot.possible
    assert value.expected(spot)[held] == pytest.approx(exact[held], abs=1e-9)
    assert np.abs(exact[held]).max() > 0.0


def test_the_mean_over_flops_has_no_bias(value, monkeypatch):
    """With every flop drawn once the estimate is the exact mean, card removal and all."""
    spot = spot_on(value.strategy.rules, CHECKED, ())
    monkeypatch.setattr(
        abstract_values, "_flops", lambda hand, held: np.array(list(spot.deals()), dtype=np.uint8)
    )
    held = spot.possible
    exact = ValueFunction.expected(value, spot)[held]
    assert value.expected(spot)[held] == pytest.approx(exact, abs=1e-9)


def test_fresh_flops_are_distinct_cards_that_nobody_holds():
    drawn = abstract_values._flops(7, combo_cards()[100])
    assert drawn.shape == (abstract_values._FLOPS, 3)
    assert all(len({*row, *combo_cards()[100].tolist()}) == 5 for row in drawn.tolist())
    assert np.array_equal(drawn, abstract_values._flops(7, combo_cards()[100]))
    assert not np.array_equal(drawn, abstract_values._flops(8, combo_cards()[100]))


def test_values_are_seen_from_both_sides_and_scale_off_the_tree(value):
    rules = value.strategy.rules
    flop = tuple(flops().cards[FLOPS[1]].tolist())
    here = spot_on(rules, CHECKED, flop, 0, "7c6c")
    mine = value.values(here)
    combo = int(np.flatnonzero(here.possible)[5])
    turned = Spot(here.place, here.board, 1, combo)
    assert mine[combo] == pytest.approx(-value.values(turned)[here.other])
    on, off = (spot_on(rules, (Action.raise_to(to),), (), 1, "7c6c") for to in (6, 5))
    assert value._matrix(off) == pytest.approx(value._matrix(on) * 5 / 6)
    assert value.matrices.values.shape[1:] == (CLASSES, CLASSES)


@pytest.mark.parametrize("position", [0, 1])
def test_after_an_action_on_the_river_values_are_exact(value, strategy, position):
    """Against the slow twin that walks every continuation of two policies."""
    flop = tuple(flops().cards[FLOPS[0]].tolist())
    left = [card for card in range(52) if card not in flop]
    board = (*flop, left[3], left[17])
    other = next(
        combo for combo, held in enumerate(combo_cards().tolist()) if not {*board} & {*held}
    )
    place = BettingNode.start(strategy.rules)
    for action in (*CHECKED * 3, Action.call()):
        place = place.after(action)
    played = ranges_of(Blueprint(strategy))
    value.start(0)
    for spot in (Spot(child, board, position, other) for child in played.options(place, board)):
        wanted = PolicyValues((played, played)).values(spot)
        held = spot.possible
        assert value.values(spot)[held] == pytest.approx(wanted[held], abs=1e-9)
        assert np.abs(wanted[held]).max() > 0.0


def test_a_strategy_without_buckets_is_refused():
    with pytest.raises(InputError, match="need one with buckets"):
        AbstractValues(leduc()[0])
