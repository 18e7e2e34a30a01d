"""Before the flop with all starting hands: beside jam-fold hold'em, and what more choices do."""

import json

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.interfaces.cli.main import run
from equipoise.solvers.jamfold import solve_jamfold
from equipoise.spots.preflop import Preflop


def test_all_in_or_fold_is_jam_fold():
    exact = solve_jamfold("10bb")
    found = Preflop(10, raises="a", limp=False).solve(1e-5)
    assert found.value == pytest.approx(exact.value, abs=3e-5)
    assert found.node().frequencies[1] == pytest.approx(exact.pushed, abs=0.01)
    assert found.node("all-in").combos == pytest.approx(1326)


def test_more_choices_for_the_small_blind_never_cost_him():
    jam = Preflop(8, raises="a", limp=False).solve(1e-4)
    limp = Preflop(8, raises="a").solve(1e-4)
    assert limp.value >= jam.value - 2e-4
    view = limp.node()
    assert view.actions == ("fold", "call", "all-in 8")
    assert view.frequencies.sum() == pytest.approx(1)
    # folding is worth nothing from here on, and aces never fold
    assert view.values[0] == pytest.approx(np.zeros(169))
    assert view.strategy[0, 12 * 14] == pytest.approx(0, abs=1e-3)
    # what the hands are worth, folding costing the small blind, is the value of the game
    mean = (view.share * (view.strategy * view.values).sum(axis=0)).sum()
    assert mean - 0.5 == pytest.approx(limp.value, abs=1e-6)


def test_sizes_are_big_blinds():
    game = Preflop("7.5", raises="2.2x, a / 2.5x / a", ante="0.1")
    assert game.solve(0.05).node("raise 2.2x").actions == ("fold", "call", "raise 5.5")
    for change, says in (
        ({"stack": 1}, "more than 1 and at most 40"),
        ({"stack": 41}, "more than 1 and at most 40"),
        ({"stack": 9, "raises": "big"}, "not a bet size"),
        ({"stack": 9, "raises": "none", "limp": False}, "needs a raise"),
        ({"stack": 9, "ante": 8}, "of a stack"),
    ):
        with pytest.raises(InputError, match=says):
            Preflop(**change)


def test_the_command(capsys):
    arguments = ["spot", "preflop", "--stack", "6", "--raises", "a", "--target", "0.001"]
    assert run([*arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {"value_bb", "exploitability_bb", "actions", "hands"} <= set(found)
    assert len(found["hands"]) == 169
    assert run([*arguments, "--line", "all-in"]) == 0
    assert "big blind, all-in" in capsys.readouterr().out
    assert run([*arguments, "--line", "all-in, fold"]) == 2
