"""Digests of results, by name, as JSON: what ``docs/reproducibility.md`` says of them is measured.

``python -m tests.digests`` prints all of them. Run in different settings of ``tests/settings.py``,
names that start with ``same`` give the same digest everywhere; the others may differ.
"""

from __future__ import annotations

import hashlib
import json
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from tests.abstraction.buckets.small import FLOPS, small_tables

from equipoise.abstraction.bets.betting import parse_bets
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.cards import HandIndexer, evaluate_many, parse_cards
from equipoise.cards.equity import equity
from equipoise.cards.ranges import Range
from equipoise.cards.strength import assess
from equipoise.games import find_game
from equipoise.games.start import spot_betting
from equipoise.matches.dealing import deal_cards
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
from equipoise.solvers.cfr import SCHEDULES, CounterfactualRegret
from equipoise.solvers.methods import make_solver
from equipoise.solvers.sampling.dealt import DealtRegret
from equipoise.solvers.sampling.kinds import SAMPLINGS
from equipoise.spine.board_engine import BoardEngine
from equipoise.spine.cards.bucket_deals import bucket_deals
from equipoise.spine.cards.buckets import BucketStates
from equipoise.spine.cards.sequences.counts import PairCounts
from equipoise.spine.cards.synthetic import synthetic_model
from equipoise.spine.game import AbstractGame, Start
from equipoise.spine.layout import make_layout
from equipoise.spine.passes import Passes
from equipoise.spine.tree import build_tree
from equipoise.strategies.purify import Purification, purify
from equipoise.translation.expand import Expansion
from equipoise.translation.options import Translation

Made = dict[str, object]


def digest(*parts: object) -> str:
    """Sixteen hexadecimal digits of all bits of arrays, and of the text of anything else."""
    found = hashlib.sha256()
    for part in parts:
        if isinstance(part, np.ndarray):
            found.update(f"{part.dtype.str}{part.shape}".encode())
            found.update(np.ascontiguousarray(part).tobytes())
        else:
            found.update(repr(part).encode())
    return found.hexdigest()[:16]


def random_strategy(layout, seed: int = 1):
    """Probabilities from uniform numbers, by additions and divisions alone."""
    rng = np.random.default_rng(seed)
    values = np.zeros(layout.size)
    for node in layout.tree.decision_nodes().tolist():
        block = layout.block(values, node)
        drawn = rng.random(block.shape)
        block[:] = drawn / drawn.sum(axis=0)
    return values


def cards() -> Made:
    """The deck, the evaluator, isomorphism, dealing, equities."""
    rules = find_game("holdem-nolimit:100bb,6p")
    deals = deal_cards(rules, 7, 0, 5000)
    indexer = HandIndexer((2, 3, 1, 1))
    board = parse_cards("9d6c2d")
    ranges = [Range.parse("AA,KQs"), Range.parse("TT+,76s:0.5")]
    seven = np.ascontiguousarray(deals[:, :7])
    many = equity([*ranges, Range.random()], exact=False, samples=20_000, seed=3)
    return {
        "same evaluator": digest(evaluate_many(seven)),
        "same isomorphism": digest([indexer.index(row) for row in seven[:200].tolist()]),
        "same deals": digest(deals),
        "same exact equity": digest(equity(ranges, board).equities),
        "same sampled equity of two": digest(
            equity(ranges, exact=False, samples=20_000, seed=3).equities
        ),
        "equity of three": digest(many.equities),
        "same hand strength": digest(repr(assess(parse_cards("8d7d"), board, opponents=1).hs)),
    }


def matches() -> Made:
    """Chips of all hands between agents that are asked."""
    found = {}
    for name, agents, game in (
        ("dice", ("random", "call", "raise"), "holdem-nolimit:100bb,3p"),
        ("Loki", ("loki-bpm", "loki-bpl"), "holdem-limit:2p"),
        ("selective sampling", ("loki-som", "loki-gom"), "holdem-limit:2p"),
    ):
        hands = 200 if name == "dice" else 12
        played = play_match(MatchPlan(game, agents, hands=hands, seed=5))
        found[f"same match, {name}"] = digest(played.parts)
    return found


