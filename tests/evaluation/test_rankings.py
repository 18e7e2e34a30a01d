import numpy as np
import pytest
import scipy.stats

from equipoise.base.errors import InputError
from equipoise.evaluation.crosstable import Crosstable
from equipoise.evaluation.estimates import Estimate, estimate
from equipoise.evaluation.rankings import (
    by_runoff,
    runoff,
    sure_winner,
    times_needed,
    total_bankroll,
    winning_shares,
)
from equipoise.experiments.schnizlein.crosstables import order_by, read_table
from equipoise.experiments.schnizlein.table_1_1 import FURTHER, PUBLISHED
from equipoise.experiments.schnizlein.table_6_1 import PUBLISHED as PUBLISHED_2008
from equipoise.experiments.schnizlein.table_6_2 import PUBLISHED as PUBLISHED_2009


def test_runoff_on_the_published_table():
    """All places but the second and third, and those too with the later result of a footnote."""
    table, averages = read_table(PUBLISHED)
    assert table.averages() == pytest.approx(averages, abs=0.006)
    order = order_by("run-off", table)
    assert order == [0, 2, 1, *range(3, 10)]
    means = table.means.copy()
    one, other = (table.names.index(name) for name in FURTHER[:2])
    means[one, other], means[other, one] = FURTHER[2], -FURTHER[2]
    further = Crosstable(table.names, means, table.errors)
    assert order_by("run-off", further) == list(range(10))
    # the steps remove the last first
    assert [step.removed for step in runoff(further)[1]] == [(n,) for n in range(9, 0, -1)]


def test_the_later_tables():
    for text, rank in ((PUBLISHED_2008, "run-off"), (PUBLISHED_2009, "bankroll")):
        table, averages = read_table(text)
        assert table.averages() == pytest.approx(averages, abs=0.0051)
        assert order_by(rank, table) == list(range(len(table.names)))


def table_of(pairs, errors=0.0, names="abcd"):
    size = 1 + max(column for _, column in pairs)
    return Crosstable.of(names[:size], {pair: (mean, errors) for pair, mean in pairs.items()})


def test_taking_from_the_weak_wins_the_bankroll_only():
    table = table_of({(0, 1): 1, (0, 2): 1, (1, 2): 9})
    assert total_bankroll(table).places[0] == (1,) and by_runoff(table).places[0] == (0,)


def test_equals_share_a_place():
    circle = table_of({(0, 1): 1, (1, 2): 1, (0, 2): -1})
    assert total_bankroll(circle).places == ((0, 1, 2),) == by_runoff(circle).places


def test_no_winner_within_the_errors():
    wide = table_of({(0, 1): 1, (0, 2): 4, (1, 2): 3}, errors=3.0)
    shares = winning_shares(wide, by_runoff)
    assert sum(shares) == pytest.approx(1) and sure_winner(shares) is None
    times = times_needed(wide, by_runoff)
    assert times is not None and times > 2
    sharp = table_of({(0, 1): 1, (0, 2): 4, (1, 2): 3}, errors=3.0 / times**0.5)
    assert sure_winner(winning_shares(sharp, by_runoff)) == 0
    assert times_needed(table_of({(0, 1): 0, (0, 2): 4, (1, 2): 4}), by_runoff) is None


def test_few_sessions_make_wide_intervals():
    """Welch's (1947) degrees of freedom, and the interval of a single pair as it was estimated."""
    few = estimate(np.array([1.0, 2.0, 4.0, 3.0]))
    many = estimate(np.random.default_rng(1).normal(3.0, 2.0, 5000))
    exact = Estimate(5.0, 0.0, 0.0, 1, 1)
    table = Crosstable.of_estimates("abc", {(0, 1): few, (0, 2): many, (1, 2): exact})
    halves = table.half_widths()
    assert [halves[0, 1], halves[2, 0], halves[1, 2]] == pytest.approx([few.half, many.half, 0.0])
    parts = np.array([few.error, many.error]) ** 2
    degrees = parts.sum() ** 2 / (parts**2 / [3, 4999]).sum()
    wanted = scipy.stats.t.ppf(0.975, degrees) * np.sqrt(parts.sum()) / 2
    assert table.average_half_widths()[0] == pytest.approx(wanted)
    # b has only the few sessions against a, and no error against c
    assert table.average_half_widths()[1] == pytest.approx(few.half / 2)
    assert np.isinf(table_of({(0, 1): 1.0}).degrees).all()


def test_shares_of_a_few_sessions_are_students():
    """The leader of two is first where a t with three degrees lies above -2."""
    few = np.array([[np.inf, 3.0], [3.0, np.inf]])
    table = Crosstable(("a", "b"), np.array([[0.0, 2.0], [-2.0, 0.0]]), np.ones((2, 2)), few)
    share = winning_shares(table, total_bankroll, draws=20_000)[0]
    assert share == pytest.approx(scipy.stats.t.cdf(2.0, 3), abs=0.006)
    normal = table_of({(0, 1): 2.0}, errors=1.0)
    share = winning_shares(normal, total_bankroll, draws=20_000)[0]
    assert share == pytest.approx(scipy.stats.norm.cdf(2.0), abs=0.004)


def test_tables_that_do_not_balance():
    with pytest.raises(InputError, match="is not what"):
        Crosstable(("a", "b"), np.array([[0.0, 1.0], [1.0, 0.0]]), np.zeros((2, 2)))
    with pytest.raises(InputError, match="for 3 players"):
        Crosstable(("a", "b", "c"), np.zeros((2, 2)), np.zeros((2, 2)))
