"""The re-solving policy: consistent, reproducible, safe, and well-behaved where nothing fits."""

from dataclasses import replace

import numpy as np
import pytest
from tests.agents.books import leduc
from tests.policies.resolved import GAME, blueprint, public_after, resolver
from tests.policies.test_policies import view

import equipoise.matches.match as match_module
from equipoise.agents.policy_agent import PolicyAgent
from equipoise.agents.registry import find_agent, register
from equipoise.agents.resolving import NAMES
from equipoise.base.errors import InputError
from equipoise.cards.combos import combo_cards, combos_with
from equipoise.evaluation.bounds.menus import Menus
from equipoise.evaluation.bounds.subgame import response_subgame
from equipoise.games import find_game
from equipoise.games.action import Kind, Move
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.followed import follow_hand
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.resolving.alternatives import blueprint_values
from equipoise.policies.resolving.plan import METHODS, ResolvePlan
from equipoise.policies.resolving.resolver import Resolver
from equipoise.policies.resolving.subgame import Root, solve
from equipoise.spine.cards.readers import StartingHands
from equipoise.spine.game import AbstractGame
from equipoise.spine.spot_node import met_by

#: on the tree of the solve, off it, all-in, and after an own bet that the solve does not have
RIVERS = ["cc/cc/cc/", "cc/cc/cc/c", "cc/cc/cc/r5", "cc/cc/cc/r40", "cc/cc/cc/r5r11", "r6c/cc/cc/c"]


def check_chances(policy, public):
    found = policy.range_chances(public)
    impossible = combos_with(public.board)
    sums = found.probabilities.sum(axis=0)
    assert np.isfinite(found.probabilities).all() and (found.probabilities >= 0).all()
    assert (sums[impossible] == 0).all()
    np.testing.assert_allclose(sums[~impossible], 1.0, atol=1e-12)
    legal = public.betting.legal()
    assert all(legal.checked(action) == action for action in found.actions)
    return found


@pytest.mark.parametrize("method", sorted(METHODS))
@pytest.mark.parametrize("line", RIVERS)
def test_every_method_answers_every_bet_with_probabilities(method, line):
    policy, public = resolver(method=method), public_after(line)
    found = check_chances(policy, public)
    for hand in (0, 700, 1325):
        if not combos_with(public.board)[hand]:
            alone = policy.chances(view(public, combo_cards()[hand]))
            assert alone == found.of_hand(hand)


def test_before_its_street_it_is_the_blueprint():
    policy = resolver(start=3)
    for line in ("", "cc/r4", "cc/cc/r7"):
        public = public_after(line)
        mine, theirs = policy.range_chances(public), policy.blueprint.range_chances(public)
        assert mine.actions == theirs.actions
        np.testing.assert_array_equal(mine.probabilities, theirs.probabilities)
    assert policy.solves == 0


@pytest.mark.parametrize("again", ["off-tree", "street", "always"])
@pytest.mark.parametrize("nested", ["after", "before"])
def test_the_turn_on_to_the_river_and_the_same_bits_however_it_is_asked(again, nested):
    lines = ["cc/cc/", "cc/cc/r5", "cc/cc/r5c/", "cc/cc/r5c/r13"]
    options = {"start": 2, "iterations": 4, "again": again, "nested": nested}
    walked = resolver(**options)
    found = [check_chances(walked, public_after(line)) for line in lines]
    fresh = resolver(**options, workers=2)
    for line, one in reversed(list(zip(lines, found, strict=True))):
        other = fresh.range_chances(public_after(line))
        assert one.actions == other.actions
        assert one.probabilities.tobytes() == other.probabilities.tobytes()


def test_an_off_tree_bet_is_solved_again_and_one_on_the_tree_is_not():
    policy = resolver(start=3)
    policy.range_chances(public_after("cc/cc/cc/"))
    policy.range_chances(public_after("cc/cc/cc/c"))
    solves = policy.solves  # a seat each
    policy.range_chances(public_after("cc/cc/cc/r6"))  # the pot: on the tree
    assert solves == policy.solves == 2
    policy.range_chances(public_after("cc/cc/cc/r5"))
    assert policy.solves == 3
    assert policy.place(public_after("cc/cc/cc/r5"), 1).solved.root.betting.put == (5, 2)


