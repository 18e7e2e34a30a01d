"""Course slides: card abstractions of Leduc where finer ones play worse."""

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

ABSTRACTIONS = (
    "JQK", "J.QK", "JQ.K", "JK.Q", "J.Q.K",
    "JQK/full", "J.QK/full", "JQ.K/full", "JK.Q/full", "full",
)  # fmt: skip
GAME = "leduc"
TARGET: dict[Scale, float] = {"quick": 1e-4, "full": 1e-6}
_CLEARLY = 1e-3


def run(setting: Setting) -> Outcome:
    """Solve every abstraction and compute best responses in the full game."""
    from equipoise.spine.cards.leduc import RankBuckets
    from equipoise.spine.game import AbstractGame

    full = AbstractGame(GAME).passes()
    lost: dict[str, float] = {}
    cells = []
    for done, cards in enumerate(ABSTRACTIONS):
        setting.report(done, len(ABSTRACTIONS), cards)
        abstract = solve_abstract(
            AbstractGame(GAME, cards=cards), TARGET[setting.scale], setting.seed
        )
        real = np.zeros(full.layout.size)
        abstract.play(full.layout, real)
        seen = full.exploitability(real)
        lost[cards] = seen.average
        values = (*seen.responses, seen.average, abstract.exploitability)
        columns = ("best response, seat 1", "seat 2", "average", "within the abstraction")
        for name, value in zip(columns, values, strict=True):
            cells.append(Cell(cards, name, None, value))
    finer = {name: RankBuckets.parse("J.Q.K/full" if name == "full" else name) for name in lost}
    worse = [
        (fine, coarse)
        for fine, coarse in permutations(ABSTRACTIONS, 2)
        if finer[fine].refines(finer[coarse]) and lost[fine] > lost[coarse] + _CLEARLY
    ]
    pairs = "; ".join(f"{a} ({lost[a]:.3f}) is finer than {b} ({lost[b]:.3f})" for a, b in worse)
    claims = [
        Claim(
            "less abstraction does not always play better in the real game",
            bool(worse),
            pairs or "no finer abstraction is worse",
        ),
        Claim(
            "without abstraction the strategy is an equilibrium",
            lost["full"] <= TARGET[setting.scale],
            f"{lost['full']:.1e} chips per hand",
        ),
    ]
    notes = [
        f"Limit Leduc, each abstract game solved by {METHOD} to {TARGET[setting.scale]:g}; chips a "
        "hand. After the flop players know their first bucket and pair or no pair, or (full) the "
        "board. The slides' own figures are not in their text.",
        "An abstract game has many equilibria; another solver may find one that loses more.",
    ]
    return Outcome(
        cells, claims, notes, digits=4, heat_map=True,
        unit="lost to a best response, chips per hand",
        axes=("cards told apart", "who responds best, and where"),
    )  # fmt: skip
