"""Ranges: a weight for each of the 1,326 hands, and the notation people write them in.

The notation is a list of items between commas, each with an optional weight behind a colon:

=================  ===========================================================================
``AA``             a pair                                  ``AK`` suited and unsuited
``AKs`` ``AKo``    only suited, only unsuited              ``AsKs`` one specific hand
``TT+``            this pair and all higher ones
``A9s+``           the same high card with this kicker and all higher ones
``QQ-99``          pairs between two
``A5s-A2s``        the same high card, kickers between two
``JTs-76s``        hands with the same gap between two
``random``         every hand                              ``none`` no hand
``76o:0.5``        half of the time (weights are 0 to 1)
=================  ===========================================================================

Where two items name the same hand, the later one holds, so ``AA,AsAh:0.5`` is well defined.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.cards.card import (
    RANK_HINT,
    RANKS,
    card_text,
    check_cards,
    parse_cards,
    rank_from_text,
    suit_from_text,
)
from equipoise.cards.combos import (
    COMBO_COUNT,
    combo_cards,
    combo_index,
    combo_types,
    combos_with,
    type_combos,
)
from equipoise.errors import InputError
from equipoise.kernels.types import Float64s

RANDOM = "random"
NONE = "none"
#: characters; every hand by itself with a weight of 17 digits has half as many
_LONGEST = 1 << 16
# no two parts that can share digits: matching 40,000 of them would try every way to part them
_WEIGHT = re.compile(r"([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?")
_ITEM_HINT = "an item is like AA, AKs, AKo, AsKs, TT+, A9s+, A5s-A2s or 76o:0.5"


@dataclass(frozen=True)
class _Type:
    """Two ranks and whether suited hands, unsuited hands or both are meant; ``end`` of its text."""

    high: int
    low: int
    kinds: str  # "s", "o", "so" or "p"
    end: int

    def combos(self) -> list[int]:
        if self.kinds == "p":
            return type_combos(self.high, self.low, False)
        return [
            combo for kind in self.kinds for combo in type_combos(self.high, self.low, kind == "s")
        ]

    def at(self, high: int, low: int) -> _Type:
        return _Type(high, low, self.kinds, self.end)


class Range:
    """An immutable weight for every two-card hand, in the order of :mod:`equipoise.cards.combos`.

    >>> opening = Range.parse("TT+, AQs+, AsKd:0.5")
    >>> str(opening), opening.total
    ('TT+,AQs+,AsKd:0.5', 38.5)
    """

    __slots__ = ("weights",)
    weights: Float64s

    def __init__(self, weights: Sequence[float] | Float64s) -> None:
        array = np.array(weights, dtype=np.float64)
        if array.shape != (COMBO_COUNT,):
            raise InputError(f"a range of shape {array.shape}", expected="1,326 weights are needed")
        if not ((array >= 0) & (array <= 1)).all():
            raise InputError("a range with a weight that is not from 0 to 1")
        array.setflags(write=False)
        self.weights = array

    @classmethod
    def parse(cls, text: str) -> Range:
        """The range that a text describes."""
        if len(text) > _LONGEST:
            raise InputError(
                "too long", "range", text, expected=f"at most {_LONGEST:,} characters are read"
            )
        weights = np.zeros(COMBO_COUNT)
        start = 0
        for item in text.split(","):
            combos, weight = _parse_item(text, start, start + len(item))
            weights[combos] = weight
            start += len(item) + 1
        return cls(weights)

    @classmethod
    def of_hand(cls, cards: Sequence[int]) -> Range:
        """The range of exactly one hand."""
        check_cards(cards, "the hand")
        if len(cards) != 2 or cards[0] == cards[1]:
            raise InputError(f"a hand of {len(cards)} cards", expected="two different cards")
        weights = np.zeros(COMBO_COUNT)
        weights[combo_index(cards[0], cards[1])] = 1
        return cls(weights)

    @classmethod
    def random(cls) -> Range:
        """Every hand with weight 1."""
        return cls(np.ones(COMBO_COUNT))

    @property
    def total(self) -> float:
        """The sum of all weights: how many hands there are."""
        return float(self.weights.sum())

    def combos(self) -> list[int]:
        """The numbers of all hands with a weight above 0."""
        return [int(combo) for combo in np.flatnonzero(self.weights)]

    def without(self, cards: Iterable[int]) -> Range:
        """The range with every hand that holds one of these cards taken out."""
        return Range(np.where(combos_with(cards), 0.0, self.weights))

    def scaled(self) -> Range:
        """The range with its largest weight brought to 1; only proportions count for equity."""
        largest = self.weights.max()
        return Range(self.weights / largest) if largest > 0 else self

    def grid(self) -> Float64s:
        """The mean weight of each type as a 13x13 array, suited hands where row > column."""
        sums = np.bincount(combo_types(), weights=self.weights, minlength=169)
        counts = np.bincount(combo_types(), minlength=169)
        means: Float64s = (sums / counts).reshape(13, 13)
        return means

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Range) and bool((self.weights == other.weights).all())

    def __hash__(self) -> int:
        return hash(self.weights.tobytes())

    def __str__(self) -> str:
        return print_range(self.weights)

    def __repr__(self) -> str:
        return f"Range.parse({str(self)!r})"


def _parse_item(text: str, start: int, end: int) -> tuple[list[int], float]:
    """The hands and the weight of the item at ``text[start:end]``."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start == end:
        raise InputError("an item is missing", "range", text, start, _ITEM_HINT)
    weight = 1.0
    colon = text.find(":", start, end)
    if colon >= 0:
        weight = _parse_weight(text, colon + 1, end)
        end = colon
    if text[start:end].lower() == RANDOM:
        return list(range(COMBO_COUNT)), weight
    if text[start:end].lower() == NONE:
        return [], weight
    after_rank = start + (2 if text.startswith("10", start) else 1)
    if after_rank < end and suit_from_text(text[after_rank]) is not None:
        return [_parse_combo(text, start, end)], weight
    first = _parse_type(text, start, end)
    if first.end == end:
        return first.combos(), weight
    if text[first.end] == "+" and first.end + 1 == end:
        return _plus(first), weight
    if text[first.end] == "-":
        second = _parse_type(text, first.end + 1, end)
        if second.end == end:
            return _between(text, start, first, second), weight
        raise InputError(f"unexpected {text[second.end]!r}", "range", text, second.end, _ITEM_HINT)
    raise InputError(f"unexpected {text[first.end]!r}", "range", text, first.end, _ITEM_HINT)


