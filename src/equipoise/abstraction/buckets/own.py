"""User-defined bucketing functions as parts of the card abstraction notation.

A function gives the buckets of all 1,326 combos on a board. Registered as ``suits`` it can be used
wherever a built-in metric can: ``ir169.64suits.8.8``. It is called once per board up to suit
renaming: 1 before the flop, 1,755 flops, 63,193 flops with a turn, and 134,459 five-card boards.
"""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError
from equipoise.base.plugins import check_name, load_plugins
from equipoise.cards.card import cards_text
from equipoise.cards.combos import COMBO_COUNT, combos_with
from equipoise.kernels.types import UInt8s, UInt16s

#: (board, count) -> the bucket of each combo, 0 to count - 1; ignored for combos on the board
BucketFunction = Callable[[tuple[int, ...], int], npt.ArrayLike]


@dataclass(frozen=True)
class OwnBuckets:
    """A registered function with a fingerprint of its version."""

    name: str
    function: BucketFunction
    fingerprint: str

    def on_board(self, board: UInt8s, count: int) -> UInt16s:
        """The buckets of all combos on a board, checked."""
        cards = tuple(int(card) for card in board)
        found = np.asarray(self.function(cards, count))
        if found.shape != (COMBO_COUNT,) or not np.issubdtype(found.dtype, np.integer):
            raise self._wrong(cards, f"an array of {found.dtype} {found.shape}", "1,326 integers")
        possible = found[~combos_with(cards)]
        if possible.min() < 0 or possible.max() >= count:
            seen = f"buckets from {possible.min()} to {possible.max()}"
            raise self._wrong(cards, seen, f"0 to {count - 1}")
        return np.where(combos_with(cards), 0, found).astype(np.uint16)

    def _wrong(self, cards: tuple[int, ...], problem: str, expected: str) -> InputError:
        where = f"on the board {cards_text(cards)}" if cards else "before the flop"
        return InputError(
            f"it returned {problem} {where}", f"buckets {self.name!r}", expected=expected
        )


_own: dict[str, OwnBuckets] = {}
_BUILT_IN = ("pub", "hs2", "hs", "pa", "wave", "eq", "emd", "ochs", "x", "ir", "dir")


def register_buckets(name: str, version: str = "") -> Callable[[BucketFunction], BucketFunction]:
    """Register a bucketing function for the card abstraction notation; use it as a decorator.

    The function takes the cards of the board and a number of buckets, and returns the bucket of
    each combo as 1,326 integers. Built bucketings are cached by the function's source text and
    ``version``: change the version if data that the function reads change.
    """
    check_name(name, "bucketing function")
    if not name.isalpha() or name in _BUILT_IN or "x" in name:
        raise InputError(
            f"{name!r} is not allowed in the notation",
            expected=f"use letters without x, and none of {', '.join(_BUILT_IN)}",
        )

    def keep(function: BucketFunction) -> BucketFunction:
        digest = hashlib.sha256(f"{version} {_source(function)}".encode()).hexdigest()[:16]
        _own[name] = OwnBuckets(name, function, f"{name} {digest}")
        return function

    return keep


def _source(function: BucketFunction) -> str:
    try:
        return inspect.getsource(function)
    except (OSError, TypeError):  # typed at a prompt
        code = getattr(function, "__code__", None)
        return repr(function) if code is None else f"{code.co_code!r} {code.co_consts!r}"


def own_names() -> tuple[str, ...]:
    """The names of all registered functions."""
    load_plugins()
    return tuple(_own)


def is_own(name: str) -> bool:
    """True for the name of a registered function."""
    return name in _own


def own_buckets(name: str) -> OwnBuckets:
    """The function of this name."""
    return _own[name]


def fingerprints(kinds: Iterable[str]) -> str:
    """Fingerprints of the registered functions among these kinds."""
    return "; ".join(_own[kind].fingerprint for kind in sorted(set(kinds)) if kind in _own)
