"""The experiments on translation with few equilibria; their kept work; their claims' arithmetic."""

import numpy as np
import pytest

from equipoise.experiments.harness.experiment import Outcome, Setting
from equipoise.experiments.harness.pictures import draw
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.new import translation_matrix as new_translation_matrix
from equipoise.experiments.schnizlein import leduc_tables, leduc_translation
from equipoise.experiments.schnizlein.leduc_translation import inside, losses, ranged, shared
from equipoise.translation.mappings import MAPPINGS
from equipoise.translation.options import Translation


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Fewer chips, so that plans are made quickly."""
    monkeypatch.setattr(leduc_translation, "GAME", "leduc-nolimit:7")


class KilledError(Exception):
    pass


def test_a_killed_run_resumes_with_the_same_equilibria(tmp_path):
    def kill(done, total, doing=""):
        if done >= 3:
            raise KilledError

    chosen = {"soft": Translation("soft")}
    work = tmp_path / "work"
    with pytest.raises(KilledError):
        losses(Setting(report=kill, work=work), ("fca",), chosen, 5)
    assert len(list(work.iterdir())) == 3
    reports = []
    found = losses(Setting(work=work, report=lambda *a: reports.append(a)), ("fca",), chosen, 5)
    fresh = losses(Setting(), ("fca",), chosen, 5)
    assert (found["fca", "soft"] == fresh["fca", "soft"]).all()
    assert not work.exists() and len(reports) == 5


def test_tables_of_the_thesis_with_two_equilibria(monkeypatch):
    """Claims that hold in nearly all equilibria hold in these."""
    monkeypatch.setattr(leduc_tables, "DRAWS", {"quick": 2})
    monkeypatch.setattr(leduc_tables, "ABSTRACTIONS", ("fcha", "fca"))
    outcome = find_experiment("schnizlein-4.7").run(Setting())
    verdicts = {claim.text: claim.holds for claim in outcome.claims}
    assert verdicts.pop(
        "soft translation is less exploitable than hard translation (in at least 95% of cases)"
    )
    assert len(verdicts) == 4
    assert [c.column for c in outcome.cells[:6]] == [
        "Hard-P1", "Soft-P1", "SoftND-P1", "Hard-P2", "Soft-P2", "SoftND-P2",
    ]  # fmt: skip
    assert all(c.low <= c.measured <= c.high for c in outcome.cells)


def test_fixes_and_styles_of_fcpa(monkeypatch):
    """Table 3.4's surest statement, of CFR+'s equilibrium: AbstractActions alone is no fix."""
    from equipoise.experiments.schnizlein import table_3_4 as schnizlein_3_4
    from equipoise.experiments.schnizlein import table_3_5 as schnizlein_3_5

    monkeypatch.setattr(schnizlein_3_4, "DRAWS", {"quick": 1})
    outcome = Outcome(*schnizlein_3_4.leduc_row(Setting()))
    ours = {cell.column: cell.measured for cell in outcome.cells}
    assert ours["AA"] == ours["Unfixed"]
    assert ours["CisC"] < ours["Unfixed"]
    monkeypatch.setattr(schnizlein_3_5, "DRAWS", {"quick": 1})
    styles = Outcome(*schnizlein_3_5.leduc_row(Setting()))
    real, abstract = (cell.measured for cell in styles.cells)
    assert abstract == ours["All"] != real
    assert styles.cells[0].low is None


def test_the_matrix_and_its_picture(monkeypatch):
    monkeypatch.setattr(new_translation_matrix, "ABSTRACTIONS", ("fca",))
    outcome = new_translation_matrix.run(Setting())
    assert len(outcome.cells) == 12
    assert list(new_translation_matrix.SHORT) == list(MAPPINGS)
    figure = draw(find_experiment("new-translation-matrix"), outcome)
    assert figure is not None


def test_shares_and_ranges():
    claim = shared("so it is", np.array([True, True, False, True]), 0.75)
    assert claim.holds and claim.evidence == "in 75.0% of 4 cases"
    assert not shared("so it is", np.array([True, False]), 0.75).holds
    cell = ranged("a", "b", 0.504, np.array([0.3, 0.1, 0.5]))
    assert (cell.measured, cell.low, cell.high) == (0.3, 0.1, 0.5)
    assert inside([cell], 2) == "1 of 1 published cells lie in these ranges."
    far = ranged("a", "c", 0.6, np.array([0.3, 0.1, 0.5]))
    assert inside([cell, far], 2).endswith("outside: a c.")
    assert inside([cell, far], 0) == "2 of 2 published cells lie in these ranges."


def test_worked_examples_of_the_text():
    """All agree but the normalised ratios, which are not the metric the thesis uses."""
    outcome = find_experiment("schnizlein-3.4-text").run(Setting())
    assert [claim.holds for claim in outcome.claims] == [True, True, True, False]
    chances = [cell.measured for cell in outcome.cells if cell.column == "chance"]
    assert chances == [0, 1, 0.4, 0.6]
    assert "8/17 and 9/17" in outcome.claims[-1].evidence
