"""Card abstractions of hold'em, built or loaded."""

from __future__ import annotations

from pathlib import Path

from equipoise.abstraction.buckets.bucketing import Bucketing
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.buckets.notation import CardAbstraction
from equipoise.abstraction.buckets.provide import BucketProvider
from equipoise.base.progress import Report, silent


def bucketing(
    notation: str | CardAbstraction,
    *,
    seed: int = 0,
    flops: int | None = None,
    folder: str | Path | None = None,
    report: Report = silent,
) -> Bucketing:
    """The bucketing of a notation: loaded from the cache, or built.

    ``flops`` builds it over this many sampled flops only: seconds instead of minutes, for
    experiments. ``folder`` stores it there instead of in the cache.
    """
    abstraction = CardAbstraction.parse(notation) if isinstance(notation, str) else notation
    place = None if folder is None else Path(folder)
    if flops is None:
        return build_bucketing(abstraction, seed, folder=place, report=report)
    return BucketProvider(None, seed, flops).build(abstraction, place)
