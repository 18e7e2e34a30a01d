"""Reach at the root is an input of every engine, and values there an output."""

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.ranges import Range
from equipoise.games.catalogue import find_game
from equipoise.games.start import spot_betting
from equipoise.solvers.cfr import SCHEDULES
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.tied import TiedPasses

RULES = find_game("holdem-nolimit:100bb")


def spot(board="AsKd7c7h2d", isomorphism=True, first="AA,QQ,76s,AKs", second="QQ,JJ,65s,K7s"):
    cards = tuple(parse_cards(board))
    betting = spot_betting(RULES, round=len(cards) - 2, pot=40, stack=60)
    ranges = (Range.parse(first).weights, Range.parse(second).weights)
    return AbstractGame("", "fcpa", start=Start(betting, cards, ranges), isomorphism=isomorphism)


def random_strategy(layout, seed=0):
    values = np.random.default_rng(seed).random(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(values, node)
        block /= block.sum(axis=0)
    return values


def engines(game):
    passes = game.passes("float64")
    return passes, TiedPasses(passes.tree, passes.model, "float64"), game.spot_engine()


@pytest.mark.parametrize("board", ["AsKd7c7h2d", "AsKd7c7h"])
@pytest.mark.parametrize("isomorphism", [True, False])
def test_engines_agree_on_values_and_mass_at_the_root(board, isomorphism):
    game = spot(board, isomorphism)
    strategy = random_strategy(game.passes().layout)
    known = engines(game)
    rng = np.random.default_rng(1)
    for player in (0, 1):
        # hands that are one state must enter alike: states are what the reach is over
        reach = rng.random(len(known[0].root_reach_of(player)))
        for engine in known:
            engine.set_root_reach(player, reach)
    for player in (0, 1):
        mass, best = ([getattr(e, name) for e in known] for name in ("root_mass", "best_values"))
        for one, values in zip(mass[1:], best[1:], strict=True):
            np.testing.assert_allclose(one(player), mass[0](player), rtol=1e-5)
            np.testing.assert_allclose(
                values(player, strategy), best[0](player, strategy), atol=1e-5
            )


def test_values_times_reach_are_what_a_player_wins():
    for engine in engines(spot()):
        strategy = random_strategy(engine.layout)
        won = engine.exploitability(strategy).responses
        for player in (0, 1):
            values = engine.best_values(player, strategy)
            assert values @ engine.root_reach_of(player) == pytest.approx(won[player], abs=1e-5)


def test_a_turn_leaves_the_values_of_the_strategies_it_was_played_with():
    rule = SCHEDULES["cfr"].rule(1)
    for engine in engines(spot()):
        tables = engine.tables(False)
        uniform = engine.layout.uniform()
        engine.turn(0, 1, rule, tables, tables.current)
        values = engine.root_values(0) @ engine.root_reach_of(0)
        assert values == pytest.approx(engine.exploitability(uniform).value, abs=1e-5)


def test_another_reach_is_another_game_in_the_same_units():
    game = spot(isomorphism=False)
    for engine in engines(game):
        strategy = random_strategy(engine.layout)
        before = engine.best_values(1, strategy)
        halved = np.asarray(engine.root_reach_of(0)) / 2
        engine.set_root_reach(0, halved)
        np.testing.assert_allclose(engine.best_values(1, strategy), before / 2, atol=1e-6)
        engine.set_root_reach(0, np.zeros_like(halved))
        assert not engine.best_values(1, strategy).any()
        assert not engine.root_mass(1).any()


def test_training_with_another_reach_equals_training_in_the_spot_of_that_range():
    half = Range.parse("AA:0.25,QQ,76s,AKs:0.5").weights
    plain = spot(isomorphism=False)
    other = spot(isomorphism=False, first="AA:0.25,QQ,76s,AKs:0.5")
    for engine, twin in zip(engines(plain), engines(other), strict=True):
        combos = plain.model.held(0, 3)
        engine.set_root_reach(0, half[combos])
        found = []
        for one in (engine, twin):
            tables = one.tables(False)
            for iteration in range(1, 4):
                rule = SCHEDULES["cfr+"].rule(iteration)
                for player in (0, 1):
                    one.turn(player, iteration, rule, tables, tables.current)
            found.append(one.exploitability(tables.sums, 2).average / one.root_mass(0).sum())
        assert found[0] == pytest.approx(found[1], rel=1e-3)


def test_what_is_no_reach_is_refused():
    for engine in engines(spot()):
        count = len(engine.root_reach_of(0))
        for wrong in (np.ones(count + 1), -np.ones(count), np.full(count, np.nan)):
            with pytest.raises(InputError, match="numbers of 0 or more"):
                engine.set_root_reach(0, wrong)
