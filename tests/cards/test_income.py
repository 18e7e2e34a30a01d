import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_types
from equipoise.cards.equity import equity
from equipoise.cards.income import exact_income_rates, sampled_income_rates
from equipoise.cards.ranges import Range


@pytest.fixture(scope="module")
def exact():
    return exact_income_rates()


def test_one_opponent_exactly(exact):
    """A hand against a random hand the other way: every board with the two ranges."""
    for text, place in (("AA", (12, 12)), ("72o", (0, 5)), ("T9s", (8, 7))):
        share = equity([Range.parse(text), Range.random()], exact=True).equities[0]
        assert exact.rates[place] == pytest.approx(1000 * (2 * share - 1), abs=1e-6)
    assert not exact.ci95.any()


def test_income_is_a_zero_sum_game(exact):
    counts = np.bincount(combo_types(), minlength=169).reshape(13, 13)
    assert (exact.rates * counts).sum() == pytest.approx(0, abs=1e-6)


def test_simulation_covers_the_exact_rates(exact):
    seen = sampled_income_rates(1, 20_000, seed=2)
    inside = np.abs(seen.rates - exact.rates) <= seen.ci95
    assert 0.9 <= inside.mean() <= 0.99


def test_many_opponents():
    seen = sampled_income_rates(6, 20_000, seed=1)
    counts = np.bincount(combo_types(), minlength=169).reshape(13, 13)
    mean = (seen.rates * counts).sum() / 1326
    error = np.sqrt(((seen.ci95 * counts) ** 2).sum()) / 1326
    assert abs(mean) < 2 * error
    assert seen.rates.argmax() == 168


def test_workers_do_not_change_the_result():
    results = [sampled_income_rates(3, 1000, seed=9, workers=n).rates for n in (1, 3)]
    assert (results[0] == results[1]).all()


def test_errors():
    with pytest.raises(InputError, match="0 opponents"):
        sampled_income_rates(0, 100)
    with pytest.raises(InputError, match="1 deals"):
        sampled_income_rates(3, 1)
