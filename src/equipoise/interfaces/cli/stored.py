"""A stored strategy with the game it belongs to, for the commands that measure it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from equipoise.errors import InputError

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
    from equipoise.solvers.problem import Problem
    from equipoise.strategy.check import check_probabilities
    from equipoise.strategy.store import load_strategy
    from equipoise.strategy.strategy import rules_fingerprint

    strategy = load_strategy(folder)
    about = strategy.manifest
    bets = None
    if about.bets != (None, None):
        bets = "-".join(text or "full" for text in about.bets)
    problem = Problem(about.game, bets, about.cards)
    if rules_fingerprint(problem.rules) != about.rules:
        raise InputError(
            f"it was solved for other rules than {about.game} has now",
            what=f"strategy {str(folder)!r}",
        )
    source = problem.passes()
    if source.layout.size != about.size:
        raise InputError("its size does not fit its game", what=f"strategy {str(folder)!r}")
    probabilities = strategy.probabilities
    check_probabilities(source.layout, probabilities, f"strategy {str(folder)!r}")
    if unreached is not None:
        probabilities = fill_unreached(source, probabilities, unreached)
    return Stored(problem, source, probabilities)
