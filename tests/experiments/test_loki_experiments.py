import numpy as np
import pytest

from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.papp import fig_8_2 as papp_8_2
from equipoise.experiments.papp import tournaments as loki_tournaments
from equipoise.experiments.papp.tournaments import Tournaments


@pytest.fixture
def small(monkeypatch):
    monkeypatch.setattr(loki_tournaments, "DEALS", {"quick": 6, "full": 12})
    monkeypatch.setattr(loki_tournaments, "REPEATS", {"quick": 2, "full": 3})
    monkeypatch.setattr(loki_tournaments, "WORKERS", 1)


def test_papp_8_1_in_small(small):
    outcome = find_experiment("papp-8.1").run(Setting())
    assert len(outcome.cells) == 10 and len(outcome.claims) == 6
    rates = [cell.measured for cell in outcome.cells if cell.column == "small bets a hand"]
    assert sum(rates) == pytest.approx(0, abs=1e-12)  # two copies each: nothing is lost
    assert len(outcome.panels) == 2 and len(outcome.panels[1].curves) == 5


def test_papp_8_2_resumes(small, tmp_path):
    class KilledError(Exception):
        pass

    def kill(done, total, doing=""):
        if done > 1.5:
            raise KilledError

    work = tmp_path / "work"
    with pytest.raises(KilledError):
        papp_8_2.run(Setting("full", report=kill, work=work))
    assert (work / "tournament-0.npz").exists() and list(work.glob("match-1-*"))
    resumed = papp_8_2.run(Setting("full", work=work))
    assert not work.exists()
    assert resumed == papp_8_2.run(Setting("full"))


def test_leads_and_intervals_by_hand():
    """Two tournaments of one deal: 20 and 40 chips of ten trials are 1 and 2 small bets per hand."""
    played = Tournaments(("x", "y"), np.array([[[20.0, -20.0]], [[40.0, -40.0]]]))
    rate = played.rate("x")
    assert rate.mean == 1.5 and rate.half == pytest.approx(12.7062 * 0.5, rel=1e-4)
    assert played.lead("x", "y").mean == 3.0
    close = played.ahead("x wins", "x", ("y",))
    assert not close.holds and close.is_open  # two tournaments are too few
    assert close.verdict == "not decided"
    sure = Tournaments(("x", "y"), np.array([[[20.0, -20.0]], [[20.2, -20.2]]]))
    assert sure.ahead("x wins", "x", ("y",)).holds
    refuted = sure.ahead("y wins", "y", ("x",))
    assert not refuted.holds and not refuted.is_open