@pytest.mark.parametrize("us", [0, 1])
def test_alternative_values_are_best_responses_hand_by_hand(us):
    policy, public = blueprint(), public_after("r6c/cc/cc/")
    ours = follow_hand((policy, policy), public)[us]
    values = blueprint_values(policy, ours, public.betting, public.board)
    for hand in (11, 500, 901):
        held = np.zeros(1326)
        held[hand] = 1.0
        ranges = (ours.range, held) if us == 0 else (held, ours.range)
        alone = response_subgame(
            public.betting, public.board, ours.line, ours.hands, ranges, Menus.parse("fcpa")
        )
        # its later bets are all-in at this depth, as in the menu that responder has then
        assert values[hand] == pytest.approx(alone.value(), rel=1e-4, abs=1e-3)


def test_no_hand_gets_more_than_its_alternative_value_from_a_safe_method():
    for method in ("resolve", "maxmargin", "mixed"):
        policy = resolver(start=3, method=method, iterations=600)
        solved = policy.place(public_after("r6c/cc/cc/"), 0).solved
        worst = -solved.margins[~combos_with(solved.root.board)].min()
        assert worst < 0.05, method  # chips, of a pot of 12
        assert solved.margins.max() > 0.1, method


def test_the_scale_of_a_range_changes_nothing():
    policy = resolver(start=3, method="resolve")
    root = policy.place(public_after("r6c/cc/cc/"), 0).solved.root
    small = Root(
        root.betting, root.board, root.us, root.ours * 2.0**-40, root.theirs * 2.0**-30,
        root.alternatives, root.method,
    )  # fmt: skip
    one, other = (solve(which, policy.plan, 1) for which in (root, small))
    assert one.strategy.tobytes() == other.strategy.tobytes()


def test_values_at_a_node_are_the_best_of_its_actions_and_of_the_root():
    policy = resolver(start=2, iterations=8)
    place = policy.place(public_after("cc/cc/"), 1)  # the opponent acts first
    np.testing.assert_allclose(place.opponent_values(), place.solved.values, atol=1e-3)
    tree, value = place.solved.tree, place.solved.opponent_values
    best = np.max(
        [value(int(node), place.board, place.reach) for node in tree.children_of(0)], axis=0
    )
    np.testing.assert_allclose(best, place.solved.values, atol=1e-3)


def test_values_carried_to_the_river_are_those_of_the_turn():
    """The mean over rivers of what a hand wins there is what it won on the turn."""
    policy = resolver(start=2, iterations=8, again="off-tree")
    place = policy.place(public_after("cc/cc/cc/", "Ks7d2c5hTs"), 0)
    solved, turn = place.solved, place.solved.root.board
    node, reach = place.node, solved.reach * solved.chances(0, turn)[0]
    assert solved.tree.actions_of(0)[0].kind == Kind.CALL  # we check, and the opponent
    hand = 600
    total = mass = 0.0
    for card in set(range(52)) - set(turn) - set(combo_cards()[hand].tolist()):
        board = (*turn, card)
        there = np.where(combos_with(board), 0.0, reach)
        met = met_by(board, there)[hand]
        total += met * solved.opponent_values(node, board, there)[hand]
        mass += met
    seen = solved.street(turn)
    raw = seen.of(1, node)[solved.model.states_on(1, turn)[hand] - seen.firsts[1]]
    assert total == pytest.approx(float(raw), rel=1e-3, abs=1e-2)
    assert mass == pytest.approx(44 * met_by(turn, reach)[hand], rel=1e-9)


def test_gifts_raise_the_alternative_values_of_hands_that_should_have_folded():
    """We bet the pot on the turn and are called: what calling lost beside folding is a gift."""
    public = public_after("cc/cc/r6c/")
    roots = {
        method: resolver(start=2, method=method, iterations=10).place(public, 0).solved.root
        for method in ("maxmargin", "reach")
    }
    gifts = roots["reach"].alternatives - roots["maxmargin"].alternatives
    assert gifts.min() >= 0.0
    # nobody loses more beside a fold, which loses the 2 chips put in, than the 4 chips of the call
    assert 0.01 < gifts.max() <= 4.0 + 1e-3


def test_an_opponent_who_does_what_nobody_does_is_answered():
    blind = Blueprint(blueprint().strategy, blueprint().translation)
    policy = Resolver(blind, ResolvePlan(start=3, iterations=20), 1)
    check_chances(policy, public_after("r4r7r11c/r13r15r18c/cc/r21"))


