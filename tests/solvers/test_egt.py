from itertools import product

import numpy as np
import pytest

from equipoise.solvers.egt.excessive_gap import ExcessiveGap
from equipoise.solvers.egt.prox import DilatedEntropy
from equipoise.solvers.lp.program import LinearProgram
from equipoise.solvers.lp.sequence_form import sequence_form
from equipoise.spine.cards.matrix import model_from_last_round
from equipoise.spine.game import AbstractGame
from equipoise.spine.passes import Passes


def random_strategy(passes, seed, concentration=1.0):
    rng = np.random.default_rng(seed)
    values = np.zeros(passes.layout.size)
    for node in passes.tree.decision_nodes():
        block = passes.layout.block(values, int(node))
        block[:] = rng.dirichlet(np.full(len(block), concentration), size=block.shape[1]).T
    return values


def slow_prox(prox, strategy):
    """The sum over information sets, one by one."""
    passes, player = prox.passes, prox.player
    reach = passes.forward(player, strategy)
    total = 0.0
    for node in passes.tree.decision_nodes(player).tolist():
        block = passes.layout.block(strategy, node)
        start = passes.layout.reach_starts[player][node]
        weights = prox.weights[passes.layout.value_starts[node] :]
        for state in range(block.shape[1]):
            b = block[:, state]
            entropy = sum(p * np.log(p) for p in b if p > 0)
            total += weights[state] * reach[start + state] * (np.log(len(b)) + entropy)
    return total


def plans_of(passes, strategy):
    plans = np.zeros(passes.layout.size)
    for player in range(2):
        DilatedEntropy(passes, player).blend(1.0, strategy, plans, plans)
    return plans


def with_part(passes, player, strategy, other):
    """``other`` with this player's part taken from ``strategy``."""
    mixed = other.copy()
    for node in passes.tree.decision_nodes(player).tolist():
        passes.layout.block(mixed, node)[:] = passes.layout.block(strategy, node)
    return mixed


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nolimit:4", "clairvoyance:2"])
def test_plans_are_those_of_the_sequence_form(game):
    passes = AbstractGame(game).passes()
    strategy = random_strategy(passes, 1)
    form = sequence_form(passes.layout)
    plans = plans_of(passes, strategy)
    for sequences in form.players:
        assert plans[sequences.places] == pytest.approx(sequences.plan(strategy)[1:])


@pytest.mark.parametrize("game", ["kuhn", "leduc", "leduc-nolimit:4", "clairvoyance:2"])
@pytest.mark.parametrize("player", [0, 1])
def test_smoothed_responses_are_maxima(game, player):
    """The value returned is that of the answer, and no other strategy has more."""
    passes = AbstractGame(game).passes()
    prox = DilatedEntropy(passes, player)
    opponent = random_strategy(passes, 2)
    plans = plans_of(passes, opponent)
    sign = 1 if player == 0 else -1
    for smoothing in (0.01, 0.3, 5.0):
        answer = opponent.copy()
        value = prox.respond(smoothing, plans, answer)
        candidates = [random_strategy(passes, seed) for seed in range(10)]
        candidates += [0.9 * answer + 0.1 * other for other in candidates]
        worths = []
        for strategy in [answer, *candidates]:
            mixed = with_part(passes, player, strategy, opponent)
            worth = sign * passes.expected_value(mixed) - smoothing * slow_prox(prox, mixed)
            worths.append(worth)
        assert worths[0] == pytest.approx(value, abs=1e-12)
        assert max(worths[1:]) <= value + 1e-12
        best = passes.best_response_value(player, opponent)
        assert best - smoothing * prox.largest - 1e-12 <= value <= best + 1e-12


@pytest.mark.parametrize("player", [0, 1])
def test_the_largest_prox_over_all_pure_strategies_of_kuhn(player):
    passes = AbstractGame("kuhn").passes()
    prox = DilatedEntropy(passes, player)
    nodes = passes.tree.decision_nodes(player).tolist()
    found = []
    for choices in product((0, 1), repeat=6):
        strategy = passes.layout.uniform()
        for number, node in enumerate(nodes):
            for state in range(3):
                chosen = choices[number * 3 + state]
                passes.layout.block(strategy, node)[:, state] = np.arange(2) == chosen
        found.append(slow_prox(prox, strategy))
    assert max(found) == pytest.approx(prox.largest)
    assert slow_prox(prox, passes.layout.uniform()) == pytest.approx(0, abs=1e-15)
    assert slow_prox(prox, random_strategy(passes, 0)) > 0


