"""Ranges along a hand: products of what the policy does, and what an impossible action leaves."""

from dataclasses import replace

import numpy as np
import pytest
from tests.evaluation.bounds.ranked import ranked
from tests.policies.resolved import GAME, RULES, blueprint, public_after

from equipoise.cards.combos import combos_with
from equipoise.games.action import Action
from equipoise.games.public_state import PublicState
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.followed import follow_hand
from equipoise.strategies.purify import Purification


def twin_range(policy, public, position):
    """The product of range_chances over the position's own moves, board by board."""
    weights = np.ones(1326)
    line = []
    for number, moves in enumerate(public.history):
        for move in moves:
            if move.position == position:
                board = public.board[: (0, 3, 4, 5)[number]]
                before = PublicState.at(RULES, line, board)
                weights = weights * policy.range_chances(before).reach(move.action)
            line.append(move.action)
    return np.where(combos_with(public.board), 0.0, weights)


@pytest.mark.parametrize("mapping", ["hard", "soft"])
@pytest.mark.parametrize("line", ["r6c/cc/cr18c/", "cc/r6c/cc/c", "r6r18c/cc/", "cc/"])
def test_ranges_are_products_of_what_the_policy_does(mapping, line):
    policy, public = blueprint(mapping), public_after(line)
    found = follow_hand((policy, policy), public)
    for position in (0, 1):
        wanted = twin_range(policy, public, position)
        assert wanted.any()
        assert found[position].strayed == 0
        np.testing.assert_allclose(found[position].range, wanted, atol=1e-15)


def test_the_range_at_the_start_of_a_round_is_before_its_actions():
    policy = blueprint()
    early = follow_hand((policy, policy), public_after("r6c/cc/cr18c/c"), 2)
    plain = follow_hand((policy, policy), public_after("r6c/cc/"))
    for one, other in zip(early, plain, strict=True):
        np.testing.assert_array_equal(one.range, other.range)


def test_an_action_that_no_hand_takes_says_nothing():
    policy = Blueprint(ranked(GAME), how=Purification())  # one action a hand
    public = PublicState.at(RULES)
    found = policy.range_chances(public)
    never = next(to for to in range(4, 40) if not found.reach(Action.raise_to(to)).any())
    after = PublicState.at(RULES, [Action.raise_to(never)])
    ranges = follow_hand((policy, policy), after)
    mover = public.to_act
    assert ranges[mover].strayed == 1 and ranges[1 - mover].strayed == 0
    np.testing.assert_array_equal(ranges[mover].range, np.ones(1326))


def test_a_card_that_takes_every_hand_of_a_range_leaves_any_hand():
    policy = blueprint()
    start = follow_hand((policy, policy), public_after("cc/"))[0]
    held = combos_with([50])[start.hands.indices]
    after = replace(start, weights=np.where(held, 1.0, 0.0)).dealt((*public_after("cc/").board, 50))
    assert after.strayed == 1 and (after.weights == 1.0).all()
    assert not after.range[combos_with([50])].any()
