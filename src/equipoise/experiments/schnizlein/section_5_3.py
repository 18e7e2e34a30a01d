"""Schnizlein 2009, section 5.3: switching between two equilibria of Kuhn poker within a hand.

The first player's equilibria form a family: bet a jack with probability alpha = gamma / 3, call a
bet with a queen with beta = (1 + gamma) / 3, bet a king with gamma, for any gamma from 0 to 1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from equipoise.experiments.harness.experiment import Cell, Claim, Outcome, Setting

if TYPE_CHECKING:
    from equipoise.kernels.types import Float64s
    from equipoise.spine.passes import Passes

#: row: gamma before any action, gamma after check and bet, the first player's value
PUBLISHED = {
    "gamma = 0": (0, 0, Fraction(-1, 18)),
    "gamma = 1": (1, 1, Fraction(-1, 18)),
    "gamma = 0, then 1": (0, 1, Fraction(-2, 18)),
}
_EXACT = 1e-12


def kuhn_strategy(passes: Passes, before: float, after: float) -> Float64s:
    """The first player's strategy with one gamma before any action and one after check and bet."""
    alpha, beta = before / 3, (1 + after) / 3
    bets = {"J": alpha, "Q": 0.0, "K": before}
    calls = {"J": 0.0, "Q": beta, "K": 1.0}
    labels = passes.model.labels[0][0]
    strategy = passes.layout.uniform()
    for node in passes.tree.decision_nodes(0):
        # the first decision is to check or bet, the second, after check and bet, to fold or call
        chances = bets if node == 0 else calls
        block = passes.layout.block(strategy, int(node))
        for state, label in enumerate(labels):
            block[:, state] = 1 - chances[label], chances[label]
    return strategy


def run(setting: Setting) -> Outcome:
    """Exact best responses to both equilibria and to the mixture."""
    from equipoise.spine.game import AbstractGame

    passes = AbstractGame("kuhn").passes()

    def value(before: float, after: float) -> float:
        return -passes.best_response_value(1, kuhn_strategy(passes, before, after))

    cells = [
        Cell(row, "value against a best response", float(published), value(before, after))
        for row, (before, after, published) in PUBLISHED.items()
    ]
    steps = [step / 10 for step in range(11)]
    unswitched = [value(gamma, gamma) for gamma in steps]
    worst, place = min((value(a, b), (a, b)) for a in steps for b in steps)
    setting.report(1, 1)
    claims = [
        Claim(
            "every gamma from 0 to 1 gives an equilibrium, with the value -1/18",
            max(abs(v + 1 / 18) for v in unswitched) < _EXACT,
            f"{len(steps)} values of gamma, {min(unswitched):.6f} to {max(unswitched):.6f}",
        ),
        Claim(
            "switching from gamma = 0 to gamma = 1 gives -2/18, twice what an equilibrium loses",
            abs(cells[2].measured + 2 / 18) < _EXACT,
            f"measured {cells[2].measured:.15f}",
        ),
    ]
    notes = [
        f"Of all switches between gammas in tenths, {place[0]:g} to {place[1]:g} is the worst "
        f"({worst:.6f} = {Fraction(worst).limit_denominator(1000)})."
    ]
    return Outcome(cells, claims, notes, digits=6)
