"""The kernels and small steps behind the methods, against slow twins."""

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.buckets.grouping import Grouping
from equipoise.abstraction.buckets.make import Maker
from equipoise.abstraction.buckets.notation import CardAbstraction, Part
from equipoise.abstraction.buckets.percentile import (
    LEVELS,
    cuts_of,
    level_counts,
    middle_buckets,
    split_by_percentile,
)
from equipoise.abstraction.buckets.potential import BOTTOM_UP, Potential
from equipoise.abstraction.buckets.public import BASE_BUCKETS, cluster_boards, transition_tables
from equipoise.abstraction.buckets.river import strength_lookup
from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import FLOP, TURN, combo_columns, flops, turns
from equipoise.abstraction.strength.tables import StrengthTables
from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_types, combos_with

UNIVERSE = Universe.of(FLOPS)


def maker(notation="8.8.8.8"):
    return Maker(CardAbstraction.parse(notation), Strengths(small_tables()), 0, UNIVERSE)


def test_the_middle_of_equal_hands_decides():
    assert middle_buckets(np.array([[3, 0, 3, 2]]), 4).tolist() == [[0, 1, 2, 3]]
    assert middle_buckets(np.array([[8, 0, 0]]), 4).tolist() == [[2, 3, 3]]
    assert middle_buckets(np.array([[0, 0]]), 3).tolist() == [[0, 0]]
    assert cuts_of(np.array([0, 1, 1, 3]), 4).tolist() == [1, 3, 3]


