"""Builds the tables of the fast evaluator, which ship with the package.

The value of a hand without a flush depends on the count of each rank. Every rank gets a multiplier
such that the sums over all multisets of up to seven ranks (at most four of each) are distinct; the
sum is looked up in a row-displacement table: the sums are divided into rows of ``2**ROW_BITS``, and
the rows are shifted so that their few used columns interleave (Tarjan and Yao 1979). A hand with a
flush is looked up by the 13-bit set of ranks in that suit.

Run ``python -m equipoise.cards.evaluator_tables`` to rebuild the file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt

import equipoise.kernels
from equipoise.cards.ranking import HandClass, all_classes, classify_ranks

TABLE_PATH = Path(equipoise.kernels.__file__).parent / "tables" / "evaluator.npz"
HAND_SIZES = (5, 6, 7)
ROW_BITS = 10

IntArray = npt.NDArray[np.int64]


def find_multipliers() -> list[int]:
    """The smallest multipliers, rank by rank, with distinct sums for equally many cards.

    A new multiplier v collides if s + a*v = t + b*v for sums s, t of 7-a and 7-b lower cards, so v
    must avoid every (s - t) / (b - a). Sums of five or six cards are then distinct too: two equal
    ones could be completed to equal sums of seven.
    """
    sums = [np.zeros(1, dtype=np.int64)] + [np.zeros(0, dtype=np.int64) for _ in range(7)]
    multipliers: list[int] = []
    for _ in range(13):
        limit = 2_000_000
        forbidden = np.zeros(limit, dtype=bool)
        forbidden[0] = bool(multipliers)
        for many in range(1, 8):
            for few in range(max(0, many - 4), many):
                gap = many - few
                for lower in sums[few]:
                    difference = sums[many] - lower
                    hits = difference[(difference > 0) & (difference % gap == 0)] // gap
                    forbidden[hits[hits < limit]] = True
        multiplier = int(np.argmin(forbidden))
        multipliers.append(multiplier)
        sums = [
            np.concatenate(
                [sums[size - used] + used * multiplier for used in range(min(size, 4) + 1)]
            )
            for size in range(8)
        ]
    return multipliers


def rank_multisets(cards: int) -> Iterator[tuple[int, ...]]:
    """All rank multisets of ``cards`` cards, as the count of each rank."""

    def extend(counts: tuple[int, ...], left: int) -> Iterator[tuple[int, ...]]:
        if len(counts) == 12:
            if left <= 4:
                yield (*counts, left)
            return
        for count in range(min(left, 4) + 1):
            yield from extend((*counts, count), left - count)

    return extend((), cards)


def best_without_flush(counts: tuple[int, ...]) -> HandClass:
    """The best five-card class of cards with these ranks without a flush."""
    high_first = sorted(range(13), key=lambda rank: (counts[rank], rank), reverse=True)
    distinct = [rank for rank in range(12, -1, -1) if counts[rank]]
    candidates = []
    # The most frequent rank as often as it occurs, then the best remaining cards for each reading.
    top, second = high_first[0], high_first[1]
    others = [rank for rank in distinct if rank != top]
    if counts[top] == 4:
        candidates.append([top] * 4 + others[:1])
    elif counts[top] == 3:
        pairs = [rank for rank in others if counts[rank] >= 2]
        candidates.append([top] * 3 + (pairs[:1] * 2 if pairs else others[:2]))
    elif counts[top] == 2 and counts[second] == 2:
        candidates.append([top] * 2 + [second] * 2 + [r for r in others if r != second][:1])
    elif counts[top] == 2:
        candidates.append([top] * 2 + others[:3])
    else:
        candidates.append(distinct[:5])
    runs = [list(range(high, high - 5, -1)) for high in range(12, 3, -1)] + [[12, 3, 2, 1, 0]]
    candidates += [run for run in runs if all(counts[rank] for rank in run)][:1]
    return max(classify_ranks(candidate, suited=False) for candidate in candidates)


def displace_rows(keys: IntArray, values: IntArray) -> tuple[IntArray, IntArray]:
    """Row offsets and the table of values such that ``table[offset[key >> B] + key % 2**B]``.

    First fit, fullest rows first. ``taken`` is a bit set of slots.
    """
    rows: dict[int, list[int]] = {}
    for key in keys:
        rows.setdefault(int(key) >> ROW_BITS, []).append(int(key) % 2**ROW_BITS)
    offsets = np.zeros(max(rows) + 1, dtype=np.int64)
    taken = 0
    for row, columns in sorted(rows.items(), key=lambda item: (-len(item[1]), item[0])):
        blocked = 0
        for column in columns:
            blocked |= taken >> column
        offset = (~blocked & (blocked + 1)).bit_length() - 1
        offsets[row] = offset
        for column in columns:
            taken |= 1 << (offset + column)
    table = np.zeros(int(offsets.max()) + 2**ROW_BITS, dtype=np.int64)
    table[offsets[keys >> ROW_BITS] + keys % 2**ROW_BITS] = values
    return offsets, table


def build_tables() -> dict[str, npt.NDArray[np.generic]]:
    """All tables by name, in storage form."""
    classes = all_classes()
    value_of = {hand: value for value, hand in enumerate(classes)}
    multipliers = find_multipliers()
    all_offsets, all_values, row_starts = [], [], []
    row_start = value_start = 0
    for size in HAND_SIZES:
        multisets = list(rank_multisets(size))
        keys = np.array(multisets, dtype=np.int64) @ np.array(multipliers, dtype=np.int64)
        values = np.array([value_of[best_without_flush(counts)] for counts in multisets])
        offsets, table = displace_rows(keys, values)
        row_starts.append(row_start)
        all_offsets.append(offsets + value_start)
        all_values.append(table)
        row_start += len(offsets)
        value_start += len(table)
    flush = np.zeros(2**13, dtype=np.uint16)
    for mask in range(2**13):
        ranks = [rank for rank in range(12, -1, -1) if mask >> rank & 1]
        if len(ranks) >= 5:
            runs = [list(range(high, high - 5, -1)) for high in range(12, 3, -1)]
            runs.append([12, 3, 2, 1, 0])
            made = [run for run in runs if all(mask >> rank & 1 for rank in run)]
            flush[mask] = value_of[classify_ranks((made or [ranks[:5]])[0], suited=True)]
    return {
        "multipliers": np.array(multipliers, dtype=np.uint32),
        "row_starts": np.array(row_starts, dtype=np.uint32),
        "row_offsets": np.concatenate(all_offsets).astype(np.uint32),
        "values": np.concatenate(all_values).astype(np.uint16),
        "flush_values": flush,
        "class_category": np.array([hand.category for hand in classes], dtype=np.uint8),
        "class_ranks": np.array(
            [list(hand.ranks) + [-1] * (5 - len(hand.ranks)) for hand in classes], dtype=np.int8
        ),
    }


def write_tables(path: Path = TABLE_PATH) -> None:
    """Build the tables and store them at ``path``."""
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(path, allow_pickle=False, **build_tables())


if __name__ == "__main__":
    write_tables()
