"""Purification and thresholding: dropping actions of small probability (Ganzfried et al. 2012).

As in Tartanian (Ganzfried and Sandholm 2012, "Purification"): the *purified* strategy plays the
action of highest probability with probability 1 in each information set, at random among equals;
the *thresholded* one rounds all probabilities below the threshold to 0 and renormalises.

If every probability is below the threshold (with more than 1 / threshold actions), nothing is left
to renormalise, and the information set is purified.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.types import Float64s, Floats
from equipoise.spine.layout import Layout
from equipoise.strategies.numbers import quantised
from equipoise.strategies.strategy import Strategy

#: probabilities closer than this are equal, apart from rounding
_EQUAL = 1e-9


@dataclass(frozen=True)
class Purification:
    """The transformation of each information set; purified without a threshold.

    >>> str(Purification()), str(Purification(0.15))
    ('purified', 'thresholded at 0.15')
    """

    threshold: float | None = None

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 < self.threshold <= 1:
            raise InputError(
                f"a threshold of {self.threshold:g}", expected="a probability above 0, at most 1"
            )

    def __str__(self) -> str:
        return "purified" if self.threshold is None else f"thresholded at {self.threshold:g}"

    def of_block(self, block: Float64s) -> Float64s:
        """The transformed probabilities of a block [actions, states]."""
        top = block.max(axis=0)
        kept = np.where(block >= top - _EQUAL, 1.0, 0.0)
        if self.threshold is not None:
            large = np.where(block >= self.threshold, block, 0.0)
            kept = np.where(top >= self.threshold, large, kept)
        result: Float64s = kept / kept.sum(axis=0)
        return result


@dataclass(frozen=True)
class Purified:
    """A transformed strategy, and the number of information sets that changed."""

    probabilities: Float64s
    changed: int


def purify(layout: Layout, probabilities: Floats, how: Purification) -> Purified:
    """The transformed strategy."""
    result = np.zeros(layout.size)
    changed = 0
    for node in layout.tree.decision_nodes().tolist():
        before = layout.block(probabilities, node).astype(np.float64, copy=False)
        after = how.of_block(before)
        layout.block(result, node)[:] = after
        changed += int(np.count_nonzero(np.abs(after - before).max(axis=0) > _EQUAL))
    return Purified(result, changed)


def purified_strategy(
    strategy: Strategy, layout: Layout, how: Purification
) -> tuple[Strategy, int]:
    """A stored strategy transformed, and the number of information sets that changed.

    Its manifest names the transformation; the result must be measured anew.
    """
    made = purify(layout, strategy.probabilities, how)
    manifest = strategy.manifest
    values, error = quantised(layout, made.probabilities, manifest.numbers)
    steps = (*manifest.transformations, str(how))
    about = replace(manifest, transformations=steps, error=error, checksums={})
    return Strategy(about, values), made.changed
