"""Experiments of the opponent model: their tables, and claims judged from them."""

import numpy as np
import pytest

from equipoise.experiments import loki_tournaments, new_loki_beyond, papp_8_3, papp_8_4, papp_ppotc
from equipoise.experiments.experiment import Setting
from equipoise.experiments.loki_tournaments import Tournaments


@pytest.mark.parametrize("module", [papp_8_3, papp_8_4, new_loki_beyond])
def test_tables_seat_ten(module):
    assert sum(version.copies for version in module.VERSIONS) == 10


@pytest.mark.parametrize("module", [papp_8_3, papp_8_4, new_loki_beyond])
def test_they_run_in_small(module, monkeypatch):
    monkeypatch.setattr(loki_tournaments, "DEALS", {"quick": 2})
    monkeypatch.setattr(loki_tournaments, "REPEATS", {"quick": 2})
    monkeypatch.setattr(loki_tournaments, "WORKERS", 1)
    outcome = module.run(Setting())
    assert len(outcome.cells) == 2 * len(module.VERSIONS) and outcome.claims and outcome.notes
    rates = [cell.measured for cell in outcome.cells if cell.column == "small bets a hand"]
    copies = [version.copies for version in module.VERSIONS]
    assert np.dot(rates, copies) == pytest.approx(0, abs=1e-12)


def test_a_lead_within_its_interval_is_none():
    rng = np.random.default_rng(1)
    noise = rng.normal(size=(5, 100, 3))
    names = ("one", "other", "third")

    def level(*ahead):
        claim = Tournaments(names, noise + np.array(ahead)).level(
            "alike", "one", "other", ["third"]
        )
        return claim.verdict

    assert level(5.0, 5.0, 0.0) == "holds"
    assert level(9.0, 5.0, 0.0) == "DOES NOT HOLD"
    assert level(0.0, 0.0, 0.0) == "not decided"  # they may differ by as much as the third does
    apart = Tournaments(names, noise + np.array([5.0, 0.0, 0.0]))
    assert apart.ahead("ahead", "one", ["other"]).holds


def test_the_crude_potential_is_near_the_exact_one(monkeypatch):
    monkeypatch.setitem(papp_ppotc.CASES, "quick", 150)
    outcome = papp_ppotc.run(Setting())
    cells = {(cell.row, cell.column): cell for cell in outcome.cells}
    near = cells["flop", "within 0.05"]
    assert near.published == 0.95 and near.low < near.measured < near.high
    assert near.measured > 0.88
    assert (
        cells["turn", "within 0.05"].measured
        > cells["turn", "the median instead, within 0.05"].measured
    )
    assert cells["flop", "error, mean size"].measured < 0.03
