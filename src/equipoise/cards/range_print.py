"""Ranges as text: a short regular notation that parses back to the same weights."""

from __future__ import annotations

from equipoise.cards.card import RANKS, card_text
from equipoise.cards.combos import combo_cards
from equipoise.cards.hand_types import WrittenType
from equipoise.kernels.types import Float64s

RANDOM = "random"
NONE = "none"


def print_range(weights: Float64s) -> str:
    """A short regular notation of a range; parsing it gives the same weights back.

    Pairs and kickers are merged into runs, single hands come last; runs of connectors are not
    merged, so ``JTs-76s`` is printed as five items.

    >>> from equipoise.cards.ranges import Range
    >>> print_range(Range.parse("AA,KK,AKs,AKo,A5s,A4s,A3s,T9s:0.25").weights)
    'KK+,AK,A5s-A3s,T9s:0.25'
    """
    if (weights == weights[0]).all():
        return RANDOM + _weight_text(weights[0]) if weights[0] > 0 else NONE
    items: list[tuple[str, float]] = []
    loose: list[int] = []

    def whole(high: int, low: int, kinds: str) -> float:
        """The weight shared by all hands of a type; 0 if they differ or have none."""
        group = weights[WrittenType(high, low, kinds, 0).combos()]
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
                    loose += WrittenType(high, low, kinds, 0).combos()
    for combo in loose:
        if weights[combo] > 0:
            first, second = combo_cards()[combo]
            items.append((card_text(int(first)) + card_text(int(second)), float(weights[combo])))
    return ",".join(item + _weight_text(weight) for item, weight in items)


def _weight_text(weight: float) -> str:
    return "" if weight == 1 else f":{float(weight)!r}"


def _runs(cells: list[tuple[int, int, float]], suffix: str) -> list[tuple[str, float]]:
    """Runs of neighbouring cells with equal weight, highest first."""
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
