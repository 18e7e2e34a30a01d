"""Gadgets and the subgame solver: by hand on Coin Toss, exactly on Leduc, and at the edges."""

import numpy as np
import pytest

from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.combos import combo_cards
from equipoise.cards.ranges import Range
from equipoise.experiments.brown.coin_toss import (
    GUESS,
    OPPONENT,
    PLAYED,
    US,
    answer,
    blueprint,
    coin_toss,
    guessing,
)
from equipoise.experiments.burch.decomposition import (
    SAFE_METHODS,
    abstract_solution,
    equilibrium,
    resolved,
)
from equipoise.games.catalogue import find_game
from equipoise.games.start import spot_betting
from equipoise.solvers.cfr import SCHEDULES
from equipoise.solvers.run.checkpoint import CheckpointWriter, resume
from equipoise.solvers.run.loop import Stop, run
from equipoise.solvers.subgames.alternatives import gifts, margins
from equipoise.solvers.subgames.gadgets import Combined, Maxmargin, Mixed, Resolve, Unsafe
from equipoise.solvers.subgames.methods import Method
from equipoise.solvers.subgames.resolving import Resolving, entrance, round_starts
from equipoise.solvers.subgames.solver import GadgetGame, SubgameSolver
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.subgame import Trunk, cut


@pytest.fixture(scope="module")
def leduc():
    return AbstractGame("leduc").passes("float64")


@pytest.fixture(scope="module")
def abstract(leduc):
    return abstract_solution(leduc, 1_000)


# -- Coin Toss, whose answers follow by hand


@pytest.mark.parametrize(
    ("alternatives", "heads"),
    [((0.5, -0.5), 1 / 4), ((-0.5, 0.5), 3 / 4), ((0.0, 0.5), 5 / 8), ((0.0, 1.0), 3 / 4)],
)
def test_maxmargin_guesses_as_the_formula_says(alternatives, heads):
    assert answer(alternatives, "maxmargin", 2_000) == pytest.approx(heads, abs=0.01)


@pytest.mark.parametrize("alternatives", [(0.5, -0.5), (0.5, 0.5), (0.0, 0.5), (0.8, -0.2)])
@pytest.mark.parametrize("method", ["resolve", "resolve,rm", "resolve,floor=0.01"])
def test_resolve_guesses_within_the_interval_that_keeps_both_sides_out(alternatives, method):
    heads, tails = alternatives
    found = answer(alternatives, method, 2_000)
    assert (1 - heads) / 2 - 0.02 <= found <= (1 + tails) / 2 + 0.02


def test_unsafe_answers_the_range_and_loses():
    game = coin_toss((0.5, -0.5))
    heads = answer((0.0, 0.0), "unsafe", 500)
    assert heads == pytest.approx(1.0, abs=0.01)
    assert game.best_response_value(OPPONENT, blueprint(game, 0.25)) == pytest.approx(0.0)
    assert game.best_response_value(OPPONENT, blueprint(game, heads)) > 0.7


