"""Strategies in whole numbers: the error they make, and what they must not change."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.main import run
from equipoise.spine.game import AbstractGame
from equipoise.strategies.numbers import LEVELS, _shares, choose_numbers, decoded, quantised
from equipoise.strategies.store import load_strategy

weights = st.lists(st.integers(0, 10**6), min_size=2, max_size=6).filter(any)


def largest_remainders(chances, levels):
    """The slow, obvious twin for one information set."""
    scaled = [chance * levels for chance in chances]
    shares = [int(x) for x in scaled]
    order = sorted(range(len(chances)), key=lambda i: (-(scaled[i] - shares[i]), i))
    for place in order[: levels - sum(shares)]:
        shares[place] += 1
    return shares


@given(weights, st.sampled_from(sorted(LEVELS.values())))
def test_shares_sum_to_all_and_keep_what_is_certain(counts, levels):
    chances = np.array(counts, dtype=np.float64) / sum(counts)
    shares = _shares(chances[:, None], levels)[:, 0]
    assert shares.sum() == levels
    assert (shares[chances == 0] == 0).all()
    assert np.abs(shares / levels - chances).max() < 1 / levels
    if chances.max() == 1:
        assert shares.max() == levels
    assert shares.tolist() == largest_remainders(chances / chances.sum(), levels)


@pytest.mark.parametrize("numbers", sorted(LEVELS))
def test_the_error_is_the_largest_change(numbers):
    layout = AbstractGame("leduc").layout()
    rng = np.random.default_rng(5)
    exact = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(exact, node)
        block[:] = rng.dirichlet(np.ones(len(block)), size=block.shape[1]).T
    values, error = quantised(layout, exact, numbers)
    assert values.dtype == numbers
    assert error == np.abs(decoded(values) - exact).max() < 1 / LEVELS[numbers]
    again, none = quantised(layout, decoded(values), numbers)
    assert (again == values).all() and none < 1e-15


def test_exact_numbers_are_not_touched():
    layout = AbstractGame("kuhn").layout()
    values, error = quantised(layout, layout.uniform(), "float64")
    assert (values == layout.uniform()).all() and error == 0
    assert decoded(values) is values


def test_large_strategies_are_compact_unless_asked_otherwise():
    assert (choose_numbers(None, 1000), choose_numbers(None, 10**7)) == ("float64", "uint16")
    assert choose_numbers("uint8", 3) == "uint8"
    with pytest.raises(InputError, match="one of float64, uint16, uint8"):
        choose_numbers("int4", 3)


def test_solve_states_the_error_and_measures_what_it_stored(tmp_path, capsys):
    exact, rough = tmp_path / "exact", tmp_path / "rough"
    for out, numbers in ((exact, "float64"), (rough, "uint8")):
        arguments = ["solve", "leduc", "--iterations", "200", "--numbers", numbers]
        assert run([*arguments, "--out", str(out)]) == 0
    before, after = load_strategy(exact), load_strategy(rough, verify=True)
    assert after.manifest.error == np.abs(after.probabilities - before.probabilities).max() > 0
    seen = AbstractGame("leduc").passes().exploitability(after.probabilities)
    assert after.manifest.exploitability == pytest.approx(seen.average, abs=1e-12)
    capsys.readouterr()
    assert run(["exploit", str(rough), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["average"] == pytest.approx(after.manifest.exploitability)
    assert run(["solve", "kuhn", "--numbers", "int4"]) == 2
    assert "--numbers 'int4'" in capsys.readouterr().err
