"""A stored strategy with the game it belongs to, for the commands that measure it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.response.evaluate import Passes
    from equipoise.solvers.problem import Problem


@dataclass(frozen=True)
class Stored:
    """A strategy of an abstract game, checked against the rules as they are now."""

    problem: Problem
    source: Passes
    probabilities: Float64s


def load_stored(folder: Path, unreached: str | None) -> Stored:
    """Read a strategy; where it never comes itself it plays by the rule, if one is given."""
    from equipoise.response.unreached import fill_unreached
    from equipoise.solvers.stored import open_strategy

    stored = open_strategy(folder, verify=True)
    source = stored.problem.passes()
    stored.check_layout(source.layout)
    probabilities = stored.strategy.probabilities
    if unreached is not None:
        probabilities = fill_unreached(source, probabilities, unreached)
    return Stored(stored.problem, source, probabilities)
