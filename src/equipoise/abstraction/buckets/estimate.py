"""About how long a bucketing takes to build, measured against the strength tables."""

from __future__ import annotations

from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.strength import build as strength_build
from equipoise.abstraction.strength.boards import BOARD_COUNTS, FLOP

#: seconds for each second of the strength tables: the dearest kind of bucket counts
_TIMES = {"hs": 1.4, "hs2": 1.4, "eq": 0.8, "pub": 4.0, "wave": 4.5, "emd": 5.5, "ochs": 6.0}
_POTENTIAL = 9.0
_LEAST = 1.0  # seconds, whatever is built


def estimated_seconds(
    abstraction: CardAbstraction, flops: int = BOARD_COUNTS[FLOP], workers: int | None = None
) -> float:
    """About how long this will take here, the strength tables being there.

    The speed of the machine is measured on some river boards, as for the tables.
    """
    kinds = {part.kind for spec in abstraction.rounds for part in spec.parts}
    times = max(_TIMES.get(kind, _POTENTIAL) for kind in kinds)
    share = flops / BOARD_COUNTS[FLOP]
    return _LEAST + share * times * strength_build.estimated_seconds(workers=workers)
