from fractions import Fraction
from math import isnan

import pytest
from tests.agents.books import blind_source

from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.pictures import draw
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.new import off_tree as new_off_tree
from equipoise.experiments.schnizlein import table_4_1 as schnizlein_4_1
from equipoise.experiments.tartanian import clairvoyance as tartanian5_clairvoyance
from equipoise.experiments.tartanian import mapping_figures
from equipoise.experiments.tartanian.mapping_figures import called, clairvoyant_gains
from equipoise.plots.style import PALETTE
from equipoise.translation.mappings import MAPPINGS


def run(name):
    experiment = find_experiment(name)
    return experiment, experiment.run(Setting())


def cells(outcome):
    return {(cell.row, cell.column): cell for cell in outcome.cells}


@pytest.mark.parametrize("name", ["tartanian5-fig2", "tartanian5-fig3"])
def test_figures_hold_and_are_drawn(name, monkeypatch):
    monkeypatch.setattr(mapping_figures, "_GAME_POINTS", 6)
    experiment, outcome = run(name)
    assert all(claim.holds for claim in outcome.claims)
    assert [len(panel.curves) for panel in outcome.panels] == [4, 6]
    for curve in outcome.panels[0].curves:
        assert (curve.y[0], curve.y[-1]) == (1, 0)
    for curve in outcome.panels[1].curves:  # a jump is a gap, not a slanted line
        assert sum(map(isnan, curve.y)) == MAPPINGS[curve.label].deterministic
    figure = draw(experiment, outcome)
    assert len(figure.axes) == 2
    for line, name in zip(figure.axes[1].lines, MAPPINGS, strict=True):
        assert line.get_color() == PALETTE[list(MAPPINGS).index(name)]
    assert len(figure.legends[0].get_texts()) == 6
    table = cells(outcome)
    assert table["pseudo-harmonic", "most won, pots"].measured == pytest.approx(0, abs=1e-12)


def test_the_figures_thresholds():
    table = cells(run("tartanian5-fig2")[1])
    halves = {row: c.measured for (row, column), c in table.items() if column == "threshold, pots"}
    assert halves["pseudo-harmonic"] == pytest.approx(1.03 / 3.01)
    assert halves["geometric-random-2"] == pytest.approx(0.1)


def test_properties_differ_from_the_paper_in_one_place():
    outcome = run("tartanian5-properties")[1]
    differing = [
        (c.row, c.column)
        for c in outcome.cells
        if c.published is not None and c.published != c.measured
    ]
    assert differing == [("pseudo-harmonic", "4 scaling")]
    assert [claim.holds for claim in outcome.claims] == [False, True, True]


def test_the_slides_fractions():
    outcome = run("slides-translation")[1]
    assert all(claim.holds for claim in outcome.claims)
    cell = cells(outcome)["geometric-random", "b1 = 2"]
    assert cell.measured == cell.published == 14 / 29


def test_the_solved_clairvoyance_games_call_as_the_mapping_mixes_them():
    """1 and 4 pots mixed as the mapping says call 2 pots as often as its own solution."""
    pot, double, four = (tartanian5_clairvoyance.solve(bet)[0]["call"] for bet in "124")
    lower = float(MAPPINGS["pseudo-harmonic"](2, 1, 4))
    assert lower * pot + (1 - lower) * four == pytest.approx(double, abs=1e-4)
    other = float(MAPPINGS["geometric-random"](2, 1, 4))
    assert abs(other * pot + (1 - other) * four - double) > 1e-3


def test_gains_against_wrong_calls_are_the_closed_form():
    """Called c too seldom, bluffs win (1 - c) - c x; too often, winners win more."""
    x = Fraction(2)
    rare, right, often = clairvoyant_gains(x, [Fraction(1, 4), Fraction(1, 3), Fraction(1, 2)])
    assert right == pytest.approx(0, abs=1e-12)
    # winners get 1 + x c, bluffs 1 - c - x c, half of the time each, and half the pot is his own
    assert rare == pytest.approx((1 + 2 / 4 + 1 - 1 / 4 - 2 / 4) / 2 - 1 / 2 - 1 / 3)
    assert often == pytest.approx((1 + 2 / 2) / 2 - 1 / 2 - 1 / 3)
    assert called(MAPPINGS["pseudo-harmonic"], x, Fraction(1), Fraction(4)) == Fraction(1, 3)


