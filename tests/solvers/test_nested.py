"""Nested, continual and depth-limited re-solving on small no-limit Leduc, exactly."""

import numpy as np
import pytest

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.base.errors import InputError
from equipoise.cards import parse_cards
from equipoise.cards.ranges import Range
from equipoise.experiments.new.nested import in_the_tree, translated
from equipoise.games.action import Kind
from equipoise.games.catalogue import find_game
from equipoise.games.start import spot_betting
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.subgames.depth import Continuations, biased, biased_continuations
from equipoise.solvers.subgames.methods import Method
from equipoise.solvers.subgames.nested import Nested
from equipoise.solvers.subgames.resolving import Resolving
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.leaves import limit_depth
from equipoise.spine.passes import Passes
from equipoise.spine.tree import DECISION, LEAF

GAME = "leduc-nolimit:6"
MENU = parse_bets("fca")[0]


def solved(passes, iterations=800):
    solver = CounterfactualRegret(passes, SCHEDULES["dcfr"])
    for _ in range(iterations):
        solver.step()
    return solver.average()


@pytest.fixture(scope="module")
def problem():
    return AbstractGame(GAME, "fca")


@pytest.fixture(scope="module")
def blueprint(problem):
    return solved(problem.passes("float64"))


@pytest.fixture(scope="module")
def full():
    return AbstractGame(GAME).passes("float64")


def player(text="resolve", iterations=150, **options):
    gift_scale = options.pop("gift_scale", 0.0)
    resolving = Resolving(Method.parse(text), iterations, gift_scale=gift_scale)
    return Nested(resolving, MENU, **options)


def lost(problem, blueprint, how):
    game = problem.passes("float64")
    return sum(how.write(game, blueprint, us).lost() for us in (0, 1)) / 2


def in_the_full_game(written, full):
    """The slow twin: what is written out as a strategy of the game with every bet."""
    tree, strategy = written.passes.tree, full.layout.uniform()
    waiting = [(0, 0)]
    while waiting:
        here, there = waiting.pop()
        if tree.kind[here] != DECISION:
            continue
        known = list(full.tree.actions_of(there))
        if tree.player[here] == written.us:
            full.layout.block(strategy, there)[:] = 0.0
        for number, (action, child) in enumerate(
            zip(tree.actions_of(here), tree.children_of(here).tolist(), strict=True)
        ):
            place = known.index(action)
            if tree.player[here] == written.us:
                row = written.passes.layout.block(written.strategy, here)[number]
                full.layout.block(strategy, there)[place] = row
            waiting.append((child, int(full.tree.children_of(there)[place])))
    return strategy


@pytest.mark.parametrize("us", [0, 1])
def test_what_is_written_out_loses_the_same_in_the_full_game(problem, blueprint, full, us):
    written = player().write(problem.passes("float64"), blueprint, us)
    assert written.subgames > 0
    strategy = in_the_full_game(written, full)
    for node in full.tree.decision_nodes(us).tolist():
        np.testing.assert_allclose(full.layout.block(strategy, node).sum(axis=0), 1.0)
    assert full.best_response_value(1 - us, strategy) == pytest.approx(written.lost(), abs=1e-9)


@pytest.mark.parametrize(
    "options",
    [
        {"text": "resolve"},
        {"text": "maxmargin"},
        {"text": "maxmargin", "gift_scale": 1.0},
        {"text": "resolve", "expensive": True},
        {"text": "unsafe", "expensive": True},
        {"text": "resolve", "continual": True},
    ],
)
def test_re_solving_lies_between_translation_and_every_bet_in_the_tree(
    problem, blueprint, full, options
):
    least = in_the_tree(problem, 800)
    most = min(
        full.exploitability(real).average for real in translated(problem, full, blueprint).values()
    )
    found = lost(problem, blueprint, player(**options))
    assert least - 0.005 < found < most / 2


def test_nothing_is_solved_while_the_opponent_stays_on_the_tree(full):
    best = solved(full, 300)
    written = player().write(full, best, 0)
    assert written.subgames == 0
    assert written.lost() == pytest.approx(full.best_response_value(1, best), abs=1e-12)


def test_continual_re_solving_solves_more_and_stays_close(problem, blueprint):
    game = problem.passes("float64")
    plain, continual = (
        player(iterations=300, continual=on).write(game, blueprint, 0) for on in (False, True)
    )
    assert continual.subgames > plain.subgames
    assert continual.lost() == pytest.approx(plain.lost(), abs=0.05)


