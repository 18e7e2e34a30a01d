import json
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

import equipoise.experiments
from equipoise.base.errors import InputError
from equipoise.experiments.catalogue import EXPERIMENTS
from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting, parse_grid
from equipoise.experiments.harness.registry import choose, find_experiment
from equipoise.experiments.harness.store import StoredResult
from equipoise.experiments.harness.tables import grids
from equipoise.experiments.papp import income as papp_income
from equipoise.experiments.papp import section_5_2_1 as papp_5_2_1
from equipoise.experiments.papp import table_a_4 as papp_a_4
from equipoise.experiments.papp.income import IR_2, IR_4, IR_7
from equipoise.experiments.papp.section_5_2_1 import hand_ranks, reweight
from equipoise.experiments.papp.table_a_4 import GROUPS, PUBLISHED_SIZES, groups_by_rate


def run(name, **options):
    return find_experiment(name).run(Setting(**options))


def test_registry_finds_and_orders():
    names = [e.id for e in EXPERIMENTS]
    assert {"papp-5.1", "papp-5.2.1", "papp-A.1", "papp-A.2", "papp-A.3", "papp-A.4"} <= set(names)
    assert names.index("papp-5.1") < names.index("papp-5.2.1") < names.index("papp-A.1")
    assert [e.id for e in choose(["papp-A.*"])] == ["papp-A.1", "papp-A.2", "papp-A.3", "papp-A.4"]
    assert len(choose([])) == len(names)
    with pytest.raises(InputError, match=r"unknown experiment 'papp-9'; known are .*papp-4\.2"):
        choose(["papp-9"])


def test_papp_5_1_agrees_in_every_count():
    outcome = run("papp-5.1")
    assert len(outcome.cells) == 16 + 6
    shares = {cell.row: cell.measured for cell in outcome.cells if cell.column == "share"}
    assert set(shares) == {"HR", "HR_5", "PPOT2", "NPOT2", "PPOT1", "NPOT1"}
    assert round(shares["HR"], 3) == 0.585
    assert all(claim.holds for claim in outcome.claims)


def test_papp_a_1_is_the_published_simulation_to_its_error():
    outcome = run("papp-A.1")
    assert len(outcome.cells) == 169
    assert all(claim.holds for claim in outcome.claims)
    assert max(abs(c.measured - c.published) for c in outcome.cells) < 4
    assert all(cell.low is None for cell in outcome.cells)


def test_sampled_tables_have_intervals_and_follow_the_seed():
    first, again, other = (run("papp-A.3", seed=seed) for seed in (1, 1, 2))
    assert first.cells == again.cells != other.cells
    assert all(cell.low < cell.measured < cell.high for cell in first.cells)


def test_published_tables_are_whole():
    for table in (IR_2, IR_4, IR_7):
        assert np.array(table).shape == (13, 13)
    assert (IR_2[1][0], IR_2[0][1]) == (
        -279,
        -351,
    )  # the examples of the appendix's first paragraph
    assert IR_7[12][12] == 2043 and IR_7[0][5] == -495
    assert (np.array(IR_7) >= 0).sum() == 88
    assert sum(PUBLISHED_SIZES) == 169
    hands = " ".join(GROUPS).split()
    assert len(hands) == len(set(hands)) == 85


def test_groups_are_cut_in_the_order_of_rates():
    grouping = groups_by_rate(np.array(IR_7), PUBLISHED_SIZES)
    assert {hand for hand, group in grouping.items() if group == 1} == {
        "AA",
        "KK",
        "QQ",
        "JJ",
        "AKs",
    }
    assert [list(grouping.values()).count(n) for n in range(1, 10)] == list(PUBLISHED_SIZES)


def test_reweighting_at_its_corner_points():
    values = np.array([0.0, 0.3, 0.5, 0.7, 1.0])
    assert reweight(values, 0.5, 0.2) == pytest.approx([0.01, 0.01, 0.5, 1.0, 1.0])


def test_hand_ranks_of_a_board_average_one_half():
    for board in ([0, 17, 34], [0, 17, 34, 51], [0, 17, 34, 51, 5]):
        ranks = hand_ranks(board)
        assert ranks[ranks > 0].mean() == pytest.approx(0.5, abs=1e-3)


