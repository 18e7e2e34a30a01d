"""Deferred changes of regrets and sums, so that parallel walks are deterministic.

While walks read regrets, nobody writes any. Each lane of walks notes its changes; afterwards
threads apply them, lane after lane, each thread owning some pages of the numbers. So the result
depends neither on the number of threads nor on their speed.
"""

from __future__ import annotations

from math import floor as round_down
from math import frexp, ldexp
from typing import NamedTuple

import numpy as np

from equipoise.kernels.compile import inlined, kernel
from equipoise.kernels.types import Floats, Int64s, UInt32s

_PAGE = np.uint32(12)
_ROUNDED = 2.0**-20
_MIX_1, _MIX_2, _30, _27, _31, _11 = np.array(
    [0xBF58476D1CE4E5B9, 0x94D049BB133111EB, 30, 27, 31, 11], dtype=np.uint64
)
_SINGLE_BITS = 24


class Notes(NamedTuple):
    """Deferred changes, in order; with zero capacity changes are applied at once.

    ``places`` index regrets from 0, then sums; ``used[0]`` of them are in use.
    """

    places: UInt32s
    changes: Floats
    used: Int64s


def no_notes() -> Notes:
    """Notes without capacity: changes are applied at once."""
    return Notes(np.zeros(0, dtype=np.uint32), np.zeros(0), np.zeros(1, dtype=np.int64))


@inlined
def change(numbers, place, by, floor, places, changes, used, first):
    """Add to a number, clipped below at ``floor``, or note the change at place + first.

    Returns how many changes are noted. The arrays of the notes are passed one by one: unpacking
    their tuple here would count references on every call.
    """
    if len(places) == 0:
        new = numbers[place] + by
        numbers[place] = new if new > floor else floor
        return used
    places[used] = place + first
    changes[used] = by
    return used + 1


@inlined
def _chance(place, number, serial):
    """A pseudorandom number in [0, 1) from three integers (SplitMix64 mixing, Steele 2014)."""
    mixed = np.uint64(place) * _MIX_1 + np.uint64(number) * _MIX_2 + np.uint64(serial)
    mixed = (mixed ^ (mixed >> _30)) * _MIX_1
    mixed = (mixed ^ (mixed >> _27)) * _MIX_2
    return np.float64((mixed ^ (mixed >> _31)) >> _11) * 2.0**-53


@inlined
def _rounded(value, chance):
    """A positive number with a 24-bit mantissa, rounded stochastically."""
    unit = ldexp(1.0, frexp(value)[1] - _SINGLE_BITS)
    steps = round_down(value / unit)
    return (steps + 1 if value / unit - steps > chance else steps) * unit


@kernel
def make_changes(
    numbers: Floats,
    regrets: int,
    floor: float,
    places: UInt32s,
    changes: Floats,
    used: Int64s,
    worker: int,
    workers: int,
    serial: int,
) -> None:
    """Apply the changes noted in lanes [n, room] on the pages that a worker owns.

    The first ``regrets`` of the numbers are regrets, clipped below at ``floor``; the rest are sums.
    In single precision a sum a million times as large as the addend would lose much of it, always
    in the same direction; such additions are rounded stochastically, which is unbiased.
    """
    single = numbers.itemsize == 4
    for lane in range(places.shape[0]):
        for i in range(used[lane]):
            place = places[lane, i]
            if (place >> _PAGE) % np.uint32(workers) != worker:
                continue
            by = np.float64(changes[lane, i])
            old = np.float64(numbers[place])
            new = old + by
            if place < regrets:
                new = new if new > floor else floor
            elif single and by < old * _ROUNDED:
                new = _rounded(new, _chance(place, i, serial))
            numbers[place] = new
