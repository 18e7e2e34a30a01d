import numpy as np
import pytest

from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.partial import Partial
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.schnizlein import table_5_1 as schnizlein_5_1
from equipoise.experiments.schnizlein.cover_players import draw_choices
from equipoise.spine.tree import build_tree
from equipoise.translation.switching.cover import cover_set, find_games


def test_table_a_1_agrees_in_every_row():
    outcome = find_experiment("schnizlein-A.1").run(Setting())
    assert all(claim.holds for claim in outcome.claims)
    assert len(outcome.cells) == 2 + 2 * 172
    assert all(cell.measured == cell.published for cell in outcome.cells)


def test_the_sub_cover_of_table_a_2_is_part_of_the_cover():
    from equipoise.games.catalogue import find_game

    cover = cover_set(build_tree(find_game(schnizlein_5_1.GAME)))
    pairs = [(stack, bet) for stack, bet in schnizlein_5_1.PUBLISHED_SUB_COVER]
    assert len(set(find_games(cover, pairs))) == 15
    published = [*schnizlein_5_1.PUBLISHED.values(), *schnizlein_5_1.PUBLISHED_SAMPLES]
    assert all(abs((p1 + p2) / 2 - average) < 0.011 for p1, p2, average in published)


@pytest.fixture
def small(monkeypatch):
    """Table 5.1 with 6 chips, few games in the sub covers and few equilibria."""
    for name, value in {
        "GAME": "leduc-nolimit:6",
        "PUBLISHED_SUB_COVER": [[6.0, 0.5], [6.0, 1.0]],
        "SAMPLE_SIZE": 3,
        "DRAWS": {"quick": (0,), "full": (0, 1)},
        "CHOICES": {"quick": 1, "full": 4},
        "TARGET": {"quick": 0.02, "full": 0.02},
        "TOLERANCE": 0.02,
    }.items():
        monkeypatch.setattr(schnizlein_5_1, name, value)


def test_table_5_1_in_small(small, tmp_path):
    """KilledError half-way it resumes, and gives what it gives in one go."""

    class KilledError(Exception):
        pass

    def kill(done, total, doing=""):
        if done >= 5:
            raise KilledError

    work = tmp_path / "work"
    with pytest.raises(KilledError):
        schnizlein_5_1.run(Setting("full", report=kill, work=work))
    kept = sorted(work.iterdir())
    assert len(kept) >= 5
    resumed = schnizlein_5_1.run(Setting("full", work=work))
    assert not work.exists()
    assert schnizlein_5_1.run(Setting("full")).cells == resumed.cells
    rows = len(schnizlein_5_1.PUBLISHED) + schnizlein_5_1.SAMPLES
    assert len(resumed.cells) == 3 * rows
    for cell in resumed.cells[3:]:
        assert cell.low <= cell.measured <= cell.high
    p1, p2, average = (cell.measured for cell in resumed.cells[:3])
    assert 0 <= average == (p1 + p2) / 2 <= 0.02 and p1 < 0 < p2
    samples = [cell.measured for cell in resumed.cells if cell.column == "Average"][-10:]
    assert samples == sorted(samples)
    assert all("of 4 cases" in claim.evidence for claim in resumed.claims)


def test_one_equilibrium_has_no_range(small):
    outcome = schnizlein_5_1.run(Setting("quick", seed=1))
    assert all(cell.low is None and cell.high is None for cell in outcome.cells)
    assert all("of 1 cases" in claim.evidence for claim in outcome.claims)


def test_choices_take_the_same_draw_first_and_any_later():
    choices = draw_choices(3, 50, 20, seed=4)
    assert choices.shape == (20, 50) and (choices[:3] == np.arange(3)[:, None]).all()
    assert all(len(set(row)) == 3 for row in choices[3:].tolist())
    assert (choices == draw_choices(3, 50, 20, seed=4)).all()
    assert len(draw_choices(3, 5, 2, seed=0)) == 2


def test_work_in_progress_is_kept_whole_or_not_at_all(tmp_path):
    partial = Partial(tmp_path / "work")
    arrays = {"a": np.arange(3.0), "b": np.zeros((2, 2))}
    assert partial.get("one", "kuhn") is None
    partial.put("one", "kuhn", arrays)
    found = partial.get("one", "kuhn")
    assert found.keys() == arrays.keys() and all((found[k] == arrays[k]).all() for k in arrays)
    assert partial.get("one", "leduc") is None
    path = tmp_path / "work" / "one.npz"
    content = path.read_bytes()
    for damaged in (content[:-30], b"", b"not arrays"):
        path.write_bytes(damaged)
        assert partial.get("one", "kuhn") is None
    path.write_bytes(content)
    assert partial.get("one", "kuhn") is not None
    partial.clear()
    assert not path.exists()
    nowhere = Partial(None)
    nowhere.put("one", "kuhn", arrays)
    assert nowhere.get("one", "kuhn") is None
