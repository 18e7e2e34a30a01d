"""Experiments of the opponent model: their tables, and claims judged from them."""

from dataclasses import replace
from random import Random

import numpy as np
import pytest

from equipoise.agents.loki.versions import make_beliefs
from equipoise.agents.registry import find_agent
from equipoise.cards.outlook import outlook
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.new import loki_beliefs as new_loki_beliefs
from equipoise.experiments.new import loki_beyond as new_loki_beyond
from equipoise.experiments.papp import fig_8_3 as papp_8_3
from equipoise.experiments.papp import fig_8_4 as papp_8_4
from equipoise.experiments.papp import ppotc as papp_ppotc
from equipoise.experiments.papp import tournaments as loki_tournaments
from equipoise.experiments.papp.tournaments import Tournaments
from equipoise.games import State, find_game
from equipoise.games.action import Action, Kind
from equipoise.games.dealing import HandCards


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


def test_beliefs_are_judged_by_the_cards():
    """All hands alike: log2 of the hands left, HS_n the share of hands below, to the power n."""
    rules = find_game(new_loki_beliefs.GAME)
    hole = [(2 * seat, 2 * seat + 1) for seat in range(10)]  # 2c2d 2h2s 3c3d ... up to 6h6s
    state = State.start(rules).deal_from(HandCards(tuple(hole), (48, 44, 40, 36, 32)))
    cards = HandCards(tuple(hole), (48, 44, 40, 36, 32))  # Ac Kc Qc on the flop
    for _ in range(8):
        state = state.apply(Action.fold())
    for _ in range(2):
        state = state.apply(Action.call())
    view = state.deal_from(cards).observe(0)
    uniform = make_beliefs("uniform")
    bits, squared, strength, ahead = new_loki_beliefs.judged(uniform, view, cards, [1])
    assert bits == pytest.approx(np.log2(47 * 46 / 2))
    assert (ahead, squared) == (0.5, pytest.approx((strength - 0.5) ** 2))  # deuces both
    assert strength == pytest.approx(outlook(view.hole, view.board, np.ones(1326)).strength)
    better = HandCards((hole[4], *hole[1:4], hole[0], *hole[5:]), cards.board)
    assert new_loki_beliefs._ahead(replace(view, hole=hole[4]), better, [1]) == 1.0
    two = new_loki_beliefs.judged(uniform, view, cards, [1, 5])
    assert two[2] == pytest.approx(strength**2) and two[3] == 0.0


def test_beliefs_are_told_what_a_player_is_told():
    agents = [find_agent(name).make() for name in new_loki_beliefs.PLAYERS]
    watched = [name == new_loki_beliefs.WATCHED for name in new_loki_beliefs.PLAYERS]
    beliefs, random = make_beliefs("generic"), np.random.default_rng(4)
    seen = 0
    for _ in range(20):
        hand = new_loki_beliefs.play_hand(agents, watched, random)
        for view, active in hand.decisions:
            new_loki_beliefs.told(beliefs, view)
            player = find_agent("loki-gom").make()
            own = player.informed(view) if player.think(view, Random(0)) else None
            for seat in active:
                np.testing.assert_allclose(own.weights(seat), beliefs.weights(seat))
            seen += 1
        folded = sum(action.kind is Kind.FOLD for _, action in hand.actions)
        ends = {action.round for _, action in hand.actions}
        assert folded == 9 or max(ends) == 3  # the fold that ends a hand is told too
    assert seen > 10


def test_new_loki_beliefs_in_small(monkeypatch, tmp_path):
    monkeypatch.setitem(new_loki_beliefs.SESSIONS, "quick", 2)
    monkeypatch.setitem(new_loki_beliefs.HANDS, "quick", 12)
    outcome = new_loki_beliefs.run(Setting(work=tmp_path))
    assert len(outcome.cells) == 3 * 4 * 4 and len(outcome.claims) == 5
    again = new_loki_beliefs.run(Setting(work=tmp_path))
    assert again.cells == outcome.cells
    assert "loki-bpm" in outcome.notes[-1] and "of 50% by Table B.2" in outcome.notes[-1]
