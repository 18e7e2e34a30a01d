import json

import numpy as np
import pytest

from equipoise.errors import InputError
from equipoise.experiments.experiment import Cell, Claim, Outcome, Setting, parse_grid
from equipoise.experiments.papp_5_2_1 import _ranks_now, reweight
from equipoise.experiments.papp_a_4 import GROUPS, PUBLISHED_SIZES, groups_by_rate
from equipoise.experiments.papp_income import IR_2, IR_4, IR_7
from equipoise.experiments.registry import all_experiments, choose
from equipoise.experiments.store import StoredResult
from equipoise.experiments.tables import grids


def run(name, **options):
    return all_experiments()[name].run(Setting(**options))


def test_registry_finds_and_orders():
    names = list(all_experiments())
    assert {"papp-5.1", "papp-5.2.1", "papp-A.1", "papp-A.2", "papp-A.3", "papp-A.4"} <= set(names)
    assert names.index("papp-5.1") < names.index("papp-5.2.1") < names.index("papp-A.1")
    assert [e.id for e in choose(["papp-A.*"])] == ["papp-A.1", "papp-A.2", "papp-A.3", "papp-A.4"]
    assert len(choose([])) == len(names)
    with pytest.raises(InputError, match="there is no experiment 'papp-9'; known are papp-"):
        choose(["papp-9"])


def test_papp_5_1_agrees_in_every_count():
    outcome = run("papp-5.1")
    assert len(outcome.cells) == 16
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
    ranks = _ranks_now([0, 17, 34])
    assert ranks[ranks > 0].mean() == pytest.approx(0.5, abs=1e-3)


def test_a_result_is_stored_with_its_origin(tmp_path):
    cells = [Cell("a", "x", 1.0, 1.25, 1.0, 1.5), Cell("a", "y", None, 2.0)]
    outcome = Outcome(cells, [Claim("it holds", True, "seen")], ["a note"], digits=2)
    experiment = all_experiments()["papp-5.1"]
    folder = StoredResult(experiment, Setting(seed=4), outcome, 0.5).write(tmp_path)
    assert folder == tmp_path / "papp-5.1" / "quick-seed4"
    stored = json.loads((folder / "result.json").read_text())
    assert stored["seed"] == 4 and stored["version"] and stored["scale"] == "quick"
    assert stored["cells"][0] == {
        "row": "a", "column": "x", "published": 1.0, "measured": 1.25, "low": 1.0, "high": 1.5,
    }  # fmt: skip
    assert stored["cells"][1] == {"row": "a", "column": "y", "published": None, "measured": 2.0}
    assert "1.25 [1.00, 1.50]" in (folder / "table.md").read_text()
    assert sorted(path.name for path in folder.iterdir()) == ["result.json", "table.md"]


def test_wide_tables_become_two_grids():
    cells = [Cell("r", str(i), 1.0, float(i)) for i in range(13)]
    measured, difference = grids(Outcome(cells, []))
    assert measured.rows == [["r", *map(str, range(13))]]
    assert difference.rows[0][:3] == ["r", "-1", "+0"]


def test_pictures_are_drawn_for_hand_tables(tmp_path):
    pytest.importorskip("matplotlib")
    outcome = run("papp-A.3")
    folder = StoredResult(all_experiments()["papp-A.3"], Setting(), outcome, 1.0).write(tmp_path)
    assert (folder / "picture.png").read_bytes().startswith(b"\x89PNG")


def test_parse_grid():
    assert parse_grid("  1 -2\n 3 4 ") == [[1.0, -2.0], [3.0, 4.0]]
