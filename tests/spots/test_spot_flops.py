"""Flops that stand for all of them, and a spot on many flops."""

from dataclasses import replace
from math import isnan

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards.card import parse_cards
from equipoise.cards.combos import combo_types, combos_with
from equipoise.cards.equity import equity
from equipoise.cards.flops import DISTINCT, FLOPS, distinct_flops, equities_on, flop_table
from equipoise.cards.isomorphism import HandIndexer
from equipoise.cards.preflop import preflop_table
from equipoise.cards.ranges import Range
from equipoise.spots.batch import FlopBatch, FlopLine, batch_solutions, read_batch
from equipoise.spots.flops import WeightedFlop, flop_subset, textures
from equipoise.spots.solution import Summary
from equipoise.spots.solving import SpotJob
from equipoise.spots.spot import Spot


def test_the_table_is_that_of_the_equity_calculator():
    flops, weights = distinct_flops()
    assert len(flops) == DISTINCT and weights.sum() == FLOPS
    for number in (1, 700, 1700):
        row = equities_on(flops[number])
        assert np.abs(flop_table()[number] - row).max() < 1e-5
        board = [int(card) for card in flops[number]]
        aces = equity([Range.parse("AA"), Range.random()], board).equities[0]
        assert row[12 * 14] == pytest.approx(aces)


@pytest.mark.parametrize("count", [6, 25, 95, DISTINCT])
def test_weights_stand_for_every_flop(count):
    subset = flop_subset(count)
    assert len({flop.board for flop in subset}) == count
    assert sum(flop.weight for flop in subset) == FLOPS
    # each texture has the weight of its flops
    flops, weights = distinct_flops()
    cards = np.array([parse_cards(flop.board) for flop in subset], dtype=np.uint8)
    for kind in np.unique(textures(flops)):
        own = sum(f.weight for f, k in zip(subset, textures(cards), strict=True) if k == kind)
        assert own == weights[textures(flops) == kind].sum()


def means(subset):
    indexer = HandIndexer((3,))
    numbers = [indexer.index(parse_cards(flop.board)) for flop in subset]
    weights = np.array([flop.weight for flop in subset])
    return weights @ flop_table()[numbers] / FLOPS


def test_mean_equities_agree_with_all_flops():
    """The mean over all flops is exact; a subset comes nearer to it the larger it is."""
    every = means(flop_subset(DISTINCT))
    errors = [np.abs(means(flop_subset(count)) - every).mean() for count in (12, 49, 184)]
    assert errors[0] < 0.02 and errors[1] < 0.006 and errors[2] < 0.0025
    assert errors[0] > errors[1] > errors[2]


def test_all_flops_together_are_the_preflop_table():
    """Each hand's equity on flops, by how many of its combos they leave, is that before the flop."""
    flops, weights = distinct_flops()
    left = np.zeros((DISTINCT, 169))
    for number, flop in enumerate(flops):
        left[number] = np.bincount(combo_types()[~combos_with(flop.tolist())], minlength=169)
    mass = left * weights[:, None]
    table = preflop_table()
    exact = (table.pairs * table.equity).sum(axis=1) / table.pairs.sum(axis=1)
    assert (mass * flop_table()).sum(axis=0) / mass.sum(axis=0) == pytest.approx(exact, abs=1e-5)


def test_two_ranges_before_the_flop_by_flops():
    """49 flops say what two ranges are worth before the flop within a percent."""
    first, second = Range.parse("TT+,AJ+,KQ"), Range.parse("99-22,A2s+,KTs+,QTs+,76s")
    won = total = 0.0
    for flop in flop_subset(49):
        board = parse_cards(flop.board)
        free = [side.without(board) for side in (first, second)]
        mass = flop.weight * free[0].total * free[1].total
        won += mass * equity(free, board).equities[0]
        total += mass
    table, types = preflop_table(), combo_types()
    kinds = [np.unique(types[side.combos()]) for side in (first, second)]  # whole types
    pairs, equities = table.pairs[np.ix_(*kinds)], table.equity[np.ix_(*kinds)]
    exact = (pairs * equities).sum() / pairs.sum()
    assert won / total == pytest.approx(exact, abs=0.01)


def test_a_subset_of_no_flops():
    for count in (0, 5, 1756):
        with pytest.raises(InputError, match="flops"):
            flop_subset(count)


SPOT = Spot("AsKd2c", 100, 50, "AsAh,QsQh,7s7h", "KsKh,6s6h", bets="a", raises="none")
FEW = (WeightedFlop("9c8d3h", 2), WeightedFlop("TcTd3h", 1))


def test_a_batch_goes_on_where_it_was_stopped(tmp_path):
    job = SpotJob(SPOT, None, iterations=10, store="flop")
    batch = FlopBatch(job, FEW, tmp_path / "batch")
    seen = []

    def interrupt(done, total, doing=""):
        seen.append(doing)
        if "flop 2" in doing:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        batch.run(interrupt)
    assert [s is not None for _, s in batch_solutions(tmp_path / "batch")] == [True, False]
    assert read_batch(tmp_path / "batch").missing == 1
    first = (tmp_path / "batch" / "9c8d3h" / "manifest.json").stat().st_mtime_ns
    found = batch.run()
    assert found.missing == 0 and len(found.flops) == 2
    assert (tmp_path / "batch" / "9c8d3h" / "manifest.json").stat().st_mtime_ns == first
    assert sum(line.chance for line in found.flops) == pytest.approx(1)
    # no hand is blocked here, so chances go by weights
    assert [line.chance for line in found.flops] == pytest.approx([2 / 3, 1 / 3])
    assert found.oop_value + found.ip_value == pytest.approx(100, abs=1e-3)
    value = sum(action["frequency"] * action["value"] for action in found.actions)
    assert value == pytest.approx(found.oop_value, abs=1e-3)
    other = replace(batch, job=replace(job, iterations=5))
    with pytest.raises(InputError, match="another batch"):
        other.run()


def test_equity_realisation_is_of_the_whole_pot():
    """As every other view has it: rake of 10 is not taken off the pot of 100."""
    found = Summary(40.0, 50.0, 0.5, 0.1, 0.1, 10, 1.0, 0, "dcfr4", "float32")
    assert FlopLine("QsJh2h", 1, 1.0, found, pot=100.0).oop_eqr == pytest.approx(0.8)
    none = replace(found, oop_equity=0.0)
    assert isnan(FlopLine("QsJh2h", 1, 1.0, none, pot=100.0).oop_eqr)
