"""Experiments on subgame solving: published figures and the order of the methods."""

import numpy as np
import pytest

from equipoise.experiments.brown import coin_toss
from equipoise.experiments.brown.flop import blueprint
from equipoise.experiments.burch.decomposition import class_of
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.new import nested
from equipoise.experiments.slumbot import toys
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret


def test_every_claim_about_coin_toss_holds():
    outcome = coin_toss.run(Setting())
    assert all(claim.holds for claim in outcome.claims)
    for cell in outcome.cells:
        if cell.published is not None:
            assert cell.measured == pytest.approx(cell.published, abs=0.01)


def test_burchs_classes_are_seven():
    labels = [f"{own}|{board}" for own in "JQK" for board in "JQK"]
    assert len({class_of(label) for label in labels}) == 7
    assert class_of("J|K") == class_of("J|Q") != class_of("J|J")
    assert class_of("Q|J") != class_of("Q|K")


def test_the_toy_game_has_the_published_value():
    """Best responses win -67.59 and 73.30 mb/g after 200 iterations: its value is between."""
    whole = toys.one_card_passes()
    solver = CounterfactualRegret(whole, SCHEDULES["cfr+"])
    for _ in range(200):
        solver.step()
    first, second = (won * toys.MILLI for won in whole.exploitability(solver.average()).responses)
    assert -71 < first < -66
    assert 69 < second < 74
    assert first + second < 8
    # the flops after one line of betting before it
    subgames = toys.flop_subgames(whole)
    assert len(subgames) == 3 * 13
    base = np.asarray(solver.average(), dtype=np.float64)
    lost = (first + second) / 2
    again = toys.resolved(whole, base, subgames[:13], "resolve", "response", 50)
    assert again.lost <= lost + again.excess


def test_buckets_on_the_flop_lose_and_safe_solving_helps():
    whole = toys.one_card_passes()
    base = blueprint(whole, 8, 40)
    lost = whole.exploitability(base).average * toys.MILLI
    again = toys.resolved(whole, base, toys.flop_subgames(whole), "maxmargin", "response", 40)
    assert again.lost < lost + again.excess
    assert again.lost < 0.9 * lost


def test_nested_re_solving_beats_translation_in_a_small_game(monkeypatch, tmp_path):
    monkeypatch.setitem(nested.CASES, "quick", (("leduc-nolimit:5", "fca"),))
    monkeypatch.setitem(nested.ITERATIONS, "quick", (60, 120))
    monkeypatch.setitem(nested.REFERENCE, "quick", 300)
    outcome = nested.run(Setting(work=tmp_path / "work"))
    held = {claim.text: claim for claim in outcome.claims}
    assert held["every safe nested method loses less than every translation"].holds
    lost = {cell.row: cell.measured for cell in outcome.cells}
    assert set(lost) == {nested.IN_TREE, *nested.VARIANTS, *nested.translations()}
    assert lost[nested.IN_TREE] < min(lost[name] for name in nested.SAFE) + 0.01


def test_a_killed_run_goes_on_with_what_was_measured(monkeypatch, tmp_path):
    monkeypatch.setitem(nested.CASES, "quick", (("leduc-nolimit:4", "fca"),))
    monkeypatch.setitem(nested.ITERATIONS, "quick", (10, 20))
    monkeypatch.setitem(nested.REFERENCE, "quick", 50)
    setting = Setting(work=tmp_path / "work")
    cleared = []
    monkeypatch.setattr(
        "equipoise.experiments.harness.partial.Partial.clear", lambda kept: cleared.append(kept)
    )
    first, moved = nested.measured(setting)
    monkeypatch.setattr(nested, "nested", None)  # nothing is solved a second time
    again, still = nested.measured(setting)
    assert len(cleared) == 2
    assert moved == still
    for key, values in first.items():
        np.testing.assert_array_equal(again[key], values)
