"""Ranges from text, in the notation of :mod:`equipoise.cards.ranges`; errors name the character."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.cards.card import RANK_HINT, parse_cards, rank_from_text, suit_from_text
from equipoise.cards.combos import COMBO_COUNT, combo_index
from equipoise.cards.hand_types import WrittenType
from equipoise.cards.range_print import NONE, RANDOM
from equipoise.kernels.types import Float64s

#: characters; every hand separately with a weight of 17 digits takes half as many
_LONGEST = 1 << 16
# no adjacent groups that can share digits, to avoid quadratic backtracking
_NUMBER = r"([0-9]+(\.[0-9]*)?|\.[0-9]+)"
_WEIGHT = re.compile(_NUMBER + r"(([eE][-+]?[0-9]+)?|%)")
_TOP = re.compile(rf"{_NUMBER}%(?:-{_NUMBER}%)?")
_ITEM_HINT = "an item is like AA, AKs, AKo, AsKs, TT+, A9s+, A5s-A2s, 15% or 76o:0.5"
_BLOCK_HINT = "a block of weighted items is like [50]AA,KK[/50]"
_WEIGHT_HINT = "a weight is from 0 to 1, or like 50%"


@dataclass(frozen=True)
class _Block:
    """An open ``[50]``: its number as written, the weight, and its position."""

    written: str
    weight: float
    at: int


def parse_range(text: str) -> Float64s:
    """The weights of a range, [1326]."""
    if len(text) > _LONGEST:
        raise InputError(
            "the text is too long", "range", text, expected=f"at most {_LONGEST:,} characters"
        )
    weights = np.zeros(COMBO_COUNT)
    for start, end, weight in _items(text):
        combos, own = _parse_item(text, start, end)
        if own is not None and weight is not None:
            raise InputError(
                "an item with a weight of its own in a weighted block", "range", text, start,
                _BLOCK_HINT,
            )  # fmt: skip
        weights[combos] = next(one for one in (own, weight, 1.0) if one is not None)
    return weights


def _items(text: str) -> Iterator[tuple[int, int, float | None]]:
    """Start and end of items, without blanks and block marks, and the weight of their block."""
    block: _Block | None = None
    begin = 0
    for item in text.split(","):
        start, end = _stripped(text, begin, begin + len(item))
        begin += len(item) + 1
        if start < end and text[start] == "[":
            if block is not None:
                raise InputError("a block within a block", "range", text, start, _BLOCK_HINT)
            block, start = _opened(text, start, end)
        closing = text.find("[", start, end)
        if closing < 0:
            yield *_stripped(text, start, end), None if block is None else block.weight
            continue
        if block is None:
            raise InputError("no block is open here", "range", text, closing, _BLOCK_HINT)
        if text[closing:end] != f"[/{block.written}]":
            raise InputError(
                f"{text[closing:end]!r} does not close [{block.written}]", "range", text, closing,
                f"write [/{block.written}], then a comma",
            )  # fmt: skip
        yield *_stripped(text, start, closing), block.weight
        block = None
    if block is not None:
        raise InputError(f"[{block.written}] is not closed", "range", text, block.at, _BLOCK_HINT)


def _stripped(text: str, start: int, end: int) -> tuple[int, int]:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _opened(text: str, start: int, end: int) -> tuple[_Block, int]:
    """The block that opens here, and the position after it."""
    close = text.find("]", start, end)
    written = text[start + 1 : close]
    percent = float(written) if close >= 0 and re.fullmatch(_NUMBER, written) else -1.0
    if not 0 <= percent <= 100:
        raise InputError(
            "a block without a percentage from 0 to 100", "range", text, start, _BLOCK_HINT
        )
    return _Block(written, percent / 100, start), close + 1


def _parse_item(text: str, start: int, end: int) -> tuple[list[int], float | None]:
    """The hands and the weight (if any) of the item at ``text[start:end]``."""
    if start == end:
        raise InputError("an item is missing", "range", text, start, _ITEM_HINT)
    weight: float | None = None
    colon = text.find(":", start, end)
    if colon >= 0:
        weight = _parse_weight(text, colon + 1, end)
        end = colon
    top = _TOP.fullmatch(text[start:end])
    if top is not None:
        return _top(text, start, top), weight
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
    weight = -1.0
    if _WEIGHT.fullmatch(written):
        percent = written.endswith("%")
        weight = float(written[:-1]) / 100 if percent else float(written)
    if not 0 <= weight <= 1:
        raise InputError(f"{written!r} is not a weight", "range", text, start, _WEIGHT_HINT)
    return weight


def _top(text: str, start: int, written: re.Match[str]) -> list[int]:
    """The hands of ``15%``, or of ``15%-30%``: the best 30% without the best 15%."""
    from equipoise.cards.top_hands import top_combos

    shares = [float(number) / 100 for number in (written[1], written[3]) if number]
    if max(shares) > 1:
        raise InputError("more than 100%", "range", text, start, "a share of all hands, like 15%")
    best = [top_combos(share) for share in sorted(shares)]
    if len(best) == 1:
        return best[0]
    return [combo for combo in best[1] if combo not in set(best[0])]


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


def _parse_type(text: str, start: int, end: int) -> WrittenType:
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
        return WrittenType(high, low, text[at].lower(), at + 1)
    return WrittenType(high, low, "p" if high == low else "so", at)


def _plus(first: WrittenType) -> list[int]:
    if first.kinds == "p":
        steps = [first.at(rank, rank) for rank in range(first.high, 13)]
    else:
        steps = [first.at(first.high, kicker) for kicker in range(first.low, first.high)]
    return [combo for step in steps for combo in step.combos()]


def _between(text: str, start: int, first: WrittenType, second: WrittenType) -> list[int]:
    """All types between two of the same kind."""
    shift = second.high - first.high
    span = range(min(first.low, second.low), max(first.low, second.low) + 1)
    if first.kinds == second.kinds and first.high == second.high:
        steps = [first.at(first.high, low) for low in span]
    elif first.kinds == second.kinds and second.low - first.low == shift:
        gap = first.high - first.low
        steps = [first.at(low + gap, low) for low in span]
    else:
        raise InputError(
            f"there is nothing between {text[start : first.end]} and "
            f"{text[first.end + 1 : second.end]}",
            "range",
            text,
            start,
            "both ends need the same kind and either the same high card or the same gap",
        )
    return [combo for step in steps for combo in step.combos()]
