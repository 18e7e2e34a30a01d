"""Experiments on re-solving: exact spots at a small scale, and claims from made-up wins."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from equipoise.evaluation.bounds.runs import ResponsePlan, ResponseRun
from equipoise.evaluation.estimates import estimate
from equipoise.experiments.harness.experiment import Setting
from equipoise.experiments.new import nested_streets, realtime
from equipoise.experiments.new.nested_spots import (
    IN_TREE,
    MAPPINGS,
    NESTED,
    THEM,
    US,
    NestedSpot,
    Work,
    _write_mixture,
)


@pytest.fixture(scope="module")
def river():
    return NestedSpot("Ks7d2c5hTs", Work(300, 200))


def test_no_answer_beats_the_value_and_safe_ones_lose_less_than_translation(river):
    found = river.prices(Fraction(3, 2))
    assert set(found) == {*MAPPINGS, *NESTED, IN_TREE}
    assert min(found.values()) > -0.05  # % of the pot; a best response gets the value at least
    assert river.on_tree() < 0.3
    for name in ("resolve", "maxmargin"):
        assert found[name] < min(found[mapping] for mapping in MAPPINGS)
    assert found["hard"] > 1.0


def test_a_bet_of_the_tree_read_as_itself_is_answered_as_in_the_tree(river):
    """A mixture of a node with itself, written over its own place, is the same strategy."""
    base = river.base
    strategy = base.strategy.copy()
    node = int(base.tree.children_of(0)[2])
    states = base.model.states[US][river.betting.round]
    for below in base.tree.decision_nodes(US).tolist():
        if below >= node and base.tree.steps_to(below)[0][1] == node:
            strategy[int(base.engine.layout.offsets[below])] = 0.5  # spoilt, and written again
    halves = np.full(states, 0.5), np.full(states, 0.5)
    _write_mixture(base, base, (node, node), node, halves, strategy)
    first = river._responses(base, base.strategy)[THEM]
    assert river._responses(base, strategy)[THEM] == pytest.approx(first, abs=1e-4)


def test_the_table_of_a_street(monkeypatch):
    monkeypatch.setattr(
        nested_streets, "spots", lambda street, scale: [NestedSpot("Ks7d2c5hTs", Work(60, 40))]
    )
    found = nested_streets.run_street(Setting(), 3)
    assert len(found.cells) == (len(MAPPINGS) + len(NESTED) + 1) * 3
    assert len(found.claims) == 3 and found.unit == "% of the pot"


def test_a_turn_has_the_same_answers():
    found = NestedSpot("Ks7d2c5h", Work(6, 4)).prices(Fraction(3, 2))
    assert all(np.isfinite(value) for value in found.values())


class Solved:
    def __init__(self, setting):
        pass

    def solve(self, recipes, report):
        return [Path(recipe.folder_name) for recipe in recipes]


def test_realtime_claims_follow_the_intervals(monkeypatch):
    random = np.random.default_rng(1)
    wins = {realtime.BLUEPRINT: 500.0, realtime.RESOLVER: -100.0}

    def measured(setting, game, both):
        runs = {}
        for menus in realtime.QUICK_MENUS:
            for name in both:
                won = wins[name] + random.normal(size=(40, 2))
                plan = ResponsePlan(game, both[name], f"lbr:{menus}", 40)
                runs[name, menus] = ResponseRun(plan, won, 1.0, 80)
        return realtime.Found(estimate(20.0 + random.normal(size=40)), runs)

    monkeypatch.setattr(realtime, "Library", Solved)
    monkeypatch.setattr(realtime, "quality_note", lambda library, recipes: "quality")
    monkeypatch.setattr(realtime, "_measured", measured)
    found = realtime.run(Setting())
    assert [claim.holds for claim in found.claims] == [True] * 6
    assert len(found.cells) == 2 * (1 + 2 * len(realtime.QUICK_MENUS))
    wins[realtime.RESOLVER] = 100.0
    verdicts = [claim.verdict for claim in realtime.run(replace(Setting(), seed=1)).claims]
    assert verdicts.count("DOES NOT HOLD") == 2
