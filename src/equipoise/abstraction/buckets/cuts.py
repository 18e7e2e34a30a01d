"""Bucketings as cut points: a few hundred numbers instead of tables of 170 MB.

Where every round after the starting hands has one percentile of strength, a bucket follows from
what is remembered of the round before and from the level of strength at which it is cut. Strengths
on one board are computed in milliseconds (25 on a flop), so a strategy that brings its cuts can be
played on a machine where no table was ever built. What walks over many boards, like a solver, still
needs the tables: they are built when they are first asked for.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.make import RoundBuckets
from equipoise.abstraction.buckets.notation import PERCENTILES, STARTING_HANDS, CardAbstraction
from equipoise.abstraction.buckets.percentile import LEVELS
from equipoise.abstraction.buckets.river import RiverRule
from equipoise.abstraction.buckets.rounds import SUIT_BITS, Universe
from equipoise.abstraction.buckets.strengths import Strengths
from equipoise.abstraction.strength.boards import (
    BOARD_CARDS,
    PREFLOP,
    RIVER,
    combo_columns,
    runouts,
)
from equipoise.abstraction.strength.compute import collisions, strengths_on
from equipoise.abstraction.strength.features import FULL_STRENGTH, bins_of_strengths
from equipoise.base.errors import InputError
from equipoise.base.reading import read_json
from equipoise.cards.combos import COMBO_COUNT, combo_cards, combo_types
from equipoise.kernels.arrays import frozen
from equipoise.kernels.boards.features import runout_features
from equipoise.kernels.buckets.divide import NONE
from equipoise.kernels.types import Int32s, Int64s, UInt8s, UInt16s

CUTS = "cuts.json"
_MOST_BOARDS = 40  # beyond, tables are quicker
_BLOCK = 2048


@dataclass(frozen=True, eq=False)
class Cuts:
    """Where each group of a round is cut: ``levels[round - 1]`` is [groups, parts - 1].

    A part is how many of its group's cuts a level reaches. ``fingerprint`` is that of the tables
    that the cuts were taken from.
    """

    notation: str
    seed: int
    fingerprint: str
    levels: tuple[Int64s, Int64s, Int64s]

    def as_json(self) -> dict[str, object]:
        """For a file."""
        return {
            "notation": self.notation,
            "seed": self.seed,
            "fingerprint": self.fingerprint,
            "levels": [part.tolist() for part in self.levels],
        }

    def text(self) -> str:
        """The file."""
        return json.dumps(self.as_json(), separators=(",", ":")) + "\n"


def check_can_be_cut(abstraction: CardAbstraction) -> None:
    """Raise InputError unless every round after the starting hands is one percentile."""
    first, *later = abstraction.rounds
    alone = all(len(spec.parts) == 1 and spec.parts[0].kind in PERCENTILES for spec in later)
    chained = all(spec.remembered == spec.parts for spec in later[:-1])
    if not (alone and chained and first.parts[0].count == STARTING_HANDS and not first.remembered):
        raise InputError(
            f"the buckets of {abstraction} are more than cuts of strength",
            expected="a notation like ir169.10.4.4",
        )


def load_cuts(path: Path) -> Cuts:
    """The cuts in a file."""
    try:
        about = read_json(path, "cuts")
        levels = [np.array(part, dtype=np.int64) for part in about["levels"]]
        cuts = Cuts(
            str(about["notation"]), int(about["seed"]), str(about["fingerprint"]),
            (levels[0], levels[1], levels[2]),
        )  # fmt: skip
        groups = 1
        for part in cuts.levels:
            if part.ndim != 2 or len(part) != groups or (np.diff(part, axis=1) < 0).any():
                raise ValueError("groups")
            groups *= part.shape[1] + 1
    except (KeyError, TypeError, ValueError, IndexError, OverflowError):
        raise InputError("its cuts are damaged", str(path)) from None
    check_can_be_cut(CardAbstraction.parse(cuts.notation))
    return cuts


class CutBucketing(Bucketing):
    """A bucketing that computes the buckets of a board when it is asked.

    ``tables`` gives the same bucketing as tables, for whoever needs many boards.
    """

    def __init__(self, cuts: Cuts, tables: Callable[[], Bucketing]) -> None:
        abstraction = CardAbstraction.parse(cuts.notation)
        for name, value in (
            ("abstraction", abstraction), ("seed", cuts.seed), ("sampled", False),
            ("cuts", cuts), ("_tables", lru_cache(maxsize=1)(tables)),
        ):  # fmt: skip
            object.__setattr__(self, name, value)

    cuts: Cuts
    _tables: Callable[[], Bucketing]

    @property
    def whole(self) -> Bucketing:
        """The same with its tables, which may have to be built."""
        return self._tables()

    @property
    def rounds(self) -> tuple[RoundBuckets, RoundBuckets, RoundBuckets]:
        """The tables."""
        return self.whole.rounds

    @cached_property
    def river(self) -> RiverRule:
        """The rule of the river, from the cuts alone."""
        cuts = self.cuts.levels[-1]
        strengths = np.arange(FULL_STRENGTH + 1)
        parts = (cuts[:, None, :] <= strengths[None, :, None]).sum(axis=2)
        size = cuts.shape[1] + 1
        return RiverRule(
            (np.arange(len(cuts)) * size).astype(np.int32), parts.astype(np.uint16),
            np.zeros((1, 1), dtype=np.uint16), 1, np.zeros((0, COMBO_COUNT), dtype=np.uint16),
            len(cuts) * size,
        )  # fmt: skip

    @property
    def known_fingerprint(self) -> str | None:
        """That of the tables."""
        return self.cuts.fingerprint

    @property
    def counts(self) -> tuple[int, int, int, int]:
        """How many buckets each round has."""
        flop, turn, river = (part.size + len(part) for part in self.cuts.levels)
        return STARTING_HANDS, flop, turn, river

    @cached_property
    def preflop(self) -> UInt16s:
        """The types of the combos."""
        return frozen(combo_types().astype(np.uint16))

    @cached_property
    def parents(self) -> tuple[Int64s | None, ...]:
        """The starting hand is forgotten; every later bucket remembers the one before."""
        _, turn, river = (part.shape for part in self.cuts.levels)
        return (
            None, None, *(frozen(np.repeat(np.arange(n), parts + 1)) for n, parts in (turn, river)),
        )  # fmt: skip

    def on_boards(self, boards: npt.ArrayLike) -> Int32s:
        """The buckets of all combos: [boards, rounds, 1326]."""
        given = np.asarray(boards)
        if len(given) > _MOST_BOARDS:
            return self.whole.on_boards(boards)
        cards = [tuple(int(card) for card in row) for row in given]
        return np.stack([_buckets_on(self.cuts, board) for board in cards])

    def on_board(self, board: Sequence[int]) -> Int32s:
        """The buckets of all combos on a board: [rounds, 1326]."""
        if len(board) not in BOARD_CARDS or len(set(board)) != len(board):
            return super().on_board(board)  # says what is wrong
        return _buckets_on(self.cuts, tuple(map(int, board)))


@lru_cache(maxsize=4096)
def _buckets_on(cuts: Cuts, board: tuple[int, ...]) -> Int32s:
    """The buckets of all combos in every round that a board reaches; the rounds before are kept."""
    number = BOARD_CARDS.index(len(board))
    cards: UInt8s = np.array([board], dtype=np.uint8).reshape(1, len(board))
    taken = collisions(cards)[0] if board else np.zeros(COMBO_COUNT, dtype=np.bool_)
    if number == PREFLOP:
        found: Int32s = combo_types().astype(np.int32)[None]
        return frozen(found)
    before = _buckets_on(cuts, board[: BOARD_CARDS[number - 1]])
    group = np.zeros(COMBO_COUNT, dtype=np.int64) if number == 1 else before[-1].astype(np.int64)
    levels = _levels_on(cuts.notation, number, cards)
    steps = cuts.levels[number - 1]
    parts = (steps[np.maximum(group, 0)] <= levels[:, None]).sum(axis=1)
    own = group * (steps.shape[1] + 1) + parts
    rows = np.concatenate([before, own.astype(np.int32)[None]])
    rows[:, taken] = -1
    return frozen(rows)


def _levels_on(notation: str, number: int, board: UInt8s) -> Int64s:
    """The level of strength of every combo on one board; of those it holds, anything."""
    if number == RIVER:
        strengths: Int64s = strengths_on(board)[0].astype(np.int64)
        return strengths
    kind = CardAbstraction.parse(notation).rounds[number].parts[0].kind
    sums = np.zeros((1, COMBO_COUNT), dtype=np.uint32)
    squares = np.zeros_like(sums)
    runout_features(
        frozen(board), combo_cards(), combo_columns()[0], bins_of_strengths(0), sums, squares,
        np.zeros((1, COMBO_COUNT, 0), dtype=np.uint16),
    )  # fmt: skip
    power, table = (2, squares) if kind == "hs2" else (1, sums)
    top = runouts(number) * FULL_STRENGTH**power
    levels: Int64s = table[0].astype(np.int64) * LEVELS // top
    return np.minimum(levels, LEVELS - 1)


def cuts_of(bucketing: Bucketing, strengths: Strengths, fingerprint: str) -> Cuts:
    """The cuts of a bucketing: for each part of a group the lowest level of a hand in it."""
    check_can_be_cut(bucketing.abstraction)
    found: list[Int64s] = []
    groups = 1
    flop_rows = np.flatnonzero((np.asarray(bucketing.rounds[1].table) != NONE).any(axis=1))
    for number in (1, 2):
        part = bucketing.abstraction.rounds[number].parts[0]
        table, top = strengths.metric(number, part.kind)
        boards = Universe.of(flop_rows.tolist()).boards(number)
        buckets, count = bucketing.rounds[number].table, bucketing.rounds[number].count
        lowest = np.full(count, LEVELS, dtype=np.int64)
        for start in range(0, len(boards.rows), _BLOCK):
            rows = boards.rows[start : start + _BLOCK]
            places = boards.places[rows]
            columns = combo_columns()[places & np.uint32(31)].astype(np.int64)
            values = np.take_along_axis(table[places >> SUIT_BITS], columns, axis=1)
            levels = np.minimum(values.astype(np.int64) * LEVELS // top, LEVELS - 1)
            here = buckets[rows]
            held = here != NONE
            np.minimum.at(lowest, here[held].astype(np.int64), levels[held])
        found.append(_ascending(lowest.reshape(groups, part.count))[:, 1:])
        groups *= part.count
    size = bucketing.abstraction.rounds[RIVER].parts[0].count
    wanted = np.arange(1, size)
    rule = [
        np.searchsorted(row, wanted) for row in np.maximum.accumulate(bucketing.river.lookup, 1)
    ]
    found.append(np.array(rule, dtype=np.int64).reshape(groups, size - 1))
    return Cuts(
        str(bucketing.abstraction), bucketing.seed, fingerprint, (found[0], found[1], found[2])
    )


def _ascending(lowest: Int64s) -> Int64s:
    """Parts without a hand begin where the next one does."""
    found: Int64s = np.minimum.accumulate(lowest[:, ::-1], axis=1)[:, ::-1]
    return found
