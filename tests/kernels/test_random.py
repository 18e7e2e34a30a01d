import numba
import numpy as np

from equipoise.kernels.random import next_below, next_double, next_uint64, seed_state

MASK = 2**64 - 1


def rotate(value, by):
    return (value << by | value >> (64 - by)) & MASK


def xoshiro_twin(state):
    """xoshiro256++ on Python integers, as its authors define it."""
    s = state
    result = (rotate((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
    shifted = (s[1] << 17) & MASK
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = rotate(s[3], 45)
    return result


@numba.njit
def many(state, count):
    out = np.zeros(count, dtype=np.uint64)
    for i in range(count):
        out[i] = next_uint64(state)
    return out


@numba.njit
def many_below(state, bound, count):
    out = np.zeros(count, dtype=np.int64)
    for i in range(count):
        out[i] = next_below(state, np.uint64(bound))
    return out


@numba.njit
def many_doubles(state, count):
    out = np.zeros(count)
    for i in range(count):
        out[i] = next_double(state)
    return out


def test_agrees_with_the_twin():
    state = seed_state(1, 2)
    twin = [int(word) for word in state]
    assert many(state, 100).tolist() == [xoshiro_twin(twin) for _ in range(100)]


def test_streams_differ_and_repeat():
    assert (seed_state(1, 2) == seed_state(1, 2)).all()
    assert len({tuple(seed_state(1, block)) for block in range(100)}) == 100


def test_numbers_are_uniform():
    counts = np.bincount(many_below(seed_state(3), 52, 520_000), minlength=52)
    chi_square = ((counts - 10_000) ** 2 / 10_000).sum()
    assert len(counts) == 52 and chi_square < 100  # 51 degrees of freedom: 1 in 20,000
    doubles = many_doubles(seed_state(4), 100_000)
    assert doubles.min() >= 0 and doubles.max() < 1
    assert abs(doubles.mean() - 0.5) < 0.004
