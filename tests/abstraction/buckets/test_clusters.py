from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.cluster.vq import kmeans2
from scipy.stats import wasserstein_distance

from equipoise.abstraction.buckets.allocate import allocate
from equipoise.abstraction.buckets.kmeans import flat, kmeans
from equipoise.abstraction.buckets.opponents import CLASSES, board_points
from equipoise.abstraction.buckets.points import HandPoints
from equipoise.abstraction.buckets.river import cut_lookup, intervals
from equipoise.base.errors import InputError
from equipoise.cards import evaluate
from equipoise.cards.combos import combo_cards, combos_with
from equipoise.kernels.arrays import frozen
from equipoise.kernels.buckets.clusters import assign_hands, assign_points, lower_distances


def blobs(seed, count=3000, size=6):
    random = np.random.default_rng(seed)
    middles = random.random((8, size)) * 4
    return (middles[random.integers(8, size=count)] + random.random((count, size))).astype(
        np.float32
    )


def test_the_same_centres_as_scipy_from_the_same_start():
    points = blobs(0)
    start = points[:8].copy()
    ours = kmeans(points, np.ones(len(points)), 8, [0], start=start, iterations=12)
    theirs, labels = kmeans2(points.astype(float), start.astype(float), iter=12, minit="matrix")
    assert np.abs(ours.centres - theirs).max() < 1e-5
    assert (ours.labels == labels).mean() > 0.999


def test_seeded_clusters_are_as_good_as_the_best_of_several_of_scipy():
    points = blobs(1)
    ours = kmeans(points, np.ones(len(points)), 8, [5])
    best = np.inf
    for seed in range(5):
        centres, labels = kmeans2(
            points.astype(float), 8, minit="++", rng=np.random.default_rng(seed)
        )
        best = min(best, ((points - centres[labels]) ** 2).sum())
    assert ours.error < 1.3 * best


@pytest.mark.parametrize("absolute", [False, True])
def test_clusters_follow_from_the_seed_and_nothing_else(absolute):
    points, weights = blobs(2, 20000), np.random.default_rng(0).random(20000)
    one = kmeans(points, weights, 12, [3], absolute, workers=1)
    many = kmeans(points, weights, 12, [3], absolute, workers=3)
    assert (one.centres == many.centres).all() and (one.labels == many.labels).all()
    assert one.error == many.error
    assert (kmeans(points, weights, 12, [4], absolute).centres != one.centres).any()


def test_a_weight_counts_like_as_many_points():
    points = blobs(3, 200)
    weights = np.random.default_rng(1).integers(1, 4, 200)
    start = points[:4].copy()
    once = kmeans(points, weights.astype(float), 4, [0], start=start)
    often = kmeans(np.repeat(points, weights, axis=0), np.ones(weights.sum()), 4, [0], start=start)
    assert np.abs(once.centres - often.centres).max() < 1e-5
    assert once.error == pytest.approx(often.error, rel=1e-5)


def test_fewer_points_than_clusters():
    points = np.array([[0.0], [1.0], [1.0]], dtype=np.float32)
    found = kmeans(points, np.ones(3), 5, [0])
    assert found.error == 0 and found.centres.shape == (5, 1)
    assert set(found.centres[found.labels, 0].tolist()) == {0.0, 1.0}


def test_ordered_clusters():
    found = kmeans(blobs(4), np.ones(3000), 8, [0])
    ordered = found.ordered(np.ones(6))
    assert (np.diff(ordered.centres.sum(axis=1)) >= 0).all()
    assert (ordered.centres[ordered.labels] == found.centres[found.labels]).all()


def test_sums_of_differences_of_cumulative_shares_are_earth_movers_distances():
    random = np.random.default_rng(0)
    counts = random.integers(0, 9, (40, 12))
    counts[:, 0] += 1
    points = HandPoints(counts[None], None, cumulative=True).of(counts)
    nearest = np.full(40, np.inf, dtype=np.float32)
    lower_distances(frozen(np.ascontiguousarray(points.T)), frozen(points[0]), True, nearest)
    bins = np.arange(12)
    for i in range(40):
        expected = wasserstein_distance(bins, bins, counts[i], counts[0])
        assert nearest[i] == pytest.approx(expected, abs=1e-5)