def _parse_weight(text: str, start: int, end: int) -> float:
    written = text[start:end].strip()
    weight = float(written) if _WEIGHT.fullmatch(written) else -1.0
    if not 0 <= weight <= 1:
        raise InputError(
            f"{written!r} is not a weight", "range", text, start, "a weight is from 0 to 1"
        )
    return weight


def _parse_combo(text: str, start: int, end: int) -> int:
    hint = "a hand is like AsKs"
    if set(text[start:end]) & set("+-"):
        raise InputError(f"{text[start:end]!r} is not one hand", "range", text, start, hint)
    try:
        first, second = parse_cards(text[start:end], fewest=2, most=2, expected=hint)
    except InputError as error:
        position = start + (error.position or 0)
        raise InputError(error.problem, "range", text, position, error.expected) from None
    return combo_index(first, second)


def _parse_type(text: str, start: int, end: int) -> _Type:
    ranks = []
    at = start
    for _ in range(2):
        if at >= end:
            raise InputError("a rank is missing", "range", text, at, _ITEM_HINT)
        ten = text.startswith("10", at, end)
        rank = rank_from_text("T" if ten else text[at])
        if rank is None:
            raise InputError(f"unknown rank {text[at]!r}", "range", text, at, RANK_HINT)
        ranks.append(rank)
        at += 2 if ten else 1
    high, low = max(ranks), min(ranks)
    if at < end and text[at].lower() in "so":
        if high == low:
            raise InputError(
                f"a pair cannot be {'suited' if text[at].lower() == 's' else 'unsuited'}",
                "range",
                text,
                at,
                "write a pair without s or o",
            )
        return _Type(high, low, text[at].lower(), at + 1)
    return _Type(high, low, "p" if high == low else "so", at)


