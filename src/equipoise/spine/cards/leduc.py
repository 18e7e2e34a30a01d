"""Card abstractions of Leduc and Kuhn, in the notation of the course slides.

``JQ.K`` puts jacks and queens into one bucket before the flop and kings into another; after the
flop a player knows his bucket and whether he has paired the board. With ``/full`` he also sees the
board card (his own card up to its first bucket, or a pair); with ``/none`` he learns nothing new.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Int64s
from equipoise.spine.cards.matrix import Buckets, MatrixCards, bucketed

After = Literal["pair", "full", "none"]
_AFTER: tuple[After, ...] = ("pair", "full", "none")
_HINT = "like JQ.K, J.Q.K/full or full"


@dataclass(frozen=True)
class RankBuckets:
    """Groups of ranks before the flop, and what is distinguished after it.

    >>> str(RankBuckets.parse("QJ.K"))
    'JQ.K'
    """

    groups: tuple[str, ...]
    after: After = "pair"

    @classmethod
    def parse(cls, text: str, ranks: str = "JQK") -> RankBuckets:
        """Parse the notation, for a deck of these ranks."""
        head, slash, tail = text.partition("/")
        after: dict[str, After] = {name: name for name in _AFTER}
        if slash and tail not in after:
            raise InputError(
                f"unknown {tail!r}",
                "card abstraction",
                text,
                len(head) + 1,
                "use pair, full or none",
            )
        seen = ""
        for at, symbol in enumerate(head):
            if symbol == ".":
                continue
            if symbol not in ranks:
                raise InputError(f"unknown rank {symbol!r}", "card abstraction", text, at, _HINT)
            if symbol in seen:
                raise InputError(f"{symbol} occurs twice", "card abstraction", text, at, _HINT)
            seen += symbol
        missing = [rank for rank in ranks if rank not in seen]
        groups = head.split(".")
        if missing or "" in groups:
            problem = f"{', '.join(missing)} missing" if missing else "an empty bucket"
            raise InputError(problem, "card abstraction", text, expected=_HINT)
        ordered = sorted(("".join(sorted(group, key=ranks.index)) for group in groups),
                         key=lambda group: ranks.index(group[0]))  # fmt: skip
        return cls(tuple(ordered), after[tail] if slash else "pair")

    def __str__(self) -> str:
        return ".".join(self.groups) + ("" if self.after == "pair" else f"/{self.after}")

    def refines(self, other: RankBuckets) -> bool:
        """True if this partition refines the other."""
        order = ("none", "pair", "full")
        return order.index(self.after) >= order.index(other.after) and all(
            any(set(group) <= set(coarse) for coarse in other.groups) for group in self.groups
        )

    def buckets(self, model: MatrixCards) -> tuple[Buckets, list[list[str]]]:
        """The buckets of a model's states (labels like ``J`` and ``J|Q``), and their names."""
        names: list[list[str]] = []
        maps: list[list[Int64s]] = [[], []]
        for number in range(model.rounds):
            keys = [[self._key(label) for label in model.labels[p][number]] for p in range(2)]
            found = list(dict.fromkeys(keys[0] + keys[1]))
            for player in range(2):
                maps[player].append(np.array([found.index(key) for key in keys[player]]))
            names.append(found)
        return (maps[0], maps[1]), names

    def _key(self, label: str) -> str:
        own, *board = label.split("|")
        group = next(group for group in self.groups if own in group)
        if not board or self.after == "none":
            return group + ("|" if board else "")
        if self.after == "full":
            # the board is visible; the own card up to its first bucket, or as a pair
            return f"{group}|{board[0]}" + ("*" if own == board[0] else "")
        return f"{group}|{'pair' if own == board[0] else 'no pair'}"


def leduc_card_model(
    full: MatrixCards, text: str, ranks: str = "JQK"
) -> tuple[MatrixCards, Buckets]:
    """A card model from the slides' notation, and the map from full states to its buckets."""
    abstraction = RankBuckets.parse(text, ranks)
    buckets, names = abstraction.buckets(full)
    return bucketed(full, str(abstraction), buckets, names), buckets
