import os
from math import comb

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards import preflop
from equipoise.cards.combos import combo_types, type_text
from equipoise.cards.equity import equity
from equipoise.cards.income import exact_income_rates
from equipoise.cards.preflop import (
    BOARDS,
    PAIRS,
    PreflopTable,
    build_table,
    preflop_table,
    read_table,
)
from equipoise.cards.ranges import Range

TYPES = {type_text(number): number for number in range(169)}


@pytest.fixture(scope="module")
def table():
    return preflop_table()


def test_every_pair_and_every_board_is_counted(table):
    assert table.pairs.sum() == PAIRS == 1326 * 1225
    assert BOARDS == comb(48, 5) == 1_712_304
    assert (table.wins + table.ties + table.losses == table.pairs * BOARDS).all()


def test_both_sides_of_a_matchup_agree(table):
    assert (table.pairs == table.pairs.T).all()
    assert (table.ties == table.ties.T).all()
    assert table.equity + table.equity.T == pytest.approx(np.ones((169, 169)), abs=1e-15)
    mean = (table.pairs * table.equity).sum() / PAIRS
    assert mean == pytest.approx(0.5, abs=1e-15)


def test_pairs_by_hand(table):
    """Card removal: aces against aces are 6 of 36, aces against another ace are fewer."""
    for first, second, count in (
        ("AA", "AA", 6), ("AA", "KK", 36), ("AA", "AKs", 12), ("AA", "AKo", 36),
        ("AKs", "AKs", 12), ("AKo", "AKo", 84), ("AKs", "QJo", 48), ("72o", "72o", 84),
    ):  # fmt: skip
        assert table.pairs[TYPES[first], TYPES[second]] == count, (first, second)
    sizes = np.bincount(combo_types(), minlength=169)
    assert (table.pairs.sum(axis=1) == sizes * 1225).all()


@pytest.mark.parametrize("pair", ["AKs QQ", "AA KK", "72o 72o", "A5o A5s", "JTs 22", "98s T9o"])
def test_entries_are_the_equities_of_ranges(table, pair):
    first, second = pair.split()
    seen = equity([Range.parse(first), Range.parse(second)], exact=True, workers=1)
    place = TYPES[first], TYPES[second]
    assert table.equity[place] == pytest.approx(seen.equities[0], abs=1e-12)
    assert table.ties[place] / (table.pairs[place] * BOARDS) == pytest.approx(
        seen.ties[0], abs=1e-12
    )
    assert table.pairs[place] * BOARDS == seen.cases


def test_a_row_built_again_is_the_same_bit_for_bit(table):
    row = int(np.random.default_rng(0).integers(169))
    again = build_table([row])
    for ours, stored in (
        (again.pairs, table.pairs),
        (again.wins, table.wins),
        (again.ties, table.ties),
    ):
        assert (ours[row] == stored[row]).all()
        assert not np.delete(ours, row, axis=0).any()


def test_income_rates_follow_from_it(table):
    share = (table.wins + table.ties / 2).sum(axis=1) / (table.pairs.sum(axis=1) * BOARDS)
    rates = 1000 * (2 * share - 1)
    assert rates == pytest.approx(exact_income_rates().rates.ravel(), abs=1e-9)


def test_a_changed_table_is_refused(table, tmp_path):
    wins = table.wins.copy()
    wins[3, 4] += 1
    assert PreflopTable(table.pairs, wins, table.ties).checksum() != preflop.CHECKSUM
    path = tmp_path / "preflop.npz"
    np.savez(path, pairs=table.pairs, wins=wins, ties=table.ties)
    with pytest.raises(InputError, match=r"pre-flop table 'preflop.npz': its checksum"):
        read_table(path)


@pytest.mark.skipif("EQUIPOISE_LONG_TESTS" not in os.environ, reason="takes minutes")
def test_the_whole_table_built_again():
    assert build_table().checksum() == preflop.CHECKSUM