def test_gifts_are_what_the_better_end_was_worth():
    game = coin_toss((0.0, 1.0))
    trunk = Trunk(game, blueprint(game, 0.5), US)
    np.testing.assert_allclose(gifts(trunk, GUESS), [0.0, 1.0])
    np.testing.assert_allclose(gifts(trunk, GUESS, 3.0), [0.0, 3.0])
    plain, reach = (entrance(trunk, guessing(game), gift_scale=scale) for scale in (0.0, 1.0))
    np.testing.assert_allclose(plain.alternatives, [0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(reach.alternatives / reach.mass, [0.0, 1.0])
    for known, heads in ((plain, 1 / 2), (reach, 3 / 4)):
        solver = Resolving(Method("maxmargin"), 2_000).solve(guessing(game), US, known)
        assert solver.average()[0] == pytest.approx(heads, abs=0.01)


@pytest.mark.parametrize("text", ["resolve", "maxmargin", "resolve,floor=0.1", "maxmargin,mix=0.1"])
def test_the_gadgets_game_is_solved(text):
    passes = guessing(coin_toss((0.5, -0.5))).passes
    mass = passes.root_mass(OPPONENT)
    gadget = Method.parse(text).gadget(np.array([0.3, 0.1]) * mass, mass, np.array(PLAYED))
    solver = SubgameSolver(passes, US, gadget)
    found = run(solver, GadgetGame(solver), Stop(iterations=2_000))
    assert 0 <= found.last.nash_conv < 0.01
    assert found.trace[0].exploitability > found.trace[-1].exploitability


# -- Leduc


def test_the_abstract_solution_of_burch_loses_what_was_published(leduc, abstract):
    assert leduc.exploitability(abstract).average == pytest.approx(0.382, abs=0.003)


@pytest.mark.parametrize(
    ("method", "low", "high"),
    [
        ("unsafe", 0.37, 0.42),
        ("resolve", 0.23, 0.34),
        ("resolve,floor=0.01", 0.07, 0.13),
        ("resolve,mix=0.1", 0.22, 0.29),
        ("maxmargin", 0.21, 0.23),
    ],
)
def test_burchs_subgames_solved_again(leduc, abstract, method, low, high):
    assert low < resolved(leduc, abstract, method, 300).lost < high


@pytest.mark.parametrize("method", SAFE_METHODS)
def test_safe_methods_never_raise_exploitability(leduc, abstract, method):
    rng = np.random.default_rng(3)
    noise = rng.random(leduc.layout.size)
    for node in leduc.tree.decision_nodes().tolist():
        block = leduc.layout.block(noise, node)
        block /= block.sum(axis=0)
    for strategy in (abstract, noise, leduc.layout.uniform()):
        before = leduc.exploitability(strategy).average
        seen = resolved(leduc, strategy, method, 300)
        assert seen.excess < 0.1  # the margins, within what 300 iterations leave
        assert seen.lost <= before + seen.excess


def test_unsafe_re_solving_sometimes_does(leduc):
    best = equilibrium(leduc, 1_000)
    before = leduc.exploitability(best).average
    assert resolved(leduc, best, "unsafe", 300).lost > before + 0.02


@pytest.mark.parametrize("method", ["resolve", "maxmargin"])
def test_an_equilibrium_with_its_own_values_stays_one(leduc, method):
    best = equilibrium(leduc, 1_000)
    lost = [resolved(leduc, best, method, count).lost for count in (50, 400)]
    assert lost[1] < lost[0]
    assert lost[1] < 0.005


def test_reach_maxmargin_is_safe_and_its_margins_no_smaller(leduc, abstract):
    subgames = [cut(leduc, node) for node in round_starts(leduc, 1)]
    before = leduc.exploitability(abstract).average
    how = Resolving(Method("maxmargin"), 400, gift_scale=1.0)
    new, audits = how.apply(leduc, abstract, subgames, before_chance=True)
    excess = sum(audit.excess for audit in audits)
    assert leduc.exploitability(new).average <= before + excess
    for us in (0, 1):
        trunk = Trunk(leduc, abstract, us)
        for subgame in subgames:
            plain, reach = (entrance(trunk, subgame, True, scale) for scale in (0.0, 1.0))
            assert (reach.alternatives >= plain.alternatives - 1e-12).all()


def test_what_is_cut_and_spliced_back_is_as_before(leduc, abstract):
    trunk = Trunk(leduc, abstract, 0)
    for board in (None, 0, 1, 2):
        changed = abstract.copy()
        for node in round_starts(leduc, 1):
            subgame = cut(leduc, node, board)
            for player in (0, 1):
                reach = trunk.reach(player, node)[subgame.states(player)]
                subgame.passes.set_root_reach(player, reach)
            part = np.zeros(subgame.passes.layout.size)
            for below in subgame.passes.tree.decision_nodes().tolist():
                states = subgame.kept[int(subgame.passes.tree.player[below])][1]
                block = leduc.layout.block(abstract, node + below)
                subgame.passes.layout.block(part, below)[:] = block[:, states]
            mine = subgame.states(1)
            np.testing.assert_allclose(
                subgame.passes.best_values(1, part), trunk.values(node)[mine], atol=1e-12
            )
            np.testing.assert_allclose(
                subgame.passes.root_mass(1), trunk.mass(node)[mine], atol=1e-12
            )
            for player in (0, 1):
                subgame.splice(part, changed, player)
        np.testing.assert_array_equal(changed, abstract)


# -- the solver protocol


@pytest.mark.parametrize("method", ["unsafe", "resolve", "maxmargin,floor=0.1", "combined"])
@pytest.mark.parametrize("schedule", ["cfr+", "dcfr", "pcfr+"])
def test_a_saved_solve_goes_on_as_it_would_have(leduc, abstract, method, schedule):
    known = entrance(Trunk(leduc, abstract, 1), cut(leduc, round_starts(leduc, 1)[0]), True)

    def made():
        subgame = cut(leduc, round_starts(leduc, 1)[0])
        subgame.passes.set_root_reach(1, known.ours)
        gadget = known.gadget(Method.parse(method))
        return SubgameSolver(subgame.passes, 1, gadget, SCHEDULES[schedule])

    whole, first, second = made(), made(), made()
    whole.run(20)
    first.run(8)
    second.load({name: np.array(values) for name, values in first.save().items()})
    second.run(12)
    assert second.iterations == 20
    np.testing.assert_array_equal(second.average(), whole.average())
    np.testing.assert_array_equal(second.average_values(), whole.average_values())


@pytest.mark.parametrize("method", ["resolve", "maxmargin"])
def test_the_run_loop_resumes_a_subgame_from_its_checkpoint(leduc, abstract, method, tmp_path):
    node = round_starts(leduc, 1)[1]
    known = entrance(Trunk(leduc, abstract, 0), cut(leduc, node), True)

    def made():
        passes = cut(leduc, node).passes
        passes.set_root_reach(0, known.ours)
        return SubgameSolver(passes, 0, known.gadget(Method.parse(method)))

    whole, first, second = made(), made(), made()
    whole.run(30)
    identity = {"subgame": node}
    writer = CheckpointWriter(tmp_path, identity, pytest.fail)
    run(first, GadgetGame(first), Stop(iterations=12), writer=writer)
    before = resume(tmp_path, second, identity)
    run(second, GadgetGame(second), Stop(iterations=30), before=before)
    np.testing.assert_array_equal(second.average(), whole.average())


@pytest.mark.parametrize("method", ["resolve", "maxmargin", "unsafe", "combined"])
def test_the_engine_of_spots_and_passes_solve_the_same_subgame(method):
    """Both to the end: the value of a gadget's game does not depend on the engine."""
    cards = tuple(parse_cards("AsKd7c7h2d"))
    rules = find_game("holdem-nolimit:100bb")
    betting = spot_betting(rules, round=3, pot=40, stack=60)
    ranges = tuple(Range.parse(text).weights for text in ("AA,QQ,76s,AKs,T9s", "QQ,JJ,65s,K7s,A9s"))
    game = AbstractGame("", "fcpa", start=Start(betting, cards, ranges), isomorphism=False)
    found = []
    for engine in (game.passes("float64"), game.spot_engine(workers=1)):
        mass = engine.root_mass(1)
        alternatives = mass * np.linspace(-10, 10, len(mass))
        gadget = Method.parse(method).gadget(alternatives, mass, engine.root_reach_of(1))
        solver = SubgameSolver(engine, 0, gadget, SCHEDULES["dcfr"])
        average = solver.run(300)
        found.append(gadget.best(engine.best_values(1, average)))
    if method == "combined":  # no game of its own: the answer depends on the iterates
        assert found[0] == pytest.approx(found[1], abs=1.0)
    else:
        assert found[0] == pytest.approx(found[1], abs=0.15)  # of a pot of 40 chips


@pytest.mark.parametrize(
    "text", ["maxmargin", "maxmargin,floor=0.1", "maxmargin,mix=0.2", "combined", "resolve,mix=0.1"]
)
def test_several_boards_at_once_are_entered_as_one_by_one(text):
    rng = np.random.default_rng(4)
    boards = rng.permutation(np.repeat(np.arange(3), 4))
    alternatives, mass, reach = rng.normal(size=12), rng.random(12), rng.random(12)
    method = Method.parse(text)
    together = method.gadget(alternatives, mass, reach, boards)
    alone = [
        (
            boards == n,
            method.gadget(alternatives[boards == n], mass[boards == n], reach[boards == n]),
        )
        for n in range(3)
    ]
    for _ in range(20):
        values = rng.normal(size=12)
        for here, gadget in alone:
            np.testing.assert_allclose(together.reach()[here], gadget.reach(), atol=1e-9)
            gadget.observe(values[here])
        together.observe(values)


# -- edges


def spot(ours, theirs=None, board="AsKd7c7h2d", stack=60):
    cards = tuple(parse_cards(board))
    rules = find_game("holdem-nolimit:100bb")
    betting = spot_betting(rules, round=len(cards) - 2, pot=40, stack=stack)
    everything = np.ones(len(combo_cards()))
    ranges = (ours, everything if theirs is None else theirs)
    game = AbstractGame("", "fcpa", start=Start(betting, cards, ranges), isomorphism=False)
    return game.spot_engine(workers=1)


@pytest.mark.parametrize(
    "method", ["unsafe", "resolve", "maxmargin", "combined", "maxmargin,mix=0.2"]
)
@pytest.mark.parametrize("case", ["one hand", "no range", "blocked", "small stacks"])
def test_ranges_without_weight_and_blockers_give_numbers(method, case):
    ours = np.zeros(len(combo_cards()))
    if case == "one hand":
        ours[100] = 1e-9
    else:  # all our hands hold the queen of spades
        ours[(combo_cards() == parse_cards("Qs")[0]).any(axis=1)] = 1.0
    engine = spot(ours, stack=2 if case == "small stacks" else 60)
    states = len(engine.root_reach_of(1))
    range = np.zeros(states) if case == "no range" else np.ones(states)
    mass = engine.root_mass(1)
    if case == "blocked":
        assert (mass == 0).any()
    gadget = Method.parse(method).gadget(mass * 0.5, mass, range)
    solver = SubgameSolver(engine, 0, gadget, SCHEDULES["dcfr"])
    average = solver.run(5)
    assert np.isfinite(average).all()
    audit = margins(engine, 0, average, mass * 0.5)
    assert np.isfinite(audit.margins).all()
    assert np.isfinite(solver.average_values()).all()


def test_safe_solving_of_a_river_keeps_its_margins():
    ours = np.ones(len(combo_cards()))
    engine = spot(ours)
    uniform = engine.layout.uniform()
    values = engine.best_values(1, uniform)
    mass = engine.root_mass(1)
    for text in ("resolve", "maxmargin"):
        engine = spot(ours)
        gadget = Method.parse(text).gadget(values, mass)
        average = SubgameSolver(engine, 0, gadget, SCHEDULES["dcfr"]).run(100)
        audit = margins(engine, 0, average, values)
        assert audit.smallest > -0.5  # of a pot of 40 chips
        assert audit.excess < 0.05
        assert (audit.margins >= -0.5).all()


def test_gadgets_keep_what_they_are_told():
    values = np.array([1.0, 2.0])
    assert Unsafe(values).best(values) == 5.0
    entering = Resolve(np.zeros(2))
    entering.observe(np.array([1.0, -1.0]))
    np.testing.assert_array_equal(entering.reach(), [1.0, 0.0])
    mixed = Mixed(entering, np.array([0.0, 1.0]), 0.25)
    np.testing.assert_array_equal(mixed.reach(), [0.75, 0.25])
    choosing = Maxmargin(np.zeros(2), np.array([0.5, 0.0]))
    np.testing.assert_array_equal(choosing.reach(), [2.0, 0.0])
    joined = Combined(Resolve(np.zeros(2)), np.array([1.0, 0.5]), most=0.2)
    np.testing.assert_allclose(joined.reach(), [1.0, 0.8])


@pytest.mark.parametrize("text", ["safe", "resolve,floor=2", "resolve,mix=x", "resolve,often"])
def test_what_is_no_method_is_refused(text):
    with pytest.raises(InputError):
        Method.parse(text)


def test_our_range_must_leave_the_opponent_a_hand():
    with pytest.raises(InputError, match="no state"):
        Maxmargin(np.zeros(2), np.zeros(2))