def test_a_result_is_stored_with_its_origin(tmp_path):
    cells = [Cell("a", "x", 1.0, 1.25, 1.0, 1.5), Cell("a", "y", None, 2.0)]
    outcome = Outcome(cells, [Claim("it holds", True, "seen")], ["a note"], digits=2)
    experiment = find_experiment("papp-5.1")
    folder = StoredResult(experiment, Setting(seed=4), outcome, 0.5).write(tmp_path)
    assert folder == tmp_path / "papp-5.1" / "quick-seed4"
    stored = json.loads((folder / "result.json").read_text(encoding="utf-8"))
    assert stored["seed"] == 4 and stored["version"] and stored["scale"] == "quick"
    assert stored["cells"][0] == {
        "row": "a", "column": "x", "published": 1.0, "measured": 1.25, "low": 1.0, "high": 1.5,
    }  # fmt: skip
    assert stored["cells"][1] == {"row": "a", "column": "y", "published": None, "measured": 2.0}
    assert "1.25 [1.00, 1.50]" in (folder / "table.md").read_text(encoding="utf-8")
    assert sorted(path.name for path in folder.iterdir()) == ["result.json", "table.md"]


def wide(rows):
    """A table of 13 columns whose intervals are half a unit, but for one of two units."""
    cells = [
        Cell(row, str(i), 1.0, float(i), i - 0.5, i + 0.5)
        for row in "abcd"[:rows]
        for i in range(13)
    ]
    cells[1] = Cell("a", "1", 1.0, 0.9, -1.1, 2.9)
    cells[0] = Cell("a", "0", 1.0, -0.2)
    return cells


def test_wide_tables_become_three_grids(tmp_path):
    published, measured, difference = grids(Outcome(wide(4), []))
    assert published.rows[0] == ["a", *["1"] * 13]
    assert measured.rows[0] == ["a", *map(str, range(13))]
    assert "95% intervals ± 0.5 typically, ± 2.0 at most" in measured.title
    assert difference.rows[0][:4] == ["a", "-1", "+0", "+1"]
    experiment = find_experiment("papp-A.3")
    outcome = Outcome(wide(4), [])
    page = StoredResult(experiment, Setting(), outcome, 1.0).write(tmp_path) / "table.md"
    assert "**published**" in page.read_text(encoding="utf-8")


def test_ranges_are_shown_in_every_cell_however_wide_the_table():
    """They are not even, so nothing is said of them with a plus-minus sign."""
    _, measured, ranges, _ = grids(Outcome(wide(4), [], digits=1, sampled=True))
    assert measured.title == "measured"
    assert (ranges.title, ranges.rows[0][:3]) == ("ranges", ["a", "", "-1.1 to 2.9"])
    [turned] = grids(Outcome(wide(1), [], digits=1, sampled=True))
    assert turned.header == ["", "", "a"]
    assert turned.rows[2:4] == [["1", "published", "1.0"], ["", "measured", "0.9 [-1.1, 2.9]"]]


def test_papp_5_2_1_small(monkeypatch):
    monkeypatch.setitem(papp_5_2_1.CASES, "quick", {2: 24, 3: 9})
    outcome = run("papp-5.2.1", seed=3)
    cells = {(cell.row, cell.column): cell for cell in outcome.cells}
    assert len(cells) == 10
    for row in ("2 opponents", "3 opponents"):
        for method in ("product", "field"):
            mean, largest = cells[row, f"{method}, mean"], cells[row, f"{method}, largest"]
            assert mean.low < mean.measured < mean.high
            assert 0 < mean.measured < largest.measured < 30
        above = cells[row, "field, above 2%"]
        assert 0 <= above.low <= above.measured < above.high
    claims = {claim.text: claim for claim in outcome.claims}
    assert len(claims) == 6
    largest = max(cells[f"{n} opponents", "product, largest"].measured for n in (2, 3))
    assert claims["the product's error never exceeded 2.19%"].holds == (largest <= 2.19)
    assert claims["the estimates are usually overestimates"].evidence.count("±") == 4
    assert any("EHS'" in note for note in outcome.notes)


