"""Table 5.2 and the tournament of 2009 on Leduc: that everything is measured, kept and judged."""

import pytest

from equipoise.experiments.harness.blueprints import EXACT, Recipe
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.new import competition_2009 as new_2009
from equipoise.experiments.schnizlein import table_5_2 as schnizlein_5_2


@pytest.fixture
def setting(tmp_path):
    return Setting(work=tmp_path / "work", library=tmp_path / "library")


def test_coaches_are_measured_against_their_first_strategy(setting, monkeypatch):
    game = "leduc-nolimit:9"
    both = [Recipe(game, bets, "full", EXACT, 30) for bets in ("fcpa", "fchpa")]
    monkeypatch.setattr(schnizlein_5_2, "GAME", game)
    monkeypatch.setattr(schnizlein_5_2, "DEALS", {"quick": 60})
    monkeypatch.setattr(schnizlein_5_2, "SESSION", 30)
    monkeypatch.setattr(schnizlein_5_2, "recipes", lambda setting: both)
    outcome = schnizlein_5_2.run(setting)
    cells = {(cell.row, cell.column): cell for cell in outcome.cells}
    assert len(cells) == 6
    defensive = cells["Defensive Coach", "(1)"]
    assert (defensive.published, defensive.measured, defensive.low) == (0.0, 0.0, 0.0)
    assert outcome.claims[0].holds  # it never switches against who never bets half the pot
    first, second = cells["(1) fcpa.full", "(2)"], cells["(2) fchpa.full", "(1)"]
    assert first.measured == -second.measured != 0
    assert cells["Full Coach", "(1)"].high > 0  # it does switch
    # what was played is not played again
    assert len(list(setting.work.glob("full-2-*/match.json"))) == 1
    again = schnizlein_5_2.run(setting)
    assert again.cells == outcome.cells


def test_the_tournament_of_2009(setting, monkeypatch):
    monkeypatch.setattr(new_2009, "GAME", "leduc-nolimit:60")
    monkeypatch.setattr(new_2009, "CARDS", "full")
    monkeypatch.setattr(new_2009, "ITERATIONS", {"quick": 2000})
    monkeypatch.setattr(new_2009, "SESSION", 20)
    monkeypatch.setattr(new_2009, "SESSIONS", {"quick": 2})
    outcome = new_2009.run(setting)
    size = len(new_2009.NAMES)
    assert len(outcome.cells) == size * (size + 1)
    assert all(cell.published is None for cell in outcome.cells)
    by_place = {(cell.row, cell.column): cell for cell in outcome.cells}
    one, other = by_place["(1) bankroll-2009", "(2)"], by_place["(2) soft", "(1)"]
    assert one.measured == -other.measured
    assert len(outcome.claims) == 5
    assert new_2009.run(setting).cells == outcome.cells
