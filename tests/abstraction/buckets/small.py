"""Strength tables that are filled for three flops only: exact there, and quick."""

from functools import lru_cache

import numpy as np

from equipoise.abstraction.buckets.rounds import Universe
from equipoise.abstraction.strength.boards import (
    BOARD_COUNTS,
    FLOP,
    RIVER,
    TURN,
    flops,
    rivers,
    runouts,
)
from equipoise.abstraction.strength.compute import direct_rows
from equipoise.abstraction.strength.features import bins_of_strengths
from equipoise.abstraction.strength.tables import StrengthTables, table_shapes
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_types
from equipoise.cards.preflop import preflop_table
from equipoise.kernels.arrays import frozen

BINS = 12
FLOPS = tuple(flops().find(parse_cards(text))[0] for text in ("AsKd7c", "7h7c2d", "Ts8s6s"))


def river_rows(turn_cards):
    """The rows of all river boards that these turn boards can come to."""
    boards = [
        [*board, card] for board in turn_cards.tolist() for card in range(52) if card not in board
    ]
    return np.unique(rivers().find_many(np.array(boards, dtype=np.uint8))[0])


@lru_cache(maxsize=1)
def small_tables():
    universe = Universe.of(FLOPS)
    turn = universe.boards(TURN)
    wanted = {
        FLOP: universe.flop_rows,
        TURN: turn.strength_rows,
        RIVER: river_rows(turn.cards[turn.rows]),
    }
    arrays = {number: {} for number in range(len(BOARD_COUNTS))}
    for shape in table_shapes(BINS):
        table = np.zeros(shape.shape, dtype=shape.dtype)
        if shape.round_number in wanted:
            rows = wanted[shape.round_number]
            table[rows] = direct_rows(shape.round_number, rows, BINS)[shape.kind]
        else:
            table[0] = preflop_numbers(shape.kind)
        arrays[shape.round_number][shape.kind] = frozen(table)
    return StrengthTables(arrays, BINS)


def preflop_numbers(kind):
    """True means, by type, with all the weight on them: enough to tell hands apart."""
    pairs = preflop_table()
    types = combo_types()
    weights = pairs.pairs / pairs.pairs.sum(axis=1, keepdims=True)
    strengths = np.round((pairs.equity * weights).sum(axis=1) * 1980)[types].astype(np.int64)
    if kind == "counts":
        counts = np.zeros((len(types), BINS))
        counts[np.arange(len(types)), bins_of_strengths(BINS)[strengths]] = runouts(0)
        return counts
    return strengths ** (2 if kind == "squares" else 1) * runouts(0)
