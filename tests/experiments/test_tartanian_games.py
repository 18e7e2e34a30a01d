"""The experiment on Tartanian's abstractions, on models without cards, killed and resumed."""

import pytest

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.pictures import draw
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.tartanian import exploitability as experiment
from equipoise.experiments.tartanian import games as tartanian_games
from equipoise.games.catalogue import find_game
from equipoise.plots.style import png
from equipoise.solvers.run.checkpoint import CheckpointWriter
from equipoise.spine.cards.synthetic import synthetic_model
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree

GAMES = {"2-2-1-1": (2, 2, 1, 1), "8-4-3-3": (2, 2, 2, 1)}


@pytest.fixture
def small(monkeypatch):
    def passes(cards, flops, setting):
        tree = build_tree(find_game("holdem-nolimit:20bb"), parse_bets("fcpa"))
        return Passes(tree, synthetic_model(GAMES[cards]))

    monkeypatch.setattr(tartanian_games, "game_passes", passes)
    monkeypatch.setitem(experiment.ITERATIONS, "quick", {"2-2-1-1": 3, "8-4-3-3": 150})


def figures(outcome):
    return {(c.row, c.column): c.measured for c in outcome.cells if "seconds" not in c.column}


def test_killed_and_resumed_it_gives_the_same(small, tmp_path, monkeypatch):
    whole = experiment.run(Setting())
    begun = CheckpointWriter.__init__
    monkeypatch.setattr(
        CheckpointWriter,
        "__init__",
        lambda self, *arguments: begun(self, *arguments, between=1e-9),
    )
    heard = 0

    def stop_now(done, total, doing=""):
        nonlocal heard
        heard += 1
        if heard % 25 == 0:
            raise KeyboardInterrupt

    for _ in range(200):
        try:
            resumed = experiment.run(Setting(report=stop_now, work=tmp_path / "work"))
            break
        except KeyboardInterrupt:
            continue
    assert heard > 50
    assert figures(resumed) == pytest.approx(figures(whole), rel=1e-9)
    assert list(tmp_path.iterdir()) == []


def test_what_it_shows(small):
    outcome = experiment.run(Setting())
    found = figures(outcome)
    assert found["always folding", "BB per hand"] == pytest.approx(0.75)
    assert outcome.claims[0].holds
    assert found["8-4-3-3 dcfr", "BB per hand"] < found["8-4-3-3 egt", "BB per hand"] < 0.2
    stages = [row for row, column in found if row.endswith("as solved") and column == "BB per hand"]
    assert len(stages) == 3  # the smaller game does not come below the level in its iterations
    for row, column in found:
        if column == "wins, BB per hand":
            # nobody wins more from a player than a best response does
            at, pair = row.split(", ")
            loser = pair.split(" from ")[1]
            assert found[row, column] <= found[f"{at}, {loser}", "BB per hand"] + 1e-9
    assert len(outcome.panels) == 2 and outcome.panels[1].curves[-1].dashed
    assert png(draw(find_experiment("tartanian5-exploitability"), outcome)).startswith(b"\x89PNG")


def test_games_that_do_not_fit_are_left_out(small, monkeypatch):
    monkeypatch.setattr(tartanian_games, "available_memory", lambda: 10_000)
    outcome = experiment.run(Setting())
    assert outcome.cells == [] and "8-4-3-3 was left out" in outcome.notes[-1]
