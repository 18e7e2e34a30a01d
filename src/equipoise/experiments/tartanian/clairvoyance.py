"""Tartanian5 2012: the half-street clairvoyance game of Ankenman and Chen, for a grid of bets.

The pot is 1. The first player's hand wins or loses for certain, with probability 1/2 each, and may
bet s; the second calls or folds. In equilibrium winning hands always bet, losing hands with
probability s / (1 + s), and the bet is called with probability 1 / (1 + s).
"""

from __future__ import annotations

from fractions import Fraction

from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)

BETS: dict[Scale, tuple[str, ...]] = {
    "quick": ("0.25", "0.5", "1", "2", "4", "10"),
    "full": ("0.1", "0.25", "0.5", "0.75", "1", "1.5", "2", "3", "4", "5", "10", "20", "50"),
}
_TARGET = 1e-10
_MOST_ITERATIONS = 200_000
_AGREES = 5e-4


def closed_form(bet: Fraction) -> dict[str, Fraction]:
    """The published frequencies, and the value that follows from them, in pots.

    A winning hand gets the pot and, when called, s more: 1 + s / (1 + s). A losing hand gets 0
    either way. Half of the pot is the first player's own, so the value is s / (2 (1 + s)).
    """
    return {
        "bet a winner": Fraction(1),
        "bet a loser": bet / (1 + bet),
        "call": 1 / (1 + bet),
        "value": bet / (2 * (1 + bet)),
    }


def solve(bet: str) -> tuple[dict[str, float], float]:
    """The measured figures of one bet size, and the exploitability, in pots."""
    from equipoise.solvers.run.loop import Stop
    from equipoise.solvers.run.solving import solve as solve_game
    from equipoise.spine.game import AbstractGame

    problem = AbstractGame(f"clairvoyance:{bet}")
    rules, passes = problem.rules, problem.passes()
    solved = solve_game(passes, "pcfr+", Stop(iterations=_MOST_ITERATIONS, target=_TARGET))
    strategy, last = solved.strategy, solved.last
    first, second = (int(passes.tree.decision_nodes(player)[0]) for player in range(2))
    labels = passes.model.labels[0][0]
    bets = passes.layout.block(strategy, first)[1]
    figures = {
        "bet a winner": float(bets[labels.index("A")]),
        "bet a loser": float(bets[labels.index("2")]),
        "call": float(passes.layout.block(strategy, second)[1, 0]),
        "value": last.value / rules.scale,
    }
    return figures, last.average / rules.scale


def run(setting: Setting) -> Outcome:
    """Solve the game for every bet size and compare with the closed forms."""
    cells, errors, gaps = [], dict.fromkeys(closed_form(Fraction(1)), 0.0), []
    bets = BETS[setting.scale]
    for done, bet in enumerate(bets):
        published = closed_form(Fraction(bet))
        measured, gap = solve(bet)
        gaps.append(gap)
        for name, value in published.items():
            cells.append(Cell(f"s = {bet}", name, float(value), measured[name]))
            errors[name] = max(errors[name], abs(measured[name] - float(value)))
        setting.report(done + 1, len(bets))
    sentences = {
        "bet a winner": "winning hands are always bet",
        "bet a loser": "losing hands are bet with probability s / (1 + s)",
        "call": "the bet is called with probability 1 / (1 + s)",
        "value": "the first player wins s / (2 (1 + s)) pots per hand",
    }
    claims = [
        Claim(text, errors[name] < _AGREES, f"largest difference {errors[name]:.1e}")
        for name, text in sentences.items()
    ]
    notes = [
        f"Solved by predictive CFR+; exploitability at most {max(gaps):.0e} pots per hand.",
        "The value is not in the paper but follows from the published frequencies. Half of the "
        "pot counts as the first player's own money.",
    ]
    return Outcome(cells, claims, notes, digits=4)
