"""The memory estimate of a solve, printed before it starts."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.interfaces.cli.output import warn

if TYPE_CHECKING:
    from equipoise.spine.engine import Engine

_WORTH_SAYING = 1 * 1024**3


def say_estimate(engine: Engine, method: str, out: Path | None) -> None:
    """Print the memory that a large game needs; raise InputError if it does not fit."""
    from equipoise.solvers.run import admission

    if method == "lp":
        return  # has its own estimate
    needs = admission.solving_needs(engine, method)
    admission.check_needs(needs, out)
    if needs.memory < _WORTH_SAYING:
        return
    memory, more = admission.gigabytes(needs.memory), admission.gigabytes(needs.checkpoint)
    also = f", and {more} more while a checkpoint is written" if out else ""
    warn(f"{needs.infosets:,} information sets, about {memory} of memory{also}")
