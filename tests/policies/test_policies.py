"""Policies: one hand and all hands agree, hand by hand, for every kind and on off-tree lines."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from tests.agents.books import blind_source, leduc, small_source
from tests.agents.test_switching_agents import cover
from tests.solvers.test_buckets import Small
from tests.twins.blueprint import twin_chances

from equipoise.agents.policy_agent import PolicyAgent
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_cards
from equipoise.evaluation.expected import ExpectedValue
from equipoise.evaluation.policy_value import exact_value
from equipoise.games import Action, PublicState, State, find_game
from equipoise.games.action import Kind
from equipoise.games.observation import Observation
from equipoise.games.public_state import possible_hands, private_hands
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.coach import Coach
from equipoise.policies.compiled import compiled_pair
from equipoise.policies.exploiters import SIZINGS, exploiter, naive
from equipoise.policies.opened import OpenedStrategy
from equipoise.policies.switcher import Switcher
from equipoise.spine.cards.readers import StartingHands
from equipoise.spine.game import AbstractGame
from equipoise.strategies.purify import Purification
from equipoise.translation.options import Translation
from equipoise.translation.switching.player import Switching
from equipoise.translation.switching.weights import by_match, by_nearness

LEDUC = "leduc-nolimit:9"
SOFT, HARD = Translation("soft"), Translation("hard")
SOFT_ND = Translation("soft", "real", without_dominated=True)
NO_FIXES = Translation("pseudo-harmonic", "abstract", frozenset())


def public_states(game, count, seed, flops=None):
    """Public states of random hands: any legal bet, so mostly off the tree."""
    rules, random = find_game(game), Random(seed)
    while True:
        deck = list(rules.deck.cards)
        random.shuffle(deck)
        if flops is not None:
            flop = list(random.choice(flops))
            deck = [card for card in deck if card not in flop]
            needed = 2 * rules.script[0].hole
            deck = deck[:needed] + flop + deck[needed:]
        state = State.start(rules)
        while not state.is_over:
            if state.awaits_deal:
                cards = state.cards_awaited()
                state, deck = state.deal(deck[:cards]), deck[cards:]
                continue
            yield PublicState.of(state)
            count -= 1
            if not count:
                return
            actions = [a for a in state.legal().actions() if a.kind != Kind.FOLD]
            calls = [a for a in actions if a.kind == Kind.CALL]
            state = state.apply(
                random.choice(calls if calls and random.random() < 0.5 else actions)
            )


def assert_same(together, alone):
    """Actions that only other hands take have no chance with this one."""
    for action in together.keys() | alone.keys():
        assert together.get(action, 0.0) == pytest.approx(alone.get(action, 0.0), abs=1e-12)


def view(public, hole):
    """What the player to act sees with a hand."""
    hand = tuple(int(card) for card in hole)
    return Observation(public.to_act, hand, public.up, public.board, public.betting, public.history)


def leduc_policies():
    plain, half = leduc(LEDUC, "fcpa")[0], leduc(LEDUC, "fchpa")[0]
    few = leduc(LEDUC, "fcpa", "JQ.K")[0]
    made = {
        "hard": Blueprint(plain, HARD),
        "soft": Blueprint(half, SOFT),
        "soft, real style, no dominated": Blueprint(half, SOFT_ND),
        "no fixes, thresholded": Blueprint(few, NO_FIXES, Purification(0.2)),
        "purified": Blueprint(half, SOFT, Purification()),
        "naive": naive(plain, SOFT),
        "naive, slides": naive(plain, SOFT, "slides", gives_up=False),
        "defensive coach": Coach(Blueprint(plain, SOFT), Blueprint(half, SOFT)),
        "full coach": Coach(Blueprint(plain, SOFT), Blueprint(half, SOFT_ND), full=True),
        "one strategy": Switcher([plain], by_nearness),
    }
    return made | {name: exploiter(name, half, SOFT) for name in SIZINGS}


@pytest.mark.parametrize("name", leduc_policies())
def test_all_hands_at_once_do_what_each_does_alone(name):
    policy, mixed = leduc_policies()[name], 0
    rules = find_game(LEDUC)
    for public in public_states(LEDUC, 60, 3):
        found = policy.range_chances(public)
        possible = possible_hands(rules, public.to_act, public.board)
        assert found.probabilities.shape == (len(found.actions), rules.deck.size)
        assert (found.probabilities[:, ~possible] == 0).all()
        assert found.probabilities[:, possible].sum(axis=0) == pytest.approx(1)
        assert all(public.betting.legal().checked(action) == action for action in found.actions)
        mixed += bool(np.ptp(found.probabilities[:, possible], axis=1).max() > 0.1)
        for hand in np.flatnonzero(possible):
            seen = view(public, private_hands(rules, public.to_act)[hand])
            alone = policy.chances(seen)
            assert_same(found.of_hand(hand), alone)
            if isinstance(policy, Blueprint):
                assert_same(twin_chances(policy, seen), alone)
    assert mixed > 5 or name.startswith("naive")


@pytest.mark.parametrize("weigh", [by_match, by_nearness])
def test_a_cover_of_many_games_too(weigh):
    policy = Switcher(cover()[0], weigh)
    rules = find_game("leduc-nolimit:6")
    for public in public_states(rules.name, 30, 5):
        found = policy.range_chances(public)
        for hand in np.flatnonzero(possible_hands(rules, public.to_act, public.board)):
            alone = policy.chances(view(public, private_hands(rules, public.to_act)[hand]))
            assert_same(found.of_hand(hand), alone)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """Buckets over three flops, and a random strategy."""
    made = Small(
        tmp_path_factory.mktemp("buckets") / "b", "ir169.4.2.2", "holdem-nolimit:6bb", "fcpa"
    )
    random = np.random.default_rng(2)
    values = np.zeros(made.layout.size)
    for node in made.tree.decision_nodes().tolist():
        block = made.layout.block(values, node)
        block[:] = random.random(block.shape) + 1e-3
        block /= block.sum(axis=0)
    return small_source(made, values, "uint16")


@pytest.mark.parametrize("kind", ["blueprint", "plus-minus", "naive"])
def test_holdem_hands_by_their_combo(small, kind):
    policy = {
        "blueprint": Blueprint(small, SOFT_ND, Purification(0.05)),
        "plus-minus": exploiter("plus-minus", small, SOFT),
        "naive": naive(small, SOFT),
    }[kind]
    flops = ExpectedValue(find_game("holdem-nolimit:6bb"), (policy, policy)).boards(4, 0)[:, :3]
    random = Random(1)
    boards = Counter()
    for public in public_states("holdem-nolimit:6bb", 25, 4, flops.tolist()):
        boards[len(public.board)] += 1
        found = policy.range_chances(public)
        assert found.probabilities.shape[1] == 1326
        possible = possible_hands(public.rules, public.to_act, public.board)
        assert (found.probabilities.sum(axis=0)[~possible] == 0).all()
        for hand in random.sample(np.flatnonzero(possible).tolist(), 12):
            seen = view(public, combo_cards()[hand])
            alone = policy.chances(seen)
            assert_same(found.of_hand(hand), alone)
            assert_same(twin_chances(policy, seen), alone)
    assert len(boards) >= 3


def test_jam_or_fold_by_types_of_hands():
    problem = AbstractGame("jamfold:10bb")
    layout = problem.layout()
    values = np.random.default_rng(1).random(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        layout.block(values, node)[:] /= layout.block(values, node).sum(axis=0)
    policy = Blueprint(OpenedStrategy("jam", layout, values, StartingHands()))
    found = policy.range_chances(PublicState.at(problem.rules))
    for hand in range(0, 1326, 50):
        alone = policy.chances(view(PublicState.at(problem.rules), combo_cards()[hand]))
        assert_same(found.of_hand(hand), alone)


@pytest.mark.parametrize("name", ["soft", "plus-minus", "full coach", "one strategy"])
def test_agents_act_as_often_as_their_policy_says(name):
    policy = leduc_policies()[name]
    agent, random = PolicyAgent(policy), Random(6)
    assert not agent.remembers
    count = 1500
    for public in list(public_states(LEDUC, 40, 8))[::8]:
        hand = int(np.flatnonzero(possible_hands(public.rules, public.to_act, public.board))[0])
        seen = view(public, private_hands(public.rules, public.to_act)[hand])
        drawn = Counter(agent.act(seen, random) for _ in range(count))
        chances = policy.range_chances(public).of_hand(hand)
        assert set(drawn) <= {action for action, chance in chances.items() if chance > 0}
        for action, chance in chances.items():
            spread = (count * chance * (1 - chance)) ** 0.5
            assert drawn[action] == pytest.approx(count * chance, abs=4.5 * spread + 1e-9)


def test_a_full_coach_sends_some_hands_to_the_second_strategy():
    coach = leduc_policies()["full coach"]
    public = PublicState.at(find_game(LEDUC))
    found = coach.range_chances(public)
    sides = []
    for hand in range(found.probabilities.shape[1]):
        first, second = (
            one.range_chances(public).of_hand(hand) for one in (coach.first, coach.second)
        )
        chosen = {action: p for action, p in found.of_hand(hand).items() if p}
        assert chosen in [{a: p for a, p in one.items() if p} for one in (first, second)]
        sides.append(chosen == {a: p for a, p in second.items() if p})
    assert sum(sides) > 0


# --- values through range_chances alone -----------------------------------------------------------


@pytest.mark.parametrize("pair", [("hard", "soft"), ("plus-minus", "soft"), ("naive", "purified")])
def test_values_by_ranges_are_those_of_the_compiled_walk(pair):
    policies = tuple(leduc_policies()[name] for name in pair)
    rules = find_game(LEDUC)
    found = ExpectedValue(rules, policies).run(0)
    for seat, order in ((0, policies), (1, policies[::-1])):
        value = exact_value(rules, order) * (1 if seat == 0 else -1)
        assert value * 1000 / rules.big_blind == pytest.approx(found.seats[seat], abs=1e-8)


def test_the_value_of_a_switching_player_is_that_of_its_strategy_of_the_full_game():
    sources, suite, strategies = cover()
    full = AbstractGame("leduc-nolimit:6").passes()
    real = Switching(suite, by_match, full.layout).strategy(strategies)
    policy = Switcher(sources, by_match)
    found = exact_value(suite.rules, (policy, policy))
    assert found == pytest.approx(full.expected_value(real), abs=1e-10)


def test_a_defensive_coach_ties_who_never_makes_the_bet():
    """Schnizlein 2009, Table 5.2: against its first strategy it is its first strategy."""
    policies = leduc_policies()
    coach, rules = policies["defensive coach"], find_game(LEDUC)
    tied = exact_value(rules, (coach, coach.first))
    assert tied == pytest.approx(exact_value(rules, (coach.first, coach.first)), abs=1e-12)
    against = exact_value(rules, (coach, coach.second))
    assert against != pytest.approx(exact_value(rules, (coach.first, coach.second)), abs=1e-6)


@pytest.mark.parametrize(("game", "value"), [("kuhn", -1 / 18), ("clairvoyance:2", None)])
def test_other_small_games_by_ranges(game, value):
    source, problem = leduc(game, None, iterations=2000)
    policy = Blueprint(source)
    found = exact_value(problem.rules, (policy, policy))
    compiled = ExpectedValue(problem.rules, (policy, policy)).run(0).seats[0]
    assert found * 1000 / problem.rules.big_blind == pytest.approx(compiled, abs=1e-8)
    assert value is None or found == pytest.approx(value, abs=1e-3)


# --- what is refused ------------------------------------------------------------------------------


def test_bad_input():
    policy, rules = leduc_policies()["soft"], find_game(LEDUC)
    start = PublicState.at(rules)
    with pytest.raises(InputError, match="a board of 1 cards"):
        policy.range_chances(start, parse_cards("Ks"))
    over = PublicState.at(rules, [Action.raise_to(9), Action.fold()])
    with pytest.raises(InputError, match="nobody is to act"):
        policy.range_chances(over)
    state = State.start(rules).deal(parse_cards("KsQs"))
    with pytest.raises(InputError, match="is not to act"):
        policy.chances(state.observe(1))
    with pytest.raises(InputError, match="kernels cannot play this policy"):
        compiled_pair([policy, leduc_policies()["full coach"]])
    with pytest.raises(InputError, match="deals"):
        exact_value(find_game("holdem-nolimit:6bb"), (policy, policy))


def test_another_board_in_place_of_the_public_states_own():
    policy, rules = leduc_policies()["soft"], find_game(LEDUC)
    line = [Action.raise_to(4), Action.call()]
    king, jack = (PublicState.at(rules, line, parse_cards(text)) for text in ("Ks", "Jh"))
    other = policy.range_chances(king, jack.board)
    assert (other.probabilities == policy.range_chances(jack).probabilities).all()
    assert (other.probabilities != policy.range_chances(king).probabilities).any()


def test_any_bets_of_holdem_without_cards():
    """Strategies that look at no cards do the same with every possible hand."""
    game = "holdem-nolimit:20bb"
    policy = Blueprint(blind_source(game, "fchpa"), SOFT)
    for public in public_states(game, 10, 9):
        found = policy.range_chances(public)
        possible = possible_hands(public.rules, public.to_act, public.board)
        assert np.ptp(found.probabilities[:, possible], axis=1).max() == 0