def test_a_range_that_the_next_card_empties_is_any_hand():
    """All weight on hands with the river card: nobody can be there, and an answer is given."""
    policy = resolver(start=2, iterations=4)
    place = policy.place(public_after("cc/cc/"), 0)
    river = 40
    board = (*place.board, river)
    held = np.where(combos_with([river]) & ~combos_with(place.board), 1.0, 0.0)
    dealt = replace(place, ours=held, theirs=held, node=place.node).dealt(board)
    for weights in (dealt.ours, dealt.theirs):
        np.testing.assert_array_equal(weights > 0, ~combos_with(board))


@pytest.mark.parametrize("again", ["off-tree", "street"])
def test_a_call_that_no_hand_of_ours_makes_still_leads_to_the_river(again):
    policy = resolver(start=2, iterations=4, again=again)
    public = public_after("cc/cc/c")
    place = policy.place(public, 1)
    solved = place.solved
    strategy = solved.strategy.copy()
    solved.engine.layout.block(strategy, place.node)[0] = 0.0  # never checks behind
    stuck = replace(place, solved=replace(solved, strategy=strategy))
    call = place.actions[0]
    assert call.kind == Kind.CALL and stuck.after(call) is None
    left = policy._moved(stuck, Move(1, call))
    river = policy._moved(left, public_after("cc/cc/cc/").board)
    assert river.betting.round == 3 and river.solved.root.board == river.board
    assert np.isfinite(river.solved.root.alternatives).all()
    sums = river.chances().sum(axis=0)
    np.testing.assert_allclose(sums[~combos_with(river.board)], 1.0, atol=1e-12)


def test_all_in_before_the_street_is_over_and_calls_are_answered_on_it():
    for line in ("cc/cc/r40", "cc/cc/cr40"):
        found = check_chances(resolver(start=2, iterations=5), public_after(line))
        assert {action.kind for action in found.actions} == {Kind.FOLD, Kind.CALL}


def test_seconds_are_a_budget_of_their_own():
    policy = resolver(start=3, iterations=None, seconds=0.02)
    check_chances(policy, public_after("cc/cc/cc/"))
    assert policy.place(public_after("cc/cc/cc/"), 0).solved.iterations >= 1


def test_other_games_and_other_strategies_are_refused_in_one_line():
    policy = resolver()
    policy.check_game(find_game("holdem-nolimit:50bb"))
    for game in ("leduc", "holdem-limit:2p", "holdem-nolimit:100bb,6p"):
        with pytest.raises(InputError):
            policy.check_game(find_game(game))
    with pytest.raises(InputError, match="cannot be re-solved"):
        Resolver(Blueprint(leduc()[0])).check_game(find_game("leduc-nolimit:12"))
    jam = AbstractGame("jamfold:10bb")
    shoves = OpenedStrategy("jam", jam.layout(), jam.layout().uniform(), StartingHands())
    with pytest.raises(InputError, match="ends before the flop"):
        Resolver(Blueprint(shoves)).check_game(find_game("holdem-nolimit:10bb"))
    with pytest.raises(InputError, match="strategy is missing"):
        find_agent("resolve")
    for options in ("from=preflop", "method=best", "bets=zz", "iterations=-1"):
        with pytest.raises(InputError):
            find_agent(f"resolve:{options}")
    assert set(NAMES) == set(METHODS)


def test_a_killed_match_resumes_to_the_same_bits(tmp_path, monkeypatch):
    made = []

    def make():
        made.append(resolver(start=3, iterations=5))
        return PolicyAgent(made[-1])

    register("again", "re-solves")(make)
    plan = MatchPlan(GAME, ("again", "call"), 24, seed=2, session=8)
    whole = play_match(plan, workers=1)
    kept, usual = [], match_module.play_here

    def stop_in_the_middle(*arguments):
        if len(kept) == 1:
            raise KeyboardInterrupt
        kept.append(usual(*arguments))
        return kept[-1]

    monkeypatch.setattr(match_module, "play_here", stop_in_the_middle)
    with pytest.raises(KeyboardInterrupt):
        play_match(plan, workers=1, out=tmp_path / "m")
    monkeypatch.setattr(match_module, "play_here", usual)
    again = play_match(plan, workers=1, out=tmp_path / "m", resume=True)
    assert again.played_now == 16 and (again.parts == whole.parts).all()
    assert sum(policy.solves for policy in made) > 5
