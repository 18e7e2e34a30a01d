"""Hold'em small enough for the linear program: a deck of eight cards, and real cards on three flops.

With eight cards: two hole cards and three times one card on the board, every deal dealt; players see
a bucket a round, the weaker or the stronger half of the hands that were in one bucket before.
"""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.cards.deck import Deck
from equipoise.games.catalogue import find_game
from equipoise.solvers.lp.program import LinearProgram
from equipoise.solvers.methods import METHODS, make_solver
from equipoise.spine.cards.deck import deck_model
from equipoise.spine.cards.matrix import bucketed
from equipoise.spine.cards.sequences.store import build_model
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree

#: iterations, and the exploitability in chips that they must come below
CLOSE = {
    "cfr": (1500, 0.05),
    "lcfr": (800, 0.03),
    "egt": (800, 0.05),
    "mccfr-chance": (30_000, 0.1),
    "mccfr-external": (100_000, 0.1),
    "mccfr-outcome": (500_000, 0.25),
    "mccfr-public": (60_000, 0.1),
}
FAST = (500, 0.01)
ITERATIVE = [method for method in METHODS if method != "lp"]


def stronger_halves(model):
    """Buckets of one player: each round halves the buckets by the chance to win."""
    found = []
    for number in range(model.rounds):
        fold, showdown = model.fold[number], model.showdown[number]
        strength = showdown.sum(axis=1) / fold.sum(axis=1)
        before = found[-1][model.parents[0][number]] if number else np.zeros(len(fold), dtype=int)
        buckets = 2 * before
        for group in np.unique(before):
            inside = before == group
            buckets[inside] += strength[inside] > np.median(strength[inside])
        found.append(np.unique(buckets, return_inverse=True)[1])
    return found


@cache
def tiny():
    """Four ranks in two suits, four big blinds, all-in or a pot."""
    rules = find_game("holdem-nolimit:4bb")
    script = tuple(replace(deal, board=min(deal.board, 1)) for deal in rules.script)
    rules = replace(rules, name="tiny", deck=Deck("JQKA", "hs"), script=script)
    whole = deck_model(rules)
    halves = stronger_halves(whole)
    labels = [[str(b) for b in range(int(row.max()) + 1)] for row in halves]
    model = bucketed(whole, "halves", (halves, halves), labels)
    return solved(Passes(build_tree(rules, parse_bets("fcpa")), model))


def solved(passes):
    program = LinearProgram(passes)
    program.step()
    assert program.gap < 1e-7
    return passes, program.value


def check(seen, value):
    """Best responses win at least what the game is worth; play is within what both gain."""
    assert seen.responses[0] >= value - 1e-7 and seen.responses[1] >= -value - 1e-7
    assert abs(seen.value - value) <= seen.nash_conv + 1e-7


def test_the_tiny_deck_is_hold_em():
    passes, _ = tiny()
    assert passes.model.states[0] == (2, 4, 8, 13)  # some halves hold one strength only
    assert passes.model.fold[3].sum() == pytest.approx(1)
    assert passes.tree.rules.board_cards == 3 and passes.tree.rules.hole_cards == 2


@pytest.mark.parametrize("method", ITERATIVE)
def test_every_method_solves_a_tiny_hold_em(method):
    passes, value = tiny()
    iterations, close = CLOSE.get(method, FAST)
    solver = make_solver(method, passes, seed=1)
    check(passes.exploitability(passes.layout.uniform()), value)
    while solver.iterations < iterations:
        solver.step(iterations - solver.iterations)
    seen = passes.exploitability(solver.average())
    check(seen, value)
    assert seen.average < close
    if method == "egt":
        assert solver.bounds()["guaranteed exploitability"] >= seen.average


def test_matrices_of_real_cards_by_linear_program_and_regret(tmp_path):
    """The game that ``test_buckets`` solves on sampled boards and deals."""
    bucketing = build_bucketing(
        "2.2.2.2", tables=small_tables(), folder=tmp_path / "b", flop_rows=FLOPS
    )
    model = build_model(bucketing, 48, folder=tmp_path / "m").model
    tree = build_tree(find_game("holdem-nolimit:5bb"), parse_bets("fca"))
    passes, value = solved(Passes(tree, model))
    for method in ("cfr+", "dcfr", "pcfr+", "egt"):
        solver = make_solver(method, passes)
        for _ in range(400):
            solver.step()
        seen = passes.exploitability(solver.average())
        check(seen, value)
        assert seen.average < (0.05 if method == "egt" else 0.005)


def test_matches_of_strategies_are_the_expected_values_of_both_seats():
    passes, _ = tiny()
    solver = make_solver("cfr+", passes)
    for _ in range(30):
        solver.step()
    good, even = solver.average(), passes.layout.uniform()
    mixed = [even.copy(), good.copy()]  # seat 1 plays the good one in the first
    for node in passes.tree.decision_nodes(0).tolist():
        for values, source in zip(mixed, (good, even), strict=True):
            passes.layout.block(values, node)[:] = passes.layout.block(source, node)
    exact = (passes.expected_value(mixed[0]) - passes.expected_value(mixed[1])) / 2
    assert passes.match(good, even)[0] == pytest.approx(exact)
    assert exact > 0
    assert passes.match(even, good)[0] == pytest.approx(-exact)
    assert passes.match(good, good)[0] == pytest.approx(0, abs=1e-12)
