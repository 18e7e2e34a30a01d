from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.kernels.called import called

from equipoise.base.errors import InputError
from equipoise.kernels.random import next_double
from equipoise.kernels.walks.dealing import draw
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret, Schedule
from equipoise.solvers.sampling.kinds import SAMPLINGS, Sampling
from equipoise.solvers.sampling.small import SampledRegret
from equipoise.spine.game import AbstractGame
from equipoise.spine.tree import DECISION, FOLD

next_fraction, draw_deal = called(next_double), called(draw)
GAMES = ["kuhn", "leduc", "clairvoyance:2", "leduc-nolimit:5"]


@cache
def passes_of(text):
    game, _, cards = text.partition(" ")
    return AbstractGame(game, cards=cards or "full").passes()


@cache
def value_of(game):
    """A published value, or that of vector-form CFR+."""
    known = {"kuhn": -1 / 18, "leduc": -0.085606424078}
    if game in known:
        return known[game]
    solver = CounterfactualRegret(passes_of(game), SCHEDULES["cfr+"])
    for _ in range(1500):
        solver.step()
    seen = passes_of(game).exploitability(solver.average())
    assert seen.average < 2e-4
    return seen.value


def run_to(solver, iterations):
    while solver.iterations < iterations:
        solver.step()
    return solver.engine.exploitability(solver.average())


# --- convergence ---------------------------------------------------------------------------------

ENOUGH = {
    "kuhn": (300_000, 0.003),
    "clairvoyance:2": (300_000, 0.01),
    "leduc": (300_000, 0.03),
    "leduc-nolimit:5": (100_000, 0.04),
}


#: every iteration counts the same, so that sums over iterations are what is expected of one
EQUAL = {name: replace(policy, schedule=SCHEDULES["cfr"]) for name, policy in SAMPLINGS.items()}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("method", SAMPLINGS)
def test_every_method_reaches_the_value(method, game):
    iterations, bound = ENOUGH[game]
    if method == "mccfr-public":
        iterations //= 10
    if method == "mccfr-outcome":
        iterations, bound = 10 * iterations, 3 * bound
    solver = SampledRegret(passes_of(game), SAMPLINGS[method], seed=1)
    early = run_to(solver, 50)
    late = run_to(solver, iterations)
    assert late.average < min(bound, early.average / 5)
    value = value_of(game)
    assert -late.responses[1] - 1e-3 <= value <= late.responses[0] + 1e-3
    assert abs(late.value - value) <= late.nash_conv


@pytest.mark.parametrize(
    "schedule",
    [
        Schedule(),
        Schedule(gamma=1.0, clip=True),
        Schedule(alpha=1.0, beta=1.0, gamma=2.0, clip=True),
    ],
)
def test_schedules_of_any_sampled_method(schedule):
    for method in ("mccfr-external", "mccfr-chance", "mccfr-public"):
        solver = SampledRegret(
            passes_of("kuhn"), replace(SAMPLINGS[method], schedule=schedule), seed=2
        )
        seen = run_to(solver, 200_000)
        assert seen.average < 0.005
        assert (solver.regrets >= 0).all() or not schedule.clip


@pytest.mark.parametrize("name", ["dcfr", "pcfr+"])
def test_walks_that_visit_few_states_cannot_discount_the_others(name):
    with pytest.raises(InputError, match="a schedule without discounts"):
        replace(SAMPLINGS["mccfr-external"], schedule=SCHEDULES[name])


# --- estimators ----------------------------------------------------------------------------------


def fixed_strategy(passes, seed):
    """Regrets by which some actions are never played and none very seldom, and what vector-form
    CFR makes of them: new regrets of both players against the same strategies, and the strategy."""
    exact = CounterfactualRegret(passes, Schedule(alternate=False))
    regrets = np.random.default_rng(seed).uniform(0.3, 1, passes.layout.size)
    regrets[np.random.default_rng(seed + 1).random(len(regrets)) < 0.2] = -1
    for node in passes.tree.decision_nodes():
        positive = np.maximum(passes.layout.block(regrets, int(node)), 0)
        total = positive.sum(axis=0)
        even = np.full(positive.shape, 1 / len(positive))
        block = np.divide(positive, total, out=even, where=total > 0)
        passes.layout.block(exact.tables.current, int(node))[:] = block
    strategy = exact.tables.current.copy()
    exact.step()  # from no regrets at all: what is there afterwards is new
    return regrets, exact.regrets, strategy


