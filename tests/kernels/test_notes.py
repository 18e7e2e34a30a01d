import numpy as np
import pytest

from equipoise.kernels.walks.notes import make_changes


def make(numbers, regrets, floor, places, changes, used, workers):
    for worker in range(workers):
        make_changes(numbers, regrets, floor, places, changes, used, worker, workers, 7)


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_changes_are_made_in_order_whoever_makes_them(workers, dtype):
    random = np.random.default_rng(0)
    size = 30_000
    places = random.integers(0, size, (4, 500)).astype(np.uint32)
    changes = random.normal(size=places.shape).astype(dtype)
    used = np.array([500, 0, 13, 499])
    numbers = np.zeros(size, dtype=dtype)
    wanted = numbers.copy()
    for lane, count in enumerate(used):
        for place, by in zip(places[lane, :count], changes[lane, :count], strict=True):
            new = wanted[place] + by
            wanted[place] = max(new, -0.5) if place < size // 2 else new
    make(numbers, size // 2, -0.5, places, changes, used, workers)
    assert numbers == pytest.approx(wanted, abs=1e-6)
    assert numbers.min() < -0.5 and numbers[: size // 2].min() == -0.5


def test_small_additions_to_large_sums_are_right_on_average():
    """Added as usual, 0.3 would never change 2**25 in single precision."""
    many = 40_000
    places = np.zeros((1, many), dtype=np.uint32)
    changes = np.full((1, many), 0.3, dtype=np.float32)
    numbers = np.full(1, 2.0**25, dtype=np.float32)
    assert numbers[0] + np.float32(0.3) == numbers[0]
    make(numbers, 0, -np.inf, places, changes, np.array([many]), 1)
    # steps of 4, each with probability 0.3 / 4
    error = np.sqrt(many * 0.3 * 4)
    assert numbers[0] - 2.0**25 == pytest.approx(0.3 * many, abs=4 * error)
