"""Random numbers inside kernels; the state is an argument.

xoshiro256++ (Blackman and Vigna 2019) on a uint64[4] state; callers seed it, one stream per block
of work, with ``numpy.random.SeedSequence``.
"""

from __future__ import annotations

import numpy as np

from equipoise.kernels.compile import inlined
from equipoise.kernels.types import UInt64s

_17, _23, _32, _41, _45, _19, _11 = np.array([17, 23, 32, 41, 45, 19, 11], dtype=np.uint64)
_DOUBLE = 2.0**-53
_27, _30, _31 = np.array([27, 30, 31], dtype=np.uint64)
_GOLDEN, _MIX_1, _MIX_2 = np.array(
    [0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB], dtype=np.uint64
)


def seed_state(*entropy: int) -> UInt64s:
    """A state for the stream with these seed numbers."""
    return np.random.SeedSequence(entropy).generate_state(4, np.uint64)


@inlined
def next_uint64(state: UInt64s) -> np.uint64:
    """The next 64 random bits."""
    total = state[0] + state[3]
    result = ((total << _23) | (total >> _41)) + state[0]
    shifted = state[1] << _17
    state[2] ^= state[0]
    state[3] ^= state[1]
    state[1] ^= state[2]
    state[0] ^= state[3]
    state[2] ^= shifted
    state[3] = (state[3] << _45) | (state[3] >> _19)
    return result


@inlined
def next_below(state: UInt64s, bound: np.uint64) -> np.uint64:
    """A random integer from 0 to ``bound - 1``.

    The high half of the product with 32 random bits; its bias is below bound / 2**32, far under any
    sampling error here.
    """
    return ((next_uint64(state) >> _32) * bound) >> _32


@inlined
def next_double(state: UInt64s) -> float:
    """A random number in [0, 1)."""
    return np.float64(next_uint64(state) >> _11) * _DOUBLE


@inlined
def mixed(number: np.uint64) -> np.uint64:
    """The output function of SplitMix64 (Steele, Lea and Flood 2014)."""
    number = (number ^ (number >> _30)) * _MIX_1
    number = (number ^ (number >> _27)) * _MIX_2
    return number ^ (number >> _31)


@inlined
def start_stream(key: np.uint64, number: np.uint64, state: UInt64s) -> None:
    """The state of stream ``number`` of a key, filled by SplitMix64 as Vigna advises.

    The number is mixed before the key is added, so that neighbouring streams share no outputs.
    """
    seed = mixed(mixed(number + _GOLDEN) ^ key)
    for i in range(4):
        seed += _GOLDEN
        state[i] = mixed(seed)
