import ast
import os
import subprocess
import sys
from pathlib import Path

import equipoise.kernels
from equipoise.kernels.machine_code import cache_directory
from equipoise.kernels.warmup import compile_all


def test_every_kernel_is_warmed_up():
    """All functions under the kernel decorator, found in the sources."""
    found = set()
    for path in Path(equipoise.kernels.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and any(
                isinstance(mark, ast.Name) and mark.id == "kernel" for mark in node.decorator_list
            ):
                found.add(node.name)
    seen = []
    names = compile_all(lambda done, total, doing="": seen.append((done, total, doing)))
    assert set(names) == found
    assert [name for _, _, name in seen] == names


USE = '''
import sys
from pathlib import Path
import numpy as np
from equipoise.kernels.warmup import compile_all
folder = Path(sys.argv[1])
from numba.core.dispatcher import Dispatcher
def compiled():
    """How many kinds of arguments each kernel has been compiled for, here or before."""
    modules = [m for name, m in list(sys.modules.items()) if name.startswith("equipoise.kernels.")]
    return {
        f"{value.__module__}.{value.__name__}": len(value.signatures)
        for module in modules
        for value in vars(module).values()
        if isinstance(value, Dispatcher) and type(value._cache).__name__ == "KeptCode"
    }
compile_all()
before = compiled()
assert min(before.values()) > 0, before

from equipoise.cards import HandIndexer, describe, evaluate, evaluate_many, parse_cards
from equipoise.cards import equity as module
from equipoise.cards.income import exact_income_rates, sampled_income_rates
from equipoise.cards.ranges import Range
from equipoise.cards.strength import assess, strength_against_field, strength_exact
from equipoise.games import find_game
from equipoise.games.bulk import play_many, play_recorded

flop, aces, wide = parse_cards("Qd7c2s"), Range.parse("AA"), Range.parse("22+,A2+:0.5")
for ranges in ([aces, wide], [wide, Range.random()], [aces, wide, Range.parse("KK")]):
    for board in ([], flop, [*flop, 40]):
        module.equity(ranges, board, [0], exact=False, samples=2000, workers=1)
        if len(ranges) == 2 and board:
            module.equity(ranges, board, [0], exact=True)
module.equity([Range.parse("AsAh"), Range.parse("KsKh")])
module.equity([Range.parse("TT+")] * 10, exact=False, samples=100)
opponents = [aces, wide, Range.random()]
assess([51, 46], flop, 2, wide)
strength_against_field([51, 46], flop, opponents)
strength_exact([51, 46], flop, opponents[:2])
strength_exact([51, 46], flop, [Range.parse("QQ+")] * 3)
exact_income_rates()
sampled_income_rates(3, 100)
hands = np.arange(14).reshape(2, 7)
fixed = hands.astype(np.uint8)
fixed.setflags(write=False)
np.save(folder / "hands.npy", fixed)
mapped = np.load(folder / "hands.npy", mmap_mode="r")
indexer = HandIndexer((2, 3, 1, 1))
for rows in (hands, hands.astype(np.uint8), fixed, mapped, np.asfortranarray(hands), hands.tolist()):
    evaluate_many(rows)
    index = indexer.index_many(rows)
    indexer.unindex_many(3, index)
    index.setflags(write=False)
    indexer.unindex_many(3, index)
evaluate(range(5)), describe(range(7)), indexer.index([0, 1]), indexer.unindex(1, 7)
from equipoise.abstraction.strength.boards import FLOP, TURN, ordered_turns, unordered_turns
from equipoise.abstraction.strength.compute import rows_from_next
from equipoise.abstraction.strength.on_demand import OnDemand
source = OnDemand(bins=2)
for board in ([], flop, [*flop, 40], [*flop, 40, 1]):
    source.on_board(board)
unordered_turns(), ordered_turns().find([*flop, 40])
first = np.zeros(1, dtype=np.int64)
strengths = np.zeros((134459, 1326), dtype=np.uint16)
strengths.setflags(write=False)
rows_from_next(TURN, first, {"sums": strengths}, 2)
for earlier, rows, kind in ((FLOP, 16432, np.uint8), (FLOP - 1, 1755, np.uint16)):
    after = {name: np.zeros((rows, 1326), np.uint32) for name in ("sums", "squares")}
    after["counts"] = np.zeros((rows, 1326, 2), kind)
    for array in after.values():
        array.setflags(write=False)
    rows_from_next(earlier, first, after, 2)
game = find_game("holdem-nolimit:100bb")
play_many(game, 5), play_recorded(game, 5)

from equipoise.spine.cards.bucket_deals import bucket_deals, sample_deals
from equipoise.abstraction.buckets.build import build_bucketing
from equipoise.spine.cards.sequences.store import build_model
from tests.abstraction.buckets.small import FLOPS, small_tables
for text in ("2-2-2-2", "ir5emd.ir2eq.dir-pub2x2hs2x2hs-pub2x1.pub2x3ochs", "ir169.2wave.2.2emd"):
    built = build_bucketing(text, tables=small_tables(), folder=folder / text, flop_rows=FLOPS[:1])
    built.on_board(range(5)), built.on_board([]), built.on_boards(hands[:, :4])
    sample_deals(bucket_deals(built, small_tables()), 5, with_cards=True)
    if text == "2-2-2-2":
        build_model(built, 2, folder=folder / "model")

from tests.solvers.test_buckets import Small
from equipoise.spine.board_engine import BoardEngine
from equipoise.solvers.methods import make_solver, make_watch
small = Small(folder / "small", "ir169.2.2.2")
engine = BoardEngine(small.layout, small.states, 2)
for method in ("mccfr-external", "mccfr-outcome", "mccfr-chance", "mccfr-public"):
    solver = make_solver(method, engine)
    solver.step(1)
    engine.exploitability(solver.weights()), engine.exploitability(small.layout.uniform())
    make_watch(method, engine)(solver)
solver.average()
small.states.histories(0, 2)

from tests.agents.books import small_source
from equipoise.policies.blueprint import Blueprint
from equipoise.policies.exploiters import exploiter, naive
from equipoise.evaluation.expected import ExpectedValue
from equipoise.matches.known import KnownTable
from equipoise.translation.options import Translation
for numbers in ("float64", "uint16", "uint8"):
    source = small_source(small, solver.average(), numbers)
    attack = exploiter("plus-minus", source, Translation())
    for players in ((attack, Blueprint(source)), (naive(source, Translation()), attack)):
        table = KnownTable(find_game("holdem-nolimit:5bb"), players)
        rows = sample_deals(small.states.deals, 9, with_cards=True).cards[:, [5, 6, 7, 8, 0, 1, 2, 3, 4]]
        table.play(rows, np.arange(9), (0, 1), np.zeros(2, dtype=np.uint64))
        ExpectedValue(find_game("holdem-nolimit:5bb"), players).run(2)
from equipoise.cards.outlook import outlook
from equipoise.matches.match import play_match
from equipoise.matches.plan import MatchPlan
outlook([51, 46], flop, np.ones(1326)), outlook([51, 46], flop, wide.weights)
play_match(MatchPlan("holdem-limit:3p", ("loki-gom", "simulation", "loki-bpl"), 30), workers=1)
table = ("loki-som:model=specific-inverse", "loki-sampling:trials=2", "loki-bpl")
play_match(MatchPlan("holdem-limit:3p", table, 30), workers=1)
from tests.spine.test_spot_node import spot
from equipoise.spine.spot_node import spot_node
for board in ("Ts9s4d", "Ts9s4d2c", "Ts9s4d2c3h"):
    problem = spot(board, "AhAd,KhQh", "QcQd,JcTc")
    for precision in ("float32", "int16"):
        solver = make_solver("dcfr", problem.engine(dtype=precision))
        solver.step()
        solver.engine.exploitability(solver.weights()), solver.engine.exploitability(solver.average())
    kept = solver.average()
    kept.setflags(write=False)
    spot_node(problem.layout(), kept, 0)
assert compiled() == before, compiled().items() - before.items()
'''


def test_after_warming_up_ordinary_use_compiles_nothing(tmp_path):
    """In a process of its own; machine code is that of the other tests, all else is fresh."""
    (tmp_path / "kernels").symlink_to(cache_directory())
    environment = {**os.environ, "EQUIPOISE_CACHE_DIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", USE, str(tmp_path)],
        env=environment,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
