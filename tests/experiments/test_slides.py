import pytest

from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.slides import bets as slides_bets
from equipoise.experiments.slides import cards as slides_cards


def test_finer_cards_can_be_worse(monkeypatch):
    monkeypatch.setattr(slides_cards, "TARGET", {"quick": 1e-3})
    monkeypatch.setattr(slides_cards, "ABSTRACTIONS", ("JQ.K", "J.Q.K", "full"))
    outcome = slides_cards.run(Setting())
    average = {c.row: c.measured for c in outcome.cells if c.column == "average"}
    assert average["J.Q.K"] > average["JQ.K"] > average["full"]
    assert [claim.holds for claim in outcome.claims] == [True, True]
    assert "J.Q.K" in outcome.claims[0].evidence


def test_bets_are_evaluated_against_what_they_were_solved_against(monkeypatch):
    monkeypatch.setattr(slides_bets, "GAME", "leduc-nolimit:5")
    monkeypatch.setattr(slides_bets, "ABSTRACTIONS", ("fca", "fcpa"))
    monkeypatch.setattr(slides_bets, "OPPONENTS", {"quick": ("same", "fcpa")})
    monkeypatch.setattr(slides_bets, "TARGET", {"quick": 1e-3})
    outcome = slides_bets.run(Setting())
    lost = {(c.row, c.column): c.measured for c in outcome.cells}
    assert set(lost) == {(a, b) for a in ("fca", "fcpa") for b in ("- same", "- fcpa")}
    assert all(value > 0 for value in lost.values())
    assert lost["fcpa", "- same"] == pytest.approx(lost["fcpa", "- fcpa"])
    assert len(outcome.claims) == 2
