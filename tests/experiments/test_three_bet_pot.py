"""The published three-bet pot: its ranges, its equity, and how claims about it are judged.

The spot itself is solved by ``equipoise reproduce new-3betpot``, which takes minutes.
"""

from dataclasses import replace

import pytest

from equipoise.cards.equity import equity
from equipoise.experiments.catalogue import EXPERIMENTS
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.new import three_bet_pot
from equipoise.experiments.new.three_bet_pot import PLAIN, PUBLISHED, RAKED, published_spot
from equipoise.spots.solution import Summary
from equipoise.spots.spot import Spot


def test_ranges_and_equity_are_the_published_ones():
    spot = published_spot()
    hands = [side.without(spot.cards) for side in spot.ranges]
    assert [len(side.combos()) for side in hands] == [273, 416]
    found = equity(spot.ranges, spot.cards).equities[0]
    assert found == pytest.approx(PUBLISHED[PLAIN]["OOP equity"], abs=5e-6)


SUMMARY = Summary(
    105.0, 75.0, 0.55347, 0.18, 0.1, 300, 60.0, 10**9, "dcfr", "single",
    ({"action": "check", "frequency": 0.45}, {"action": "bet 94", "frequency": 0.55}),
)  # fmt: skip


def test_claims_are_judged_by_what_is_open(monkeypatch):
    def verdicts(summary, name=PLAIN):
        return [claim.verdict for claim in three_bet_pot._claims(name, summary)]

    assert verdicts(SUMMARY) == ["holds"] * 3
    assert verdicts(replace(SUMMARY, oop_value=104.0))[1] == "DOES NOT HOLD"
    assert verdicts(replace(SUMMARY, oop_equity=0.553))[0] == "DOES NOT HOLD"
    rough = replace(SUMMARY, exploitability=3.6, exploitability_percent=2.0)
    assert verdicts(rough)[1] == "not decided"
    assert verdicts(replace(SUMMARY, oop_value=95.5), RAKED) == ["holds"] * 2
    cells = three_bet_pot._cells(PLAIN, SUMMARY)
    assert [cell.published for cell in cells] == list(PUBLISHED[PLAIN].values())
    assert cells[1].low < 105 < cells[1].high


def test_it_runs_and_resumes(monkeypatch, tmp_path):
    """On a river instead, which takes no time; a second run finds the first one's work."""

    def river(rake=0, rake_cap=None):
        return Spot("QsJh2h5d5c", 100, 200, "AA,QJs", "JJ,AQs", rake=rake, rake_cap=rake_cap)

    monkeypatch.setattr(three_bet_pot, "published_spot", river)
    monkeypatch.setattr(three_bet_pot, "STORE", "river")
    assert any(e.id == "new-3betpot" for e in EXPERIMENTS)
    outcome = three_bet_pot.run(Setting(work=tmp_path))
    assert len(outcome.cells) == 8 and len(outcome.claims) == 5
    again = three_bet_pot.run(Setting(work=tmp_path))
    assert again.cells == outcome.cells
