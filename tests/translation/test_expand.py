"""Whole-game expansion: its slow twin, identities, and known exploitabilities."""

from functools import cache

import numpy as np
import pytest
from tests.twins.histories import SampledHistory, WeightedHistories

from equipoise.base.errors import InputError
from equipoise.games.action import Kind
from equipoise.solvers.methods import make_solver
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION
from equipoise.translation.expand import Expansion
from equipoise.translation.mappings import MAPPINGS
from equipoise.translation.options import FIXES, STYLES, Translation
from equipoise.translation.situation import Situation
from equipoise.translation.steps import Steps

ALL_FIXES = ["all", "none", *FIXES]


@cache
def passes_of(problem):
    return problem.passes()


@cache
def solved(problem, iterations=200):
    solver = make_solver("cfr+", passes_of(problem))
    for _ in range(iterations):
        solver.step()
    return solver.average()


def random_strategy(layout, seed, zeros=0.3):
    """A strategy with actions that are never taken."""
    random = np.random.default_rng(seed)
    strategy = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(strategy, node)
        block[:] = random.random(block.shape) * (random.random(block.shape) > zeros)
        block[0, block.sum(axis=0) == 0] = 1.0
        block /= block.sum(axis=0)
    return strategy


def expanded(problem, strategy, translation):
    full = passes_of(problem.full())
    source = passes_of(problem).layout
    buckets = problem.cards_and_buckets[1]
    return full, Expansion(source, full.layout, buckets, translation).strategy(strategy)


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("mapping", ["hard", "soft", "pseudo-harmonic"])
@pytest.mark.parametrize(
    "problem", [AbstractGame("leduc"), AbstractGame("leduc-nolimit:5")], ids=str
)
def test_a_strategy_of_the_full_game_translates_to_itself(problem, mapping, style):
    layout = passes_of(problem).layout
    strategy = random_strategy(layout, 1)
    for fixes in ("all", "none"):
        _, same = expanded(problem, strategy, Translation.parse(mapping, style, fixes))
        assert np.allclose(same, strategy, atol=1e-12)


@pytest.mark.parametrize("bets", ["fchpa", "fhda", "fcha-fpa"])
@pytest.mark.parametrize("fixes", ALL_FIXES)
@pytest.mark.parametrize("style", STYLES)
def test_the_kernel_does_what_weighted_histories_do(style, fixes, bets):
    """Random lines of the real game, reached step by step with the live object.

    Some of the menus have no call: what stands for it must be the same in both.
    """
    problem = AbstractGame("leduc-nolimit:7", bets)
    source = passes_of(problem).layout
    full = passes_of(problem.full())
    tree, buckets = full.tree, problem.cards_and_buckets[1]
    strategy = random_strategy(source, 5)
    for translation in (
        Translation.parse("soft", style, fixes),
        Translation.parse("soft", style, fixes, without_dominated=True),
        Translation.parse("hard", style, fixes),
    ):
        steps = Steps.of(source.tree, translation)
        expansion = Expansion(source, full.layout, buckets, translation)
        real = expansion.strategy(strategy)
        random = np.random.default_rng(3)
        for _ in range(60):
            seat = int(random.integers(2))
            state = int(random.integers(full.model.states[seat][-1]))
            hand = WeightedHistories(steps, translation)
            node = 0
            while tree.kind[node] == DECISION:
                number = int(tree.round[node])
                now = state if number == 1 else int(full.model.parents[seat][1][state])
                bucket = int(buckets[seat][number][now])
                situation = Situation.of_node(tree, node)

                def behaviour(place, bucket=bucket):
                    return source.block(strategy, place)[:, bucket]

                actions = tree.actions_of(node)
                going = [i for i, a in enumerate(actions) if a.kind != Kind.FOLD]
                if situation.player == seat:
                    chances = hand.chances(situation, behaviour)
                    block = full.layout.block(real, node)[:, now]
                    twin = [chances.get(action, 0.0) for action in actions]
                    assert block == pytest.approx(twin, abs=1e-9)
                    if random.random() < 0.8:  # else it is made to do what it may never do
                        going = [i for i in going if block[i] > 1e-9] or going
                choice = int(random.choice(going))
                if situation.player == seat:
                    hand.act(situation, actions[choice], behaviour)
                else:
                    hand.observe(situation, actions[choice])
                node = int(tree.children_of(node)[choice])


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("mapping", sorted(MAPPINGS))
def test_a_translated_strategy_is_a_strategy(mapping, style):
    problem = AbstractGame("leduc-nolimit:6", "fca-fchpda")
    strategy = random_strategy(passes_of(problem).layout, 2)
    for fixes in ALL_FIXES:
        for without in (False, True):
            chosen = Translation.parse(mapping, style, fixes, without)
            full, real = expanded(problem, strategy, chosen)
            assert real.min() >= 0
            for node in full.tree.decision_nodes().tolist():
                assert full.layout.block(real, node).sum(axis=0) == pytest.approx(1)


@pytest.mark.parametrize("mapping", sorted(MAPPINGS))
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize(
    "problem",
    [AbstractGame("leduc", cards="JQ.K"), AbstractGame("leduc-nolimit:6", "fcpa")],
    ids=str,
)
def test_against_itself_it_wins_what_it_wins_in_the_abstract_game(problem, mapping, style):
    """Both seats stay on the tree, so every mapping gives the same; responders only gain."""
    average = solved(problem)
    full, real = expanded(problem, average, Translation.parse(mapping, style))
    inside, outside = passes_of(problem).exploitability(average), full.exploitability(real)
    assert outside.value == pytest.approx(inside.value)
    for seat in range(2):
        assert outside.responses[seat] >= inside.responses[seat] - 1e-9


