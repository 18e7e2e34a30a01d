"""Resources of a solve, estimated before it starts: memory and disk space."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

from equipoise.base import workers
from equipoise.base.errors import InputError, argument
from equipoise.spine.engine import Engine
from equipoise.spine.footprint import PROGRAM, Footprint, layout_footprint
from equipoise.spine.spots.engine import SpotEngine

_CHECKPOINT_ARRAYS = {"egt": 2}
_MOST_ARRAYS = 3  # arrays of a strategy's size in the checkpoint of any other method


@dataclass(frozen=True)
class Needs:
    """Bytes of memory while solving, of one checkpoint, and of the strategy on disk."""

    infosets: int
    memory: int
    checkpoint: int
    strategy: int


def solving_needs(engine: Engine, method: str) -> Needs:
    """Estimate the memory and disk space of a method on a game."""
    taken = layout_footprint(engine.layout)
    if isinstance(engine, SpotEngine):
        return _spot_needs(engine, taken)
    memory = taken.memory(method, engine.dtype, not engine.is_exact)
    arrays = _CHECKPOINT_ARRAYS.get(method, _MOST_ARRAYS)
    checkpoint = arrays * taken.numbers * engine.dtype.itemsize
    return Needs(taken.infosets, memory, checkpoint, taken.strategy_bytes["uint16"])


def _spot_needs(engine: SpotEngine, taken: Footprint) -> Needs:
    """The needs of a spot; its average is computed in place (``CounterfactualRegret.finish``)."""
    checkpoint = 2 * taken.numbers * engine.dtype.itemsize
    return Needs(
        taken.infosets, PROGRAM + engine.memory_bytes, checkpoint, taken.strategy_bytes["uint16"]
    )


def check_needs(needs: Needs, out: Path | None) -> None:
    """Raise InputError if memory, or the disk of ``out``, is too small.

    The disk has to hold two checkpoints, the last and a new one, and the strategy.
    """
    free = workers.available_memory()
    if free is not None and needs.memory > free:
        raise InputError(
            f"solving needs about {gigabytes(needs.memory)} of memory, {gigabytes(free)} are free",
            expected=f"fewer bets or cards, a smaller {argument('precision')} or a sampled method",
        )
    if out is None:
        return
    place = out.absolute().parent
    while not place.exists():
        place = place.parent
    room, needed = shutil.disk_usage(place).free, 2 * needs.checkpoint + needs.strategy
    if room < needed:
        raise InputError(
            f"checkpoints and strategy need {gigabytes(needed)}, {gigabytes(room)} are free",
            what=f"{argument('out')} {str(out)!r}",
            expected=f"choose a folder on another disk, or solve without {argument('out')}",
        )


def gigabytes(number: float) -> str:
    """A number of bytes as text."""
    return f"{number / 1024**3:.3g} GB"