def test_percentiles_in_fewer_parts_are_unions():
    counts = np.random.default_rng(0).integers(0, 9, (20, 300))
    fine, coarse = middle_buckets(counts, 12), middle_buckets(counts, 4)
    assert (fine // 3 == coarse).all()


@pytest.mark.parametrize("number", [FLOP, TURN])
def test_levels_counted_and_split_against_the_obvious(number):
    boards = UNIVERSE.boards(number)
    grouping = Grouping.whole(boards)
    table, top = Strengths(small_tables()).metric(number, "hs2")
    split_by_percentile(boards, grouping, table, top, 3)
    counts = level_counts(boards, grouping, table, top, range(1, 3))
    expected = np.zeros((3, LEVELS), dtype=np.int64)
    levels_of = [set(), set(), set()]
    for row in boards.rows:
        free = ~combos_with(boards.cards[row].tolist())
        assert ((grouping.groups[row] != 0xFFFF) == free).all()
        place = boards.places[row]
        strengths = table[place >> 5][combo_columns()[place & 31]][free].astype(np.int64)
        levels = np.minimum(strengths * LEVELS // top, LEVELS - 1)
        groups = grouping.groups[row][free]
        np.add.at(expected, (groups, levels), boards.weights[row])
        for group in range(3):
            levels_of[group] |= set(levels[groups == group].tolist())
    assert (counts == expected[1:]).all()
    assert max(levels_of[0]) < min(levels_of[1]) and max(levels_of[1]) < min(levels_of[2])


def test_transition_tables_add_up_to_one():
    own = maker()
    boards = UNIVERSE.boards(TURN)
    before, after = own._base(FLOP), own._base(TURN)
    tables = transition_tables(boards.rows, boards.before_rows, before, after)
    shaped = tables.reshape(-1, BASE_BUCKETS, BASE_BUCKETS)
    # three flops are few: on some boards no hand comes from a bucket at all
    assert ((np.abs(shaped.sum(axis=2) - 1) < 1e-5) | (shaped.sum(axis=2) == 0)).all()
    row = boards.rows[17]
    free = ~combos_with(boards.cards[row].tolist())
    for a in range(BASE_BUCKETS):
        here = free & (before[boards.before_rows[row]] == a)
        if not here.any():
            assert (shaped[17, a] == 0).all()
            continue
        expected = np.bincount(after[row][here], minlength=BASE_BUCKETS) / here.sum()
        assert shaped[17, a] == pytest.approx(expected, abs=1e-6)


def test_boards_are_clustered_apart_where_something_is_remembered():
    tables = np.random.default_rng(0).random((60, 4)).astype(np.float32)
    within = np.repeat([0, 1], 30)
    found = cluster_boards(tables, np.ones(60), within, 3, [0])
    alone = cluster_boards(tables[30:], np.ones(30), within[30:], 3, [0])
    assert (found[30:] == alone).all()
    assert (np.diff(np.bincount(alone)) <= 0).all()


def test_histograms_of_what_comes_next():
    potential = Potential(UNIVERSE, Strengths(small_tables()), 0)
    counts = potential.points(FLOP).counts
    labels = potential._labels(TURN, potential.points(TURN))
    flop = flops().cards[FLOPS[0]].tolist()
    combo = int(np.flatnonzero(~combos_with(flop))[500])
    expected = np.zeros(BOTTOM_UP, dtype=int)
    for card in range(52):
        if card in flop or combos_with([card])[combo]:
            continue
        row, renaming = turns().find([*flop, card])
        expected[labels[row, combo_columns()[renaming, combo]]] += 1
    assert counts[FLOPS[0], combo].tolist() == expected.tolist()
    assert expected.sum() == 47
    # all hands of a type have one histogram before the flop, and shares add up to one
    points = potential.points(0)
    shares = points.board(0)
    assert shares.sum(axis=1) == pytest.approx(np.ones(1326), abs=1e-5)
    types = combo_types()
    assert all((shares[types == t] == shares[types == t][0]).all() for t in range(169))


def test_parts_of_the_river_one_after_the_other():
    counts = np.zeros((1, 1981), dtype=np.int64)
    counts[0, :1980] = 1
    lookup = strength_lookup(counts, (Part(3, "hs"), Part(2, "hs")))[0]
    assert lookup[[0, 329, 330, 659, 660, 1979]].tolist() == [0, 0, 1, 1, 2, 5]
    equal = strength_lookup(counts, (Part(4, "eq"),))[0]
    assert equal[[0, 494, 495, 1979, 1980]].tolist() == [0, 0, 1, 3, 3]
    waves = strength_lookup(counts, (Part(2, "wave"),))[0]
    assert np.bincount(waves[:1980]).tolist() == [990, 990]


def test_tables_without_distributions():
    full = small_tables()
    arrays = {n: {k: a for k, a in full.arrays[n].items() if k != "counts"} for n in range(4)}
    own = Maker(
        CardAbstraction.parse("5wave.5wave.5wave.5wave"),
        Strengths(StrengthTables(arrays, 0)), 0, UNIVERSE,
    )  # fmt: skip
    with pytest.raises(InputError, match="no distributions"):
        own.round(0, None)


def test_too_many_buckets_of_all_parents_together():
    grouping = Grouping(np.zeros((1, 2), dtype=np.uint16), 1)
    with pytest.raises(InputError, match="at most 65,535"):
        grouping.divided(70_000)


def test_ancestors_and_what_is_inherited():
    boards = UNIVERSE.boards(FLOP)
    before = np.arange(1326, dtype=np.uint16)[None] % 5
    memory = np.array([0, 0, 1, 1, 2], dtype=np.uint16)
    grouping = Grouping.inherited(boards, before, memory, 3)
    row = FLOPS[1]
    free = ~combos_with(flops().cards[row].tolist())
    assert (grouping.groups[row][free] == memory[before[0][free]]).all()
    assert (grouping.groups[row][~free] == 0xFFFF).all()
    grouping.divided(2)
    grouping.divided(np.array([1, 2, 1, 1, 3, 1]))
    assert grouping.count == 9 and grouping.count_after(1) == 6 and grouping.count_after(0) == 3
    assert grouping.ancestors(1).tolist() == [0, 1, 1, 2, 3, 4, 4, 4, 5]
    assert grouping.ancestors(0).tolist() == [0, 0, 0, 1, 1, 2, 2, 2, 2]
    assert grouping.ancestors(2).tolist() == list(range(9))
