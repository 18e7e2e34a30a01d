"""Further measures in the trace of a sampled run.

- *saturation* (Kauth 2014, section 3.2): of the decisions made when the average strategy plays
  itself, the share in information sets that were seen at least 50 times. Known for external
  sampling, where an information set's sums add up the weights of the iterations that saw it;
  divided by the mean weight of an iteration they estimate how many these were (too high for late
    ones, too low for early ones, if iterations have different weights).
- *change*: at the same decisions, the mean L1 distance (0 to 2) between the average strategy and
  the one of half as many iterations; decisions are weighted by how often they are made. If one of
  the two has never reached an information set, the distance is 2.
- *edge*: what the average strategy wins against the one of half as many iterations, in the game's
  units per hand, averaged over both seats on sampled boards.

An average of T iterations cannot move far in a fixed number of further ones, however far it is from
its limit. So change and edge are measured whenever the iterations have at least doubled; points in
between lack them. A decision first reached since then counts as fully changed (2), so that an
undertrained run does not look converged.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.random import seed_state
from equipoise.kernels.types import Floats
from equipoise.kernels.walks.watching import watch_hands
from equipoise.solvers.sampling.kinds import schedule_of
from equipoise.solvers.solver import Arrays, Solver
from equipoise.spine.engine import Engine
from equipoise.spine.tree_arrays import walked

SEEN = 50
_HANDS = 100_000
_STREAM = 0x57


class Watch:
    """Evaluates a solver's average periodically; always on the same deals."""

    def __init__(self, engine: Engine, method: str) -> None:
        self._engine = engine
        self._walked, self._deals = walked(engine.layout), engine.bucket_deals()
        self._counts, self._power = method == "mccfr-external", schedule_of(method).gamma
        self._before: Floats | None = None
        self._iterations = 0  # of ``before``

    def __call__(self, solver: Solver) -> dict[str, float]:
        """The measures; ``change`` and ``edge`` only when the iterations have doubled."""
        sums = solver.weights()
        before = sums if self._before is None else self._before
        # the mean of t**a over t = 1 ... T is T**a / (a + 1) for large T
        weight = float(solver.iterations) ** self._power / (self._power + 1.0)
        decisions, known, distance = watch_hands(
            self._walked, self._deals, _HANDS, SEEN * weight, seed_state(_STREAM), sums, before
        )
        found = {"saturation": known / decisions} if self._counts else {}
        if self._before is None:
            self._before = np.empty_like(sums)
        elif solver.iterations < 2 * self._iterations:
            return found
        else:
            found["change"] = distance / decisions
            edge, _ = self._engine.match(sums, self._before)
            found["edge"] = edge / self._engine.tree.rules.scale
        self._before[:] = sums
        self._iterations = solver.iterations
        return found

    def save(self) -> Arrays:
        """The reference average, for a checkpoint."""
        if self._before is None:
            return {}
        return {"watched_sums": self._before, "watched_iterations": np.array(self._iterations)}

    def load(self, arrays: Arrays) -> None:
        """Restore the reference average."""
        if "watched_sums" in arrays:
            self._before = np.array(arrays["watched_sums"], dtype=self._engine.dtype)
            self._iterations = int(arrays["watched_iterations"])
