"""Re-solving from the flop: on the blueprint's buckets there, with real hands from the turn on."""

import numpy as np
import pytest
from tests.agents.books import small_source
from tests.policies.resolved import blueprint, public_after
from tests.policies.test_resolver import check_chances
from tests.solvers.test_buckets import Small

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combos_with
from equipoise.games import find_game
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.resolving.plan import ResolvePlan
from equipoise.policies.resolving.resolver import Resolver

RULES = find_game("holdem-nolimit:6bb")
FLOP = "AsKd7c"  # one of those that ``Small`` knows
TURN = "9h"


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    made = Small(tmp_path_factory.mktemp("buckets") / "b", "ir169.4.2.2", RULES.name, "fcpa")
    return small_source(made, made.layout.uniform(), "float64")


@pytest.fixture
def make(small):
    return lambda workers=1, **options: Resolver(
        Blueprint(small), ResolvePlan(1, iterations=10, **options), workers
    )


@pytest.mark.parametrize("again", ["off-tree", "street", "always"])
def test_the_flop_on_buckets_then_the_turn_with_real_hands(make, again):
    policy, fresh = make(again=again), make(again=again, workers=2)
    lines = {"cc/": "", "cc/c": "", "cc/r5": "", "cc/r5c/": TURN, "cc/r5c/c": TURN}
    found = {}
    for line, later in lines.items():
        public = public_after(line, FLOP + later, RULES)
        found[line] = check_chances(policy, public)
        exact = policy.place(public, public.to_act).solved.is_exact
        assert exact == bool(later)
    for line, later in reversed(lines.items()):
        other = fresh.range_chances(public_after(line, FLOP + later, RULES))
        assert other.probabilities.tobytes() == found[line].probabilities.tobytes()


def test_hands_of_a_bucket_play_alike_and_an_off_tree_bet_is_in_the_tree(make, small):
    policy = make()
    public = public_after("cc/r5", FLOP, RULES)
    place = policy.place(public, 1)
    assert place.solved.root.extra.to == 5 and place.solved.root.betting.put == (2, 2)
    buckets = small.cards.bucketing.on_board(parse_cards(FLOP))[1]
    chances = policy.range_chances(public).probabilities
    for bucket in np.unique(buckets[buckets >= 0]):
        of_bucket = chances[:, buckets == bucket]
        np.testing.assert_array_equal(of_bucket, of_bucket[:, :1].repeat(of_bucket.shape[1], 1))


def test_alternative_values_on_the_turn_are_those_of_the_flop_solution(make):
    policy = make()
    public = public_after("cc/cc/", FLOP + TURN, RULES)
    root = policy.place(public, 0).solved.root
    values = root.alternatives[~combos_with(public.board)]
    assert np.isfinite(values).all() and values.max() > 2.0
    assert values.min() >= -2.0 - 1e-4  # who checks and folds loses the two chips he has put in


def test_a_strategy_without_buckets_is_refused():
    policy = Resolver(blueprint(), ResolvePlan(1))
    with pytest.raises(InputError, match="has no buckets"):
        policy.check_game(find_game("holdem-nolimit:20bb"))
