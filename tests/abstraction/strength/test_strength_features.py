from fractions import Fraction
from math import comb

import numpy as np
import pytest
from tests.abstraction.strength.twins import final_strengths

from equipoise.abstraction.strength.boards import (
    BOARD_CARDS,
    FLOP,
    PREFLOP,
    RIVER,
    TURN,
    combo_columns,
    runouts,
)
from equipoise.abstraction.strength.compute import collisions, direct_preflop, strengths_on
from equipoise.abstraction.strength.features import bins_of_strengths, merged
from equipoise.abstraction.strength.on_demand import OnDemand
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_types
from equipoise.cards.preflop import preflop_table
from equipoise.cards.strength import AHEAD, TIED, outcome_counts
from equipoise.cards.symmetry import ALL_RENAMINGS, rename_cards

ALL_PAIRS = 1081 * 990  # ordered pairs of hands on a river board: the sum of all strengths there


def random_cards(seed, count):
    return np.random.default_rng(seed).permutation(52)[:count].tolist()


@pytest.mark.parametrize(
    ("cards", "seed"), [(3, 1), (4, 2), (4, 3), (4, 4), (5, 5), (5, 6), (5, 7)]
)
def test_hands_against_enumeration(strength_tables, cards, seed):
    dealt = random_cards(seed, cards + 2)
    hole, board = dealt[:2], dealt[2:]
    strengths = final_strengths(hole, board)
    fine = OnDemand()
    for source in (strength_tables, fine):
        found = source.hand(hole, board)
        numbers = bins_of_strengths(source.bins)[strengths]
        assert found.strength == Fraction(sum(strengths), 1980 * len(strengths))
        assert found.squared_strength == Fraction(
            sum(strength**2 for strength in strengths), 1980**2 * len(strengths)
        )
        assert found.counts == tuple(np.bincount(numbers, minlength=source.bins))


@pytest.mark.parametrize("cards", [3, 4, 5])
@pytest.mark.parametrize("seed", range(5))
def test_expected_strength_is_that_of_the_showdowns(strength_tables, cards, seed):
    dealt = random_cards(100 + seed, cards + 2)
    counts = outcome_counts(dealt[:2], dealt[2:], 5 - cards).sum(axis=0)
    found = strength_tables.hand(dealt[:2], dealt[2:])
    assert found.strength == Fraction(int(2 * counts[AHEAD] + counts[TIED]), 2 * int(counts.sum()))


@pytest.mark.parametrize("round_number", [FLOP, TURN, RIVER])
def test_tables_and_on_demand_agree_on_whole_rows(strength_tables, round_number):
    boards = strength_tables.boards(round_number)
    rows = np.random.default_rng(9).integers(len(boards), size=(5, 40, 200)[round_number - 1])
    stored = strength_tables.features(round_number, rows)
    fine = OnDemand(60).features(round_number, rows)
    assert (stored.sums == fine.sums).all()
    assert (stored.squares == fine.squares).all()
    assert (stored.counts == merged(fine.counts, 5)).all()
    assert (stored.possible == ~collisions(boards.cards[rows])).all()
    assert (stored.counts.sum(axis=-1) == stored.possible * runouts(round_number)).all()


@pytest.mark.parametrize("round_number", range(4))
def test_the_mean_over_all_hands_is_one_half(strength_tables, round_number):
    """On every board, in whole numbers: what one hand wins another loses."""
    cards = BOARD_CARDS[round_number]
    boards_above = comb(52 - cards, 5 - cards)
    for start in range(0, len(strength_tables.boards(round_number)), 4096):
        found = strength_tables.features(round_number, slice(start, start + 4096))
        sums = np.where(found.possible, found.sums, 0).sum(axis=1, dtype=np.int64)
        assert (found.possible.sum(axis=1) == comb(52 - cards, 2)).all()
        assert (sums == boards_above * ALL_PAIRS).all()
        assert 2 * boards_above * ALL_PAIRS == comb(52 - cards, 2) * runouts(round_number) * 1980