@pytest.mark.parametrize(
    ("game", "steps"), [("kuhn", 300), ("leduc", 150), ("clairvoyance:1", 200)]
)
def test_the_bound_and_the_condition_hold_at_every_step(game, steps):
    passes = AbstractGame(game).passes()
    solver = ExcessiveGap(passes)
    scratch = np.zeros(passes.layout.size)
    last = np.inf
    for _ in range(steps):
        solver.step()
        # the condition anew, from the plans alone
        values = [
            prox.respond(smoothing, solver.plans, scratch)
            for prox, smoothing in zip(solver.prox, solver.smoothing, strict=True)
        ]
        assert solver.excess == pytest.approx(-sum(values), abs=1e-12) and solver.excess >= 0
        total = sum(m * p.largest for m, p in zip(solver.smoothing, solver.prox, strict=True))
        bound = solver.bounds()["guaranteed exploitability"]
        assert bound == pytest.approx((total - solver.excess) / 2) and bound <= total / 2
        assert passes.exploitability(solver.average()).average <= bound + 1e-12
        assert total < last  # every step shrinks
        last = total


def test_steps_that_break_the_condition_are_thrown_away():
    passes = AbstractGame("leduc").passes()
    solver = ExcessiveGap(passes)
    for _ in range(50):
        solver.step()
    assert solver.rejected > 0 and solver.shares.max() < 0.5
    before = {name: np.array(value) for name, value in solver.save().items()}
    assert solver._attempt(0, 0.5) < 0 and solver._attempt(1, 0.5) < 0
    for name, value in solver.save().items():  # an attempt alone changes nothing
        assert (value == before[name]).all()
    solver.shares[:] = 0.5  # too bold: the step must find its way back
    rejected = solver.rejected
    solver.step()
    assert solver.rejected > rejected and solver.excess >= 0 and solver.shares.min() < 0.5


def test_the_larger_part_of_the_bound_shrinks():
    solver = ExcessiveGap(AbstractGame("leduc").passes())
    for _ in range(60):
        parts = [m * p.largest for m, p in zip(solver.smoothing, solver.prox, strict=True)]
        before = solver.smoothing.copy()
        solver.step()
        changed = np.flatnonzero(solver.smoothing != before)
        assert changed.tolist() == [int(np.argmax(parts))]
    assert 0.5 < parts[0] / parts[1] < 2


@pytest.mark.parametrize(
    ("game", "steps", "within"),
    [
        ("kuhn", 3000, 2e-4),
        ("leduc", 3000, 2e-3),
        ("clairvoyance:2", 2000, 6e-4),
        ("leduc-nolimit:5", 1500, 3e-3),
    ],
)
def test_converges_to_the_value_of_the_linear_program(game, steps, within):
    passes = AbstractGame(game).passes()
    program = LinearProgram(passes)
    program.step()
    solver = ExcessiveGap(passes)
    for _ in range(steps):
        solver.step()
    seen = passes.exploitability(solver.average())
    assert seen.average < within
    assert abs(seen.value - program.value) <= seen.nash_conv
    assert -seen.responses[1] - 1e-12 <= program.value <= seen.responses[0] + 1e-12


def test_the_gap_falls_with_the_number_of_steps():
    """The theory's rate is 1/steps: ten times the steps, about a tenth of the bound.

    A step more or less is thrown away as rounding goes, so that one decade may give less.
    """
    solver = ExcessiveGap(AbstractGame("leduc").passes())
    bounds = {}
    while solver.iterations < 2000:
        solver.step()
        bounds[solver.iterations] = solver.bounds()["guaranteed exploitability"]
    assert bounds[2000] < bounds[200] / 5 and bounds[200] < bounds[20] / 5
    assert bounds[2000] < bounds[20] / 50


def test_degenerate_cards():
    none, zero = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
    labels = (("x",), ("x",))
    ones = np.ones((1, 1))
    for outcome, value in ((1.0, 1.0), (0.0, 0.0), (-1.0, -1.0)):
        model = model_from_last_round(
            "one", ((none, zero),) * 2, ones, outcome * ones, ((zero, zero),) * 2, (labels, labels)
        )
        passes = Passes(AbstractGame("leduc").passes().tree, model)
        solver = ExcessiveGap(passes)
        for _ in range(2000):
            solver.step()
        seen = passes.exploitability(solver.average())
        assert seen.average <= solver.bounds()["guaranteed exploitability"] + 1e-12 < 0.02
        assert seen.value == pytest.approx(value, abs=0.04)


def test_a_saved_state_goes_on_exactly():
    def after(steps, solver):
        for _ in range(steps):
            solver.step()
        return solver

    whole = after(60, ExcessiveGap(AbstractGame("leduc").passes()))
    half = after(25, ExcessiveGap(AbstractGame("leduc").passes()))
    saved = {name: np.array(value) for name, value in half.save().items()}
    again = ExcessiveGap(AbstractGame("leduc").passes())
    again.load(saved)
    after(35, again)
    assert again.iterations == 60 and again.rejected == whole.rejected
    assert (again.average() == whole.average()).all()
    assert again.bounds() == whole.bounds()