@pytest.mark.parametrize("style", STYLES)
def test_mappings_agree_where_every_bet_is_on_the_tree(style):
    """An opponent with the same menu only makes bets that every mapping reads as themselves."""
    problem = AbstractGame("leduc-nolimit:6", "fcpa")
    average = solved(problem)
    own = passes_of(problem)
    hard = expanded(problem, average, Translation.parse("hard", style))[1]
    soft = expanded(problem, average, Translation.parse("soft", style))[1]
    full = passes_of(problem.full())
    assert not np.allclose(hard, soft)
    for seat in range(2):
        stays = expanded(problem, own.best_response(1 - seat, average), Translation.parse())[1]
        both = []
        for mine in (hard, soft):
            mixed = stays.copy()
            for node in full.tree.decision_nodes(seat).tolist():
                full.layout.block(mixed, node)[:] = full.layout.block(mine, node)
            both.append(full.expected_value(mixed))
        assert both[0] == pytest.approx(both[1])


@pytest.mark.parametrize("fixes", ["all", "none"])
def test_sampled_histories_act_as_often_as_the_expansion_says(fixes):
    """Frequencies of a real line of play: check, small raise, answer."""
    problem = AbstractGame("leduc-nolimit:8", "fcpa")
    source, full = passes_of(problem).layout, passes_of(problem.full())
    tree, buckets = full.tree, problem.cards_and_buckets[1]
    strategy = random_strategy(source, 8, zeros=0.1)
    translation = Translation.parse("soft", "abstract", fixes)
    real = Expansion(source, full.layout, buckets, translation).strategy(strategy)
    steps = Steps.of(source.tree, translation)
    hands, card = 3000, 1

    def behaviour(place):
        return source.block(strategy, place)[:, card]

    seen: dict[int, np.ndarray] = {}
    for number in range(hands):
        hand = SampledHistory(steps, translation, np.random.default_rng([7, number]))
        node = 0
        while tree.kind[node] == DECISION and tree.round[node] == 0:
            situation = Situation.of_node(tree, node)
            actions = tree.actions_of(node)
            if situation.player == 0:
                made = actions.index(hand.choose(situation, behaviour))
                counts = seen.setdefault(node, np.zeros(len(actions)))
                counts[made] += 1
            else:  # the opponent always raises by the least
                raises = [i for i, a in enumerate(actions) if a.kind == Kind.RAISE]
                made = raises[min(1, len(raises) - 1)] if raises else len(actions) - 1
                hand.observe(situation, actions[made])
            node = int(tree.children_of(node)[made])
    checked = 0
    for node, counts in seen.items():
        total = counts.sum()
        if total < 300:
            continue
        chances = full.layout.block(real, node)[:, card]
        deviation = np.sqrt(chances * (1 - chances) / total)
        assert (np.abs(counts / total - chances) <= 4.5 * deviation + 1e-9).all()
        checked += 1
    assert checked >= 2


def test_one_sampled_history_cannot_tell_what_is_dominated():
    steps = Steps.of(passes_of(AbstractGame("leduc-nolimit:6", "fca")).tree, Translation())
    with pytest.raises(InputError, match="one sampled history"):
        SampledHistory(steps, Translation(without_dominated=True), np.random.default_rng(0))


def test_only_whole_games_are_translated_into_and_sizes_must_fit():
    problem = AbstractGame("leduc-nolimit:6", "fca")
    layout = passes_of(problem).layout
    buckets = problem.cards_and_buckets[1]
    inside = Expansion(layout, layout, buckets, Translation())
    with pytest.raises(InputError, match="tree with all legal bets"):
        inside.strategy(layout.uniform())
    full = passes_of(problem.full()).layout
    with pytest.raises(InputError, match="a strategy of 3 numbers"):
        Expansion(layout, full, buckets, Translation()).strategy(np.ones(3))


def test_extend_call_reads_a_bet_of_one_chip_as_a_check():
    """A responder who bets one chip meets the strategy's answer to a check."""
    problem = AbstractGame("leduc-nolimit:8", "fcpa")
    layout = passes_of(problem).layout
    strategy = random_strategy(layout, 4)
    full, real = expanded(problem, strategy, Translation())
    tree = full.tree
    bet = next(
        int(child)
        for child, action in zip(tree.children_of(0), tree.actions_of(0), strict=True)
        if action.kind == Kind.RAISE and action.to == 2
    )
    checked = passes_of(problem).tree.children_of(0)[0]
    answer, check = full.layout.block(real, bet), layout.block(strategy, int(checked))
    kinds = [action.kind for action in tree.actions_of(bet)]
    assert answer[kinds.index(Kind.CALL)] == pytest.approx(check[0])
    assert answer[kinds.index(Kind.FOLD)] == pytest.approx(0)


def test_published_cells_that_depend_little_on_the_equilibrium():
    """Tables 4.4 and 4.7, fcpa, P2: over sampled equilibria they move by a few hundredths."""
    problem = AbstractGame("leduc-nolimit:12", "fcpa")
    average = solved(problem, 3000)
    for style, published in (("abstract", (0.62, 0.59)), ("real", (1.04, 0.93))):
        hard = Translation.parse("hard", style)
        full = passes_of(problem.full())
        layout = passes_of(problem).layout
        plans = Expansion(layout, full.layout, problem.cards_and_buckets[1], hard)
        for mapping, value in zip(("hard", "soft"), published, strict=True):
            real = np.zeros(full.layout.size)
            plans.with_mapping(mapping).seat(0, average, real)
            assert full.best_response_value(1, real) == pytest.approx(value, abs=0.04)
