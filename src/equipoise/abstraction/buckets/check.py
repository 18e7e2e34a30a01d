"""Check that the arrays of a bucketing have the right shapes and values in range.

Kernels look buckets up without bounds checks, so a number out of range would read foreign memory.
Each ``ValueError`` names the array and the first wrong entry.
"""

from __future__ import annotations

import numpy as np

from equipoise.abstraction.buckets.make import RoundBuckets
from equipoise.abstraction.buckets.notation import MOST_BUCKETS
from equipoise.abstraction.buckets.river import LEVELS, RiverRule
from equipoise.abstraction.buckets.rounds import RoundBoards, Universe
from equipoise.abstraction.strength.boards import RIVER, TURN, rivers
from equipoise.base.npy import Shape
from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT, combo_cards
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.checks import check_buckets
from equipoise.kernels.buckets.divide import count_river_boards
from equipoise.kernels.types import Bools, UInt8s, UInt16s

_BLOCK = 1 << 20

Part = RoundBuckets | RiverRule


def part_shapes(
    number: int, counts: dict[str, int], before: RoundBuckets | None, universe: Universe
) -> dict[str, Shape]:
    """The shapes of a round's arrays; its bucket numbers are checked before."""
    for name, count in counts.items():
        if not 1 <= count <= MOST_BUCKETS[number]:
            raise ValueError(f"{name} is {count}")
    if number < RIVER:
        boards = universe.boards(number)
        buckets, rows = (counts["count"],), (len(boards.cards),)
        return {"table": boards.shape, "memory": buckets, "before": buckets, "public": rows}
    assert before is not None
    public = counts["public_count"]
    groups = before.memory_count * public
    return {
        "starts": (groups,),
        "lookup": (groups, None),
        "public": (1, 1) if public == 1 else (before.public_count, len(rivers())),
        "values": (None, COMBO_COUNT),
    }


def check_part(number: int, part: Part, before: RoundBuckets | None, universe: Universe) -> None:
    """Raise ValueError if a round's arrays do not match each other and the boards."""
    if isinstance(part, RoundBuckets):
        _check_round(part, 1 if before is None else before.memory_count, universe.boards(number))
    else:
        assert before is not None
        _check_river(part, before, universe)


def _check_round(part: RoundBuckets, groups: int, boards: RoundBoards) -> None:
    _check_below("memory", part.memory, part.memory_count)
    _check_below("before", part.before, groups)
    _check_below("public", part.public, part.public_count)
    made = np.zeros(len(boards.cards), dtype=np.bool_)
    made[boards.rows] = True
    check_table("table", part.table, boards.cards, made, part.count)


def _check_river(rule: RiverRule, turn: RoundBuckets, universe: Universe) -> None:
    sizes = np.diff(rule.starts.astype(np.int64), append=rule.count)
    if rule.starts[0] != 0 or (sizes < 0).any():
        raise ValueError(f"starts: not increasing from 0 to {rule.count:,}")
    width = rule.lookup.shape[1]
    if len(rule.values) not in (0, len(rivers())):
        raise ValueError(f"values: {len(rule.values):,} boards, not {len(rivers()):,}")
    if not len(rule.values) and width != LEVELS:
        raise ValueError(f"lookup: {width:,} columns, not {LEVELS:,}")
    wrong = np.flatnonzero(rule.lookup.max(axis=1, initial=0) >= sizes)
    if len(wrong):
        raise ValueError(
            f"lookup: {rule.lookup[wrong[0]].max(initial=0)} in row {wrong[0]:,}, must be below "
            f"{sizes[wrong[0]]:,}"
        )
    _check_below("public", rule.public, rule.public_count)
    if len(rule.values):
        check_table("values", rule.values, rivers().cards, _dealt_rivers(turn, universe), width)


def _dealt_rivers(turn: RoundBuckets, universe: Universe) -> Bools:
    """The river boards that can follow the turn boards of a bucketing."""
    boards = universe.boards(TURN)
    met = np.zeros((turn.public_count, len(rivers())), dtype=np.int64)
    count_river_boards(
        boards.rows, boards.cards, boards.weights, frozen(np.asarray(turn.public)),
        rivers().places, met,
    )  # fmt: skip
    dealt: Bools = met.sum(axis=0) > 0
    return dealt


def check_table(name: str, table: UInt16s, cards: UInt8s, made: Bools, count: int) -> None:
    """Raise ValueError for a table [boards, 1326] with a bucket out of range."""
    place = np.zeros(2, dtype=np.int64)
    wrong = check_buckets(
        frozen(np.asarray(table)), cards, combo_cards(), frozen(made), count, place
    )
    if wrong:
        row, combo = place.tolist()
        board, hand = (cards_text(some.tolist()) for some in (cards[row], combo_cards()[combo]))
        raise ValueError(
            f"{name}: {wrong:,} numbers out of range, first {table[row, combo]} for "
            f"{hand}{f' on {board}' if board else ''}, must be below {count:,}"
        )


def _check_below(name: str, array: UInt16s, below: int) -> None:
    flat = array.reshape(-1)
    for start in range(0, len(flat), _BLOCK):
        wrong = np.flatnonzero(flat[start : start + _BLOCK] >= below)
        if len(wrong):
            first = start + int(wrong[0])
            raise ValueError(f"{name}: {flat[first]} at index {first:,}, must be below {below:,}")
