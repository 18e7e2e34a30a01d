"""Purification and thresholding as Ganzfried and Sandholm 2012 define them."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.main import run
from equipoise.spine.game import AbstractGame
from equipoise.strategies.purify import Purification, purify
from equipoise.strategies.store import load_manifest, load_strategy


def of(chances, threshold=None):
    block = np.array(chances, dtype=np.float64)[:, None]
    return Purification(threshold).of_block(block)[:, 0].tolist()


def test_by_hand():
    assert of([0.2, 0.5, 0.3]) == [0, 1, 0]
    assert of([0.4, 0.2, 0.4]) == [0.5, 0, 0.5]  # at random among equals
    assert of([0.1, 0.5, 0.4], 0.15) == pytest.approx([0, 5 / 9, 4 / 9])
    assert of([0.15, 0.85], 0.15) == pytest.approx([0.15, 0.85])  # not below it
    assert of([0.1] * 10, 0.15) == pytest.approx([0.1] * 10)  # nothing is left: all are equal
    assert of([0.1] * 8 + [0.05, 0.15], 0.2) == [0] * 9 + [1]


@given(
    st.lists(st.integers(0, 50), min_size=2, max_size=8).filter(any),
    st.floats(0.01, 1),
)
def test_every_threshold_gives_a_strategy(counts, threshold):
    chances = np.array(counts) / sum(counts)
    after = np.array(of(chances, threshold))
    assert after.sum() == pytest.approx(1) and (after >= 0).all()
    kept = chances >= threshold
    if kept.any():
        expected = np.where(kept, chances, 0) / chances[kept].sum()
        assert after == pytest.approx(expected)
        # doing it again changes nothing: what is left has only grown
        assert of(after, threshold) == pytest.approx(after.tolist())
    assert np.array(of(of(chances))) == pytest.approx(of(chances))


@pytest.mark.parametrize("threshold", [0, -0.1, 1.5, float("nan")])
def test_thresholds_are_probabilities(threshold):
    with pytest.raises(InputError, match="a probability above 0"):
        Purification(threshold)


def test_a_pure_strategy_stays_as_it_is():
    passes = AbstractGame("leduc").passes()
    pure = passes.best_response(0, passes.best_response(1, passes.layout.uniform()))
    for how in (Purification(), Purification(0.15)):
        done = purify(passes.layout, pure, how)
        assert done.changed == 0 and (done.probabilities == pure).all()


def test_kuhn_purified_loses_what_it_must():
    """Kuhn's equilibria mix, so that no pure strategy is one; uniform play has nothing to leave."""
    passes = AbstractGame("kuhn").passes()
    uniform = passes.layout.uniform()
    done = purify(passes.layout, uniform, Purification())
    assert done.changed == 0 and (done.probabilities == uniform).all()
    assert purify(passes.layout, uniform, Purification(0.6)).changed == 0


@pytest.mark.parametrize("numbers", ["float64", "uint16"])
def test_the_command_reports_both_exploitabilities(tmp_path, capsys, numbers):
    first, second, third = (str(tmp_path / name) for name in ("a", "b", "c"))
    solve = ["solve", "leduc", "--method", "cfr+", "--iterations", "300", "--numbers", numbers]
    assert run([*solve, "--out", first]) == 0
    capsys.readouterr()
    assert run(["purify", first, "--threshold", "0.15", "--out", second, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["transformation"] == "thresholded at 0.15" and 0 < shown["changed"] < 288
    assert shown["infosets"] == 288
    assert shown["before"]["exploitability"] < shown["after"]["exploitability"]
    for folder, seen in ((first, shown["before"]), (second, shown["after"])):
        assert run(["exploit", folder, "--json"]) == 0
        measured = json.loads(capsys.readouterr().out)
        for key in ("p1", "p2", "value"):
            assert measured[key] == pytest.approx(seen[key], abs=1e-9)
    about = load_manifest(tmp_path / "b")
    assert about.transformations == ("thresholded at 0.15",) and about.numbers == numbers
    assert about.exploitability == pytest.approx(shown["after"]["exploitability"])
    assert run(["purify", second, "--out", third]) == 0
    said = capsys.readouterr().out
    assert "purified" in said and "exploitability" in said
    assert load_manifest(tmp_path / "c").transformations == ("thresholded at 0.15", "purified")
    left = load_strategy(tmp_path / "c", verify=True).probabilities
    # where the strategy never comes, or two are equally likely, it stays undecided
    assert set(np.unique(left)) <= {0, 1 / 3, 0.5, 1} or numbers == "uint16"


def test_bad_input(tmp_path, capsys):
    out = str(tmp_path / "x")
    for arguments, part in (
        (["purify", "nowhere", "--out", out], "there is no manifest.json"),
        (["purify", "nowhere", "--threshold", "2", "--out", out], "a threshold of 2"),
    ):
        assert run(arguments) == 2
        err = capsys.readouterr().err
        assert part in err and err.count("\n") == 1
