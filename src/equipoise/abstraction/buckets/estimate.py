"""About how long a bucketing takes to build, measured against the strength tables."""

from __future__ import annotations

from equipoise.abstraction.buckets.notation import CardAbstraction, Kind
from equipoise.abstraction.strength import build as strength_build
from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP

#: seconds for each second of the strength tables, as measured on two cores
_TIMES: dict[Kind, float] = {
    "hs": 1.4, "hs2": 1.4, "eq": 0.8, "pub": 2.0, "ochs": 5.0, "wave": 5.5, "emd": 6.5, "pa": 20.0,
}  # fmt: skip
#: the share that does not shrink with the number of flops: clusters are found from a sample
_FIXED: dict[Kind, float] = {"wave": 0.3, "emd": 0.3, "pa": 0.3}
_LEAST = 1.0  # seconds, whatever is built


def estimated_seconds(
    abstraction: CardAbstraction, flops: int = BOARD_COUNTS[FLOP], workers: int | None = None
) -> float:
    """About how long this will take here, the strength tables being there.

    The dearest kind of bucket decides. The speed of the machine is measured on some river boards,
    as for the tables.
    """
    kinds = {part.kind for spec in abstraction.rounds for part in spec.parts}
    dearest = max(kinds, key=_TIMES.__getitem__)
    fixed = _FIXED.get(dearest, 0.0)
    share = fixed + (1 - fixed) * flops / BOARD_COUNTS[FLOP]
    unit = strength_build.estimated_seconds(workers=workers)
    return _LEAST + share * _TIMES[dearest] * unit
