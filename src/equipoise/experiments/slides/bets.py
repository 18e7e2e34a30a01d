"""Course slides: betting abstractions of 12-chip Leduc where more bets play worse.

The abstraction before the dash is evaluated; the one after it is the opponent's while solving.
"""

from __future__ import annotations

from itertools import permutations

import numpy as np

from equipoise.experiments.harness.experiment import (
    Cell,
    Claim,
    Outcome,
    Scale,
    Setting,
)
from equipoise.experiments.slides.abstract_games import METHOD, solve_abstract

GAME = "leduc-nolimit:12"
ABSTRACTIONS = ("fca", "fcha", "fcpa", "fcda", "fchpa", "fchda", "fcpda", "fchpda")
OPPONENTS: dict[Scale, tuple[str, ...]] = {
    "quick": ("same", "fca", "fchpda"),
    "full": ("same", *ABSTRACTIONS),
}
TARGET: dict[Scale, float] = {"quick": 1e-3, "full": 1e-5}
_CLEARLY = 5e-3


def run(setting: Setting) -> Outcome:
    """Every abstraction against every opponent while solving, then against a best response."""
    from equipoise.spine.game import AbstractGame

    full = AbstractGame(GAME).passes()
    opponents = OPPONENTS[setting.scale]
    lost: dict[tuple[str, str], float] = {}
    total = len(ABSTRACTIONS) * len(opponents)
    for mine in ABSTRACTIONS:
        for theirs in opponents:
            setting.report(len(lost), total, f"{mine} - {theirs}")
            other = mine if theirs == "same" else theirs
            real = np.zeros(full.layout.size)
            for seat, bets in enumerate((f"{mine}-{other}", f"{other}-{mine}")):
                problem = AbstractGame(GAME, bets)
                abstract = solve_abstract(problem, TARGET[setting.scale], setting.seed)
                abstract.play(full.layout, real, (seat,))
            lost[mine, theirs] = full.exploitability(real).average
    cells = [Cell(mine, f"- {theirs}", None, value) for (mine, theirs), value in lost.items()]
    worse = [
        (fine, coarse, other)
        for fine, coarse in permutations(ABSTRACTIONS, 2)
        for other in opponents
        if set(coarse) < set(fine) and lost[fine, other] > lost[coarse, other] + _CLEARLY
    ]
    named = "; ".join(
        f"{a} ({lost[a, other]:.3f}) than {b} ({lost[b, other]:.3f}) solved against {other}"
        for a, b, other in worse
    )
    same = {name: lost[name, "same"] for name in ABSTRACTIONS}
    helped = sum(
        same[fine] < same[coarse]
        for fine, coarse in permutations(ABSTRACTIONS, 2)
        if set(coarse) < set(fine)
    )
    pairs = sum(set(b) < set(a) for a, b in permutations(ABSTRACTIONS, 2))
    claims = [
        Claim(
            "adding a bet can make a strategy more exploitable",
            bool(worse),
            f"worse: {named}" if worse else "no case found",
        ),
        Claim(
            "in general, taken as in more than half of the pairs of abstractions of which one "
            "allows more, the one that allows more plays better",
            helped > pairs / 2,
            f"better in {helped} of {pairs} pairs ({helped / max(1, pairs):.0%}), both seats "
            "solved alike",
        ),
    ]
    notes = [
        f"12-chip no-limit Leduc, abstract games solved by {METHOD} to "
        f"{TARGET[setting.scale]:g}; best-response value in the full game, mean of both seats, "
        "chips per hand. Real bets are read by hard translation (geometric mean) in abstract "
        "style with all fixes.",
        "Abstract games have many equilibria; another solver may find others.",
    ]
    return Outcome(
        cells, claims, notes, digits=4, heat_map=True,
        unit="lost to a best response, chips per hand",
        axes=("bets of the strategy", "the opponent's bets in the game solved"),
    )  # fmt: skip
