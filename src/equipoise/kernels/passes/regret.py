"""Regret matching and regret updates, for all engines and schedules."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.passes.reach_and_value import set_totals
from equipoise.kernels.types import Floats, Int64s, UInt8s

_0 = np.uint64(0)


class UpdateRule(NamedTuple):
    """How one player's turn of CFR updates regrets and the average; made by a schedule.

    Earlier regrets are multiplied by ``keep_positive`` or ``keep_negative``, depending on sign;
    this turn's gains are multiplied by ``growth``; regrets are clipped below at ``floor``; the
    played strategy has ``weight`` in the average. With ``predict`` the newest gains are added once
    more for the next strategy (Farina, Kroer and Sandholm 2021).
    """

    keep_positive: float
    keep_negative: float
    growth: float
    floor: float
    weight: float
    predict: bool


#: the rule as a plain tuple: named tuples cost kernels that are called every few microseconds
PlainRule = tuple[float, float, float, float, float, bool]


@inlined
def in_precision(plain, kind):
    """The rule's numbers in the precision of a pass."""
    keep_positive, keep_negative, growth, floor, weight, predict = plain
    return UpdateRule(
        kind(keep_positive), kind(keep_negative), kind(growth), kind(floor), kind(weight), predict
    )


@inlined
def updated_regret(old, gain, rule):
    """A regret after a turn in which the action gained ``gain`` over the strategy."""
    new = old * (rule.keep_positive if old > 0 else rule.keep_negative) + gain
    return new if new > rule.floor else rule.floor


@inlined
def matching_terms(total, one, even, endless):
    """Regret matching (Hart and Mas-Colell 2000): ``p = scale * positive regret + rest``.

    ``total`` is the sum of the positive regrets of an information set; if it is zero, or so small
    that its inverse overflows, the strategy is uniform (``even``).
    """
    inverse = one / total
    some = inverse < endless
    zero = one - one
    return inverse if some else zero, zero if some else even


@inlined
def match_state(values, first, step, actions):
    """Replace the regrets of one card state's actions, ``step`` apart, by its strategy.

    In place, because walks copy the regrets first: gathering them from a large array and writing
    the strategy in one loop takes a fifth longer.
    """
    total = 0.0
    for a in range(actions):
        value = values[first + a * step]
        value = value if value > 0.0 else 0.0
        values[first + a * step] = value
        total += value
    scale, rest = matching_terms(total, 1.0, 1.0 / actions, np.inf)
    for a in range(actions):
        values[first + a * step] = values[first + a * step] * scale + rest


@kernel
def discount_regrets(starts: Int64s, sizes: Int64s, rule: UpdateRule, regrets: Floats) -> None:
    """Multiply blocks of regrets by a rule's factors, for states that a turn does not visit."""
    for number in range(len(starts)):
        for place in range(starts[number], starts[number] + sizes[number]):
            old = regrets[place]
            regrets[place] = old * (rule.keep_positive if old > 0 else rule.keep_negative)


@kernel
def update_regrets(
    starts: Int64s,
    sizes: Int64s,
    rule: UpdateRule,
    gains: Floats,
    regrets: Floats,
    predicted: Floats,
) -> None:
    """Add a turn's gains to blocks of regrets, and to the prediction for the next strategy."""
    for number in range(len(starts)):
        for place in range(starts[number], starts[number] + sizes[number]):
            gain = rule.growth * gains[place]
            new = updated_regret(regrets[place], gain, rule)
            regrets[place] = new
            if rule.predict:
                predicted[place] = new + gain


@kernel
def normalise(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    sums: Floats,
    strategy: Floats,
) -> None:
    """Turn sums into probabilities; uniform for states that were never reached."""
    zero, one = sums.dtype.type(0), sums.dtype.type(1)
    totals = np.zeros(states.max(), dtype=sums.dtype)
    for node in nodes:
        count = np.uint64(states[rounds[node]])
        actions = child_starts[node + 1] - child_starts[node]
        block = np.uint64(offsets[node])
        set_totals(sums, block, count, actions, totals)
        even = one / sums.dtype.type(actions)
        for _ in range(actions):
            for s in range(_0, count):
                strategy[block + s] = sums[block + s] / totals[s] if totals[s] > zero else even
            block += count
