"""Sampled CFR on hold'em with 500 big blinds, fcpa and ir169.64.8.8: nodes a second of one core.

Seconds of the processor, not of the clock, so that other work on the machine counts less.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import Row, against_rate
from equipoise.abstraction.bets.betting import parse_bets
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.abstraction.strength.memory import tables_in_memory
from equipoise.games.catalogue import find_game
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.sampling.dealt import DealtRegret
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.spine.board_engine import BoardEngine
from equipoise.spine.cards.bucket_deals import bucket_deals
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.layout import make_layout
from equipoise.spine.tree import build_tree

FLOOR = 5e6
GAME, BETS, CARDS = "holdem-nolimit:500bb", "fcpa", "ir169.64.8.8"
WARM, NODES = 200_000, 20_000_000
#: hands on a board: a node of public sampling is a vector of so many
HANDS = 1081


def run() -> list[Row]:
    tables = tables_in_memory()
    with TemporaryDirectory() as place:
        bucketing = build_bucketing(CARDS, tables=tables, folder=Path(place) / "b")
        states = BucketStates(bucketing)
        layout = make_layout(build_tree(find_game(GAME), parse_bets(BETS)), states)
        deals = bucket_deals(bucketing, tables)
        name = f"{GAME} {BETS} {CARDS}"
        rows = []
        for method, floor in (("mccfr-external", FLOOR), ("mccfr-outcome", FLOOR / 5)):
            solver = DealtRegret(layout, deals, SAMPLINGS[method], workers=1)
            rows.append(against_rate(f"{method}, {name}", _rate(solver), "floor", floor, 1.0))
        public = CounterfactualRegret(BoardEngine(layout, states, workers=1), SCHEDULES["lcfr"])
        public.step()
        before, started = public.nodes, process_time()
        for _ in range(5):
            public.step()
        rate = HANDS * (public.nodes - before) / (process_time() - started)
        rows.append(against_rate(f"mccfr-public (hands), {name}", rate, "floor", 40e6, 1.0))
    return rows


def _rate(solver: DealtRegret) -> float:
    while solver.iterations < WARM:
        solver.step()
    before, started = solver.nodes, process_time()
    while solver.nodes - before < NODES:
        solver.step()
    return (solver.nodes - before) / (process_time() - started)
