"""The library of strategies, and tables of known players."""

import shutil
from types import SimpleNamespace

import numpy as np
import pytest

from equipoise.base.progress import silent
from equipoise.evaluation.expected import ExpectedValue
from equipoise.experiments.harness.blueprints import EXACT, SAMPLED, Library, Recipe, quality_note
from equipoise.experiments.harness.duels import (
    Duels,
    Won,
    crosstable,
    crosstable_cells,
    keeps_level,
    loses,
    more,
    wins,
)
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.pictures import draw
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.schnizlein import table_3_2 as schnizlein_3_2
from equipoise.experiments.schnizlein import translation_duels
from equipoise.experiments.schnizlein.abstraction_duels import Entry, run_crosstable
from equipoise.games import find_game
from equipoise.policies.blueprint import Blueprint, Sizing
from equipoise.policies.exploiters import exploiter, naive
from equipoise.solvers.run.job import Job, checkpoint_folder
from equipoise.solvers.run.loop import Stop
from equipoise.spine.game import AbstractGame
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
    (folder / "manifest.json").write_text("{", encoding="utf-8")  # damaged: made again
    library.solve(RECIPES[:1], silent)
    assert library.manifest(RECIPES[0]).iterations == 20
    assert "fcpa.full loses" in quality_note(library, RECIPES[:1])
    assert RECIPES[0].made(library.manifest(RECIPES[0]))
    assert not RECIPES[1].made(library.manifest(RECIPES[0]))  # other bets


@pytest.mark.parametrize(
    ("mean", "half", "verdict"),
    [
        (6.0, 5.0, "holds"),
        (-5.0, 10.0, "holds"),
        (6.0, 200.0, "not decided"),
        (-15.0, 10.0, "not decided"),
        (-40.0, 10.0, "DOES NOT HOLD"),
    ],
)
def test_an_interval_too_wide_is_not_level(mean, half, verdict):
    assert keeps_level("(1) keeps pace", Won(mean, half, np.zeros(0))).verdict == verdict


def test_claims_of_table_3_2_with_and_without_the_third_row():
    found = {
        (1, 2): Won(36.0, 5.0, np.zeros(0)),
        (1, 3): Won(36.0, 50.0, np.zeros(0)),
        (3, 2): Won(-4.0, 5.0, np.zeros(0)),
    }
    verdicts = [claim.verdict for claim in schnizlein_3_2._claims(found)]
    assert verdicts == ["holds", "not decided", "holds"]
    assert len(schnizlein_3_2._claims({(1, 2): found[1, 2]})) == 1


def test_what_sampled_boards_do_not_show_is_not_claimed(monkeypatch):
    """A response on boards may lose by luck; then the strategy is not said to lose."""
    library = Library(Setting())
    for loss, said in ((-0.2, "has no significant loss, -100 ± 250"), (0.6, "at least 300")):
        known = SimpleNamespace(exploitability=loss, interval=0.5)
        monkeypatch.setattr(Library, "manifest", lambda *_, known=known: known)
        recipe = Recipe("holdem-nolimit:100bb", "fcpa", "ir169.4.2.2", SAMPLED, 5)
        assert said in quality_note(library, [recipe])


def test_a_killed_solve_is_gone_on_with(setting):
    recipe = Recipe(GAME, "fcpda", "full", EXACT, 30)
    library = Library(setting)
    folder = library.root / recipe.folder_name
    job = Job(AbstractGame(GAME, "fcpda"), EXACT, Stop(iterations=12), 0, folder)
    job.run(job.engine())
    shutil.rmtree(folder)  # what a kill after its checkpoint leaves
    heard = []
    library.solve([recipe], lambda done, total, doing="": heard.append(doing))
    assert library.manifest(recipe).iterations == 30
    assert not any("iteration 5," in line for line in heard)
    whole = Library(Setting()).opened([recipe], silent)[0]
    again = library.opened([recipe], silent)[0]
    assert np.array_equal(whole.values, again.values)


def test_a_crosstable_is_antisymmetric_and_kept(setting):
    sources = Library(setting).opened(RECIPES, silent)
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
    assert draw(find_experiment("schnizlein-3.3"), outcome) is not None


def test_who_sits_where_in_a_table_of_translations(setting):
    """By the thesis' definitions: small bets that are read large, bad hands first, and so on."""
    sources = Library(setting).opened(RECIPES, silent)
    read = translation_duels.readings("real")
    assert [(read[c].mapping, read[c].without_dominated) for c in translation_duels.COLUMNS] == [
        ("geometric", False),
        ("geometric-random", False),
        ("geometric-random", True),
        ("pseudo-harmonic", False),
    ]
    assert {translation.style for translation in read.values()} == {"real"}
    # exploiters think of the hard reading, whoever they attack
    soft, hard = read["Soft"], Translation("hard", "real")
    wanted = {
        "naïvePA": (0, naive(sources[0], soft).sizing),
        "+-": (0, Sizing("large", "small")),
        "-+": (0, Sizing("small", "large")),
        "+1-1": (0, Sizing("one-more", "one-less")),
        "-1+1": (0, Sizing("one-less", "one-more")),
        "fc75pa": (1, Sizing()),
        "fc125pa": (2, Sizing()),
    }
    assert list(wanted) == list(translation_duels.ROWS)
    for row, (source, sizing) in wanted.items():
        player = translation_duels.opponent(row, sources, soft)
        if row != "naïvePA":
            assert player.strategy is sources[source]
        assert player.sizing == sizing
        assert player.translation == hard
    variant = translation_duels.FCPA_500
    assert [r.bets for r in variant.recipes(setting)] == ["fcpa", "fc75a", "fc125a"]


def test_a_cell_is_the_value_of_the_two(setting, monkeypatch):
    """+- against soft translation, exactly, as the expected value of Leduc has it."""
    sources = Library(setting).opened(RECIPES[:1], silent)
    soft = Translation("soft")
    pair = exploiter("plus-minus", sources[0], soft), Blueprint(sources[0], soft)
    exact = ExpectedValue(find_game(GAME), pair).run(2).mean.mean
    monkeypatch.setattr(translation_duels.Variant, "game", GAME)
    monkeypatch.setattr(translation_duels, "cards_of", leduc_cards)
    found, _, _ = translation_duels.measure(
        Setting(library=setting.library), translation_duels.FCPA_500, "abstract", False
    )
    assert found["+-", "Soft"].mean == pytest.approx(exact)
    assert exact != 0.0


def leduc_cards(scale, game, bets, iterations, seed):
    return Recipe(game, bets, "full", EXACT, 20, seed)


def test_a_table_of_translations(setting, monkeypatch):
    variant = translation_duels.Variant(5, "fcpa", {"quick": 20})
    monkeypatch.setattr(translation_duels.Variant, "game", GAME)
    monkeypatch.setattr(translation_duels, "cards_of", leduc_cards)
    published = "\n".join(["1 2 3"] * len(translation_duels.ROWS))
    compared = dict.fromkeys(translation_duels.COMPARED, 5.0)
    outcome = translation_duels.run_table(
        setting, variant, "real", published, translation_duels.against_other_style, compared
    )
    assert len(outcome.cells) == 7 * 4 + 3
    columns = [cell.published for cell in outcome.cells if cell.row == "+-"]
    assert columns == [1, 2, 3, None, 5]
    assert len(outcome.claims) == 10
