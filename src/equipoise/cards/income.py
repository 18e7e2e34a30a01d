"""Pre-flop income rates: winnings of a starting hand if everyone calls (Papp, appendix A).

Against n opponents with random hands a player who puts in 1 gets (n + 1) times the equity back;
the income rate is that minus 1, in thousandths as in the thesis.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import TYPE_COUNT, combo_cards, combo_types
from equipoise.cards.equity import hand_outcomes, weighted_boards
from equipoise.cards.intervals import share_half_width
from equipoise.cards.ranges import Range
from equipoise.cards.symmetry import ALL_RENAMINGS
from equipoise.kernels.arrays import frozen
from equipoise.kernels.cards.income import sample_against_random
from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Float64s, Int64s, UInt8s

_BLOCK = 100_000
_NO_BOARD: UInt8s = frozen(np.zeros(0, dtype=np.uint8))


@dataclass(frozen=True)
class IncomeRates:
    """Income rates (x 1000) of the 169 types, [13, 13], suited where row > column.

    ``ci95`` holds the half-widths of the 95% intervals, zeros if exact; ``deals`` is the number of
    deals per type (0 if exact).
    """

    opponents: int
    rates: Float64s
    ci95: Float64s
    deals: int


def exact_income_rates(report: Report = silent) -> IncomeRates:
    """Income rates against one random hand, by enumeration of every board and every hand."""
    boards, sizes = weighted_boards([], [], ALL_RENAMINGS)
    wins, ties, totals = hand_outcomes(Range.random(), boards, sizes, report)
    types = combo_types()
    won = np.bincount(types, weights=wins + ties / 2, minlength=TYPE_COUNT)
    met = np.bincount(types, weights=totals, minlength=TYPE_COUNT)
    rates = 1000 * (2 * won / met - 1)
    return IncomeRates(1, rates.reshape(13, 13), np.zeros((13, 13)), 0)


def sampled_income_rates(
    opponents: int,
    deals: int,
    seed: int = 0,
    report: Report = silent,
    workers: int | None = None,
) -> IncomeRates:
    """Income rates against several random hands, from ``deals`` deals for each type."""
    if not 1 <= opponents <= 22:
        raise InputError(f"{opponents} opponents", expected="1 to 22 fit a deck")
    if deals < 2:
        raise InputError(f"{deals} deals", expected="at least two are needed for an interval")
    first_combo = [int(np.flatnonzero(combo_types() == number)[0]) for number in range(TYPE_COUNT)]
    parts = -(-deals // _BLOCK)
    blocks = [(number, part) for number in range(TYPE_COUNT) for part in range(parts)]

    def work(block: tuple[int, int]) -> Int64s:
        number, part = block
        shared = np.zeros(opponents + 2, dtype=np.int64)
        count = min(_BLOCK, deals - part * _BLOCK)
        state = seed_state(seed, opponents, number, part)
        hole = combo_cards()[first_combo[number]]
        sample_against_random(hole, _NO_BOARD, opponents, count, state, shared)
        return shared

    results = run_blocks(work, blocks, report, workers)
    shared = np.array(results).reshape(TYPE_COUNT, parts, opponents + 2).sum(axis=1)[:, 1:]
    part_of_pot = 1.0 / np.arange(1, opponents + 2)
    share = shared @ part_of_pot / deals
    variance = shared @ part_of_pot**2 / deals - share**2
    scale = 1000 * (opponents + 1)
    half = scale * share_half_width(share, variance, deals)
    rates = scale * share - 1000
    return IncomeRates(opponents, rates.reshape(13, 13), half.reshape(13, 13), deals)
