"""The library of strategies, and tables of known players."""

import shutil

import numpy as np
import pytest

from equipoise.agents.blueprint import Blueprint
from equipoise.experiments import schnizlein_3_3, translation_duels
from equipoise.experiments.abstraction_duels import Entry, run_crosstable
from equipoise.experiments.blueprints import EXACT, Library, Recipe, quality_note
from equipoise.experiments.duels import Duels, Won, crosstable, crosstable_cells, loses, more, wins
from equipoise.experiments.experiment import Setting
from equipoise.experiments.pictures import draw
from equipoise.progress import silent
from equipoise.solvers.job import Job, checkpoint_folder
from equipoise.solvers.problem import Problem
from equipoise.solvers.run import Stop
from equipoise.translation.options import Translation

GAME = "leduc-nolimit:5"
RECIPES = [Recipe(GAME, bets, "full", EXACT, 20) for bets in ("fcpa", "fcha", "fca")]


@pytest.fixture(scope="module")
def setting(tmp_path_factory):
    root = tmp_path_factory.mktemp("results")
    return Setting(work=root / "work", library=root / "strategies")


def test_a_strategy_is_solved_once(setting):
    library = Library(setting)
    [folder] = library.solve(RECIPES[:1], silent)
    made = (folder / "manifest.json").stat().st_mtime_ns
    assert library.manifest(RECIPES[0]).iterations == 20
    assert Library(setting).solve(RECIPES[:1], silent) == [folder]
    assert (folder / "manifest.json").stat().st_mtime_ns == made
    assert not checkpoint_folder(folder).exists()
    (folder / "manifest.json").write_text("{")  # damaged: made again
    library.solve(RECIPES[:1], silent)
    assert library.manifest(RECIPES[0]).iterations == 20
    assert "fcpa.full loses" in quality_note(library, RECIPES[:1])


def test_a_killed_solve_is_gone_on_with(setting):
    recipe = Recipe(GAME, "fcpda", "full", EXACT, 30)
    library = Library(setting)
    folder = library.root / recipe.folder_name
    job = Job(Problem(GAME, "fcpda"), EXACT, Stop(iterations=12), 0, folder, dtype="float32")
    job.run(job.judge())
    shutil.rmtree(folder)  # what a kill after its checkpoint leaves
    heard = []
    library.solve([recipe], lambda done, total, doing="": heard.append(doing))
    assert library.manifest(recipe).iterations == 30
    assert not any("iteration 5," in line for line in heard)
    whole = Library(Setting()).sources([recipe], silent)[0]
    again = library.sources([recipe], silent)[0]
    assert np.array_equal(whole.values, again.values)


def test_a_crosstable_is_antisymmetric_and_kept(setting):
    sources = Library(setting).sources(RECIPES, silent)
    duels = Duels(setting, GAME)
    players = [Blueprint(source, Translation("soft")) for source in sources]
    names = [str(recipe) for recipe in RECIPES]
    found = crosstable(duels, names, players, names, silent)
    assert all(found[i, j].mean == -found[j, i].mean for i, j in found)
    cells = crosstable_cells(names, np.zeros((3, 3)).tolist(), found)
    assert [(c.row, c.column) for c in cells[:2]] == [(names[0], "(1)"), (names[0], "(2)")]
    assert cells[0].measured == 0.0
    assert cells[0].low is None
    kept = crosstable(Duels(setting, GAME), names, [None] * 3, names, silent)  # nobody is asked
    assert {pair: won.mean for pair, won in kept.items()} == {
        pair: won.mean for pair, won in found.items()
    }


def test_claims_need_the_interval():
    sure = Won.of(np.array([9.0, 10.0, 11.0, 10.0]))
    unsure = Won.of(np.array([-9.0, 12.0, 11.0, -8.0]))
    assert wins("", sure).holds
    assert wins("", unsure).verdict == loses("", unsure).verdict == "not decided"
    assert loses("", sure).verdict == "DOES NOT HOLD"
    assert loses("", -sure).holds
    # on the same boards what is common to both cancels
    shifted = Won.of(unsure.boards + np.array([1.0, 1.1, 0.9, 1.0]))
    assert more("", shifted, unsure).holds
    assert not more("", unsure, shifted).holds
    assert (sure - Won.of(np.ones(3))).mean == 9.0


def test_a_table_of_abstractions(setting):
    entries = [Entry("printed", recipe) for recipe in RECIPES]
    published = "0 1 2\n-1 0 3\n-2 -3 0"
    outcome = run_crosstable(
        setting, entries, published, lambda found: [wins("(1) beats (2)", found[1, 2])], ["note"]
    )
    assert len(outcome.cells) == 9
    assert outcome.cells[1].published == 1
    assert len(outcome.claims) == 1
    assert draw(schnizlein_3_3.EXPERIMENT, outcome) is not None


def test_a_table_of_translations(setting, monkeypatch):
    variant = translation_duels.Variant(5, "fcpa", {"quick": 20})
    monkeypatch.setattr(translation_duels.Variant, "game", GAME)
    monkeypatch.setattr(
        translation_duels,
        "cards_of",
        lambda scale, game, bets, iterations, seed: Recipe(game, bets, "full", EXACT, 20, seed),
    )
    published = "\n".join(["1 2 3"] * len(translation_duels.ROWS))
    compared = dict.fromkeys(translation_duels.COMPARED, 5.0)
    outcome = translation_duels.run_table(
        setting, variant, "real", published, translation_duels.against_other_style, compared
    )
    assert len(outcome.cells) == 7 * 4 + 3
    columns = [cell.published for cell in outcome.cells if cell.row == "+-"]
    assert columns == [1, 2, 3, None, 5]
    assert len(outcome.claims) == 10
