"""Expand an abstract strategy to a strategy of the whole real game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from equipoise.base.errors import InputError
from equipoise.kernels.passes.translate import PlanArrays, PlanCards, follow_plan
from equipoise.kernels.types import Float64s, Int64s
from equipoise.spine.cards.matrix import Buckets
from equipoise.spine.layout import Layout
from equipoise.translation.mappings import find_mapping
from equipoise.translation.options import Translation
from equipoise.translation.plan import Plan, make_plan
from equipoise.translation.steps import Steps

#: actions below this probability count as never taken (thesis, section 4.3.3)
NEGLIGIBLE = 1e-3


@dataclass(frozen=True)
class Expansion:
    """Two games, and the translation of strategies from the first to the second.

    ``buckets[player][round]`` maps the target's card states to the source's. A seat's plan is built
    on first use, which takes about half a second for 12-chip Leduc.
    """

    source: Layout
    target: Layout
    buckets: Buckets
    translation: Translation
    plans: dict[int, Plan] = field(default_factory=dict)

    def plan(self, seat: int) -> Plan:
        """The plan of a seat."""
        if seat not in self.plans:
            steps = Steps.of(self.source.tree, self.translation)
            self.plans[seat] = make_plan(steps, self.target.tree, seat)
        return self.plans[seat]

    def with_mapping(self, mapping: str, without_dominated: bool = False) -> Expansion:
        """The same plans with another mapping."""
        changed = replace(self.translation, mapping=mapping, without_dominated=without_dominated)
        return replace(self, translation=changed)

    def seat(self, seat: int, probabilities: Float64s, out: Float64s) -> None:
        """Write one seat's part of the real strategy."""
        if len(probabilities) != self.source.size:
            raise InputError(
                f"a strategy of {len(probabilities)} numbers",
                expected=f"the abstract game has {self.source.size}",
            )
        plan, source, target = self.plan(seat), self.source, self.target
        flat, starts = _flat(self.buckets[seat])
        parents, parent_starts = _flat(target.card_model.parents[seat])
        for node in plan.nodes.tolist():
            target.block(out, node)[:] = 0.0
        cards = PlanCards(
            np.array(target.model.states[seat], dtype=np.int64), parents, parent_starts,
            flat, starts, np.array(source.model.states[seat], dtype=np.int64),
        )  # fmt: skip
        follow_plan(
            PlanArrays(*(getattr(plan, name) for name in PlanArrays._fields)), cards,
            plan.answers(find_mapping(self.translation.mapping)), target.tree.round,
            source.offsets, np.ascontiguousarray(probabilities, dtype=np.float64), target.offsets,
            NEGLIGIBLE if self.translation.without_dominated else 0.0, out,
        )  # fmt: skip

    def strategy(self, probabilities: Float64s) -> Float64s:
        """Both seats of the real strategy."""
        out = np.zeros(self.target.size)
        for seat in range(2):
            self.seat(seat, probabilities, out)
        return out


def _flat(parts: Sequence[Int64s]) -> tuple[Int64s, Int64s]:
    arrays = [np.asarray(part, dtype=np.int64) for part in parts]
    starts = np.cumsum([0] + [len(part) for part in arrays[:-1]]).astype(np.int64)
    return np.concatenate(arrays), starts
