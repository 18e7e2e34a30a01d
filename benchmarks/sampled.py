"""Sampled CFR: how many tree nodes a second its walks visit, on one core."""

from __future__ import annotations

from benchmarks.measure import Row, against_rate, best_seconds
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.solvers.sampling.small import SampledRegret
from equipoise.spine.game import AbstractGame

FLOOR = 10e6
BATCH = 4000
WARM = 5 * BATCH  # iterations before measuring: from here on every step is a whole batch


def run() -> list[Row]:
    return [
        against_rate(f"{method}, {game}", nodes_a_second(method, game), "floor", floor, 1.0)
        for method, game, floor in (
            ("mccfr-external", "leduc", FLOOR),
            ("mccfr-external", "leduc-nolimit:12", FLOOR),
            ("mccfr-outcome", "leduc", FLOOR),
            ("mccfr-chance", "leduc", FLOOR / 2),
            ("mccfr-public", "leduc", FLOOR / 2),
        )
    ]


def nodes_a_second(method: str, game: str) -> float:
    """Nodes a second of one step, the same every time: the fastest counts."""
    solver = SampledRegret(AbstractGame(game).passes(), SAMPLINGS[method], batch=BATCH)
    while solver.iterations < WARM:
        solver.step()
    kept = {name: array.copy() for name, array in solver.save().items()}

    def step() -> None:
        solver.load(kept)
        solver.step()

    seconds = best_seconds(step, 15)
    return (solver.nodes - int(kept["nodes"])) / seconds
