"""The experiments on games that are solved exactly: Kuhn, clairvoyance, jam-fold."""

import pytest

from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.harness.registry import find_experiment
from equipoise.experiments.slides.jamfold import GAME, answered_by_jam
from equipoise.games.catalogue import find_game
from equipoise.solvers.jamfold import solve_jamfold
from equipoise.solvers.methods import make_solver
from equipoise.spine.cards.preflop import preflop_model
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree


def run(name, **options):
    return find_experiment(name).run(Setting(**options))


def test_switching_equilibria_loses_twice_as_much():
    outcome = run("schnizlein-5.3")
    assert all(claim.holds for claim in outcome.claims)
    for cell, value in zip(outcome.cells, (-1 / 18, -1 / 18, -2 / 18), strict=True):
        assert cell.measured == pytest.approx(value, abs=1e-12) == cell.published
    assert "1 to 0 is the worst (-0.166667 = -1/6)" in outcome.notes[0]


def test_clairvoyance_agrees_with_the_closed_forms():
    outcome = run("tartanian5-clairvoyance")
    assert len(outcome.cells) == 24
    assert all(claim.holds for claim in outcome.claims)
    assert all(abs(cell.measured - cell.published) < 1e-6 for cell in outcome.cells)


def test_jamfold_at_6_67_big_blinds():
    outcome = run("slides-jamfold")
    assert all(claim.holds for claim in outcome.claims)
    assert len(outcome.claims) == 1  # one hand's chips cannot be set against a tournament
    assert any("0.0243 to 0.1154 big blinds" in note for note in outcome.notes)
    cells = {cell.row: cell.measured for cell in outcome.cells}
    assert cells["value for the small blind, big blinds a hand"] == pytest.approx(0.0243, abs=1e-4)
    assert all(cell.published is None for cell in outcome.cells)


def test_the_bound_from_above_without_new_moves_is_the_game_itself():
    """With a jam as the only opening the larger game is jam-fold, built by the rules engine."""
    rules = find_game(f"jamfold:{GAME}")
    mine, theirs = answered_by_jam(rules, [rules.stacks[0]]), build_tree(rules)
    for name in ("kind", "put", "child_starts", "children", "parents"):
        assert (getattr(mine, name) == getattr(theirs, name)).all(), name
    assert mine.actions == theirs.actions


def test_larger_raises_do_not_help_the_small_blind():
    rules = find_game(f"jamfold:{GAME}")
    big, stack = rules.big_blind, rules.stacks[0]
    values = []
    for openings in ([big, 2 * big, stack], [big, 2 * big, 3 * big, 4 * big, stack]):
        passes = Passes(answered_by_jam(rules, openings), preflop_model(rules))
        solver = make_solver("pcfr+", passes)
        for _ in range(1500):
            solver.step()
        seen = passes.exploitability(solver.average())
        assert seen.average < 1e-5 * big
        values.append(seen.value / big)
    assert values[0] == pytest.approx(values[1], abs=2e-5)
    assert values[0] > solve_jamfold(GAME).value
