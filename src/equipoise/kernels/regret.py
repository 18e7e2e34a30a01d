"""Regret matching at the decision nodes of one player: small loops over flat strategy arrays."""

from __future__ import annotations

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, Int64s, UInt8s


@inlined
def match_in_place(values: Float64s, first: int, step: int, actions: int) -> None:
    """Turn the values of a state's actions, ``step`` apart, into a strategy.

    In proportion to the positive part (Hart and Mas-Colell 2000); uniform where there is none.
    """
    total = 0.0
    for a in range(actions):
        value = values[first + a * step]
        value = value if value > 0.0 else 0.0
        values[first + a * step] = value
        total += value
    if total > 0.0:
        scale = 1.0 / total
        for a in range(actions):
            values[first + a * step] *= scale
    else:
        even = 1.0 / actions
        for a in range(actions):
            values[first + a * step] = even


@kernel
def match_regrets(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    regrets: Float64s,
    predicted: Float64s,
    strategy: Float64s,
) -> None:
    """Strategy in proportion to positive regret (uniform where there is none).

    ``predicted`` is added to the regrets first: zeros for plain regret matching, the regrets
    expected next for the predictive kind.
    """
    for node in nodes:
        count = states[rounds[node]]
        actions = child_starts[node + 1] - child_starts[node]
        first = offsets[node]
        for s in range(count):
            for a in range(actions):
                place = first + a * count + s
                strategy[place] = regrets[place] + predicted[place]
            match_in_place(strategy, first + s, count, actions)


@kernel
def update_regrets(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    starts: Int64s,
    action_values: Float64s,
    values: Float64s,
    keep_positive: float,
    keep_negative: float,
    floor: float,
    regrets: Float64s,
    instant: Float64s,
) -> None:
    """Discount old regrets by their sign, add the new ones, and cut below ``floor``.

    The new regret of an action is its value less the value of the node; it also goes to
    ``instant``.
    """
    for node in nodes:
        count = states[rounds[node]]
        actions = child_starts[node + 1] - child_starts[node]
        here = starts[node]
        for a in range(actions):
            block = offsets[node] + a * count
            for s in range(count):
                gain = action_values[block + s] - values[here + s]
                old = regrets[block + s]
                old *= keep_positive if old > 0.0 else keep_negative
                new = old + gain
                regrets[block + s] = new if new > floor else floor
                instant[block + s] = gain


@kernel
def add_to_average(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    starts: Int64s,
    weight: float,
    reach: Float64s,
    strategy: Float64s,
    sums: Float64s,
) -> None:
    """Add the strategy, weighted by the player's own reach, to the sums of the average."""
    for node in nodes:
        count = states[rounds[node]]
        here = starts[node]
        for a in range(child_starts[node + 1] - child_starts[node]):
            block = offsets[node] + a * count
            for s in range(count):
                sums[block + s] += weight * reach[here + s] * strategy[block + s]


@kernel
def normalise(
    nodes: Int64s,
    rounds: UInt8s,
    child_starts: Int64s,
    offsets: Int64s,
    states: Int64s,
    sums: Float64s,
    strategy: Float64s,
) -> None:
    """Sums as probabilities; uniform where a state was never reached."""
    for node in nodes:
        count = states[rounds[node]]
        actions = child_starts[node + 1] - child_starts[node]
        first = offsets[node]
        for s in range(count):
            total = 0.0
            for a in range(actions):
                total += sums[first + a * count + s]
            for a in range(actions):
                place = first + a * count + s
                strategy[place] = sums[place] / total if total > 0.0 else 1.0 / actions
