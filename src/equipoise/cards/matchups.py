"""Every starting hand against every other, all-in before the flop, suit for suit.

Results are invariant under suit renaming, so the 47,008 pairs of ``HandIndexer((2, 2))`` represent
all 1,326 x 1,225. For each the table holds how many of the C(48, 5) = 1,712,304 boards the first
hand wins, and how many are tied. It ships with the package; ``python -m equipoise.cards.matchups``
rebuilds it. Sums over types of hands are in :mod:`equipoise.cards.preflop`.
"""

from __future__ import annotations

from functools import lru_cache
from hashlib import sha256
from io import BytesIO
from math import comb
from pathlib import Path

import numpy as np

from equipoise.base.errors import InputError
from equipoise.base.files import write_atomically
from equipoise.base.progress import Report, silent
from equipoise.base.workers import run_blocks
from equipoise.cards.combos import COMBO_COUNT, combo_cards, combo_types
from equipoise.cards.isomorphism import HandIndexer
from equipoise.kernels.cards.equity import enumerate_deals
from equipoise.kernels.types import Float64s, Int64s, UInt8s

TABLE_PATH = Path(__file__).parent / "tables" / "matchups.npz"
#: sha-256 over both arrays as little-endian 32-bit numbers; a rebuild must reproduce it
CHECKSUM = "149ee4453ba18b89609a5e98593b9f17d6ea720d535be77a292111bc3e2a2b63"
BOARDS = comb(48, 5)
_BLOCK = 64


class Matchups:
    """The pairs of hands up to suit renaming.

    ``hands`` [n, 4] is one pair of each kind, ``types`` [n, 2] their types, ``weights`` how many
    pairs it represents, ``mirror`` the kind with the two hands swapped.
    """

    def __init__(self) -> None:
        self.indexer = HandIndexer((2, 2))
        self.size = self.indexer.size(1)
        self.hands: UInt8s = self.indexer.unindex_many(1, np.arange(self.size))
        self.mirror = self.indexer.index_many(self.hands[:, [2, 3, 0, 1]])
        kinds = self.indexer.index_many(_all_pairs())
        self.weights: Int64s = np.bincount(kinds, minlength=self.size)
        high = self.hands[:, [0, 2]].astype(np.int64)  # a round's highest card comes first
        low = self.hands[:, [1, 3]].astype(np.int64)
        self.types: Int64s = combo_types()[high * (high - 1) // 2 + low]

    def outcomes(
        self, chosen: Int64s, report: Report = silent, workers: int | None = None
    ) -> Int64s:
        """Boards that the first hand wins and ties, for each of these kinds, [n, 2]."""
        needed = np.unique(np.minimum(chosen, self.mirror[chosen]))
        counts = np.zeros((self.size, 3), dtype=np.int64)  # wins, ties, losses

        def work(start: int) -> None:
            for kind in needed[start : start + _BLOCK]:
                counts[kind] = _showdowns(self.hands[kind])

        run_blocks(work, range(0, len(needed), _BLOCK), report, workers)
        counts[self.mirror[needed]] = counts[needed][:, ::-1]
        return counts[chosen, :2]


def _pairs_apart() -> tuple[Int64s, Int64s]:
    """The combos of every ordered pair of disjoint hands."""
    cards = combo_cards()
    first = np.repeat(np.arange(COMBO_COUNT), COMBO_COUNT)
    second = np.tile(np.arange(COMBO_COUNT), COMBO_COUNT)
    apart = (cards[first][:, :, None] != cards[second][:, None, :]).all(axis=(1, 2))
    return first[apart], second[apart]


def _all_pairs() -> UInt8s:
    """The cards of every ordered pair of disjoint hands, [1326 * 1225, 4]."""
    cards = combo_cards()
    first, second = _pairs_apart()
    return np.ascontiguousarray(np.hstack([cards[first], cards[second]]))


def _showdowns(hands: UInt8s) -> tuple[int, int, int]:
    """Number of boards the first of two hands wins, ties and loses."""
    totals = np.zeros((2, 3))
    enumerate_deals(
        hands.reshape(2, 2), np.ones(2), np.arange(3), 0, 1,
        np.zeros(0, dtype=np.uint8), np.uint64(0), totals,
    )  # fmt: skip
    return int(totals[0, 1]), int(totals[0, 2]), int(totals[1, 1])


@lru_cache(maxsize=1)
def preflop_margins() -> Float64s:
    """P(win) - P(lose) of each combo against each other, [1326, 1326].

    0 if two hands share a card. The equity is (1 + margin) / 2.

    >>> from equipoise.cards import parse_cards
    >>> from equipoise.cards.combos import combo_index
    >>> aces, kings = (combo_index(*parse_cards(text)) for text in ("AsAh", "KsKh"))
    >>> round(float(1 + preflop_margins()[aces, kings]) / 2, 6)
    0.826366
    """
    counts = _read_counts()
    matchups = HandIndexer((2, 2))
    first, second = _pairs_apart()
    kinds = matchups.index_many(_all_pairs())
    losses = BOARDS - counts[:, 0] - counts[:, 1]
    margins = np.zeros((COMBO_COUNT, COMBO_COUNT))
    margins[first, second] = ((counts[:, 0] - losses) / BOARDS)[kinds]
    margins.setflags(write=False)
    return margins


def _read_counts() -> Int64s:
    """Wins and ties of each kind, [47008, 2]; raises InputError for another version's file."""
    with np.load(TABLE_PATH, allow_pickle=False) as stored:
        counts: Int64s = np.stack([stored["wins"], stored["ties"]], axis=1).astype(np.int64)
    if checksum(counts) != CHECKSUM:
        raise InputError(
            "its checksum does not match this version",
            what="table of matchups",
            text=TABLE_PATH.name,
            expected="reinstall the package",
        )
    return counts


def checksum(counts: Int64s) -> str:
    """The sha-256 of wins, then ties, as little-endian 32-bit numbers."""
    digest = sha256()
    for column in counts.T:
        digest.update(np.ascontiguousarray(column).astype("<u4").tobytes())
    return digest.hexdigest()


def write_table(path: Path = TABLE_PATH, report: Report = silent) -> str:
    """Enumerate all kinds (about a minute on two cores), store them and return the checksum."""
    matchups = Matchups()
    counts = matchups.outcomes(np.arange(matchups.size), report)
    buffer = BytesIO()
    np.savez_compressed(
        buffer,
        allow_pickle=False,
        wins=counts[:, 0].astype(np.uint32),
        ties=counts[:, 1].astype(np.uint32),
    )
    write_atomically(path, buffer.getvalue())
    return checksum(counts)


if __name__ == "__main__":
    print(write_table())
