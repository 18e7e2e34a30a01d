"""Card models by counting ranks, operators board by board, and states that share a group."""

from dataclasses import replace

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards.deck import Deck
from equipoise.experiments.slumbot.toys import one_card_flop
from equipoise.games.catalogue import find_game
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.spine.cards.deck import deck_model
from equipoise.spine.cards.exact import card_model_for
from equipoise.spine.cards.grouped import GroupedCards, strength_groups
from equipoise.spine.cards.matrix import _blocks
from equipoise.spine.cards.ranks import rank_model
from equipoise.spine.game import AbstractGame
from equipoise.spine.tied import TiedPasses


def small_deck():
    """Two hole cards and a board card of three ranks in four suits: few enough to deal."""
    return replace(one_card_flop(), deck=Deck("QKA", "cdhs"))


@pytest.mark.parametrize("rules", [find_game("kuhn"), find_game("leduc"), small_deck()])
def test_counting_ranks_gives_the_model_of_dealing_every_deal(rules):
    dealt, counted = deck_model(rules), rank_model(rules)
    assert counted.labels == dealt.labels
    for number in range(rules.rounds):
        for kind in ("fold", "showdown"):
            np.testing.assert_allclose(
                getattr(counted, kind)[number], getattr(dealt, kind)[number], atol=1e-15
            )
        for player in (0, 1):
            np.testing.assert_array_equal(
                counted.public[player][number], dealt.public[player][number]
            )
            np.testing.assert_array_equal(
                counted.parents[player][number], dealt.parents[player][number]
            )


def test_hands_of_52_cards_with_a_flop_of_one():
    model = card_model_for(one_card_flop())
    assert model.states == ((91, 1183), (91, 1183))
    assert model.fold[1].sum() == pytest.approx(1.0)
    # two aces against two aces: 6 of 1,326 hands, then 1 of 1,225
    pair = model.labels[0][0].index("AA")
    assert model.fold[0][pair, pair] == pytest.approx(6 / 1326 / 1225)


def test_products_board_by_board_are_those_of_the_matrix():
    model = rank_model(small_deck())
    reach = np.random.default_rng(0).random((4, model.states[0][1]))
    boards = (model.public[0][1], model.public[1][1])
    for matrix in (model.fold[1], model.showdown[1]):
        found = _blocks(matrix, boards)
        assert found is not None
        for operator, plain in zip(found, (matrix.T, matrix), strict=True):
            out = np.zeros_like(reach)
            operator(reach, out)
            np.testing.assert_allclose(out, reach @ plain, atol=1e-15)
    assert _blocks(model.fold[0], (model.public[0][0], model.public[1][0])) is None


def test_groups_of_one_state_each_forget_nothing():
    whole = AbstractGame("leduc").passes("float64")
    model = whole.model.matrices()
    alone = [np.arange(count) for count in model.states[0]]
    engine = TiedPasses(whole.tree, GroupedCards(model, alone, "alone"), "float64")
    solver = CounterfactualRegret(engine, SCHEDULES["cfr+"])
    for _ in range(200):
        solver.step()
    assert whole.exploitability(engine.spread_out(solver.average())).average < 0.02


def test_fewer_groups_lose_more():
    whole = AbstractGame("leduc").passes("float64")
    model = whole.model.matrices()
    lost = []
    for counts in ([1, 1], [3, 9]):
        groups = strength_groups(model, counts)
        engine = TiedPasses(whole.tree, GroupedCards(model, groups, "some"), "float64")
        solver = CounterfactualRegret(engine, SCHEDULES["cfr+"])
        for _ in range(200):
            solver.step()
        lost.append(whole.exploitability(engine.spread_out(solver.average())).average)
    assert lost[1] < lost[0] / 2


def test_groups_by_strength_keep_equals_together_and_are_numbered_without_gaps():
    model = card_model_for(one_card_flop())
    for count in (1, 8, 64):
        groups = strength_groups(model, [count, count])
        for row, values in zip(groups, model.strengths(0), strict=True):
            assert set(row.tolist()) == set(range(int(row.max()) + 1))
            assert row.max() < count
            order = np.argsort(values, kind="stable")
            assert (np.diff(row[order]) >= 0).all()
    with pytest.raises(InputError, match="no gaps"):
        GroupedCards(model, [np.zeros(91, dtype=np.int64), np.full(1183, 3)], "gaps")
