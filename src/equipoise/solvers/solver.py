"""The solver protocol: what the run loop needs."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from equipoise.kernels.types import Floats

Arrays = dict[str, npt.NDArray[np.generic]]


class Solver(Protocol):
    """An algorithm that improves a strategy step by step.

    ``iterations`` counts steps done; ``finished`` is true if further steps change nothing.
    ``average`` is the strategy to evaluate and store, laid out as in ``spine.layout``; ``weights``
    are proportional to it and need no copy, for measurements. ``save`` and ``load`` hold the
    complete state, so that a resumed run continues exactly. ``bounds`` are numbers the method
    guarantees, by name, in chips.
    """

    iterations: int

    @property
    def nodes(self) -> int:
        """Nodes visited so far; each card state at a betting node counts as one."""

    @property
    def finished(self) -> bool:
        """True if further steps change nothing."""

    def step(self, most: int | None = None) -> None:
        """Run one iteration or a batch of them, at most ``most``."""

    def average(self) -> Floats:
        """The strategy so far."""

    def weights(self) -> Floats:
        """Unnormalised average strategy; all zeros in an information set mean uniform."""

    def bounds(self) -> dict[str, float]:
        """Bounds that the method guarantees, if any."""

    def save(self) -> Arrays:
        """The state as arrays."""

    def load(self, arrays: Arrays) -> None:
        """Restore a saved state."""


class Watching(Protocol):
    """Further measures of a solver for the trace; its state is part of a checkpoint."""

    def __call__(self, solver: Solver) -> dict[str, float]:
        """The measures, by name."""

    def save(self) -> Arrays:
        """The state as arrays, with names distinct from the solver's."""

    def load(self, arrays: Arrays) -> None:
        """Restore a saved state."""