def _plus(first: _Type) -> list[int]:
    if first.kinds == "p":
        steps = [first.at(rank, rank) for rank in range(first.high, 13)]
    else:
        steps = [first.at(first.high, kicker) for kicker in range(first.low, first.high)]
    return [combo for step in steps for combo in step.combos()]


def _between(text: str, start: int, first: _Type, second: _Type) -> list[int]:
    """Everything from one type to another of the same kind."""
    shift = second.high - first.high
    span = range(min(first.low, second.low), max(first.low, second.low) + 1)
    if first.kinds == second.kinds and first.high == second.high:
        steps = [first.at(first.high, low) for low in span]
    elif first.kinds == second.kinds and second.low - first.low == shift:
        gap = first.high - first.low
        steps = [first.at(low + gap, low) for low in span]
    else:
        raise InputError(
            f"nothing lies between {text[start : first.end]} and "
            f"{text[first.end + 1 : second.end]}",
            "range",
            text,
            start,
            "both ends need the same kind and either the same high card or the same gap",
        )
    return [combo for step in steps for combo in step.combos()]


def print_range(weights: Float64s) -> str:
    """A short regular notation of a range; parsing it gives the same weights back.

    Pairs and kickers are joined into runs, single hands come last; runs of one gap are not looked
    for, so ``JTs-76s`` is printed as five items.

    >>> print_range(Range.parse("AA,KK,AKs,AKo,A5s,A4s,A3s,T9s:0.25").weights)
    'KK+,AK,A5s-A3s,T9s:0.25'
    """
    if (weights == weights[0]).all():
        return RANDOM + _weight_text(weights[0]) if weights[0] > 0 else NONE
    items: list[tuple[str, float]] = []
    loose: list[int] = []

    def whole(high: int, low: int, kinds: str) -> float:
        """The weight shared by all hands of a type; 0 where they differ or have none."""
        group = weights[_Type(high, low, kinds, 0).combos()]
        return float(group[0]) if (group == group[0]).all() else 0.0

    items += _runs([(12 - i, 12 - i, whole(12 - i, 12 - i, "p")) for i in range(13)], "")
    for high in range(12, 0, -1):
        lows = range(high - 1, -1, -1)
        suited = [whole(high, low, "s") for low in lows]
        unsuited = [whole(high, low, "o") for low in lows]
        both = [s if s == o else 0.0 for s, o in zip(suited, unsuited, strict=True)]
        for values, suffix in (
            (both, ""),
            ([0.0 if b else s for s, b in zip(suited, both, strict=True)], "s"),
            ([0.0 if b else o for o, b in zip(unsuited, both, strict=True)], "o"),
        ):
            cells = [(high, low, value) for low, value in zip(lows, values, strict=True)]
            items += _runs(cells, suffix)
    for high in range(12, -1, -1):
        for low in range(high, -1, -1):
            for kinds in ("p",) if high == low else ("s", "o"):
                if whole(high, low, kinds) == 0.0:
                    loose += _Type(high, low, kinds, 0).combos()
    for combo in loose:
        if weights[combo] > 0:
            first, second = combo_cards()[combo]
            items.append((card_text(int(first)) + card_text(int(second)), float(weights[combo])))
    return ",".join(item + _weight_text(weight) for item, weight in items)


def _weight_text(weight: float) -> str:
    return "" if weight == 1 else f":{float(weight)!r}"


def _runs(cells: list[tuple[int, int, float]], suffix: str) -> list[tuple[str, float]]:
    """Neighbouring cells of equal weight as one item each, highest first."""
    items = []
    at = 0
    while at < len(cells):
        weight = cells[at][2]
        stop = at
        while stop + 1 < len(cells) and cells[stop + 1][2] == weight:
            stop += 1
        if weight > 0:
            top = RANKS[cells[at][0]] + RANKS[cells[at][1]] + suffix
            bottom = RANKS[cells[stop][0]] + RANKS[cells[stop][1]] + suffix
            if stop == at:
                items.append((top, weight))
            elif at == 0:
                items.append((bottom + "+", weight))
            else:
                items.append((f"{top}-{bottom}", weight))
        at = stop + 1
    return items