def test_unsafe_solving_needs_a_range():
    with pytest.raises(InputError, match="no range"):
        player("unsafe")


# -- depth limits


def test_a_limited_tree_ends_where_the_next_round_begins(full):
    limited = limit_depth(full.tree, 0, 1, 3)
    tree = limited.tree
    assert (tree.round == 0).all()
    assert (tree.parents[1:] < np.arange(1, tree.size)).all()
    leaves = np.flatnonzero(tree.kind == LEAF)
    assert sorted(limited.leaves) == leaves.tolist()
    for leaf in leaves.tolist():
        node, choice = limited.leaves[leaf]
        parent = int(tree.parents[leaf])
        assert tree.player[parent] == 1
        assert tree.children_of(parent)[choice] == leaf
        assert full.tree.round[node] == 1
        np.testing.assert_array_equal(tree.put[leaf], full.tree.put[node])
    ends = (full.tree.round == 0) & (full.tree.kind != DECISION)
    assert ((tree.kind != DECISION) & (tree.kind != LEAF)).sum() == ends.sum()


def turn_spot():
    """A turn of hold'em with small ranges; all rivers follow."""
    cards = tuple(parse_cards("AsKd7c7h"))
    betting = spot_betting(find_game("holdem-nolimit:100bb"), round=2, pot=40, stack=60)
    ranges = tuple(Range.parse(text).weights for text in ("AA,QJs", "KK,76s"))
    start = Start(betting, cards, ranges)
    return AbstractGame("", start=start, isomorphism=False, menus=MENU).passes("float64")


@pytest.mark.parametrize("us", [0, 1])
@pytest.mark.parametrize("game", ["leduc", "hold'em"])
def test_leaf_values_are_those_of_playing_on(full, us, game):
    whole = full if game == "leduc" else turn_spot()
    first = int(whole.tree.round[0])
    rng = np.random.default_rng(us)
    ours = rng.random(whole.layout.size)
    for node in whole.tree.decision_nodes().tolist():
        block = whole.layout.block(ours, node)
        block /= block.sum(axis=0)
    choices = biased_continuations(whole.layout, ours)
    ends = Continuations(whole, ours, choices)
    passes = ends.passes(whole.tree, whole.model, (), us)
    limited = limit_depth(whole.tree, first, 1 - us, len(choices))
    for number, theirs in enumerate(choices):
        part, followed = np.zeros(passes.layout.size), ours.copy()
        for node in passes.tree.decision_nodes().tolist():
            block = passes.layout.block(part, node)
            if passes.tree.kind[passes.tree.children_of(node)[0]] == LEAF:
                block[number] = 1.0
            else:
                block[:] = whole.layout.block(ours, limited.nodes[node])
        for node in whole.tree.decision_nodes(1 - us).tolist():
            if whole.tree.round[node] > first:
                whole.layout.block(followed, node)[:] = whole.layout.block(theirs, node)
        value = whole.expected_value(followed)
        assert passes.expected_value(part) == pytest.approx(value, abs=1e-9)


def test_biased_continuations_stay_strategies(full):
    uniform = full.layout.uniform()
    for kind in Kind:
        found = biased(full.layout, uniform, kind)
        for node in full.tree.decision_nodes().tolist():
            block = full.layout.block(found, node)
            np.testing.assert_allclose(block.sum(axis=0), 1.0)
            chosen = [action.kind == kind for action in full.tree.actions_of(node)]
            if any(chosen) and not all(chosen):
                ratio = block[chosen.index(True)] / block[chosen.index(False)]
                np.testing.assert_allclose(ratio, 10.0)


def test_depth_limited_re_solving_beats_translation(problem, blueprint, full):
    real = translated(problem, full, blueprint)["pseudo-harmonic, abstract"]
    ends = Continuations(full, real, biased_continuations(full.layout, real))
    found = lost(problem, blueprint, player(iterations=200, ends=ends))
    assert found < full.exploitability(real).average / 2


def test_leaves_need_values_and_a_choice(full):
    tree = limit_depth(full.tree, 0, 0, 2).tree
    with pytest.raises(InputError, match="leaves"):
        Passes(tree, full.model)
    with pytest.raises(InputError, match="no continuation"):
        Continuations(full, full.layout.uniform(), [])


def test_continuations_must_know_the_bets_before_them(problem, full):
    game = problem.passes("float64")
    small = Continuations(game, game.layout.uniform(), [game.layout.uniform()] * 2)
    with pytest.raises(InputError, match="continuations have no raise to 2"):
        small.passes(full.tree, full.model, (), 0)
