"""The compiled form of a policy, for playing it in kernels.

A policy may offer one (``compiled``). Two such policies meet on a betting tree that is grown by
their step functions and played by ``kernels.play`` (``matches.meeting``), thousands of times faster
than querying probabilities decision by decision.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.arrays import frozen
from equipoise.kernels.play.meeting import PURIFIED, StrategyTable
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.policy import Policy
from equipoise.strategies.numbers import LEVELS
from equipoise.strategies.purify import Purification
from equipoise.translation.expand import NEGLIGIBLE
from equipoise.translation.mappings import Mapping, find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.sized import SizedSteps


@dataclass(frozen=True, eq=False)
class CompiledPolicy:
    """A translated strategy for kernels.

    ``steps`` are the step functions with a bad hand and with a good one; they differ only if it
    ``looks_at_hands``. ``table`` holds the probabilities as stored.
    """

    strategy: OpenedStrategy
    steps: tuple[SizedSteps, SizedSteps]
    mapping: Mapping
    table: StrategyTable
    looks_at_hands: bool

    @classmethod
    def of(
        cls,
        strategy: OpenedStrategy,
        steps: tuple[SizedSteps, SizedSteps],
        translation: Translation,
        how: Purification | None,
        looks_at_hands: bool,
    ) -> CompiledPolicy:
        """The compiled form of a translated strategy."""
        table = strategy_table(strategy, how, translation.without_dominated)
        mapping = find_mapping(translation.mapping)
        return cls(strategy, steps, mapping, table, looks_at_hands)


def strategy_table(
    strategy: OpenedStrategy, how: Purification | None = None, without_dominated: bool = False
) -> StrategyTable:
    """The probabilities of a strategy in the layout of the kernels."""
    values = frozen(np.ascontiguousarray(strategy.values))
    levels = LEVELS.get(values.dtype.name, 0)
    empty = {name: frozen(np.zeros(0, dtype=name)) for name in ("float64", *LEVELS)}
    arrays = {**empty, values.dtype.name: values}
    threshold = 0.0
    if how is not None:
        threshold = PURIFIED if how.threshold is None else how.threshold
    return StrategyTable(
        arrays["float64"],
        arrays["uint16"],
        arrays["uint8"],
        levels,
        threshold,
        NEGLIGIBLE if without_dominated else 0.0,
    )


def compiled_pair(policies: Sequence[Policy]) -> tuple[CompiledPolicy, CompiledPolicy]:
    """The compiled forms of two policies; raise InputError if one has none."""
    first, second = (policy.compiled for policy in policies)
    if first is None or second is None:
        raise InputError(
            "kernels cannot play this policy", expected="use a blueprint, or an exploiter of one"
        )
    return first, second
