"""Regret matching and the update of regrets, for every engine and every schedule."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.passes.reach_and_value import set_totals
from equipoise.kernels.types import Floats, Int64s, UInt8s

_0 = np.uint64(0)


class UpdateRule(NamedTuple):
    """How one player's turn of CFR changes regrets and the average; a schedule makes it.

    Earlier regrets are multiplied by ``keep_positive`` or ``keep_negative``, by their sign; gains
    of this turn count ``growth`` times; regrets are kept above ``floor``; the strategy that was
    played weighs ``weight`` in the average. With ``predict`` the newest gains count once more for
    the next strategy (Farina, Kroer and Sandholm 2021).
    """

    keep_positive: float
    keep_negative: float
    growth: float
    floor: float
    weight: float
    predict: bool


#: as kernels that are called every few microseconds take it: named tuples reach them later
PlainRule = tuple[float, float, float, float, float, bool]


@inlined
def in_precision(plain, kind):
    """A rule with numbers of the kind that a pass goes over."""
    keep_positive, keep_negative, growth, floor, weight, predict = plain
    return UpdateRule(
        kind(keep_positive), kind(keep_negative), kind(growth), kind(floor), kind(weight), predict
    )


@inlined
def updated_regret(old, gain, rule):
    """A regret after a turn in which the action gained so much over the strategy."""
    new = old * (rule.keep_positive if old > 0 else rule.keep_negative) + gain
    return new if new > rule.floor else rule.floor


@inlined
def matching_terms(total, one, even, endless):
    """Regret matching (Hart and Mas-Colell 2000): ``p = scale * positive regret + rest``.

    ``total`` is the sum of the positive regrets of an information set; where it is zero, or so
    small that one over it is not a number, every action is taken equally often (``even``).
    """
    inverse = one / total
    some = inverse < endless
    zero = one - one
    return inverse if some else zero, zero if some else even


@inlined
def match_state(values, first, step, actions):
    """Turn the regrets of one card state's actions, ``step`` apart, into its strategy.

    In place, for walks copy them first: reading regrets from all over a large array and writing
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
    """Multiply blocks of regrets by the factors of a rule: of states that a turn does not visit."""
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
    """Add the gains of a turn to blocks of regrets, and to what the next strategy is matched to."""
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
    """Sums as probabilities; uniform where a state was never reached."""
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
