"""The number types of stored strategies, and the quantisation of probabilities.

In ``uint16`` a probability p is a share q of 65,535, in ``uint8`` of 255. In each information set
the shares are rounded down and the remaining units go to the largest remainders, so that shares sum
exactly, probabilities 0 and 1 are preserved, and no probability changes by a whole unit. The
largest change is recorded with the strategy.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from equipoise.base.errors import InputError, argument
from equipoise.kernels.types import Float64s, Floats
from equipoise.spine.layout import Layout

Stored = npt.NDArray[np.float64] | npt.NDArray[np.uint16] | npt.NDArray[np.uint8]

EXACT = "float64"
#: the share that stands for probability 1, by type name
LEVELS = {"uint16": 65_535, "uint8": 255}
NUMBERS = (EXACT, *LEVELS)
_SMALL = 1_000_000


def choose_numbers(asked: str | None, size: int) -> str:
    """The requested type; by default exact for small strategies and uint16 for large ones."""
    if asked is None:
        return EXACT if size <= _SMALL else "uint16"
    if asked not in NUMBERS:
        raise InputError(
            "unknown number type",
            argument("numbers"),
            asked,
            expected=f"one of {', '.join(NUMBERS)}",
        )
    return asked


def quantised(layout: Layout, probabilities: Floats, numbers: str) -> tuple[Stored, float]:
    """Probabilities in a number type, and the largest change of one of them."""
    if numbers == EXACT:
        return np.ascontiguousarray(probabilities, dtype=np.float64), 0.0
    levels = LEVELS[numbers]
    shares = np.zeros(layout.size, dtype=numbers)
    error = 0.0
    for node in layout.tree.decision_nodes().tolist():
        exact = layout.block(probabilities, node).astype(np.float64)
        block = _shares(exact, levels)
        layout.block(shares, node)[:] = block
        error = max(error, float(np.abs(block / levels - exact).max(initial=0.0)))
    return shares, error


def _shares(probabilities: Float64s, levels: int) -> npt.NDArray[np.int64]:
    """Integer shares of a block [actions, states] that sum to ``levels`` in each state."""
    scaled = probabilities / probabilities.sum(axis=0) * levels
    shares: npt.NDArray[np.int64] = np.floor(scaled).astype(np.int64)
    remainders = np.where(probabilities > 0, scaled - shares, -1.0)
    rank = np.argsort(np.argsort(-remainders, axis=0, kind="stable"), axis=0)
    shares += rank < levels - shares.sum(axis=0)
    return shares


def decoded(values: Stored) -> Float64s:
    """The probabilities of stored numbers; floating-point ones are not copied."""
    levels = LEVELS.get(values.dtype.name)
    return values if levels is None else values / np.float64(levels)  # type: ignore[return-value]
