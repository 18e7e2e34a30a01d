"""Large perfect-recall games: the shape of 8-12-4-4 with Tartanian5's bets, without the cards."""

from __future__ import annotations

import json
import subprocess
import sys
from time import perf_counter

import numpy as np

from benchmarks.measure import Row, against_limit
from equipoise.abstraction.bets.betting import parse_bets
from equipoise.games.catalogue import find_game
from equipoise.solvers.methods import compile_kernels, make_solver
from equipoise.spine.cards.synthetic import synthetic_model
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree

GAME, BETS, BUCKETS = "holdem-nolimit:200bb", "tartanian5", (8, 12, 4, 4)
ITERATIONS = 5
MOST_SECONDS = 1.2  # an iteration: 1,500 in half an hour
MOST_MEMORY = 1.5  # times the estimate
PROGRAM = 200 * 1024**2  # code and libraries


def run() -> list[Row]:
    passes = Passes(build_tree(find_game(GAME), parse_bets(BETS)), synthetic_model(BUCKETS))
    assert passes.dtype == np.float32
    compile_kernels("dcfr", passes.dtype)
    solver = make_solver("dcfr", passes)
    solver.step()
    started = perf_counter()
    for _ in range(ITERATIONS):
        solver.step()
    seconds = (perf_counter() - started) / ITERATIONS
    return [
        against_limit("an iteration of dcfr on the shape of 8-12-4-4", seconds, MOST_SECONDS),
        products(passes),
        memory(),
    ]


def products(passes: Passes) -> Row:
    """Terminal values, in turn with plain products of the same sizes; the best of three."""
    groups = [
        (len(group.nodes), passes.model.states[0][group.round]) for group in passes.layout.groups
    ]
    operations = sum(2 * rows * states**2 for rows, states in groups)
    plain = []
    for rows, states in groups:
        reach = np.ones((rows, states), dtype=passes.dtype)
        operator = np.ones((states, states), dtype=passes.dtype)
        plain.append((reach, operator, np.empty_like(reach)))
    ours = theirs = float("inf")
    for _ in range(3):
        started = perf_counter()
        passes.terminal_values(0)
        middle = perf_counter()
        for reach, operator, out in plain:
            np.matmul(reach, operator, out=out)
        ours, theirs = min(ours, middle - started), min(theirs, perf_counter() - middle)
    return Row(
        "terminal values of one player",
        f"{operations / ours / 1e9:.0f} GFLOP/s",
        f"np.matmul: {operations / theirs / 1e9:.0f} GFLOP/s",
        theirs / ours,
        0.7,
    )


_ALONE = """
import json, resource, sys, tempfile
from pathlib import Path
from benchmarks import large
from equipoise.spine.passes import Passes
from equipoise.solvers.run.checkpoint import CheckpointWriter
from equipoise.solvers.methods import make_solver
from equipoise.solvers.run.loop import Stop, run
from equipoise.spine.footprint import layout_footprint
tree = large.build_tree(large.find_game(large.GAME), large.parse_bets(large.BETS))
passes = Passes(tree, large.synthetic_model(large.BUCKETS))
estimate = large.PROGRAM + layout_footprint(passes.layout).vector_bytes(passes.dtype, copies=3)
solver = make_solver("dcfr", passes)
with tempfile.TemporaryDirectory() as folder:
    run(solver, passes, Stop(iterations=2), writer=CheckpointWriter(Path(folder), {}, sys.exit))
solver.average()
unit = 1 if sys.platform == "darwin" else 1024
peak = unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([estimate, peak]))
"""


def memory() -> Row:
    """The peak of a process of its own, with a checkpoint and the average, beside the estimate."""
    done = subprocess.run(
        [sys.executable, "-c", _ALONE], capture_output=True, encoding="utf-8", check=True
    )
    estimate, peak = json.loads(done.stdout)
    return Row(
        "its memory, with a checkpoint",
        f"{peak / 1e9:.2f} GB",
        f"estimate {estimate / 1e9:.2f} GB",
        estimate / peak,
        1 / MOST_MEMORY,
    )
