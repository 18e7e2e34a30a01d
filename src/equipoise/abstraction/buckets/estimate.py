"""Estimate the time to build a bucketing, relative to the strength tables."""

from __future__ import annotations

from equipoise.abstraction.buckets.notation import CardAbstraction, Kind
from equipoise.abstraction.strength import build as strength_build
from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP

#: seconds per second of the strength tables, measured on two cores
_TIMES: dict[Kind, float] = {
    "hs": 1.4, "hs2": 1.4, "eq": 0.8, "pub": 2.0, "ochs": 5.0, "wave": 5.5, "emd": 6.5, "pa": 17.3,
}  # fmt: skip
#: additional cost per potential-aware bucket (parents times children): 8-12-4-4 (2,024 in all) took
#: 96 s of CPU time and 12-25-6-6 (12,912) 166 s
_TIMES_A_BUCKET = 0.00135
#: the share that does not shrink with fewer flops: clusters are found from a sample
_FIXED: dict[Kind, float] = {"wave": 0.3, "emd": 0.3, "pa": 0.3}
_OWN = 10.0  # a user's function: unknown
_LEAST = 1.0  # seconds at least


def estimated_seconds(
    abstraction: CardAbstraction, flops: int = BOARD_COUNTS[FLOP], workers: int | None = None
) -> float:
    """Estimated build time here, given the strength tables.

    The most expensive kind of bucket decides, and for potential-aware ones their number. The
    machine's speed is measured on some river boards, as for the tables.
    """
    kinds = {part.kind for spec in abstraction.rounds for part in spec.parts}
    dearest = max(kinds, key=_times)
    fixed = _FIXED.get(dearest, 0.0)
    share = fixed + (1 - fixed) * flops / BOARD_COUNTS[FLOP]
    times = _times(dearest)
    if dearest == "pa":
        times += _TIMES_A_BUCKET * sum(
            size
            for spec, size in zip(abstraction.rounds, abstraction.sizes, strict=True)
            if any(part.kind == "pa" for part in spec.parts)
        )
    unit = strength_build.estimated_seconds(workers=workers)
    return _LEAST + share * times * unit


def _times(kind: Kind) -> float:
    return _TIMES.get(kind, _OWN)