@pytest.mark.parametrize("absolute", [False, True])
def test_nearest_centres_against_the_obvious(absolute):
    points = blobs(5, 700)
    centres = blobs(6, 9)
    difference = np.abs(points[:, None].astype(float) - centres[None])
    distances = (difference if absolute else difference**2).sum(axis=2)
    labels = np.empty(700, dtype=np.int64)
    nearest = np.empty(700, dtype=np.float32)
    sums, masses = np.zeros((9, 6)), np.zeros(9)
    weights = np.random.default_rng(0).random(700)
    error = assign_points(
        frozen(points), frozen(weights), flat(centres), 9, absolute, labels, nearest, sums, masses
    )
    assert (labels == distances.argmin(axis=1)).all()
    assert nearest == pytest.approx(distances.min(axis=1), rel=1e-4)
    assert error == pytest.approx((weights * distances.min(axis=1)).sum(), rel=1e-5)
    assert masses == pytest.approx(np.bincount(labels, weights, minlength=9))
    assert sums[4] == pytest.approx((weights[:, None] * points)[labels == 4].sum(axis=0), rel=1e-5)
    # hands in groups: group 0 has the first four centres, group 1 the others
    groups = np.array([[0, 1, 0xFFFF, 1]], dtype=np.uint16)
    names = frozen(np.array([5, 3, 0, 2], dtype=np.uint16))
    both = frozen(np.concatenate([flat(centres[:4]), flat(centres[4:])]))
    assign_hands(frozen(points[:6]), 0, names, groups, both, np.array([0, 4, 9]), absolute)
    expected = [distances[5, :4].argmin(), 4 + distances[3, 4:].argmin(), 0xFFFF]
    assert groups[0].tolist() == [*expected, 4 + distances[2, 4:].argmin()]


@given(
    st.lists(st.lists(st.integers(0, 30), min_size=4, max_size=4), min_size=1, max_size=4),
    st.integers(0, 8),
)
def test_allocation_against_all_of_them(rows, more):
    errors = np.sort(np.array(rows, dtype=np.float64), axis=1)[:, ::-1]
    total = len(rows) + more
    chosen = allocate(errors, total)
    best = min(
        sum(errors[p, k - 1] for p, k in enumerate(sizes))
        for sizes in product(range(1, 5), repeat=len(rows))
        if sum(sizes) <= total
    )
    assert chosen.sum() <= total
    assert sum(errors[p, k - 1] for p, k in enumerate(chosen)) == pytest.approx(best, abs=1e-6)


def test_every_parent_gets_a_child():
    with pytest.raises(InputError, match="at least one each"):
        allocate(np.ones((3, 2)), 2)


@given(st.lists(st.integers(0, 5), min_size=6, max_size=9), st.integers(1, 4))
def test_best_intervals_against_all_of_them(counts, parts):
    levels = np.array(counts, dtype=np.int64)
    ((errors, cuts),) = intervals(levels[None], parts)

    def error(edges):
        total = 0.0
        for low, high in zip([0, *edges], [*edges, len(levels)], strict=True):
            weights, values = levels[low:high], np.arange(low, high)
            if weights.sum():
                mean = (weights * values).sum() / weights.sum()
                total += (weights * (values - mean) ** 2).sum()
        return total

    for size in range(1, parts + 1):
        best = min(error(edges) for edges in combinations(range(1, len(levels)), size - 1))
        assert errors[size - 1] == pytest.approx(best, abs=1e-9)
        assert error(sorted(cuts[size - 1, : size - 1])) == pytest.approx(best, abs=1e-9)


def test_the_interval_of_each_strength():
    assert cut_lookup(np.array([3, 5]))[:7].tolist() == [0, 0, 0, 1, 1, 2, 2]


def test_strength_against_classes_of_opponents():
    board = [50, 45, 13, 8, 3]
    random = np.random.default_rng(0)
    classes = random.integers(CLASSES, size=1326)
    (found,) = board_points(np.array([board], dtype=np.uint8), frozen(classes))
    hands = combo_cards().tolist()
    dead = combos_with(board)
    values = [0 if dead[c] else evaluate([*hands[c], *board]) for c in range(1326)]
    assert (found[dead] == 0).all()
    for combo in random.choice(np.flatnonzero(~dead), 6):
        others = ~dead & ~combos_with(hands[combo])
        for kind in range(CLASSES):
            theirs = np.array(values)[others & (classes == kind)]
            wins, ties = (theirs < values[combo]).sum(), (theirs == values[combo]).sum()
            assert found[combo, kind] == pytest.approx((wins + ties / 2) / len(theirs), abs=1e-6)