def test_boundaries_are_learnt_from_all_responders(monkeypatch):
    source = blind_source("holdem-nolimit:500bb", "fcpa")
    monkeypatch.setattr(schnizlein_4_1, "holdem_strategy", lambda setting: (source, "random"))
    monkeypatch.setattr(schnizlein_4_1, "TRIALS", {"quick": 3})
    monkeypatch.setattr(schnizlein_4_1, "BOUNDARIES", (0.1, 0.5))
    monkeypatch.setattr(schnizlein_4_1, "LEDUC", "leduc-nolimit:5")
    monkeypatch.setattr(schnizlein_4_1, "SMALL", "leduc-nolimit:7")
    outcome = schnizlein_4_1.run(Setting())
    table = cells(outcome)
    assert len(table) == 6 * 3 * 2
    assert all(cell.low <= cell.measured <= cell.high for cell in table.values())
    assert table["hands, hold'em", "0.1"].published == 66.86
    assert table["hands, Leduc", "0.1"].published is None
    assert table["hands, made-up", "0.1"].published is None
    assert table["hands, Leduc, model", "0.1"].published is None
    assert len(outcome.claims) == 6 + 3
    assert "agent of Polaris" in outcome.notes[0]


def test_an_agent_with_a_moved_boundary_answers_one_way_up_to_it_and_another_above():
    source = blind_source("holdem-nolimit:500bb", "fcpa")
    asked = schnizlein_4_1.holdem_agent(source)
    answers = asked.with_boundary(0.3).chances
    below, above = answers[asked.bets[0]], answers[asked.bets[-1]]
    menu = {node: source.layout.block(source.values, node)[:, 0] for node in
            source.layout.tree.children_of(0)[-2:].tolist()}  # fmt: skip
    for seen, block in zip((below, above), menu.values(), strict=True):
        assert seen == pytest.approx([block[0], block[1], block[2:].sum()])
    for place, bet in enumerate(asked.bets):
        assert answers[bet] == pytest.approx(below if place < 6 else above)


class KilledError(Exception):
    pass


def test_off_tree_bets_against_every_mapping(monkeypatch, tmp_path):
    """Killed after two equilibria it goes on with the third, to the same result."""
    monkeypatch.setattr(new_off_tree, "GAME", "leduc-nolimit:7")
    monkeypatch.setattr(new_off_tree, "PERCENTS", range(50, 200, 50))
    monkeypatch.setattr(new_off_tree, "DRAWS", {"quick": 3})
    work = tmp_path / "work"

    def kill(done, total, doing=""):
        if doing.endswith("equilibrium 3"):
            raise KilledError

    with pytest.raises(KilledError):
        new_off_tree.run(Setting(report=kill, work=work))
    assert sorted(file.name for file in work.iterdir()) == ["fcpa-0.npz", "fcpa-1.npz"]
    outcome = new_off_tree.run(Setting(work=work))
    assert not work.exists()
    assert outcome.cells == new_off_tree.run(Setting()).cells
    table = cells(outcome)
    assert all(cell.low <= cell.measured <= cell.high for cell in table.values())
    assert len(table) == 6 * 5
    for name in MAPPINGS:
        inside, worst, outside = (
            table[f"fcpa, abstract, {name}", column].measured
            for column in ("abstract bets", "with it", "every bet")
        )
        assert inside < worst <= outside + 1e-12
        assert table[f"fcpa, abstract, {name}", "size"].measured in (0.5, 1, 1.5)
    assert [len(panel.curves) for panel in outcome.panels] == [6, 6]
    for claim, count in zip(outcome.claims, (2 * 2 * 3, 3, 2 * 3), strict=True):
        assert f"of {count} cases" in claim.evidence
