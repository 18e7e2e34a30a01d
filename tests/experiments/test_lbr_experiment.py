"""new-lbr with made-up wins: its cells, and how its claims are judged."""

from pathlib import Path

import numpy as np
import pytest

from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.new import lbr


class Solved:
    def __init__(self, setting):
        pass

    def solve(self, recipes, report):
        return [Path(recipe.folder_name) for recipe in recipes]


@pytest.fixture
def played(monkeypatch):
    """Every cell is what ``wins`` says of its agent and menus."""
    wins = {}
    random = np.random.default_rng(1)

    def play(setting, row, menus):
        mean = lbr.ALWAYS_FOLD[menus] if row.name == lbr.FOLD else wins.get((row.name, menus), 0.0)
        won = np.full((40, 2), mean) + (row.name != lbr.FOLD) * random.normal(size=(40, 2))
        return ResponseRun(ResponsePlan(lbr.GAME, row.agent, f"lbr:{menus}", 40), won, 1.0, 80)

    monkeypatch.setattr(lbr, "Library", Solved)
    monkeypatch.setattr(lbr, "quality_note", lambda library, recipes: "quality")
    monkeypatch.setattr(lbr, "_play", play)
    return wins


def test_cells_and_claims(played):
    for row in ("fcpa, hard", "fcpda+fca, hard"):
        played.update(
            {(row, lbr.LATE_MANY): 30.0, (row, lbr.EARLY): 10.0, (row, lbr.LATE_FEW): 20.0}
        )
        played[row, lbr.CAREFUL] = 40.0
    played["fcpa, soft", lbr.CAREFUL] = 30.0
    played["fcpa, short training, hard", lbr.CAREFUL] = 39.999
    found = lbr.run(Setting())
    rows = {cell.row for cell in found.cells}
    assert len(found.cells) == 6 * len(lbr.MENUS) and lbr.FOLD in rows
    folds = [cell for cell in found.cells if cell.row == lbr.FOLD]
    assert [cell.published for cell in folds] == [250, 750, 750, 750, 750]
    assert all(cell.published is None for cell in found.cells if cell.row != lbr.FOLD)
    *shown, training, careful = found.claims
    assert all(claim.holds for claim in (*shown, careful))
    assert training.is_open and not training.holds
    played["fcpa, short training, hard", lbr.CAREFUL] = 10.0
    assert lbr.run(Setting()).claims[-2].verdict == "DOES NOT HOLD"


def test_full_scale_has_other_cards_too():
    assert [*lbr.recipes("full", 0)] == ["fcpa, short training", "fcpa", "fcpda+fca", "8.8.8.8"]
    assert lbr.recipes("quick", 0).keys() < lbr.recipes("full", 0).keys()