def expected_sums(passes, strategy, public):
    """The player's reach times his strategy times how likely his cards (or the board) are."""
    layout, model, tree = passes.layout, passes.model, passes.tree
    result = np.zeros(layout.size)
    for player in range(2):
        reach = passes.forward(player, strategy)
        for node in tree.decision_nodes(player):
            r = int(tree.round[node])
            likely = model.fold[r].sum(axis=1 - player)
            if public:
                boards = model.public[player][r]
                likely = np.bincount(boards, weights=likely)[boards]
            start = layout.reach_starts[player][node]
            mine = reach[start : start + len(likely)]
            layout.block(result, node)[:] = likely * mine * layout.block(strategy, node)
    return result


@pytest.mark.parametrize("game", ["kuhn", "clairvoyance:2", "leduc", "leduc-nolimit:3"])
@pytest.mark.parametrize("method", SAMPLINGS)
def test_sampled_updates_are_right_on_average(method, game):
    """Every entry within five standard errors of vector form, and their errors of normal size."""
    passes = passes_of(game)
    regrets, exact, strategy = fixed_strategy(passes, 7)
    solver = SampledRegret(passes, EQUAL[method], seed=3)
    batches = 60
    size = {"mccfr-outcome": 20_000, "mccfr-external": 8000}.get(method, 800)
    wanted = (exact, expected_sums(passes, strategy, method == "mccfr-public"))
    means = [np.zeros((batches, passes.layout.size)) for _ in wanted]
    for batch in range(batches):
        solver.sample(size, regrets, means[0][batch], means[1][batch])
    for samples, truth in zip(means, wanted, strict=True):
        samples /= size
        error = samples.std(axis=0, ddof=1) / batches**0.5
        off = np.abs(samples.mean(axis=0) - truth)
        assert (off <= 5 * error + 1e-9).all()
        spread = error > 1e-9
        if spread.sum() > 100:
            assert np.sqrt(((off[spread] / error[spread]) ** 2).mean()) == pytest.approx(
                1, abs=0.25
            )


@pytest.mark.parametrize("game", [*GAMES, "leduc JQ.K", "leduc JQK/full"])
@pytest.mark.parametrize("method", ["mccfr-chance", "mccfr-public"])
def test_walks_of_all_actions_are_exact_over_all_deals(method, game):
    """Nothing but the deal is random: each forced in turn, by its probability, gives vector form."""
    passes = passes_of(game)
    regrets, exact, strategy = fixed_strategy(passes, 8)
    solver = SampledRegret(passes, EQUAL[method])
    deals = solver._deals
    count = len(deals.thresholds)
    chances = deals.thresholds / count
    np.add.at(chances, deals.aliases, (1 - deals.thresholds) / count)
    found = np.zeros((2, passes.layout.size))
    for deal, chance in enumerate(chances):
        only = np.full(count, deal)
        solver._deals = deals._replace(thresholds=np.zeros(count), aliases=only)
        once = np.zeros((2, passes.layout.size))
        solver.sample(1, regrets, once[0], once[1])
        found += chance * once
    assert found[0] == pytest.approx(exact, abs=1e-12)
    wanted = expected_sums(passes, strategy, method == "mccfr-public")
    assert found[1] == pytest.approx(wanted, abs=1e-12)


def test_public_sampling_without_public_cards_is_vector_form():
    """The same regrets; of player 2 also the same sums (player 1's are one iteration ahead).

    From regrets drawn at random: from none at all there are ties, which rounding decides.
    """
    passes = passes_of("kuhn")
    exact = CounterfactualRegret(passes, SCHEDULES["cfr"])
    solver = SampledRegret(passes, EQUAL["mccfr-public"], batch=1)
    start = np.random.default_rng(1).uniform(0.05, 0.3, passes.layout.size)
    for node in passes.tree.decision_nodes().tolist():
        block = passes.layout.block(start, node)
        passes.layout.block(exact.tables.current, node)[:] = block / block.sum(axis=0)
    exact.regrets[:] = solver.regrets[:] = start
    first_strategy = exact.tables.current.copy()
    for _ in range(50):
        exact.step()
        solver.step()
    assert solver.regrets == pytest.approx(exact.regrets)
    sums = exact.sums
    exact.tables.sums = exact.sums.copy()
    exact.step()
    for player in range(2):
        for node in passes.tree.decision_nodes(player):
            ours = passes.layout.block(solver.sums, node)
            if player == 1:
                assert ours == pytest.approx(passes.layout.block(sums, node))
            else:
                start_reach = passes.forward(0, first_strategy)
                reach = start_reach[passes.layout.reach_starts[0][node] :][:3]
                first = reach * passes.layout.block(first_strategy, node)
                assert ours == pytest.approx(passes.layout.block(exact.tables.sums, node) - first)


