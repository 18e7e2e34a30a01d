"""Responses to a stored strategy in its abstract game, and before and after purification."""

from __future__ import annotations

from dataclasses import dataclass, replace

from equipoise.base.errors import InputError, argument
from equipoise.base.progress import Report, silent
from equipoise.evaluation.measured import Measured
from equipoise.spine.cards.sequences.counts import RIVERS, check_rivers
from equipoise.strategies.opened import StoredStrategy
from equipoise.strategies.purify import Purification, purified_strategy
from equipoise.strategies.strategy import Strategy


@dataclass(frozen=True)
class InAbstraction:
    """Responses with the same bets and buckets as the strategy.

    ``rivers``: rivers per turn board (of 48) in the matrices of an exact best response. None if the
    response was learned on ``boards`` sampled boards and evaluated on as many others, which is a
    lower bound.
    """

    measured: Measured
    rivers: int | None
    boards: int | None

    @property
    def is_exact(self) -> bool:
        """True if the matrices contain every river."""
        return self.rivers == RIVERS


@dataclass(frozen=True)
class PurifiedResult:
    """A purified strategy, with its exploitability before and after.

    ``changed``: number of its ``infosets`` whose strategy differs; ``rivers`` as for
    :class:`InAbstraction`.
    """

    strategy: Strategy
    infosets: int
    changed: int
    before: Measured
    after: Measured
    rivers: int | None


def exploit_in_abstraction(
    stored: StoredStrategy,
    boards: int | None = None,
    rivers: int | None = None,
    seed: int = 0,
    report: Report = silent,
) -> InAbstraction:
    """Exact best responses from the matrices of the abstract game, or learned on sampled boards."""
    if rivers is not None:
        check_rivers(rivers)
        if boards is not None or not stored.problem.has_matrices:
            raise InputError(
                "there are no matrices in this case", argument("rivers"), expected="leave it out"
            )
    problem = replace(stored.problem, rivers=rivers, report=report)
    engine = problem.measuring_engine(boards, True, seed)
    stored.check_layout(engine.layout)
    seen = engine.exploitability(stored.strategy.probabilities)
    measured = Measured.of(seen, problem.rules.scale)
    rivers = problem.matrix_rivers if seen.boards is None else None
    return InAbstraction(measured, rivers, seen.boards)


def purify_stored(
    stored: StoredStrategy, how: Purification, boards: int | None = None, report: Report = silent
) -> PurifiedResult:
    """Purify a strategy; exploitability before and after, on the same boards if sampled."""
    problem = replace(stored.problem, report=report)
    engine = problem.measuring_engine(boards)
    stored.check_layout(engine.layout)
    made, changed = purified_strategy(stored.strategy, engine.layout, how)
    before, after = (
        Measured.of(engine.exploitability(part.probabilities), problem.rules.scale)
        for part in (stored.strategy, made)
    )
    rivers = problem.matrix_rivers if boards is None else None
    kept = made.measured(after.value, after.exploitability, after.extra.get("interval"), rivers)
    return PurifiedResult(kept, engine.layout.infosets, changed, before, after, rivers)
