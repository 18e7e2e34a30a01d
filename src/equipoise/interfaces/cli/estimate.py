"""What a solve will take, said before it starts: memory, and room on the disk."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.errors import InputError
from equipoise.interfaces.cli.output import warn

if TYPE_CHECKING:
    from equipoise.response.judge import Judge

_WORTH_SAYING = 1 * 1024**3
_KEPT = 3  # arrays of a strategy's size in a checkpoint; of the excessive gap technique 2


def say_estimate(judge: Judge, method: str, out: Path | None) -> None:
    """Say how much memory a large game takes, and refuse what does not fit."""
    from equipoise.abstraction.bucket_states import BucketStates
    from equipoise.trees.footprint import layout_footprint
    from equipoise.workers import available_memory

    if method == "lp":
        return  # has an estimate of its own
    taken = layout_footprint(judge.layout)
    needed = taken.memory(method, judge.dtype, isinstance(judge.layout.model, BucketStates))
    state = (2 if method == "egt" else _KEPT) * taken.numbers * judge.dtype.itemsize
    free = available_memory()
    if free is not None and needed > free:
        raise InputError(
            f"it takes about {_gigabytes(needed)} of memory, {_gigabytes(free)} are free",
            expected="use fewer bets or cards, --precision single or a sampled method",
        )
    if out is not None:
        _check_disk(out, 2 * state + taken.strategy_bytes["uint16"])
    if needed >= _WORTH_SAYING:
        also = f", and {_gigabytes(state)} more while a checkpoint is written" if out else ""
        warn(f"{taken.infosets:,} information sets, about {_gigabytes(needed)} of memory{also}")


def _check_disk(out: Path, needed: int) -> None:
    """Refuse a disk without room for two checkpoints (the last, and a new one) and a strategy."""
    place = out.absolute().parent
    while not place.exists():
        place = place.parent
    free = shutil.disk_usage(place).free
    if free < needed:
        raise InputError(
            f"checkpoints and strategy take {_gigabytes(needed)}, {_gigabytes(free)} are free",
            what=f"--out {str(out)!r}",
            expected="choose a place on another disk, or solve without --out",
        )


def _gigabytes(number: float) -> str:
    return f"{number / 1024**3:.3g} GB"