def buckets() -> Made:
    """Bucketings on three flops, their matrices' counts, and sampled solving with them."""
    found: Made = {}
    with tempfile.TemporaryDirectory() as folder:
        for notation in (
            "8.dir-8-4.4pa.4",
            "ir8emd.ir6wave.ir4emd.4ochs",
            "ir169.4.2.2",
        ):
            made = build_bucketing(
                notation, tables=small_tables(), folder=Path(folder) / notation, flop_rows=FLOPS
            )
            tables = [np.asarray(one.table) for one in made.rounds]
            found[f"same buckets {notation}"] = digest(*tables)
        small = build_bucketing(
            "2.2.2.2", tables=small_tables(), folder=Path(folder) / "counts", flop_rows=FLOPS
        )
        counts = PairCounts(small)
        counts.count()
        found["same counts of bucket pairs"] = digest(counts.halves.sum(axis=0))
        states = BucketStates(made)
        states.__dict__["deals"] = bucket_deals(made, small_tables())
        layout = make_layout(build_tree(find_game("holdem-nolimit:5bb"), parse_bets("fca")), states)
        for method, iterations in (("mccfr-external", 2000), ("mccfr-public", 5)):
            if method == "mccfr-public":
                solver = CounterfactualRegret(BoardEngine(layout, states), SCHEDULES["lcfr"], 3)
            else:
                solver = DealtRegret(layout, states.deals, SAMPLINGS[method], 3)
            while solver.iterations < iterations:
                solver.step(iterations - solver.iterations)
            found[f"same {method} of hold'em"] = digest(solver.average())
        judged = BoardEngine(layout, states, 20).exploitability(layout.uniform())
        found["same response on sampled boards"] = digest(judged.responses, judged.value)
    return found


def solvers() -> Made:
    """Averages of solvers on small games, by method."""
    found: Made = {}
    for game in ("leduc", "leduc-nolimit:5"):
        passes = AbstractGame(game).passes()
        found[f"same card model of {game}"] = digest(*passes.model.fold, *passes.model.showdown)
        strategy = random_strategy(passes.layout)
        found[f"value of a strategy, {game}"] = digest(passes.exploitability(strategy))
        for method, steps in (("cfr+", 100), ("dcfr", 100), ("egt", 100), ("lp", 1)):
            solver = make_solver(method, passes)
            for _ in range(steps):
                solver.step()
            found[f"{method} of {game}"] = digest(solver.average())
        for method in SAMPLINGS:
            solver = make_solver(method, passes, seed=2)
            while solver.iterations < 2000:
                solver.step(2000 - solver.iterations)
            found[f"same {method} of {game}"] = digest(solver.average())
    tree = build_tree(find_game("holdem-nolimit:20bb"), parse_bets("fcpa"))
    for buckets in ((3, 2, 2, 1), (8, 6, 4, 2)):
        model = synthetic_model(buckets)
        name = "-".join(map(str, buckets))
        found[f"synthetic model {name}"] = digest(*model.fold, *model.showdown)
        for dtype in ("float64", "float32"):
            passes = Passes(tree, model, dtype)
            solver = make_solver("dcfr", passes)
            for _ in range(20):
                solver.step()
            found[f"dcfr of {name} in {dtype}"] = digest(solver.average())
    return found


def spots() -> Made:
    """Hold'em with real cards from a board on: operators, and vector CFR by them."""
    found: Made = {}
    rules = find_game("holdem-nolimit:100bb")
    board = tuple(parse_cards("AsKd7c7h"))
    betting = spot_betting(rules, round=2, pot=40, stack=60)
    for name, texts in (
        ("same spot of whole weights", ("AA,KQs,76s", "QQ,A5s,KJs")),
        ("spot of weights with fractions", ("AA:0.3,KQs,76s:0.7", "QQ:0.1,A5s,KJs:0.9")),
    ):
        ranges = (Range.parse(texts[0]).weights, Range.parse(texts[1]).weights)
        game = AbstractGame("", "fcpa", start=Start(betting, board, ranges))
        passes = game.passes()
        solver = make_solver("cfr+", passes)
        for _ in range(20):
            solver.step()
        values = passes.exploitability(passes.layout.uniform())
        found[name] = digest(solver.average(), values.responses, values.value)
    for dtype in ("float32", "int16"):  # of the last: single precision rounds once in every lane
        solver = make_solver("dcfr4", game.engine(dtype=dtype))
        for _ in range(5):
            solver.step()
        found[f"same spot on its engine in {dtype}"] = digest(solver.average())
    return found


def translations() -> Made:
    """A given strategy in the full game, and what purification makes of it."""
    problem = AbstractGame("leduc-nolimit:7", "fcpa")
    layout, full = problem.layout(), problem.full().layout()
    strategy = random_strategy(layout)
    buckets = problem.cards_and_buckets[1]
    found: Made = {}
    for mapping in ("hard", "soft", "pseudo-harmonic"):
        real = Expansion(layout, full, buckets, Translation(mapping)).strategy(strategy)
        found[f"same translation, {mapping}"] = digest(real)
    done = purify(layout, strategy, Purification(0.3))
    found["same thresholding"] = digest(done.probabilities)
    return found


PARTS: tuple[Callable[[], Made], ...] = (cards, matches, buckets, solvers, spots, translations)


def main() -> None:
    """Print the digests of all parts."""
    made: Made = {}
    for part in PARTS:
        made.update(part())
    json.dump(made, sys.stdout, indent=1)
    print()


if __name__ == "__main__":
    main()
