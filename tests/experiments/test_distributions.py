"""Mean against distribution: Tartanian5's, Papp's and Kauth's examples."""

import pytest

from equipoise.cards.combos import combo_types, type_text
from equipoise.cards.preflop import preflop_table
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.registry import find_experiment


def outcome_of(name, **options):
    outcome = find_experiment(name).run(Setting(**options))
    measured = {(cell.row, cell.column): cell.measured for cell in outcome.cells}
    return outcome, measured


def test_queen_jack_suited_and_fives():
    outcome, measured = outcome_of("tartanian5-distributions")
    assert all(claim.holds for claim in outcome.claims)
    names = [type_text(number) for number in range(169)]
    table = preflop_table()
    for name in ("QJs", "55"):
        row = names.index(name)
        equity = (table.equity[row] * table.pairs[row]).sum() / table.pairs[row].sum()
        assert measured[name, "strength"] == pytest.approx(equity)
        fifths = [value for (hand, column), value in measured.items() if hand == name][2:]
        assert len(fifths) == 5 and sum(fifths) == pytest.approx(1)
    assert len(outcome.panels) == 2
    assert len(set(combo_types().tolist())) == 169


def test_papps_draw():
    outcome, measured = outcome_of("papp-5.3")
    assert all(claim.holds for claim in outcome.claims)
    assert measured["8d7d", "strength now"] == pytest.approx(0.115, abs=5e-4)


def test_kauths_figure():
    outcome, measured = outcome_of("kauth-fig7")
    assert all(claim.holds for claim in outcome.claims)
    assert measured["draw 7s6s, river", "sd"] == 0
    assert len(outcome.panels) == 4
    again, other = outcome_of("kauth-fig7", seed=1)
    assert all(claim.holds for claim in again.claims)
    assert other["all flush draws", "sd"] != measured["all flush draws", "sd"]