def test_preflop_is_the_equity_table(strength_tables):
    """Two ways through all showdowns: by boards here, by pairs of hands there."""
    table = preflop_table()
    sums = strength_tables.features(PREFLOP, [0]).sums[0]
    by_type = np.bincount(combo_types(), weights=sums, minlength=169).astype(np.int64)
    assert (by_type == (2 * table.wins + table.ties).sum(axis=1)).all()
    for kind in range(169):
        assert len(set(sums[combo_types() == kind].tolist())) == 1


def test_preflop_without_tables(strength_tables):
    direct = direct_preflop(5)
    stored = strength_tables.features(PREFLOP, slice(None))
    assert (direct["sums"] == stored.sums).all()
    assert (direct["squares"] == stored.squares).all()
    assert (direct["counts"] == stored.counts).all()


def test_tartanians_example(strength_tables):
    """QJ suited and 55 "both win about 60% of the time" (Ganzfried and Sandholm 2012)."""
    draw, pair = (strength_tables.hand(parse_cards(text), []) for text in ("QsJs", "5c5d"))
    assert abs(draw.strength - Fraction(3, 5)) < Fraction(1, 200)
    assert abs(pair.strength - draw.strength) < Fraction(1, 1000)
    assert draw.squared_strength - pair.squared_strength > Fraction(3, 100)


@pytest.mark.parametrize("cards", [0, 3, 4, 5])
def test_names_of_suits_change_nothing(strength_tables, cards):
    board = random_cards(cards, cards)
    here = strength_tables.on_board(board)
    for number, renaming in enumerate(ALL_RENAMINGS):
        there = strength_tables.on_board(rename_cards(board, renaming))
        names = combo_columns()[number]
        assert (there.sums[names] == here.sums).all()
        assert (there.squares[names] == here.squares).all()
        assert (there.counts[names] == here.counts).all()


def test_the_order_of_the_board_changes_nothing(strength_tables):
    board = random_cards(3, 5)
    for size in (3, 4, 5):
        one = strength_tables.on_board(board[:size])
        other = strength_tables.on_board(board[:size][::-1])
        assert (one.sums == other.sums).all()


def test_strengths_as_shares(strength_tables):
    found = strength_tables.on_board(parse_cards("Ah9h5c"))
    assert np.nanmin(found.strength) > 0 and np.nanmax(found.strength) < 1
    assert (np.isnan(found.strength) == ~found.possible).all()
    assert (found.squared_strength[found.possible] > found.strength[found.possible] ** 2).all()
    assert np.allclose(found.waveform().sum(axis=-1), found.possible)
    assert found.waveform(1).shape == (1326, 1)


def test_strengths_on_real_boards():
    board = random_cards(1, 5)
    row = strengths_on(np.array([board], dtype=np.uint8))[0]
    assert (row == OnDemand(0).on_board(board).sums).all()


def test_results_do_not_depend_on_workers():
    rows = [5, 900, 13000, 4]
    one, three = (OnDemand(5, workers=count).features(TURN, rows) for count in (1, 3))
    assert (one.sums == three.sums).all() and (one.counts == three.counts).all()


def test_bad_questions(strength_tables):
    with pytest.raises(InputError, match="divisor of 60"):
        OnDemand(7)
    with pytest.raises(InputError, match="cannot be merged into 3"):
        strength_tables.on_board([]).waveform(3)
    with pytest.raises(InputError, match="no distributions"):
        OnDemand(0).on_board([0, 1, 2, 3]).waveform()
    with pytest.raises(InputError, match="0, 3, 4 or 5"):
        strength_tables.on_board([0, 1])
    with pytest.raises(InputError):
        strength_tables.hand([0, 1], [1, 2, 3])
    with pytest.raises(InputError, match="two hole cards"):
        strength_tables.hand([0], [1, 2, 3])