def slow_external_iteration(solver, random):
    """One iteration by recursion, drawing the same random numbers in the same order."""
    passes = solver.engine
    tree, layout, model = passes.tree, passes.layout, passes.model
    deals = solver._deals
    regrets, sums = solver.regrets.copy(), solver.sums.copy()

    def strategy(node, state):
        positive = np.maximum(layout.block(regrets, node)[:, state], 0)
        if positive.sum() > 0:
            return positive / positive.sum()
        return np.full(len(positive), 1 / len(positive))

    def go(node, who, states):
        r = int(tree.round[node])
        if tree.kind[node] != DECISION:
            sign = 1 if who == 0 else -1
            if tree.kind[node] == FOLD:
                folder = int(tree.player[node])
                return int(tree.put[node][folder]) * (1 if folder != who else -1)
            pair = (states[0][r], states[1][r])
            return sign * min(tree.put[node]) * model.showdown[r][pair] / model.fold[r][pair]
        player = int(tree.player[node])
        state = states[player][r]
        chances = strategy(node, state)
        children = tree.children_of(node)
        if player == who:
            values = np.array([go(int(child), who, states) for child in children])
            layout.block(regrets, node)[:, state] += values - chances @ values
            return chances @ values
        layout.block(sums, node)[:, state] += chances
        ends = np.cumsum(chances)
        ends[-1] = 1
        return go(
            int(children[np.searchsorted(ends, next_fraction(random), side="right")]), who, states
        )

    for who in range(2):
        deal = draw_deal(deals.thresholds, deals.aliases, random)
        rectangle = deals.rectangles[(deal + 1) * model.rounds - 1]
        states = []
        for player in range(2):
            chain = [int(deals.members[deals.member_starts[2 * rectangle + player]])]
            for r in range(model.rounds - 1, 0, -1):
                chain.insert(0, int(model.parents[player][r][chain[0]]))
            states.append(chain)
        go(0, who, states)
    return regrets, sums


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nolimit:5"])
def test_external_walks_agree_with_a_recursion(game):
    solver = SampledRegret(passes_of(game), EQUAL["mccfr-external"], seed=4, batch=1)
    for _ in range(60):
        random = solver.random.copy()
        regrets, sums = slow_external_iteration(solver, random)
        solver.step()
        assert solver.regrets == pytest.approx(regrets, abs=1e-9)
        assert solver.sums == pytest.approx(sums, abs=1e-9)
        assert (random == solver.random).all()


# --- runs ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", SAMPLINGS)
def test_saved_state_goes_on_exactly(method):
    whole = SampledRegret(passes_of("leduc"), SAMPLINGS[method], seed=5, batch=70)
    half = SampledRegret(passes_of("leduc"), SAMPLINGS[method], seed=5, batch=70)
    run_to(whole, 2000)
    run_to(half, 900)
    kept = {name: array.copy() for name, array in half.save().items()}
    run_to(half, 1000)
    again = SampledRegret(passes_of("leduc"), SAMPLINGS[method], seed=99, batch=70)
    again.load(kept)
    run_to(again, 2000)
    for name, array in whole.save().items():
        assert (array == again.save()[name]).all(), name


@pytest.mark.parametrize("method", SAMPLINGS)
def test_the_seed_decides_and_steps_do_not(method):
    def averages(seed, batch):
        solver = SampledRegret(passes_of("leduc"), SAMPLINGS[method], seed, batch)
        while solver.iterations < 200:
            solver.batch = min(batch, 200 - solver.iterations)
            solver.step()
        return solver.average()

    assert (averages(6, 1) == averages(6, 17)).all()
    assert (averages(6, 1) != averages(7, 1)).any()


def test_exploration_must_be_a_probability():
    with pytest.raises(InputError, match="explore"):
        Sampling("outcome", explore=0)
