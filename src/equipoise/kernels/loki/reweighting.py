"""Weight arrays of all seats, re-weighted by a seat's action (Papp 1998, section 7.2).

``weights`` are [seats, 1326], 0 for hands that share a card with the board; ``saved`` are those at
the start of the round, ``totals`` the sums of ``weights``. A ``window`` is four numbers: the factor
of a hand of value v is ``window[0] + window[1] v``, clipped to [0.01, 1], times
``window[2] + window[3] v``, clipped likewise; the second factor is for the action *not* taken (1
and 0 disable it).
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Float64s, UInt8s, UInt32s

#: lower limit of a factor: no legal hand is ever excluded (section 7.2.1)
LEAST = 0.01

_0, _1 = np.array([0, 1], dtype=np.uint64)
_11 = np.uint32(11)
_LOW_11 = np.uint32(0x7FF)


@inlined
def _cut(factor):
    if factor < LEAST:
        return LEAST
    return 1.0 if factor > 1.0 else factor


@inlined
def _new_weight(weight, value, window, is_spared):
    factor = 1.0 if is_spared else _cut(window[0] + window[1] * value)
    factor *= _cut(window[2] + window[3] * value)
    weight *= factor
    return LEAST if weight < LEAST else weight


@kernel
def begin_round(
    board: UInt8s,
    combos: UInt8s,
    active: UInt8s,
    weights: Float64s,
    saved: Float64s,
    totals: Float64s,
) -> None:
    """Zero the hands that share a card with the board, and save the weights of the active seats."""
    dead = _0
    for card in board:
        dead |= _1 << np.uint64(card)
    for seat in range(weights.shape[0]):
        if not active[seat]:
            continue
        total = 0.0
        for combo in range(weights.shape[1]):
            a, b = np.uint64(combos[combo, 0]), np.uint64(combos[combo, 1])
            if (dead >> a | dead >> b) & _1 != _0:
                weights[seat, combo] = 0.0
            saved[seat, combo] = weights[seat, combo]
            total += weights[seat, combo]
        totals[seat] = total


@kernel
def reweight_by(
    values: Float64s,
    window: Float64s,
    seat: int,
    weights: Float64s,
    saved: Float64s,
    totals: Float64s,
) -> None:
    """Re-weight a seat's saved array by given hand values (figure 7.1: income rates)."""
    total = 0.0
    for combo in range(weights.shape[1]):
        weight = saved[seat, combo]
        if weight > 0.0:
            weight = _new_weight(weight, values[combo], window, False)
        weights[seat, combo] = weight
        total += weight
    totals[seat] = total


@inlined
def _add_field(weights, totals, active, seat, field):
    """Sum of the other active seats' arrays, each normalised to 1 (section 7.3.1)."""
    field[:] = 0.0
    for other in range(weights.shape[0]):
        if active[other] and other != seat and totals[other] > 0.0:
            scale = 1.0 / totals[other]
            for combo in range(weights.shape[1]):
                field[combo] += scale * weights[other, combo]


@kernel
def field_array(
    weights: Float64s, totals: Float64s, active: UInt8s, seat: int, field: Float64s
) -> None:
    """The mean of the arrays of all active seats but ``seat``, each normalised first."""
    _add_field(weights, totals, active, seat, field)
    total = 0.0
    for combo in range(len(field)):
        total += field[combo]
    scale = 1.0 / total if total > 0.0 else 0.0
    for combo in range(len(field)):
        field[combo] *= scale


@inlined
def _strengths(order, combos, field, strengths):
    """HS of every hand against the field: one sweep over hands sorted by value, ties half.

    Hands that share a card are removed by inclusion and exclusion.
    """
    total = 0.0
    all_by_card = np.zeros(52)
    below_by_card = np.zeros(52)
    tied_by_card = np.zeros(52)
    count = np.uint64(len(order))
    for i in range(count):
        combo = np.uint64(order[i] & _LOW_11)
        weight = field[combo]
        total += weight
        all_by_card[combos[combo, _0]] += weight
        all_by_card[combos[combo, _1]] += weight
    below = 0.0
    start = _0
    while start < count:
        value = order[start] >> _11
        tied = 0.0
        stop = start
        while stop < count and order[stop] >> _11 == value:
            combo = np.uint64(order[stop] & _LOW_11)
            weight = field[combo]
            tied += weight
            tied_by_card[combos[combo, _0]] += weight
            tied_by_card[combos[combo, _1]] += weight
            stop += _1
        for i in range(start, stop):
            combo = np.uint64(order[i] & _LOW_11)
            a, b = combos[combo, _0], combos[combo, _1]
            own = field[combo]
            met = total - all_by_card[a] - all_by_card[b] + own
            beaten = below - below_by_card[a] - below_by_card[b]
            beaten += 0.5 * (tied - tied_by_card[a] - tied_by_card[b] + own)
            strengths[combo] = beaten / met if met > 0.0 else 0.5
        for i in range(start, stop):
            combo = np.uint64(order[i] & _LOW_11)
            a, b = combos[combo, _0], combos[combo, _1]
            # the first visit of a card moves its ties; later visits find none
            below_by_card[a] += tied_by_card[a]
            tied_by_card[a] = 0.0
            below_by_card[b] += tied_by_card[b]
            tied_by_card[b] = 0.0
        below += tied
        start = stop


@kernel
def reweight_on_board(
    order: UInt32s,
    combos: UInt8s,
    potential: Float64s,
    pot_odds: float,
    window: Float64s,
    seat: int,
    active: UInt8s,
    weights: Float64s,
    saved: Float64s,
    totals: Float64s,
    values: Float64s,
) -> None:
    """Re-weight a seat's saved array by EHS' against the field of the others (figure 7.3).

    ``order`` are the hands on the board (``board_order``), ``potential`` their PPOTC. Hands whose
    potential reaches ``pot_odds`` skip the first factor (with ``pot_odds`` above 1 none does): a
    draw explains a call, but not why a strong hand did not raise. ``values`` receives EHS'.
    """
    field = np.zeros(weights.shape[1])
    _add_field(weights, totals, active, seat, field)
    _strengths(order, combos, field, values)
    total = 0.0
    for i in range(np.uint64(len(order))):
        combo = np.uint64(order[i] & _LOW_11)
        strength, gain = values[combo], potential[combo]
        value = strength + (1.0 - strength) * gain
        values[combo] = value
        weight = _new_weight(saved[seat, combo], value, window, gain >= pot_odds)
        weights[seat, combo] = weight
        total += weight
    totals[seat] = total