def test_papp_5_2_1_judges_by_intervals():
    """Errors that differ in their means, but not clearly, bear nothing out."""
    rng = np.random.default_rng(0)
    noise = rng.normal(0, 1, (4, 50))
    doubtful = {
        2: papp_5_2_1._Errors(noise[0], noise[1]),
        3: papp_5_2_1._Errors(noise[2], noise[3]),
    }
    assert not any(claim.holds for claim in papp_5_2_1._claims(doubtful)[:3])
    clear = {
        n: papp_5_2_1._Errors(base + noise[0] / 9, 2 * base + noise[1] / 9)
        for n, base in ((2, 0.5), (3, 1.0))
    }
    assert all(claim.holds for claim in papp_5_2_1._claims(clear))


def test_papp_a_2_small(monkeypatch):
    monkeypatch.setitem(papp_income.DEALS, "quick", 5_000)
    outcome = run("papp-A.2", seed=1)
    assert len(outcome.cells) == 169
    assert all(cell.low < cell.measured < cell.high for cell in outcome.cells)
    assert [claim.holds for claim in outcome.claims] == [True, True]
    assert outcome.claims[1].evidence.startswith("AA with ")


def test_papp_a_4_small(monkeypatch):
    monkeypatch.setitem(papp_income.DEALS, "quick", 20_000)
    outcome = run("papp-A.4", seed=1)
    cells = {(cell.row, cell.column): cell for cell in outcome.cells}
    assert len(cells) == 18
    # by the published rates nothing is sampled, so these are facts about the list of groups
    ours = [cells[f"group {n}", "published IR_7"].measured for n in range(1, 10)]
    assert ours == [5, 5, 5, 4, 12, 2, 5, 1, 69]
    for number in range(1, 10):
        cell = cells[f"group {number}", "measured IR_7"]
        assert 0 <= cell.low <= cell.high <= papp_a_4.SIZES[number - 1]
    assert len(outcome.claims) == 3
    assert "20 by the published rates" in outcome.claims[0].evidence


def test_an_extreme_needs_a_clear_interval():
    rates = np.zeros((13, 13))
    rates[12, 12], rates[11, 11] = 10.0, 8.0
    for half, holds in ((0.5, True), (1.5, False)):
        claim = papp_income.extreme("t", "AA", rates, np.full((13, 13), half), highest=True)
        assert claim.holds is holds
    assert not papp_income.extreme("t", "KK", rates, np.zeros((13, 13)), highest=True).holds
    assert papp_income.extreme("t", "AA", -rates, np.zeros((13, 13)), highest=False).holds


def test_pictures_are_drawn_for_hand_tables(tmp_path):
    pytest.importorskip("matplotlib")
    outcome = run("papp-A.3")
    folder = StoredResult(find_experiment("papp-A.3"), Setting(), outcome, 1.0).write(tmp_path)
    assert (folder / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_parse_grid():
    assert parse_grid("  1 -2\n 3 4 ") == [[1.0, -2.0], [3.0, 4.0]]


def test_tables_without_published_figures_show_none():
    few = grids(Outcome([Cell("r", "x", None, 1.0)], []))
    assert few[0].rows == [["r", "1"]]
    many = grids(Outcome([Cell(r, str(i), None, 1.0) for r in "abcd" for i in range(13)], []))
    assert len(many) == 1


def test_the_catalogue_names_every_experiment_once_and_every_module_is_there():
    names = [experiment.id for experiment in EXPERIMENTS]
    assert len(set(names)) == len(names)
    for experiment in EXPERIMENTS:
        assert callable(import_module(experiment.module).run), experiment.id
        assert set(experiment.seconds) == {"quick", "full"}
    folder = Path(equipoise.experiments.__file__).parent
    listed = {experiment.module for experiment in EXPERIMENTS}
    for path in folder.glob("*/*.py"):  # a module with a run function that nobody can call
        text = path.read_text(encoding="utf-8")
        if "\ndef run(setting: Setting)" in text:
            assert f"equipoise.experiments.{path.parent.name}.{path.stem}" in listed, path
