"""The solver protocol: what the run loop needs."""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from equipoise.kernels.types import Floats

Arrays = dict[str, npt.NDArray[np.generic]]


class Solver(Protocol):
    """An algorithm that improves a strategy step by step.

    ``iterations`` counts steps done; ``finished`` says that more of them would change nothing.
    ``average`` is the strategy to be judged and kept, laid out as in ``spine.layout``; ``weights``
    are in proportion to it and cost nothing, so that it can be measured without being written out.
    ``save`` and ``load`` carry everything a resumed run needs, so that it goes on exactly as it
    would have.
    ``bounds`` are numbers the method guarantees, by name, in chips.
    """

    iterations: int

    @property
    def nodes(self) -> int:
        """How many nodes were visited so far, a betting node with each card state being one."""

    @property
    def finished(self) -> bool:
        """True if further steps would change nothing."""

    def step(self, most: int | None = None) -> None:
        """One iteration, or a batch of them; never more than ``most``."""

    def average(self) -> Floats:
        """The strategy so far."""

    def weights(self) -> Floats:
        """Unnormalised average strategy; all zeros in an information set mean uniform."""

    def bounds(self) -> dict[str, float]:
        """What the method guarantees about it, where it does."""

    def save(self) -> Arrays:
        """The state as arrays."""

    def load(self, arrays: Arrays) -> None:
        """Go on from a saved state."""


class Watching(Protocol):
    """What a trace keeps of a solver besides its exploitability; a checkpoint keeps its state."""

    def __call__(self, solver: Solver) -> dict[str, float]:
        """The measures, by name."""

    def save(self) -> Arrays:
        """The state as arrays, under other names than the solver's."""

    def load(self, arrays: Arrays) -> None:
        """Go on from a saved state."""
